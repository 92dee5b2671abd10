"""Starts of everything but the screens on a data folder."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path

from sanmill.control.archive.intents import FindGames, OpenGame
from sanmill.control.controller import Controller
from sanmill.control.features import OWNERS
from sanmill.control.routes import HOME, PLAY, Kind, Route
from sanmill.control.statistics.feature import Results
from sanmill.control.statistics.intents import FilterGames
from sanmill.control.views.types import GameView
from sanmill.core.progress.statistics import MODES, VERSUS
from sanmill.core.reports.crash import Reports
from sanmill.core.settings import SETTINGS, Settings
from sanmill.core.storage.guard import guarded
from sanmill.core.storage.store import FileError
from sanmill.core.user_themes import UserThemes
from sanmill.engine.search.options import options
from tests.kit.archive import ArchiveKit
from tests.kit.damage import use
from tests.kit.fake_worker import FakeClock, FakeJobs, FakeTablebases


@dataclass
class Started:
    """Result of a start without screens."""

    controller: Controller
    views: list[GameView]
    errors: list[FileError]


def start(folder: Path) -> Started:
    """Start everything that reads files, look at it, use it, and close it."""
    kit = ArchiveKit(folder)
    store, views = kit.store, list[GameView]()
    settings = Settings(store, options())
    for setting in SETTINGS:
        settings.get(setting)
    themes = UserThemes(store)
    assert themes.own is not None
    reports = Reports(folder, store, dict)
    reports.begin_start()
    controller = Controller(
        FakeJobs(),
        store,
        chosen=settings,
        clock=FakeClock(),
        tablebases=FakeTablebases(),
        today=lambda: date(2026, 11, 17),
        publish=lambda _, view: views.append(view),
        tell=lambda _: None,
        post=kit.post,
        say=kit.say,
        languages=list,
        themes=themes,
        reports=reports,
    )
    kit.serve(controller)
    controller.recovery.show_restored(partial(controller.navigate, (HOME, PLAY), ()))
    look(controller)
    assert controller.features.share.view(Route(Kind.SHARE)) or not controller.current.session
    saved = kit.do(FindGames()).games
    if saved:
        kit.do(OpenGame(saved[0].name))
    for session in kit.opened:
        controller.start(session)
    use(controller)
    kit.do(FindGames())
    controller.pause()
    reports.close()
    kit.close()
    return Started(controller, views, kit.errors)


def look(controller: Controller) -> None:
    """Build the views of every part."""
    for kind in OWNERS:
        feature = controller.features.of_kind(kind)
        route = Route(kind, VERSUS if kind is Kind.NEW_GAME else "")
        guarded(controller.store, feature.files, partial(feature.view, route), feature.load)
    for mode in MODES:
        controller.handle(FilterGames(mode))
        guarded(controller.store, Results.files, partial(controller.features.results.view, Route(Kind.STATISTICS)))
    variants = controller.features.variants
    for variant, _ in controller.library.choices():
        variants.view(Route(Kind.RULES, variant))
    variants.appear(Route(Kind.WORKSHOP, "nine_mens_morris"))
    variants.view(Route(Kind.WORKSHOP))
