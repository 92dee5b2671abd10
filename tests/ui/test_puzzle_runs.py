"""Runs of puzzles by touch, with motion on: from the page to the end, the history, and the failed ones again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from sanmill.control.puzzles.mode import Phase
from sanmill.control.puzzles.run_mode import RunMode
from sanmill.core.progress.puzzle_progress import RUSH, STREAK
from tests.kit.driver import Driver
from tests.kit.puzzle_scenes import feature, history, right_moves, running, wrong_move

PATIENCE = 120.0  # seconds, on a busy machine


@pytest.fixture
def moving(tmp_path: Path) -> Iterator[Driver]:
    """An app past its first run that draws, with motion and its pauses."""
    (tmp_path / "state.json").write_text('{"version": 1, "back_stack": []}', encoding="utf-8")
    driver = Driver(tmp_path, has_motion=True, is_drawing=True)
    yield driver
    driver.close()


def start(driver: Driver, label: str) -> None:
    driver.press("Puzzles")
    driver.press(label)
    driver.until(lambda: driver.front == "play" and driver.app.nav.play.is_entered, PATIENCE)


def solve(driver: Driver) -> None:
    """Play the solution; the next puzzle follows by itself."""
    mode = running(driver)
    while mode.phase is not Phase.SOLVED:
        driver.until(lambda: mode.phase is Phase.SOLVING, PATIENCE)
        for move in right_moves(driver):
            driver.tap(*move.points)
    driver.until(lambda: running(driver) is not mode, PATIENCE)


def fail(driver: Driver) -> RunMode:
    mode = running(driver)
    driver.tap(*wrong_move(driver).points)
    return mode


def bar(driver: Driver) -> tuple[str, int]:
    """The puzzles solved and the mistakes, as they are shown."""
    shown = driver.parts.run
    assert shown.is_shown
    return shown.solved, shown.mistakes


def test_streak_is_played_to_its_first_mistake(moving: Driver) -> None:
    driver = moving
    start(driver, "Streak")
    assert driver.app.nav.play.title == "Streak"
    for count in range(3):
        assert bar(driver)[0] == str(count)
        driver.until(lambda: feature(driver)._supply._ready, PATIENCE)  # while nobody waits
        solve(driver)
    mode = fail(driver)
    driver.until(lambda: driver.app.nav.play.headline == "3 solved", PATIENCE)
    assert mode.run.is_over
    assert driver.app.nav.play.prompt == "A new best!"
    assert driver.app.nav.play.status == "The first mistake ends a streak."
    driver.press("Again")
    driver.until(lambda: running(driver) is not mode, PATIENCE)
    assert (bar(driver)[0], driver.app.nav.play.has_prompt) == ("0", False)
    assert feature(driver).progress.bests == {STREAK: 3}


def test_rush_is_played_to_three_mistakes_and_they_are_tried_again(moving: Driver) -> None:
    driver = moving
    start(driver, "Rush")
    assert driver.parts.run.time == "3:00"
    driver.seconds(1.2)
    assert driver.parts.run.time == "3:00", "before the first move"
    solve(driver)
    driver.until(lambda: driver.parts.run.time < "2:59", PATIENCE)
    assert not driver.window.allow_screensaver
    for mistakes in (1, 2, 3):
        mode = fail(driver)
        driver.until(lambda: bar(driver) == ("1", mistakes), PATIENCE)  # noqa: B023
        if mistakes < 3:
            driver.until(lambda: running(driver) is not mode, PATIENCE)  # noqa: B023
    driver.until(lambda: driver.app.nav.play.headline == "1 solved", PATIENCE)
    assert driver.window.allow_screensaver
    left = driver.parts.run.time
    driver.seconds(1.2)
    assert driver.parts.run.time == left
    driver.press("Retry failed")
    driver.until(lambda: not driver.parts.run.is_shown, PATIENCE)
    assert feature(driver).progress.bests == {RUSH: 1}
    driver.press("Back")
    driver.press("Puzzle history")
    driver.frames(5)
    assert "Retry 3 failed puzzles" in [getattr(tap, "label", "") for tap in driver.taps()]


def test_back_ends_a_rush_with_what_was_solved(driver: Driver) -> None:
    start(driver, "Rush")
    solve(driver)
    driver.press("Back")
    assert feature(driver).progress.bests == {RUSH: 1}
    assert "Your best: 1" in driver.texts()


def test_last_seconds_of_a_rush_are_heard(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    monkeypatch.setattr(
        type(driver.app.feedback.sounds), "play", lambda _, cues, __: heard.extend(c.value for c in cues)
    )
    start(driver, "Rush")
    solve(driver)
    running(driver).run._deadline = driver.app.controller.clock.now() + 5.4
    running(driver)._watch_time()
    driver.until(lambda: "tick" in heard, PATIENCE)
    assert driver.parts.run.is_low
    running(driver).run._deadline = driver.app.controller.clock.now() + 0.1
    running(driver)._watch_time()
    driver.until(lambda: driver.app.nav.play.status == "Time is up.", PATIENCE)


def test_row_of_the_history_opens_its_puzzle(driver: Driver) -> None:
    history(driver)
    driver.frames(5)
    page = driver.app.nav.page
    rows = list(page._rows.values())
    assert len(rows) == 12
    driver.press("Show more")
    assert len(page._rows) == 17
    driver.press(rows[3].spoken)
    driver.until(lambda: driver.front == "play", PATIENCE)
    assert driver.app.controller.current.mode.task.puzzle.position == rows[3].position  # type: ignore[attr-defined]


def test_week_shows_what_became_of_each_day(driver: Driver) -> None:
    known = feature(driver)
    known.today = lambda: date(2026, 11, 18)
    known.progress.days = {"2026-11-16": "solved", "2026-11-17": "shown", "2026-11-09": "solved"}
    driver.press("Puzzles")
    days = driver.app.nav.page._week.children[::-1]
    assert [(day.name, day.icon) for day in days[:3]] == [("Mon", "check"), ("Tue", "visibility"), ("Wed", "")]
    assert [day.is_today for day in days].index(True) == 2
    assert [day.is_ahead for day in days] == [False] * 3 + [True] * 4
