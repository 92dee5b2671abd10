"""The course by touch: from Home to an exercise, its refutation and its answer; a weak spot; the empty page."""

from __future__ import annotations

from typing import Any

from sanmill.control.course.mode import ExerciseMode
from sanmill.core.game.move import Move, moves_in
from sanmill.core.progress.course import DOUBLE
from tests.kit.driver import Driver
from tests.kit.page_scenes import course, no_course


def exercise_on_board(driver: Driver) -> ExerciseMode:
    driver.until(lambda: driver.front == "play")
    mode = driver.app.controller.current.mode
    assert isinstance(mode, ExerciseMode)
    return mode


def touch(driver: Driver, turn: str) -> None:
    for move in moves_in(turn):
        driver.tap(*Move(move).points)


def due(driver: Driver) -> int:
    view: Any = driver.app.controller.features.course
    return int(view.due())


def test_exercise_from_home_is_refuted_and_solved(driver: Driver) -> None:
    course(driver)
    driver.app.controller.features.course._save()
    driver.go("home")
    driver.press("Your course")
    before = due(driver)
    assert f"{before} exercises due" in driver.texts()
    driver.press(next(tap.spoken for tap in driver.taps() if tap.spoken.startswith("Practice today")))
    mode = exercise_on_board(driver)
    played = mode.exercise.played
    touch(driver, played)
    driver.until(lambda: mode.phase.value == "wrong")
    assert mode.cursor.played == (*moves_in(played), *mode.exercise.line)
    driver.press("Try again")
    touch(driver, mode.exercise.right[0])
    driver.until(lambda: mode.phase.value == "solved")
    assert any(f"In your game you played {played}." in words for words in driver.texts())
    driver.press("Next")
    assert exercise_on_board(driver).entry.identity != mode.entry.identity
    assert due(driver) == before, "what was wrong comes again today"


def test_weak_spot_is_practised_with_nothing_else(driver: Driver) -> None:
    course(driver)
    driver.press("You miss double mills while moving.")
    left = set()
    for _ in range(3):
        mode = exercise_on_board(driver)
        assert mode.exercise.theme == DOUBLE
        left.add(mode.entry.identity)
        touch(driver, mode.exercise.right[0])
        driver.until(lambda: mode.phase.value == "solved")  # noqa: B023 - at once
        driver.press("Next")
    assert len(left) == 3
    assert driver.front == "course"


def test_empty_course_says_what_fills_it(driver: Driver) -> None:
    no_course(driver)
    assert "Play a game or review one. Each mistake becomes an exercise here." in driver.texts()
    assert not any(tap.spoken.startswith("Practice today") for tap in driver.taps())
