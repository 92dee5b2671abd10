"""The course as data: what comes back when, what is bounded, and what is called a weak spot."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, timedelta

from sanmill.core.game.model import Side
from sanmill.core.game.phase import FLYING, MOVING, PLACING
from sanmill.core.progress.course import (
    COURSE,
    DOUBLE,
    DRAW,
    ENTRIES_MAX,
    GAMES_MAX,
    MILL,
    OTHER,
    WAITING_MAX,
    WIN,
    Course,
    Exercise,
    Spot,
    WaitingGame,
)
from sanmill.core.progress.due_days import DUE_DAYS, DueDays
from sanmill.core.progress.spaced_repetition import INTERVALS

TODAY = date(2026, 3, 1)
EXERCISE = Exercise(
    rules="nine_mens_morris",
    position="O",
    side=Side.WHITE,
    played="d6",
    right=("f4",),
    line=("d7",),
    value=DRAW,
    after=-1,
    is_proven=True,
    phase=MOVING,
    theme=OTHER,
)


def placed(placement: int) -> Exercise:
    return replace(EXERCISE, phase=PLACING, placement=placement)


def course_of(*exercises: Exercise) -> Course:
    course = Course()
    for number, exercise in enumerate(exercises):
        course.add(exercise, str(number), "game", TODAY)
    return course


def test_a_month_of_days_with_forgetting() -> None:
    """Every day what is due is answered, seven of ten times right: intervals are kept, nothing is lost or held back."""
    chance = random.Random(5)
    course, asked = course_of(*[EXERCISE] * 30), dict[tuple[str, str], list[int]]()
    for day in range(31):
        today = TODAY + timedelta(days=day)
        for entry in course.due(today):
            asked.setdefault(entry.identity, []).append(day)
            course.answer(entry.identity, is_right=chance.random() < 0.7, today=today)
        due = course.due(today)
        assert all(entry.card.box == 0 for entry in due), "only what was wrong is due again on the same day"
        assert all(entry.card.due > today for entry in course.open_entries if entry not in due)
        assert DueDays.of(entry.card for entry in course.entries).due(today) == len(due)
    assert len(asked) == 30
    assert all(1 <= len(days) <= 31 for days in asked.values())
    assert 0 < sum(entry.failed for entry in course.entries) < sum(entry.met for entry in course.entries)
    gaps = {second - first for days in asked.values() for first, second in zip(days, days[1:])}
    assert gaps <= set(INTERVALS)
    for day in range(31, 400):
        today = TODAY + timedelta(days=day)
        for entry in course.due(today):
            course.answer(entry.identity, is_right=True, today=today)
    assert len(course.learned) == 30
    assert course.next_day(today) is None


def test_what_is_forgotten_starts_again() -> None:
    course = course_of(EXERCISE)
    identity, day = course.entries[0].identity, TODAY
    for _ in range(4):
        entry = course.answer(identity, is_right=True, today=day)
        assert entry is not None
        day = entry.card.due
    forgotten = course.answer(identity, is_right=False, today=day)
    assert forgotten is not None
    assert course.due(day) == [forgotten]
    right = course.answer(identity, is_right=True, today=day)
    assert right is not None
    assert right.card.due == day + timedelta(days=1)


def test_clock_set_back_brings_nothing_to_a_halt() -> None:
    course = course_of(EXERCISE)
    ahead = TODAY + timedelta(days=3650)
    course.answer(course.entries[0].identity, is_right=True, today=ahead)
    assert len(course.due(TODAY)) == 1
    assert DueDays.of(entry.card for entry in course.entries).due(TODAY) == 1, "Home knows as much"
    course.answer(course.entries[0].identity, is_right=True, today=TODAY)
    assert course.next_day(TODAY) == TODAY + timedelta(days=3)


def test_time_zones_shift_a_day_at_most() -> None:
    """A journey around the world in both directions: nothing comes back early, and a day late at most."""
    course = course_of(EXERCISE)
    course.answer(course.entries[0].identity, is_right=True, today=TODAY)
    west, east = TODAY - timedelta(days=1), TODAY + timedelta(days=1)
    assert not course.due(west)
    assert len(course.due(east)) == 1


def test_course_is_bounded_and_learned_exercises_make_room_first() -> None:
    course = course_of(*[EXERCISE] * ENTRIES_MAX)
    kept, learned = course.entries[0], course.entries[7]
    day = TODAY
    for _ in INTERVALS:
        answered = course.answer(learned.identity, is_right=True, today=day)
        assert answered is not None
        day = answered.card.due
    course.add(EXERCISE, "new", "game", TODAY)
    assert len(course.entries) == ENTRIES_MAX
    assert course.find(learned.identity) is None
    course.add(EXERCISE, "newer", "game", TODAY)
    assert course.find(kept.identity) is None, "then the oldest"
    for number in range(GAMES_MAX + 5):
        course.enqueue(WaitingGame(str(number), "", "", (), Side.WHITE))
        assert len(course.waiting) <= WAITING_MAX
        course.finish(str(number))
    assert len(course.games) == GAMES_MAX
    assert len(str(COURSE.write(course))) < COURSE.size / 4


def test_same_mistake_in_another_game_starts_again() -> None:
    course = course_of(EXERCISE)
    course.answer(course.entries[0].identity, is_right=True, today=TODAY)
    course.add(EXERCISE, "0", "game", TODAY)
    assert not course.due(TODAY), "it is the same game"
    course.add(EXERCISE, "0", "another", TODAY)
    assert len(course.entries) == len(course.due(TODAY)) == 1


def test_weak_spots_name_themes_placements_and_phases() -> None:
    doubles = [replace(EXERCISE, theme=DOUBLE)] * 3
    course = course_of(*doubles, placed(5), placed(6), placed(6), placed(7), placed(2), replace(EXERCISE, value=WIN))
    assert course.weak_spots() == [
        (Spot(MOVING, DOUBLE), 3),
        (Spot(PLACING, value=DRAW, first=5, last=7), 4),
    ], "a theme says more than what was lost"
    assert course_of(EXERCISE).weak_spots() == [], "once is no weakness"


def test_weak_spot_fits_what_it_names() -> None:
    spot = Spot(PLACING, value=DRAW, first=5, last=7)
    assert [spot.fits(placed(number)) for number in range(4, 9)] == [False, True, True, True, False]
    assert not spot.fits(EXERCISE)
    assert Spot(FLYING, MILL).fits(replace(EXERCISE, phase=FLYING, theme=MILL))


def test_learned_exercises_are_no_weakness() -> None:
    course, day = course_of(EXERCISE, EXERCISE), TODAY
    assert course.weak_spots() == [(Spot(MOVING, value=DRAW), 2)]
    for _ in INTERVALS:
        for entry in course.due(day):
            course.answer(entry.identity, is_right=True, today=day)
        day = course.next_day(day) or day
    assert course.weak_spots() == []
    assert [numbers for _, *numbers in course.shares()] == [[2, 2], [2, 2]]


def test_damaged_entry_costs_itself_only() -> None:
    course = course_of(EXERCISE, placed(3), EXERCISE)
    written = COURSE.write(course)
    written["entries"][1]["card"]["due"] = "soon"
    written["waiting"] = "none"
    read = COURSE.read(written)
    assert [entry.key for entry in read.entries] == ["0", "2"]
    days = DUE_DAYS.write(DueDays.of(entry.card for entry in course.entries))
    days["cards"].append([{"due": "2026-99-99"}, 1])
    assert DUE_DAYS.read(days).due(TODAY) == 3
