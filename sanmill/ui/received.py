"""Texts and files that another app hands over: a tablebase, or games."""

from __future__ import annotations

from sanmill.control.archive.intents import ImportGames
from sanmill.control.routes import Kind, Route
from sanmill.control.variants.intents import InspectTablebase
from sanmill.core.game.collection import SIZE_MAX

from .app_port import the_app
from .files import Open

TABLEBASE = ".tablebase"  # suffix of a file


def take(name: str, open_file: Open, rules: str) -> None:
    """Add a tablebase for these rules, or import games."""
    app = the_app()
    if name.endswith(TABLEBASE):
        app.nav.go(Route(Kind.PERFECT, rules))
        app.send(InspectTablebase(rules, name, open_file))
    else:
        app.nav.go(Route(Kind.GAMES))
        app.files.read(name, open_file, lambda _, data: app.send(ImportGames(data)), SIZE_MAX)
