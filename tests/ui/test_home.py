"""The home screen: the game in progress or the last one, today's puzzle, the rating, the next lesson."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from ci.robots.shots import errors
from sanmill.control.board import intents
from sanmill.control.routes import Kind, Route
from sanmill.core import settings
from sanmill.core.game.model import Side
from sanmill.core.progress.due_days import DUE_DAYS, DueDays
from sanmill.core.progress.puzzle_progress import SOLVED
from sanmill.core.progress.spaced_repetition import Card
from sanmill.core.progress.statistics import GameResult
from sanmill.ui.home.ladder import OpponentTile
from sanmill.ui.widgets.portrait import Portrait
from tests.kit.driver import Driver
from tests.kit.play_scenes import start
from tests.kit.scenes import enter


def test_card_of_the_game_shows_the_opponent(driver: Driver) -> None:
    start(driver, is_versus=True)
    driver.go("home")
    driver.frames(2)
    card = driver.app.nav.page._resume
    faces = [widget for widget in card.walk(restrict=True) if isinstance(widget, Portrait)]
    assert [(face.level, face.width > 0) for face in faces] == [(12, True)]
    start(driver)
    driver.go("home")
    driver.frames(2)
    assert [face.width for face in faces] == [0]


def test_finished_game_is_not_offered_to_continue(driver: Driver) -> None:
    enter(driver, "home")
    assert "Continue" in driver.texts()
    driver.send(intents.Resign(), intents.Answer(True))
    driver.go("home")
    driver.frames(2)
    words = driver.texts()
    assert "Last game" in words
    assert "Continue" not in words


def test_home_without_game_has_no_game_card(driver: Driver) -> None:
    enter(driver, "home")
    enter(driver, "empty_home")
    assert not {"Continue", "Last game"} & set(driver.texts())
    enter(driver, "home")
    assert "Continue" in driver.texts()


def test_daily_puzzle_starts_from_home_and_shows_streak(driver: Driver) -> None:
    day = date(2026, 11, 18)
    puzzles = driver.app.controller.features.puzzles
    puzzles.today = lambda: day
    driver.go("home")
    driver.until(lambda: puzzles.view(Route(Kind.PUZZLES)).board)
    card = driver.app.nav.page._puzzle
    driver.touch(*card.to_window(*card.center))
    assert (driver.front, driver.view.mode) == ("play", "puzzle")
    puzzles.progress.end_day(day, SOLVED)
    driver.go("home")
    driver.frames(2)
    assert card.is_done
    assert "1 day in a row" in driver.texts()
    driver.touch(*card.to_window(*card.center))
    assert driver.front == "puzzles"


def test_rating_on_home_opens_statistics(driver: Driver) -> None:
    driver.go("home")
    driver.frames(2)
    assert not any(words.startswith("Rating") for words in driver.texts())
    enter(driver, "finished_home")
    chip = next(tap for tap in driver.taps() if tap.spoken.startswith("Rating"))
    driver.press(chip.spoken)
    assert driver.front == "statistics"


def test_home_names_next_lesson(driver: Driver) -> None:
    enter(driver, "finished_home")
    assert "Next: Placing (2 of 10)" in driver.texts()


@pytest.mark.parametrize("size", [(800, 1280), (1280, 800)])
def test_tablet_shows_cards_side_by_side_with_large_boards(driver: Driver, size: tuple[int, int]) -> None:
    driver.resize(*size)
    enter(driver, "finished_home")
    home: Any = driver.app.nav.page
    assert (home._resume.y, home._resume.top) == (home._puzzle.y, home._puzzle.top)
    assert home._resume.right < home._puzzle.x
    assert home.board_size > 0.25 * min(size)
    driver.resize(360, 720)


def test_new_game_is_visible_without_scrolling_in_landscape(driver: Driver) -> None:
    enter(driver, "home")
    home = driver.app.nav.page
    for size in ((640, 320), (360, 720), (640, 320)):
        driver.resize(*size)
        driver.frames(3)
        assert {"Continue", "Today’s puzzle"} <= set(driver.texts())
        button = next(tap for tap in driver.taps() if tap.spoken == "Play Otto")
        assert button.to_window(*button.pos)[1] > 0
        assert (home._puzzle in home.ids.side.children) is (size == (640, 320))


def test_cards_are_mirrored_in_right_to_left_languages(driver: Driver) -> None:
    driver.set(settings.LANGUAGE, "fa")
    enter(driver, "home")
    assert not [error for error in errors(driver) if error.startswith("over a ")]
    driver.set(settings.LANGUAGE, "en")  # the direction outlives an app
    driver.frames(1)


def test_ladder_shows_what_was_won_and_offers_each_opponent(driver: Driver) -> None:
    statistics = driver.app.controller.features.results.statistics
    for level, is_undone, is_helped in ((1, True, True), (2, True, False), (2, False, True), (3, True, False)):
        key = f"{level}{is_undone}{is_helped}"
        won = (key, "versus", "nine_mens_morris", (0, level), Side.WHITE, Side.WHITE, 20, False, None)
        statistics.count(GameResult(*won, is_undone=is_undone, is_helped=is_helped))
    driver.set(settings.LEVEL, 3)
    enter(driver, "home")
    rungs = [widget for widget in driver.walk() if isinstance(widget, OpponentTile)]
    found = {rung.name: (rung.stars, rung.achieved) for rung in rungs}
    assert found["Pip"] == (1, "won")
    assert found["Lulu"] == (3, "won without taking back and without hints")
    assert found["Otto"] == (2, "won without hints")
    assert found["Mia"] == (0, "")
    assert [rung.name for rung in rungs if rung.is_own] == ["Otto"]
    driver.press("Mia")
    assert driver.app.settings.get(settings.LEVEL) == 4
    assert driver.app.nav.sheet is not None
    driver.app.nav.close_sheets()
    driver.until(lambda: "Play Mia" in driver.texts())


def test_way_to_a_game_is_in_sight_on_a_phone_turned(driver: Driver) -> None:
    enter(driver, "home")
    driver.app.store.save("course_days", DUE_DAYS.write(DueDays.of([Card(date(2026, 1, 1))])))
    driver.resize(720, 360)
    driver.go("help")
    driver.go("home")
    driver.frames(4)
    assert "Your course" in driver.texts()
    play = next(tap for tap in driver.taps() if tap.spoken == "Play Otto")
    assert play.to_window(0, play.y)[1] >= 0
