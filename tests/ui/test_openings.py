"""Openings by real touches with motion on: from the explorer to a drill with a mistake, and what is known after it."""

from __future__ import annotations

from typing import Any

from sanmill.control.openings.mode import DrillMode
from sanmill.core import settings
from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.ui.openings.screen import DrillRow
from tests.kit.driver import Driver
from tests.kit.opening_scenes import wait


def moves(driver: Driver) -> tuple[list[Move], list[Move]]:
    """Those that keep the value, and those that do not, in the position on the board."""
    drill: DrillMode = wait(driver)
    values = drill._known or {}
    right = drill._right(values, drill.cursor.game_ply)
    best = values[right[0]]
    return right, [move for move, wdl in values.items() if wdl != best]


def rows(driver: Driver) -> dict[str, DrillRow]:
    return {widget.label: widget for widget in driver.walk() if isinstance(widget, DrillRow)}


def play(driver: Driver, move: Move) -> None:
    drill: DrillMode = wait(driver)
    before = drill.cursor.played
    driver.tap(move.end)
    driver.until(lambda: drill.cursor.played != before)
    wait(driver)


def test_drill_with_a_mistake_from_the_explorer(driver: Driver) -> None:
    driver.set(settings.SPEED, "normal")
    driver.press("Opening explorer")
    driver.press("Practice openings")
    driver.until(lambda: driver.front == "openings")
    driver.until(lambda: "Practice 3 due" in [tap.spoken for tap in driver.taps()])
    driver.press("Split Cross, New")
    driver.until(lambda: driver.front == "play")
    drill: Any = driver.app.controller.current.mode
    assert driver.app.nav.play.title == "Split Cross"
    while not moves(driver)[1]:
        play(driver, moves(driver)[0][0])
    right, wrong = moves(driver)
    before = drill.cursor.played
    play(driver, wrong[0])
    driver.until(lambda: driver.app.nav.play.status == "Not quite. Try again.")
    assert f"{wrong[0]} loses. Better: {right[0]}." in driver.texts()
    driver.press("Try again")
    driver.until(lambda: drill.cursor.played == before)
    while drill.phase.value != "done":
        play(driver, moves(driver)[0][0])
    assert drill.cursor.present.in_hand[Side.WHITE] == 5
    driver.until(lambda: "It comes back once more today." in driver.texts())
    driver.press("Next")
    driver.until(lambda: driver.app.controller.current.mode is not drill)
    driver.press("Back")
    driver.until(lambda: driver.front == "openings")
    split = rows(driver)["Split Cross"].known
    assert (split.when, split.is_due, split.box) == ("Due today", True, 0)


def test_finished_drill_fills_a_box_for_its_side_alone(driver: Driver) -> None:
    driver.open("openings")
    driver.press("Black")
    driver.press("Practice 3 due")
    driver.until(lambda: driver.front == "play")
    drill: Any = driver.app.controller.current.mode
    wait(driver)
    while drill.phase.value != "done":
        play(driver, moves(driver)[0][0])
    driver.until(lambda: "It comes back in 1 day." in driver.texts())
    driver.press("Back")
    driver.until(lambda: driver.front == "openings")
    assert rows(driver)["Crossing"].known.box == 1
    assert "2 openings are due today." in driver.texts()
    driver.press("White")
    driver.until(lambda: rows(driver)["Crossing"].known.box == 0)
    driver.go("home")
    driver.frames(4)
    assert "Openings" not in driver.texts(), "nothing is due that was begun"
