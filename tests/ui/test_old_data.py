"""Data written by version 0.1.0, opened in the app: nothing is lost and nothing is set aside."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from sanmill.control.archive import intents as archive_intents
from sanmill.control.board import intents
from sanmill.control.play.intents import StartTwoPlayers
from sanmill.control.routes import Kind, Route
from sanmill.core import themes
from sanmill.core.game.model import Content
from sanmill.core.settings import SETTINGS
from sanmill.engine.messages import Stage
from tests.kit.driver import ROOT, Driver
from tests.kit.game_scenes import found_games

OLD = ROOT / "tests" / "data" / "0.1.0"

Open = Callable[[str], Driver]


@pytest.fixture
def open_old(tmp_path: Path) -> Iterator[Open]:
    drivers: list[Driver] = []

    def open_folder(name: str) -> Driver:
        shutil.copytree(OLD / name, tmp_path, dirs_exist_ok=True)
        drivers.append(Driver(tmp_path))
        return drivers[-1]

    yield open_folder
    for driver in drivers:
        driver.close()
    assert list(tmp_path.rglob("*.unreadable*")) == []


def pieces(driver: Driver) -> dict[str, Content]:
    board = driver.view.board
    contents = {point.name: content for point, content in zip(board.board.points, board.contents)}
    return {name: content for name, content in contents.items() if content is not Content.EMPTY}


def turns(driver: Driver) -> list[str]:
    return [move.words for move in driver.view.moves]


def test_settings_keep_their_values(open_old: Open) -> None:
    app = open_old("player").app
    changed = {s.key: app.settings.get(s) for s in SETTINGS if app.settings.get(s) != s.default}
    assert changed == {
        "board.theme": "own/night-wood",
        "board.pieces": "shapes",
        "board.coordinates": True,
        "board.speed": "off",
        "play.style": "attacking",
        "play.side": "black",
        "play.rated": True,
        "play.variant": "Quick five: nine_mens_morris PiecesCount=5 NMoveRule=20",
        "watch.white": 9,
        "app.volume": 4,
        "app.language": "de",
        "engine.hash": 64,
    }
    assert app.lang == "de"


def test_app_opens_on_last_page_with_old_statistics(open_old: Open) -> None:
    driver = open_old("player")
    assert driver.front == "statistics"
    driver.frames(3)
    shown = " ".join(driver.texts())
    assert "887" in shown  # the rating after a loss against level 5
    driver.key(27)
    assert driver.front == "play"
    rated, unrated = driver.app.controller.features.results.statistics.games
    assert (rated.mode, rated.levels, rated.is_rated, rated.winner) == ("versus", (0, 5), True, 1)
    assert (unrated.mode, unrated.is_rated) == ("two_players", False)


def test_resigned_game_keeps_variation_comment_and_title(open_old: Open) -> None:
    driver = open_old("player")
    driver.go("play")
    driver.open("moves")
    driver.until(lambda: driver.view.history)
    view = driver.view
    assert view.board.is_flipped
    assert turns(driver) == ["d6", "f4", "b4", "b6", "f6"]
    assert view.result is not None
    assert view.result.winner == 0
    assert driver.app.say(view.result.reason) == "Schwarz hat aufgegeben."
    assert view.history is not None
    variation = [(row.depth, row.black.words) for row in view.history.rows if row.depth and row.black]
    assert variation == [(1, "d2?")]
    assert [row.comment for row in view.history.rows if row.comment] == ["Too quiet."]
    shared = driver.app.controller.features.share.view(Route(Kind.SHARE))
    assert shared is not None
    assert shared.record == (OLD / "game.pgn").read_text(encoding="utf-8")
    assert shared.code == (OLD / "share_code.txt").read_text(encoding="utf-8").strip()


def test_saved_games_are_listed_and_open(open_old: Open) -> None:
    driver = open_old("player")
    driver.open("games")
    driver.until(lambda: found_games(driver))
    titles = [driver.app.say(game.title) for game in found_games(driver)]
    assert titles == ["Two in the train", "Sunday in the garden", "Du – Bruno"]
    driver.send(archive_intents.OpenGame(found_games(driver)[1].name))
    driver.until(lambda: len(driver.view.moves) == 6)
    driver.open("moves")
    driver.until(lambda: driver.view.history)
    assert turns(driver) == ["d6", "f4", "b4", "d2", "f6", "b6"]
    assert driver.view.history is not None
    comments = [row.comment for row in driver.view.history.rows if row.comment]
    assert comments == ["A quiet start.", "Two lines at once."]
    assert "b4!" in [row.white.words for row in driver.view.history.rows if row.white]


def test_own_variants_and_themes_are_available(open_old: Open) -> None:
    driver = open_old("player")
    own = [(variant.name, variant.rules) for variant in driver.app.controller.library.own]
    assert own == [
        ("Quick five", "nine_mens_morris PiecesCount=5 NMoveRule=20"),
        ("No flying", "nine_mens_morris MayFly=false"),
    ]
    assert [theme.name for theme in driver.app.themes.own] == ["Night wood"]
    assert driver.app.board_theme.board == themes.parse("#102030")
    driver.send(StartTwoPlayers())
    assert driver.view.bottom.in_hand == 5


def test_built_tablebase_is_found(open_old: Open) -> None:
    driver = open_old("player")
    driver.until(lambda: driver.app.tablebases.of("three_mens_morris").stage is Stage.BUILT)


def test_reports_are_shown_again(open_old: Open) -> None:
    driver = open_old("player")
    driver.open("report")
    page: Any = driver.app.nav.screens.current_screen
    driver.until(lambda: page.long_text.data)
    lines = [line["text"] for line in page.long_text.data]
    assert {"build: 0e583a5, 64 bit", "1.4  TapPoint d6", "ValueError: [text left out]"} <= set(lines)


def test_crash_of_old_version_is_reported_with_breadcrumbs(open_old: Open) -> None:
    driver = open_old("crash")
    driver.press("Show report")
    assert driver.front == "report"
    page: Any = driver.app.nav.screens.current_screen
    driver.until(lambda: page.long_text.data)
    report = "\n".join(line["text"] for line in page.long_text.data)
    for part in ("Fatal Python error: Aborted", "version: 0.1.0", "build: 0e583a5", "TapPoint d6", "ply 1 d6"):
        assert part in report
    assert driver.view.board.last_to == "d6"


def test_rated_game_continues(open_old: Open) -> None:
    driver = open_old("rated")
    driver.go("play")
    assert turns(driver) == ["d6", "g4"]
    assert "4" in driver.app.say(driver.view.top.name) + driver.app.say(driver.view.top.detail or "")
    assert "Undo" not in [tap.spoken for tap in driver.taps()]
    driver.tap("d7")
    driver.until(lambda: len(driver.view.moves) == 4)
    driver.send(intents.Resign(), intents.Answer(True))
    assert [game.is_rated for game in driver.app.controller.features.results.statistics.games] == [True]


def test_unconfirmed_turn_can_still_be_rejected(open_old: Open) -> None:
    driver = open_old("unconfirmed")
    driver.go("play")
    assert pieces(driver) == {"d6": Content.WHITE, "f4": Content.BLACK}
    driver.send(intents.RejectTurn())
    assert pieces(driver) == {"d6": Content.WHITE}


def test_set_up_position_is_restored(open_old: Open) -> None:
    driver = open_old("set_up")
    white = dict.fromkeys(("a1", "d1", "g1"), Content.WHITE)
    assert pieces(driver) == {**white, "b4": Content.BLACK}
    set_up = driver.view.set_up
    assert set_up is not None
    assert [counter.count for counter in set_up.counters] == [3, 0]
    assert set_up.side == 1


def test_lesson_resumes_at_its_step(open_old: Open) -> None:
    driver = open_old("lesson")
    assert driver.view.prompt is not None
    assert driver.app.say(driver.view.prompt.words) == "Step 2 of 2"


def test_puzzle_continues_after_first_turn(open_old: Open) -> None:
    driver = open_old("puzzle")
    driver.go("play")
    driver.frames(3)
    assert driver.view.board.last_to == "f6"
    driver.tap("g4", "g7", "f6")
    driver.until(lambda: driver.app.controller.features.puzzles.view(Route(Kind.PUZZLES)).solved == 2)
    driver.app.controller.features.puzzles.today = lambda: date(2026, 11, 17)
    overview = driver.app.controller.features.puzzles.view(Route(Kind.PUZZLES))
    assert overview.streak == 1
    assert overview.rating > 1014
