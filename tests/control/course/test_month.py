"""A month with the course: the app starts anew each day, its user forgets, travels and sets the clock wrong."""

from __future__ import annotations

import random
from datetime import date, datetime, timedelta, timezone

from sanmill.control.course.intents import StartCourse
from sanmill.control.course.mode import ExerciseMode
from sanmill.control.puzzles.intents import NextPuzzle, RetryPuzzle
from sanmill.control.puzzles.mode import Phase
from sanmill.control.routes import HOME
from sanmill.core.progress.course import Entry
from sanmill.core.progress.spaced_repetition import INTERVALS
from tests.kit.course_bench import CourseBench
from tests.kit.fake_worker import MemoryStore

EVENING = datetime(2026, 11, 16, 22, 30, tzinfo=timezone.utc)
HOURS = {**dict.fromkeys(range(9, 13), -10), **dict.fromkeys(range(13, 17), 14)}  # from UTC, of days on a journey
WRONG = {5: 400, 6: 400, 20: -3000}  # days by which the clock was wrong
AWAY = (18, 19, 24, 25, 26)  # days without the app
NEW_GAME = 12  # the day of another game


def day_of(day: int) -> date:
    """What the phone shows in the evening of a day."""
    return EVENING.astimezone(timezone(timedelta(hours=HOURS.get(day, 1)))).date() + timedelta(day + WRONG.get(day, 0))


def start(store: MemoryStore, today: date) -> CourseBench:
    """The app on a day: Home tells what the course has, without reading it."""
    bench = CourseBench(store)
    bench.day = today
    told = bench.show(HOME).course_due
    assert told == bench.page.due
    return bench


def practise(bench: CourseBench, chance: random.Random, memory: float) -> None:
    """Do what is due; what is wrong is tried again at once."""
    was_due = {entry.identity for entry in bench.course.due(bench.day)}
    met = list[Entry]()
    bench.do(StartCourse())
    while isinstance(bench.controller.current.mode, ExerciseMode):
        before = bench.solving.entry
        met.append(before)
        if chance.random() > memory:
            bench.turn(bench.solving.exercise.played)
            bench.clock.turn(10)
            assert bench.solving.phase is Phase.WRONG
            bench.do(RetryPuzzle())
        bench.answer_right()
        after = bench.course.find(before.identity)
        assert after is not None
        assert after.card.due in (bench.day, bench.day + timedelta(INTERVALS[min(after.card.box, 5)]))
        bench.do(NextPuzzle())
        assert len(met) < 500
    assert {entry.identity for entry in met} == was_due
    assert bench.page.due == 0


def test_a_month_of_evenings() -> None:
    chance, bench = random.Random(3), CourseBench()
    bench.day = day_of(0)
    bench.finished_game()
    bench.judge()
    store = bench.store
    known = {entry.identity for entry in bench.course.entries}
    assert len(known) > 2
    boxes, quiet = dict.fromkeys(known, 0), 0
    for day in range(31):
        if day in AWAY:
            continue
        bench = start(store, day_of(day))
        if day == NEW_GAME:
            bench.finished_game()
            bench.judge()
            assert bench.page.due == len(known), "the same mistakes again: all start anew"
        quiet += not bench.page.due
        practise(bench, chance, memory=0.8)
        assert {entry.identity for entry in bench.course.entries} == known, "nothing is lost"
        boxes = {entry.identity: max(boxes[entry.identity], entry.card.box) for entry in bench.course.entries}
    assert quiet > 5, "not everything is asked every day"
    assert min(boxes.values()) > 1, "not everything is asked anew forever"
    for day in range(31, 31 + sum(INTERVALS) + len(INTERVALS)):
        practise(start(store, day_of(day)), chance, memory=1)
    bench = start(store, day_of(200))
    assert len(bench.course.learned) == len(known)
    assert (bench.page.due, bench.page.words.key) == (0, "course.all_learned")
