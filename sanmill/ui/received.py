"""Texts and files that another app hands over: a tablebase, a friend's turn, or games."""

from __future__ import annotations

from sanmill.control.archive.intents import ImportGames
from sanmill.control.friends.intents import ReceiveTurn, is_turn
from sanmill.control.routes import Kind, Route
from sanmill.control.variants.intents import InspectTablebase
from sanmill.core.game.collection import SIZE_MAX

from .app_port import the_app
from .files import Open

TABLEBASE = ".tablebase"  # suffix of a file
TURN_MAX = 100_000  # bytes of a text in which a friend's turn is looked for


def take(name: str, open_file: Open, rules: str) -> None:
    """Add a tablebase for these rules, take a friend's turn, or import games."""
    app = the_app()
    if name.endswith(TABLEBASE):
        app.nav.go(Route(Kind.PERFECT, rules))
        app.send(InspectTablebase(rules, name, open_file))
    else:
        app.files.read(name, open_file, lambda _, data: _take_text(data), SIZE_MAX)


def _take_text(data: bytes) -> None:
    """Take a friend's turn, or import games."""
    app, words = the_app(), data[:TURN_MAX].decode("utf-8", "ignore")
    if is_turn(words):
        app.send(ReceiveTurn(words))
    else:
        app.nav.go(Route(Kind.GAMES))
        app.send(ImportGames(data))
