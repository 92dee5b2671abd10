"""Each setting changes what it says it changes, in the real app."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kivy.uix.label import Label

from sanmill.control.board import intents, judge, opponent
from sanmill.control.clock.intents import PauseClock, PressClock, ResetClock
from sanmill.control.games import strength
from sanmill.control.play import watch
from sanmill.control.play.intents import StartTwoPlayers, StartVersus, StartWatch
from sanmill.core import settings
from sanmill.core.game.model import Side
from sanmill.core.settings import SETTINGS, Setting
from sanmill.engine.messages import Stage, TablebaseStatus
from sanmill.engine.search.jobs import SearchJob
from sanmill.ui import platform
from tests.kit.driver import Driver, drawn
from tests.kit.play_scenes import MIDDLE, start

Effect = Callable[[Driver], object]
EFFECTS: dict[str, tuple[Any, Effect]] = {}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    """One app for all settings; each begins with all of them as at first."""
    data = tmp_path_factory.mktemp("data")
    (data / "state.json").write_text('{"version": 1, "back_stack": []}', encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opponent, "PAUSE", 0.0)
        patch.setattr(judge, "DEPTH_PLACING", 6)
        driver = Driver(data)
        worker: Any = driver.app.jobs
        commands: list[SearchJob] = []
        submit = worker.submit

        def record(command: SearchJob) -> None:
            commands.append(command)
            submit(command)

        patch.setattr(worker, "submit", record)
        driver.commands = commands  # type: ignore[attr-defined]
        yield driver
        driver.close()


@pytest.fixture
def fresh(app: Driver) -> Driver:
    app.app.nav.close_sheets()
    app.app.settings.restore()
    app.set(settings.SPEED, "off")
    app.frames(3)
    app.go("home")
    app.resize(360, 720)
    return app


def effect(setting: Setting[Any], value: Any) -> Callable[[Effect], Effect]:
    """What is seen of a setting; it is different when the setting has this value."""

    def declare(seen: Effect) -> Effect:
        EFFECTS[setting.key] = (value, seen)
        return seen

    return declare


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_setting_changes_what_it_says(fresh: Driver, setting: Setting[Any]) -> None:
    value, seen = EFFECTS[setting.key]
    before = seen(fresh)
    fresh.set(setting, value)
    fresh.frames(3)
    assert seen(fresh) != before
    fresh.set(setting, setting.default)
    fresh.frames(3)
    if setting is not settings.SPEED:  # which is off at first here
        assert seen(fresh) == before


# The board.


@effect(settings.THEME, "paper")
def board_theme(driver: Driver) -> object:
    return driver.parts.board.theme


@effect(settings.PIECES, "plain")
def pieces(driver: Driver) -> object:
    start(driver, MIDDLE)
    return [drawn(sprite.group) for _, sprite in driver.parts.board.sprites.values()]


@effect(settings.PIECE_SIZE, 5)
def piece_size(driver: Driver) -> object:
    start(driver, MIDDLE)
    return driver.parts.board.geometry.radius


@effect(settings.LINE_WIDTH, 5)
def line_width(driver: Driver) -> object:
    start(driver, MIDDLE)
    return driver.parts.board.geometry.line_width


@effect(settings.COORDINATES, True)
def coordinates(driver: Driver) -> object:
    start(driver, MIDDLE)
    return drawn(driver.parts.board.static)


@effect(settings.TARGETS, False)
def targets(driver: Driver) -> object:
    start(driver, MIDDLE)
    driver.tap("e4")
    return drawn(driver.parts.board.above)


@effect(settings.LAST_MOVE, False)
def last_move(driver: Driver) -> object:
    start(driver, MIDDLE)
    driver.tap("e4", "f4")
    return drawn(driver.parts.board.below)


@effect(settings.EVALUATION, True)
def evaluation(driver: Driver) -> object:
    start(driver, MIDDLE)
    if driver.app.settings.get(settings.EVALUATION):
        driver.until(lambda: driver.parts.evaluation.is_known)
    return (driver.parts.evaluation.is_known, driver.parts.evaluation.right > 0)


# Play.


def told(driver: Driver, setting: Setting[Any]) -> str | None:
    """What the engine is told in a new game; it answers, so it knows the option."""
    driver.send(StartVersus())
    driver.tap("d6")
    driver.until(lambda: len(driver.view.moves) == 2)
    return dict(driver.commands[-1].options).get(setting.engine_option)  # type: ignore[attr-defined]


@effect(settings.LEVEL, 1)
def level(driver: Driver) -> object:
    return (told(driver, settings.LEVEL), driver.parts.top.detail)


@effect(settings.TIME, 2)
def time(driver: Driver) -> object:
    driver.set(settings.LEVEL, driver.app.settings.max_level)
    driver.send(StartVersus())
    driver.tap("d6")
    driver.send(intents.MoveNow())
    return dict(driver.commands[-1].options)["MoveTime"]  # type: ignore[attr-defined]


@effect(settings.STYLE, "attacking")
def style(driver: Driver) -> object:
    return told(driver, settings.STYLE)


@effect(settings.SHUFFLE, False)
def shuffle(driver: Driver) -> object:
    return told(driver, settings.SHUFFLE)


@effect(settings.ALGORITHM, "mtdf")
def algorithm(driver: Driver) -> object:
    return told(driver, settings.ALGORITHM)


@effect(settings.WEIGHTS, "moving.mill=90")
def weights(driver: Driver) -> object:
    return told(driver, settings.WEIGHTS)


@effect(settings.THREADS, 2)
def threads(driver: Driver) -> object:
    return told(driver, settings.THREADS)


@effect(settings.HASH, 8)
def memory(driver: Driver) -> object:
    return told(driver, settings.HASH)


@effect(settings.TABLES, "/no/such/folder")
def tables(driver: Driver) -> object:
    wanted = Path(driver.app.settings.get(settings.TABLES) or driver.app.data / "tables")
    driver.until(lambda: driver.app.tablebases.folder == wanted)
    return driver.app.tablebases.folder


@effect(settings.FIRST, "black")
def first(driver: Driver) -> object:
    driver.send(StartTwoPlayers())
    return driver.view.bottom.is_turn


@effect(settings.DRAWING, False)
def pressed_long(driver: Driver) -> object:
    start(driver)
    board = driver.parts.board
    finger = driver.finger(*board.to_window(*board.geometry.at("a7")))
    will_draw = board._pen._event is not None
    driver.lift(finger)
    return will_draw


@effect(settings.INPUT, "tap")
def dragged(driver: Driver) -> object:
    start(driver, MIDDLE)
    board = driver.parts.board
    here, there = (board.to_window(*board.geometry.at(name)) for name in ("e4", "f4"))
    finger = driver.finger(*here)
    driver.move(finger, *there)
    driver.frames(1)
    driver.lift(finger)
    driver.frames(2)
    return driver.view.board.ply


@effect(settings.CONFIRM, True)
def confirm(driver: Driver) -> object:
    driver.send(StartTwoPlayers())
    driver.tap("d6")
    if driver.app.settings.get(settings.CONFIRM):
        driver.press("Take back")
    return driver.view.board.ply


@effect(settings.SPEED, "slow")
def speed(driver: Driver) -> object:
    return (driver.parts.board.duration(1.0), driver.app.has_motion)


@effect(settings.HAND, "left")
def hand(driver: Driver) -> object:
    start(driver, MIDDLE)
    driver.resize(640, 320)
    return driver.parts.board.x > driver.parts.bar.x


@effect(settings.SIDE, "black")
def side(driver: Driver) -> object:
    driver.send(StartVersus())
    return driver.view.bottom.side is Side.BLACK


@effect(settings.COACH, True)
def coach(driver: Driver) -> object:
    driver.send(StartVersus())
    mode: Any = driver.app.controller.current.mode
    return mode.coach.is_on


@effect(settings.RATED, True)
def serious(driver: Driver) -> object:
    driver.send(StartVersus())
    return [action.label.key for action in driver.view.actions]


@effect(settings.VARIANT, "three_mens_morris")
def variant(driver: Driver) -> object:
    driver.send(StartTwoPlayers())
    return len(driver.view.board.board.points)


@effect(settings.PUZZLE_VARIANT, "lasker_morris")
def puzzle_variant(driver: Driver) -> object:
    with pytest.MonkeyPatch.context() as patch:  # practice is for rules whose tables are there
        found = TablebaseStatus("", Stage.BUILT, path=Path("tables"))
        patch.setattr(driver.app.tablebases, "of", lambda rules: found)
        return driver.app.controller.features.puzzles.rules


@effect(settings.WATCH_WHITE, 1)
def watch_white(driver: Driver) -> object:
    driver.send(StartWatch(), intents.SetPaused(True))
    return driver.parts.bottom.detail


@effect(settings.WATCH_BLACK, 1)
def watch_black(driver: Driver) -> object:
    driver.send(StartWatch(), intents.SetPaused(True))
    return driver.parts.top.detail


def watched(driver: Driver, side: Side) -> object:
    """Style, algorithm and weights that the engine is told for a side."""
    driver.set(settings.WEIGHTS, "moving.mill=90")
    driver.send(StartWatch(), intents.SetPaused(True))
    session = driver.app.controller.current.session
    assert session is not None
    options = dict(strength.options_of(session.info.players[side], driver.app.settings))
    return [options[each.engine_option] for each in (settings.STYLE, settings.ALGORITHM, settings.WEIGHTS)]


@effect(settings.WATCH_WHITE_STYLE, "attacking")
@effect(settings.WATCH_WHITE_ALGORITHM, "mtdf")
@effect(settings.WATCH_WHITE_WEIGHTS, "own")
def watch_white_play(driver: Driver) -> object:
    return watched(driver, Side.WHITE)


@effect(settings.WATCH_BLACK_STYLE, "attacking")
@effect(settings.WATCH_BLACK_ALGORITHM, "mtdf")
@effect(settings.WATCH_BLACK_WEIGHTS, "own")
def watch_black_play(driver: Driver) -> object:
    return watched(driver, Side.BLACK)


@effect(settings.WHITE_NAME, "Anna")
@effect(settings.BLACK_NAME, "Ben")
@effect(settings.MINUTES, 5)
@effect(settings.FACE_TO_FACE, True)
def two_players(driver: Driver) -> object:
    driver.send(StartTwoPlayers())
    top, bottom = driver.parts.top, driver.parts.bottom
    return (bottom.name, bottom.detail, top.name, top.detail, driver.parts.top.is_turned)


def clock_of(driver: Driver) -> object:
    session = driver.app.controller.current.session
    assert session is not None
    clock = session.info.clock
    return clock and (clock.left, clock.bonus, clock.is_delay)


@effect(settings.BLACK_MINUTES, 3)
@effect(settings.BONUS, 5)
@effect(settings.DELAY, True)
def two_players_clock(driver: Driver) -> object:
    driver.set(settings.MINUTES, 10)
    driver.send(StartTwoPlayers())
    return clock_of(driver)


@effect(settings.VERSUS_MINUTES, 5)
def versus_minutes(driver: Driver) -> object:
    driver.send(StartVersus())
    return clock_of(driver)


@effect(settings.COMPUTER_MINUTES, 3)
@effect(settings.VERSUS_BONUS, 5)
@effect(settings.VERSUS_DELAY, True)
def versus_clock(driver: Driver) -> object:
    driver.set(settings.VERSUS_MINUTES, 10)
    driver.send(StartVersus())
    return clock_of(driver)


@effect(settings.TABLE_MINUTES, 3)
@effect(settings.TABLE_BLACK_MINUTES, 5)
def table_clock(driver: Driver) -> object:
    driver.send(ResetClock())
    driver.go("clock")
    halves = driver.app.nav.page.ids
    return (halves.bottom.time, halves.top.time)


@effect(settings.TABLE_BONUS, 5)
@effect(settings.TABLE_DELAY, True)
def table_clock_bonus(driver: Driver) -> object:
    driver.send(ResetClock(), PressClock(Side.BLACK), PauseClock(True))
    saved = json.loads((driver.app.data / "clock.json").read_text(encoding="utf-8")) if driver.app.store.flush() else {}
    return (saved["clock"]["bonus"], saved["clock"]["is_delay"])


@effect(settings.WATCH_SPEED, "fast")
def watch_speed(driver: Driver) -> object:
    driver.send(StartWatch(), intents.SetPaused(True))
    mode: Any = driver.app.controller.current.mode
    assert mode.autoplay.delay() in watch.SECONDS.values()
    return mode.autoplay.delay()


# Sound and feel: what a move sends to the speakers, the motor and the voice.


def sensed(driver: Driver, owner: Any, name: str) -> list[tuple[Any, ...]]:
    """What is asked of a sense while a piece is placed."""
    asked: list[tuple[Any, ...]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, name, lambda *args, **_: asked.append(args))
        driver.send(StartTwoPlayers())
        asked.clear()
        driver.tap("d6")
    return asked


@effect(settings.SOUND, False)
def sound(driver: Driver) -> object:
    return len(sensed(driver, driver.app.feedback.sounds, "play"))


@effect(settings.VOLUME, 2)
def volume(driver: Driver) -> object:
    return sensed(driver, driver.app.feedback.sounds, "play")[0][1]


@effect(settings.VIBRATION, False)
def vibration(driver: Driver) -> object:
    return len(sensed(driver, platform, "vibrate"))


@effect(settings.SPEECH, True)
def speech(driver: Driver) -> object:
    return [words for words, *_ in sensed(driver, driver.app.feedback.speech, "say")]


@effect(settings.FRIEND_NAME, "Robin")
def friend_name(driver: Driver) -> object:
    driver.app.nav.close_sheets()
    driver.open("new_game:friend")
    driver.frames(3)
    return driver.texts()


# The app.


@effect(settings.APPEARANCE, "dark")
def appearance(driver: Driver) -> object:
    return driver.app.palette.background


@effect(settings.LANGUAGE, "de")
def language(driver: Driver) -> object:
    return [row.label for row in driver.app.nav.page.ids.entries.children]


@effect(settings.TEXT_SIZE, "large")
def text_size(driver: Driver) -> object:
    driver.frames(3)
    return max(widget.font_size for widget in driver.walk() if isinstance(widget, Label))
