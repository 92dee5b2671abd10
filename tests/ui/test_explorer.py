"""The opening explorer by touch: from the menu and from a game, on the board and in the rows, and back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sanmill.control.explorer.intents import ExploreMove, ExploreRules
from sanmill.control.play.intents import StartTwoPlayers
from sanmill.control.variants.intents import BuildTablebase
from sanmill.core import settings
from tests.kit import tablebase_file
from tests.kit.driver import Driver
from tests.kit.explorer_scenes import is_known, save_games


def page(driver: Driver) -> Any:
    return driver.app.nav.screens.current_screen


def rows(driver: Driver) -> list[Any]:
    return list(reversed(page(driver).ids.rows.children))


def touch(driver: Driver, *points: str) -> None:
    """Touch points of the page's board, and wait until everything about the position is known."""
    board = page(driver).board
    for point in points:
        driver.touch(*board.to_window(*board.geometry.at(point)))
    wait(driver)


def wait(driver: Driver) -> None:
    mode: Any = driver.app.controller.current.mode
    driver.until(lambda: is_known(mode))


def test_explorer_shows_exact_values_and_own_results(driver: Driver) -> None:
    save_games(driver)
    driver.press("Opening explorer")
    wait(driver)
    assert [row.move for row in rows(driver)] == ["d6", "a7", "d7", "b6"]
    driver.until(lambda: rows(driver)[0].games == "5 games")
    assert (rows(driver)[0].wins, rows(driver)[0].draws, rows(driver)[0].losses) == (3, 0, 2)
    assert page(driver).own == "3 won, 0 drawn, 3 lost"
    touch(driver, "d6", "f4")
    first, last = rows(driver)[0], rows(driver)[-1]
    assert (first.move, first.value, first.replies) == ("f6", "Draw", "2 of 21 replies are mistakes")
    assert (last.value, last.replies) == ("Loss", "1 of 21 replies wins")
    assert page(driver).status == "White to move: a proven draw."
    driver.touch(*page(driver).board.to_window(*page(driver).board.geometry.at("f4")))
    assert page(driver).notice == "That is Black’s piece."
    driver.press(rows(driver)[0].spoken)  # a row plays its move
    assert [move.words for move in driver.view.moves] == ["d6", "f4", "f6"]
    assert page(driver).notice == ""
    driver.press("Previous")
    driver.press("Previous")
    assert page(driver).board.view.ply == 1
    driver.press("Next")
    assert page(driver).board.view.ply == 2
    driver.press("Back to start")
    assert page(driver).board.view.ply == 0
    driver.key(27)
    assert driver.front == "home"
    assert driver.app.controller.current.is_idle


def test_game_from_explorer_returns_to_its_line(driver: Driver) -> None:
    driver.set(settings.LEVEL, 2)
    driver.press("Opening explorer")
    touch(driver, "d6", "f4", "b4")
    driver.press("Play from here")
    driver.press("You play Black against Lulu")
    assert driver.back_stack == ["home", "explorer", "play"]
    assert [move.words for move in driver.view.moves][:3] == ["d6", "f4", "b4"]
    assert driver.view.bottom.is_turn
    driver.key(27)
    assert page(driver).board.view.ply == 3
    driver.key(27)
    assert driver.front == "home"
    assert driver.app.controller.current.session is not None


def test_explored_game_position_survives_kill(driver: Driver, tmp_path: Path) -> None:
    driver.send(StartTwoPlayers())
    driver.tap("d6", "f4")
    driver.open("more")
    driver.frames(2)
    driver.press("Opening explorer")
    assert driver.back_stack == ["home", "play", "explorer"]
    touch(driver, "b4")
    driver.app.on_pause()
    driver.close()
    again = Driver(tmp_path)
    try:
        assert again.back_stack == ["home", "play", "explorer"]
        assert [move.words for move in again.view.moves] == ["d6", "f4", "b4"]
        again.key(27)
        assert again.front == "play"
        assert [move.words for move in again.view.moves] == ["d6", "f4"]
    finally:
        again.close()
        driver.__init__(tmp_path)  # type: ignore[misc]  # for the fixture to close


def test_variant_without_book_is_estimated_then_proven(driver: Driver, tmp_path: Path) -> None:
    driver.press("Opening explorer")
    wait(driver)
    driver.send(ExploreRules("three_mens_morris"))
    wait(driver)
    assert page(driver).source == "This variant has no opening book, so the marks are estimates."
    assert not any(row.is_proven for row in rows(driver))
    assert page(driver).ids.variant.words == "Three Men’s Morris"
    driver.send(BuildTablebase(tablebase_file.RULES))
    driver.until(lambda: all(row.is_proven for row in rows(driver)))
    assert page(driver).status == "White to move: a proven win."
    assert [row.value for row in rows(driver)] == ["Win", "Draw", "Loss"]


def test_missing_games_and_end_of_placing_are_explained(driver: Driver) -> None:
    driver.press("Opening explorer")
    wait(driver)
    assert page(driver).own_label == "You have no games against the computer with this position yet."
    assert page(driver).source == "Tap a point or a row to play a move."
    placing = "d6 f4 b4 d2 a7 g1 c3 e5 a4 a1 g7 d7 f6 b2 c5 e3 f2 b6"
    driver.send(*map(ExploreMove, placing.split()))
    assert page(driver).status == "The opening ends here: all pieces are placed."
    assert rows(driver) == []
    assert page(driver).own_label == ""
