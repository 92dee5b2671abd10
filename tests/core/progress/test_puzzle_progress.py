"""Progress with puzzles: rating, streak, practice."""

from __future__ import annotations

from datetime import date, timedelta

from sanmill.core.progress.puzzle_progress import (
    PUZZLE_PROGRESS,
    RUSH,
    SHOWN,
    SOLVED,
    STREAK,
    Attempts,
    PuzzleProgress,
)

DAY = date(2026, 11, 16)


def test_solving_raises_and_failing_lowers_rating() -> None:
    progress = PuzzleProgress()
    progress.rate(1000, is_right=True)
    assert progress.rating == 1020
    progress.rate(1600, is_right=False)
    assert 1010 < progress.rating < 1020, "a hard one costs little"
    for _ in range(400):
        progress.rate(400, is_right=False)
    assert progress.rating == 100


def test_streak_counts_consecutive_days() -> None:
    progress = PuzzleProgress()
    for day in range(3):
        progress.end_day(DAY + timedelta(days=day), SOLVED)
    assert progress.streak_on(DAY + timedelta(days=2)) == 3
    assert progress.streak_on(DAY + timedelta(days=3)) == 3, "today's is still open"
    assert progress.streak_on(DAY + timedelta(days=4)) == 0
    progress.end_day(DAY + timedelta(days=4), SOLVED)
    assert progress.streak == 1


def test_streak_survives_travel_to_the_west() -> None:
    yesterday = DAY - timedelta(days=1)
    progress = PuzzleProgress(streak=4, last_day=yesterday.isoformat())
    progress.end_day(DAY, SOLVED)
    assert progress.streak_on(yesterday) == 5, "it is the day before again"
    progress.days.pop(yesterday.isoformat(), None)
    progress.end_day(yesterday, SOLVED)
    assert (progress.streak, progress.last_day) == (6, DAY.isoformat())
    progress.end_day(DAY + timedelta(days=1), SOLVED)
    assert progress.streak == 7


def test_streak_handles_any_calendar_day() -> None:
    for last in ("", "9999-12-31", "0001-01-01", "9999-99-99", "yesterday", "²"):
        progress = PuzzleProgress(streak=3, last_day=last)
        for day in (date.min, DAY, date.max):
            assert progress.streak_on(day) in (0, 3)
    progress.end_day(date.min, SOLVED)
    assert progress.streak == 1


def test_future_days_do_not_displace_today() -> None:
    progress = PuzzleProgress()
    for day in range(100):
        progress.end_day(DAY + timedelta(days=400 + day), SHOWN)
    progress.end_day(DAY, SOLVED)
    progress.end_day(DAY, SOLVED)
    assert progress.streak == 1


def test_first_result_of_a_day_counts() -> None:
    progress = PuzzleProgress()
    progress.end_day(DAY, SOLVED)
    progress.end_day(DAY, SHOWN)
    assert progress.streak == 1
    progress.end_day(DAY + timedelta(days=1), SHOWN)
    progress.end_day(DAY + timedelta(days=1), SOLVED)
    assert progress.streak_on(DAY + timedelta(days=1)) == 0


def test_old_days_are_dropped() -> None:
    progress = PuzzleProgress()
    for day in range(100):
        progress.end_day(DAY + timedelta(days=day), SOLVED)
    assert len(progress.days) == 60
    assert progress.streak == 100


def test_practice_continues_by_rules_and_theme() -> None:
    progress = PuzzleProgress()
    progress.take("nine_mens_morris", "close")
    assert progress.next_number("nine_mens_morris", "close") == 1
    assert progress.next_number("nine_mens_morris", "stop") == 0


def test_bests_only_grow() -> None:
    progress = PuzzleProgress()
    assert not progress.end_run(RUSH, 0)
    assert [progress.end_run(RUSH, solved) for solved in (4, 3, 4, 5)] == [True, False, False, True]
    assert progress.bests == {RUSH: 5}


def test_first_tries_are_counted_by_theme() -> None:
    progress = PuzzleProgress()
    for is_right in (True, True, False):
        progress.attempt("fly", is_right=is_right)
    assert progress.themes == {"fly": Attempts(2, 1)}
    assert (progress.themes["fly"].percent, Attempts().percent) == (67, 0)


def test_progress_round_trips_and_drops_invalid_values() -> None:
    progress = PuzzleProgress()
    progress.rate(1200, is_right=True)
    progress.end_day(DAY, SOLVED)
    progress.take("nine_mens_morris", "fly")
    progress.attempt("fly", is_right=True)
    progress.end_run(STREAK, 3)
    assert PUZZLE_PROGRESS.read(PUZZLE_PROGRESS.write(progress)) == progress
    hostile = {"rating": "high", "streak": True, "days": {"x": 1}, "practised": {"a": "b"}, "unknown": 1, "solved": 3}
    assert PUZZLE_PROGRESS.read(hostile) == PuzzleProgress(solved=3)
    partly = {"bests": {"streak": 4, "rush": -1, "walk": 2}, "themes": {"fly": {"solved": 2, "failed": "x"}, "stop": 3}}
    assert PUZZLE_PROGRESS.read(partly) == PuzzleProgress(bests={"streak": 4}, themes={"fly": Attempts(2)})
