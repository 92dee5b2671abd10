"""Puzzles and endings by real touches: from the menu to the solution, and a table built on the device."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from sanmill.control.games import strength
from sanmill.control.puzzles import mode as puzzle
from sanmill.control.puzzles.mode import Phase, PuzzleMode
from sanmill.control.routes import Kind, Route
from sanmill.core import settings
from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import text
from sanmill.engine.messages import Stage, TablebaseChanged
from sanmill.engine.rules import variants
from sanmill.ui.widgets.setting_rows import Note
from tests.kit.driver import Driver

PATIENCE = 120.0  # seconds, on a busy machine


@pytest.fixture(autouse=True)
def _quick(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    for pause in ("ANSWER_SECONDS", "SHOW_SECONDS", "LOOK_SECONDS"):
        monkeypatch.setattr(puzzle, pause, 0.0)
    driver.app.controller.features.puzzles.today = lambda: date(2026, 11, 16)


def solving(driver: Driver) -> PuzzleMode:
    mode: Any = driver.app.controller.current.mode
    assert isinstance(mode, PuzzleMode)
    return mode


def open_today(driver: Driver) -> None:
    driver.press("Puzzles")
    driver.until(lambda: driver.app.controller.features.puzzles.view(Route(Kind.PUZZLES)).board, PATIENCE)
    driver.press("Today’s puzzle. Solve")
    driver.until(lambda: driver.front == "play", PATIENCE)


def solve(driver: Driver) -> None:
    mode = solving(driver)
    while mode.phase is not Phase.SOLVED:
        side = mode.task.puzzle.side
        for move in mode.task.puzzle.solution[mode.session.cursor.game_ply :]:
            if mode.session.cursor.present.side is not side or mode.phase is not Phase.SOLVING:
                break
            driver.tap(*Move(move).points)
        driver.until(lambda: mode.phase is not Phase.JUDGED, PATIENCE)


def test_daily_puzzle_is_solved_and_starts_streak(driver: Driver) -> None:
    open_today(driver)
    assert driver.app.nav.play.title == "Today’s puzzle"
    solve(driver)
    assert driver.app.nav.play.status == "Solved!"
    assert driver.app.nav.sheet is None, "no end of a game"
    driver.press("Back")
    assert driver.front == "puzzles"
    words = [widget.text for widget in driver.walk() if hasattr(widget, "text")]
    assert "Solved today." in words
    assert "1 day in a row" in words


def test_wrong_turn_then_solution_then_practice(driver: Driver) -> None:
    open_today(driver)
    mode = solving(driver)
    right = mode.task.puzzle.solution[0]
    wrong = next(move for move in mode.session.cursor.game.legal() if move != right)
    driver.tap(*Move(wrong).points)
    while mode.session.cursor.present.side is mode.task.puzzle.side and mode.phase is Phase.SOLVING:
        driver.tap(mode.session.cursor.game.legal()[0][1:])
    driver.until(lambda: mode.phase is Phase.WRONG, PATIENCE)
    assert driver.app.nav.play.status == "Not quite. Try again."
    driver.press("Try again")
    driver.press("Show me")
    driver.until(lambda: mode.phase is Phase.SHOWN, PATIENCE)
    driver.press("Next")
    driver.until(lambda: driver.app.controller.current.mode is not mode, PATIENCE)
    assert solving(driver).task.day is None


def test_practice_of_a_theme_continues(driver: Driver) -> None:
    driver.press("Puzzles")
    driver.press("Block")
    driver.until(lambda: driver.front == "play", PATIENCE)
    assert driver.app.nav.play.title == "Block"
    solve(driver)
    first = solving(driver).task
    driver.press("Next")
    driver.until(lambda: solving(driver).task is not first, PATIENCE)


def test_tap_survives_tablebase_update(driver: Driver) -> None:
    rules, puzzles = "nine_mens_morris", driver.app.controller.features.puzzles
    driver.press("Puzzles")
    driver.until(lambda: puzzles.view(Route(Kind.PUZZLES)).board, PATIENCE)
    row = next(tap for tap in driver.taps() if getattr(tap, "label", "") == "Block")
    driver.app.keys.scroll_to(row)
    driver.frames(2)
    finger = driver.finger(*row.to_window(*row.center))
    driver.seconds(0.5)  # longer than the page waits for a swipe
    puzzles.progress.solved += 1
    news = driver.app.tablebases.of(rules)
    driver.app.emit(TablebaseChanged(driver.app.jobs.new_ticket(), news))
    driver.frames(3)
    assert "1 puzzle solved" in " ".join(widget.text for widget in driver.walk() if hasattr(widget, "text"))
    driver.lift(finger)
    driver.until(lambda: driver.front == "play", PATIENCE)
    assert driver.app.nav.play.title == "Block"


def test_tap_survives_list_moving_under_finger(driver: Driver) -> None:
    puzzles = driver.app.controller.features.puzzles
    driver.press("Puzzles")
    driver.until(lambda: puzzles.view(Route(Kind.PUZZLES)).board, PATIENCE)
    row = next(tap for tap in driver.taps() if getattr(tap, "label", "") == "Rush")
    driver.app.keys.scroll_to(row)
    driver.frames(2)
    place = row.to_window(*row.center)
    finger = driver.finger(*place)
    driver.until(lambda: row.state == "down")
    row.parent.add_widget(Note(text="News at the top"), len(row.parent.children))
    driver.until(lambda: not row.collide_point(*row.to_widget(*place)))
    driver.lift(finger)
    driver.until(lambda: driver.front == "play", PATIENCE)
    assert driver.app.nav.play.title == "Rush"


def test_rows_stay_when_puzzle_status_changes(driver: Driver) -> None:
    puzzles = driver.app.controller.features.puzzles
    driver.press("Puzzles")
    driver.until(lambda: puzzles.view(Route(Kind.PUZZLES)).board, PATIENCE)
    row = next(tap for tap in driver.taps() if getattr(tap, "label", "") == "Block")
    place = row.to_window(*row.pos)
    puzzles._error = text("puzzles.making")
    driver.app.controller.update()
    driver.frames(3)
    assert "Looking for a puzzle…" in [getattr(widget, "text", "") for widget in driver.walk()]
    assert row.to_window(*row.pos) == place


def test_finger_leaving_a_row_does_not_press_it(driver: Driver) -> None:
    driver.press("Puzzles")
    row = next(tap for tap in driver.taps() if getattr(tap, "label", "") == "Block")
    driver.app.keys.scroll_to(row)
    driver.frames(2)
    x, y = row.to_window(*row.center)
    finger = driver.finger(x, y)
    driver.until(lambda: row.state == "down")
    driver.move(finger, x, y + 2 * row.height)
    driver.lift(finger)
    driver.until(lambda: row.state == "normal")
    driver.frames(3)
    assert driver.front == "puzzles"


def test_tablebase_is_built_used_and_removed_on_device(driver: Driver) -> None:
    rules = "three_mens_morris"
    driver.open(f"perfect:{rules}")
    driver.until(lambda: driver.app.tablebases.of(rules).pieces, PATIENCE)
    assert strength.highest_level(driver.app.tablebases.of(rules)) == 12
    driver.press("Build (about 0.1 MB)")
    driver.until(lambda: driver.app.tablebases.of(rules).is_available, PATIENCE)
    assert strength.highest_level(driver.app.tablebases.of(rules)) == 13
    driver.press("Back")
    driver.press("Puzzles")
    driver.until(lambda: driver.app.controller.features.puzzles.view(Route(Kind.PUZZLES)).board, PATIENCE)
    driver.until(
        lambda: all(driver.app.tablebases.of(each.name).stage is not Stage.UNKNOWN for each in variants()), PATIENCE
    )
    driver.press("Variant")
    driver.press("Three Men’s Morris")
    driver.press("Win the ending")
    driver.until(lambda: driver.front == "play", PATIENCE)
    assert solving(driver).task.puzzle.rules == rules
    driver.open(f"perfect:{rules}")
    driver.frames(3)
    driver.press("Delete")
    driver.press("Delete")
    driver.until(lambda: not driver.app.tablebases.of(rules).is_available, PATIENCE)
    assert strength.highest_level(driver.app.tablebases.of(rules)) == 12


def test_perfect_level_needs_tablebase(driver: Driver) -> None:
    chosen = driver.app.settings
    driver.set(settings.LEVEL, chosen.level_perfect)
    driver.until(lambda: driver.app.tablebases.of("nine_mens_morris").is_available, PATIENCE)
    driver.press("Play Sibyl")
    assert chosen.get(settings.LEVEL) == chosen.level_perfect
    driver.press("Six Men’s Morris")
    driver.until(lambda: "Level 12" in driver.texts(), PATIENCE)
    driver.press("Play Ramon")
    assert driver.app.controller.current.session is not None
    assert driver.app.controller.current.session.info.players[Side.BLACK].level == chosen.max_level


def test_todays_puzzle_stands_beside_practice_on_wide_screens(driver: Driver) -> None:
    driver.open("puzzles")
    driver.until(lambda: driver.app.controller.features.puzzles.view(Route(Kind.PUZZLES)).board, PATIENCE)
    today, theme = (driver._labelled(label) for label in ("Today’s puzzle. Solve", "Block"))
    assert today.to_window(0, today.y)[1] > theme.to_window(0, theme.top)[1]
    driver.resize(1280, 800)
    assert today.to_window(today.right, 0)[0] < theme.to_window(theme.x, 0)[0]
    assert today.board_size > 300
    driver.press("Today’s puzzle. Solve")
    driver.until(lambda: driver.front == "play", PATIENCE)
