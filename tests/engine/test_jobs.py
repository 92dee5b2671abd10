"""Jobs with a scripted searcher: order, stops, errors, the watchdog, close."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

import pytest

from sanmill.core.game.move import Move
from sanmill.engine import jobs as jobs_module
from sanmill.engine.errors import EngineError
from sanmill.engine.jobs import BUILDS, ENGINE, PUZZLES, Job, Jobs, Queue, Work
from sanmill.engine.messages import (
    AnalysisDone,
    Event,
    Limits,
    MoveChosen,
    Position,
    Progress,
    PuzzleMade,
    WorkFailed,
    WorkLate,
)
from sanmill.engine.search.jobs import Analyse, SearchJob, Think
from tests.kit.patience import HANG

START = Position("nine_mens_morris")


class Script:
    """A searcher that thinks until it is stopped, or does what the command's rules text says."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.releases: list[int] = []  # the command before each
        self.threads: set[threading.Thread] = set()
        self.opening, self.may_open = threading.Event(), threading.Event()
        self.may_open.set()
        self._changed = threading.Condition()
        self._stopped = 0

    def think(self, command: SearchJob) -> MoveChosen | AnalysisDone:
        self.threads.add(threading.current_thread())
        with self._changed:
            self.begun.append(command.ticket)
            self._changed.notify_all()
            if command.position.rules == "broken":
                raise EngineError("the rules are broken")
            if command.position.rules == "wrong":
                raise ZeroDivisionError
            if command.position.rules != "quick":
                assert self._changed.wait_for(lambda: self._stopped >= command.ticket, HANG)
        if isinstance(command, Analyse):
            return AnalysisDone(command.ticket, (), 1)
        return MoveChosen(command.ticket, Move("d6"), (), 1, 1)

    def prepare(self, command: SearchJob) -> None:
        """Until the test lets it go on."""
        self.opening.set()
        assert self.may_open.wait(HANG)

    def stop(self, ticket: int) -> None:
        with self._changed:
            self._stopped = max(self._stopped, ticket)
            self._changed.notify_all()

    def close_deleted(self) -> None:
        self.releases.append(self.begun[-1])
        if self.begun[-1] == 1:
            raise EngineError("cannot be closed")

    def peek(self) -> Progress | None:
        return Progress(self.begun[-1], len(self.begun), time.monotonic_ns(), 1, ())

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Keep the running search from ending."""
        with self._changed:
            yield

    def wait_for(self, ticket: int) -> None:
        """Until it thinks about this."""
        with self._changed:
            assert self._changed.wait_for(lambda: ticket in self.begun, HANG)


class Bench:
    """A worker, its script, and the events in the order they came."""

    def __init__(self, *, is_held: bool = False) -> None:
        self.script = Script()
        self.events: queue.Queue[Event] = queue.Queue()
        self.jobs = Jobs(self.events.put, lambda: self.script, is_held=is_held)

    def think(self, ticket: int, rules: str = "slow") -> None:
        self.jobs.submit(Think(ticket, Position(rules)))

    def next(self) -> Event:
        return self.events.get(timeout=HANG)


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.jobs.close()


def test_command_is_answered_on_another_thread(bench: Bench) -> None:
    for ticket in range(1, 6):
        bench.think(ticket, "quick")
        assert bench.next().ticket == ticket
    assert threading.current_thread() not in bench.script.threads


def test_newest_command_wins_and_older_is_answered(bench: Bench) -> None:
    bench.think(1)
    bench.script.wait_for(1)
    bench.think(2)
    assert bench.next() == MoveChosen(1, Move("d6"), (), 1, 1)
    bench.script.wait_for(2)
    assert bench.events.empty()
    bench.jobs.stop(ENGINE, 2)
    assert bench.next().ticket == 2


def test_held_jobs_wait_until_they_may_begin() -> None:
    bench = Bench(is_held=True)
    bench.think(1, "quick")
    with pytest.raises(queue.Empty):
        bench.events.get(timeout=0.1)
    bench.jobs.begin()
    assert bench.next().ticket == 1
    bench.think(2, "quick")
    assert bench.next().ticket == 2
    bench.jobs.close()


def test_stop_with_old_ticket_is_ignored(bench: Bench) -> None:
    bench.think(1, "quick")
    bench.next()
    bench.think(2)
    bench.script.wait_for(2)
    bench.jobs.stop(ENGINE, 1)
    with pytest.raises(queue.Empty):
        bench.events.get(timeout=0.1)
    bench.jobs.stop(ENGINE, 2)
    assert bench.next().ticket == 2


def test_stop_before_its_command_takes_effect(bench: Bench) -> None:
    bench.jobs.stop(ENGINE, 3)
    bench.think(3)
    assert bench.next().ticket == 3
    assert not bench.script.opening.is_set(), "it needs no tablebase"


@pytest.mark.parametrize(("rules", "message"), [("broken", "the rules are broken"), ("wrong", "ZeroDivisionError")])
def test_failure_is_reported_and_worker_continues(bench: Bench, rules: str, message: str) -> None:
    bench.think(1, rules)
    assert bench.next() == WorkFailed(1, message)
    bench.jobs.submit(Analyse(2, Position(rules)))
    assert bench.next() == WorkFailed(2, message)
    bench.think(3, "quick")
    assert bench.next().ticket == 3


def test_release_waits_for_current_command(bench: Bench) -> None:
    bench.jobs.close_deleted()
    for ticket in (1, 2, 3):
        bench.think(ticket)
        bench.script.wait_for(ticket)
        bench.jobs.close_deleted()
        assert len(bench.script.releases) == ticket - 1
        bench.jobs.stop(ENGINE, ticket)
        assert bench.next().ticket == ticket
    bench.think(4, "quick")
    assert bench.next().ticket == 4
    assert bench.script.releases == [1, 2, 3]


def test_failed_engine_creation_is_retried() -> None:
    script = Script()
    trials = iter([EngineError("no library"), None])

    def make() -> Script:
        error = next(trials)
        if error:
            raise error
        return script

    events: queue.Queue[Event] = queue.Queue()
    jobs = Jobs(events.put, make)
    jobs.submit(Think(1, START))
    assert events.get(timeout=HANG) == WorkFailed(1, "no library")
    jobs.submit(Think(2, START))
    jobs.stop(ENGINE, 2)
    assert events.get(timeout=HANG) == MoveChosen(2, Move("d6"), (), 1, 1)
    jobs.close()


def test_progress_is_sent_only_during_analysis(bench: Bench) -> None:
    bench.jobs.submit(Analyse(1, START))
    seen = [bench.next(), bench.next()]
    assert all(isinstance(event, Progress) and event.ticket == 1 for event in seen)
    bench.jobs.stop(ENGINE, 1)
    last = bench.next()
    while isinstance(last, Progress):
        last = bench.next()
    assert last == AnalysisDone(1, (), 1)
    with pytest.raises(queue.Empty):
        bench.events.get(timeout=0.3)


def test_unchanged_progress_is_not_sent(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench.script, "peek", lambda: Progress(1, 4, 100, 5, ()))
    bench.jobs.submit(Analyse(1, START))
    assert bench.next() == Progress(1, 4, 100, 5, ())
    with pytest.raises(queue.Empty):
        bench.events.get(timeout=0.5)


def test_failing_peek_does_not_break_analysis(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> Progress | None:
        raise EngineError("nothing to see")

    monkeypatch.setattr(bench.script, "peek", fail)
    bench.jobs.submit(Analyse(1, START))
    time.sleep(0.3)
    bench.jobs.stop(ENGINE, 1)
    assert bench.next() == AnalysisDone(1, (), 1)


def test_failing_listener_does_not_end_worker() -> None:
    heard: queue.Queue[Event] = queue.Queue()

    def listen(event: Event) -> None:
        heard.put(event)
        raise ValueError("not now")

    script = Script()
    jobs = Jobs(listen, lambda: script)
    for ticket in (1, 2):
        jobs.submit(Think(ticket, Position("quick")))
        assert heard.get(timeout=HANG).ticket == ticket
    jobs.close()


def test_ticket_must_increase(bench: Bench) -> None:
    bench.think(2, "quick")
    with pytest.raises(ValueError, match="tickets increase: 2 comes after 2"):
        bench.think(2, "quick")


@pytest.mark.parametrize("command", [Think(1, START), Analyse(1, START, (), Limits(depth=3))])
def test_close_ends_search_and_threads(command: SearchJob) -> None:
    before = threading.active_count()
    bench = Bench()
    bench.jobs.submit(command)
    bench.script.wait_for(1)
    bench.jobs.close()
    bench.jobs.close()
    assert threading.active_count() == before
    assert bench.events.empty()
    bench.think(2)  # nobody is there any more
    assert bench.events.empty()


def test_close_does_not_wait_for_hung_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()
    monkeypatch.setattr(bench.script, "stop", lambda ticket: None)
    bench.think(1)
    bench.script.wait_for(1)
    begun = time.monotonic()
    bench.jobs.close()
    assert time.monotonic() - begun < HANG / 2
    Script.stop(bench.script, 1)


def test_worker_can_be_closed_from_its_own_event() -> None:
    done = threading.Event()
    close: Callable[[], None]

    def listen(_: Event) -> None:
        close()
        done.set()

    script = Script()
    jobs = Jobs(listen, lambda: script)
    close = jobs.close
    jobs.submit(Think(1, Position("quick")))
    assert done.wait(HANG)


def jobs_with_scripts() -> tuple[Jobs, queue.Queue[Event], list[Script]]:
    """A worker, its events, and the engines it made so far."""
    scripts: list[Script] = []
    events: queue.Queue[Event] = queue.Queue()

    def make() -> Script:
        scripts.append(Script())
        return scripts[-1]

    return Jobs(events.put, make), events, scripts


def test_engine_ignoring_stop_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs_module, "STOP_SECONDS", 0.1)
    jobs, events, scripts = jobs_with_scripts()
    jobs.submit(Think(1, Position("quick")))
    events.get(timeout=HANG)
    hung = scripts[0]
    monkeypatch.setattr(hung, "stop", lambda ticket: None)
    jobs.submit(Think(2, Position("slow", ("d6",))))
    hung.wait_for(2)
    jobs.submit(Think(3, Position("quick")))
    failed = events.get(timeout=HANG)
    assert failed == WorkFailed(2, "the engine does not answer")
    assert isinstance(failed, WorkFailed)
    assert "moves: d6" in failed.trace
    assert "in think" in failed.trace
    assert events.get(timeout=HANG) == MoveChosen(3, Move("d6"), (), 1, 1)
    assert len(scripts) == 2
    Script.stop(hung, 2)  # it wakes up, and nobody listens
    jobs.submit(Think(4, Position("quick")))
    assert events.get(timeout=HANG).ticket == 4
    assert scripts[1].begun == [3, 4]
    jobs.close()


def test_analysis_ignoring_stop_sends_no_more_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs_module, "STOP_SECONDS", 0.1)
    bench = Bench()
    monkeypatch.setattr(bench.script, "stop", lambda ticket: None)
    bench.jobs.submit(Analyse(1, START))
    bench.script.wait_for(1)
    bench.jobs.stop(ENGINE, 1)
    event = bench.next()
    while isinstance(event, Progress):
        event = bench.next()
    assert event == WorkFailed(1, "the engine does not answer")
    with pytest.raises(queue.Empty):
        bench.events.get(timeout=0.5)
    Script.stop(bench.script, 1)
    bench.jobs.close()


class HandTimer:
    """A timer that fires when the test says so."""

    made: ClassVar[list[HandTimer]] = []

    def __init__(self, seconds: float, call: Callable[[], None]) -> None:
        self.seconds, self._call = seconds, call
        self.is_cancelled = False
        self.made.append(self)

    def start(self) -> None:
        """It does not run by itself."""

    def cancel(self) -> None:
        self.is_cancelled = True

    def fire(self) -> None:
        self._call()


@pytest.fixture
def timers(monkeypatch: pytest.MonkeyPatch) -> list[HandTimer]:
    monkeypatch.setattr(HandTimer, "made", [])
    monkeypatch.setattr(threading, "Timer", HandTimer)
    return HandTimer.made


def opening_bench() -> Bench:
    """A worker that opens its tablebases, and was told to stop."""
    bench = Bench()
    bench.script.may_open.clear()
    bench.think(1)
    assert bench.script.opening.wait(HANG)
    bench.jobs.stop(ENGINE, 1)
    return bench


def test_slow_tablebase_opening_is_not_a_hang(timers: list[HandTimer]) -> None:
    bench = opening_bench()
    assert [timer.seconds for timer in timers] == [jobs_module.OPEN_SECONDS]
    bench.script.may_open.set()
    assert bench.next() == MoveChosen(1, Move("d6"), (), 1, 1)
    assert [timer.seconds for timer in timers[1:]] == [jobs_module.STOP_SECONDS], "its time runs from now on"
    assert all(timer.is_cancelled for timer in timers)
    bench.jobs.close()


def test_engine_hanging_while_opening_is_replaced(timers: list[HandTimer]) -> None:
    bench = opening_bench()
    timers[0].fire()
    assert bench.next() == WorkFailed(1, "the engine does not answer")
    hung, bench.script = bench.script, Script()
    bench.think(2, "quick")
    assert bench.next() == MoveChosen(2, Move("d6"), (), 1, 1)
    hung.may_open.set()  # it wakes up, and nobody listens
    bench.think(3, "quick")
    assert bench.next().ticket == 3
    assert bench.script.begun == [2, 3]
    bench.jobs.close()


def test_engine_ignoring_stop_after_slow_opening_is_replaced(
    timers: list[HandTimer], monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Bench()
    bench.script.may_open.clear()
    monkeypatch.setattr(bench.script, "stop", lambda ticket: None)
    bench.think(1)
    assert bench.script.opening.wait(HANG)
    bench.jobs.stop(ENGINE, 1)
    bench.script.may_open.set()
    bench.script.wait_for(1)
    hung, bench.script = bench.script, Script()
    timers[-1].fire()
    assert bench.next() == WorkFailed(1, "the engine does not answer")
    Script.stop(hung, 1)
    bench.think(2, "quick")
    assert bench.next().ticket == 2
    bench.jobs.close()


def test_failure_contains_trace_and_rules(bench: Bench) -> None:
    bench.think(1, "wrong")
    failed = bench.next()
    assert isinstance(failed, WorkFailed)
    assert "ZeroDivisionError" in failed.trace
    assert "rules: wrong" in failed.trace


def test_command_replaced_before_start_is_not_searched(bench: Bench) -> None:
    bench.think(1)
    bench.script.wait_for(1)
    with bench.script.held():
        for ticket in range(2, 50):
            bench.think(ticket)
        bench.jobs.submit(Analyse(50, START))
        bench.think(51, "quick")
    assert [bench.next().ticket, bench.next().ticket] == [1, 51]
    assert bench.script.begun == [1, 51]


def test_late_job_is_stopped(timers: list[HandTimer]) -> None:
    bench = Bench()
    bench.jobs.submit(Think(1, START, late_seconds=0.001))
    bench.script.wait_for(1)
    time.sleep(0.01)
    timers[0].fire()
    assert {bench.next(), bench.next()} == {WorkLate(1), MoveChosen(1, Move("d6"), (), 1, 1)}
    bench.jobs.close()


@pytest.mark.parametrize("is_quiet", [True, False])
def test_progress_makes_only_a_job_without_time_limit_not_late(timers: list[HandTimer], *, is_quiet: bool) -> None:
    bench = Bench()
    seconds = {"quiet_seconds" if is_quiet else "late_seconds": 2.0}
    begun = time.monotonic()
    bench.jobs.submit(Analyse(1, START, **seconds))  # type: ignore[arg-type]
    while time.monotonic() < begun + 2.1:
        assert isinstance(bench.next(), Progress)
    timers[0].fire()
    if is_quiet:
        assert [1 < timer.seconds <= 2 for timer in timers] == [True, True], "it runs on"
        bench.jobs.stop(ENGINE, 1)
    seen = list[Event]()
    while not seen or not isinstance(seen[-1], AnalysisDone):
        seen.append(bench.next())
    assert (WorkLate(1) in seen) != is_quiet
    bench.jobs.close()


@dataclass(frozen=True)
class Count(Job):
    """A job that waits for a gate and counts the others."""

    ticket: int
    gate: threading.Event
    seen: list[int]
    queue: ClassVar[Queue] = PUZZLES

    def run(self, work: Work) -> PuzzleMade:
        assert self.gate.wait(HANG)
        self.seen.append(self.ticket)
        if self.ticket == 2:
            raise ZeroDivisionError
        if self.ticket == 3:
            raise EngineError("known")
        return PuzzleMade(self.ticket, None)

    def nothing_found(self) -> PuzzleMade:
        return PuzzleMade(self.ticket, None)


def test_first_come_queue_runs_every_job_and_answers_after_an_error(bench: Bench) -> None:
    gate, seen = threading.Event(), list[int]()
    for ticket in (1, 2, 3, 4):
        bench.jobs.submit(Count(ticket, gate, seen))
    bench.think(5, "quick")
    assert bench.next().ticket == 5, "queues do not wait for each other"
    gate.set()
    events = [bench.next() for _ in range(5)]
    assert events[1] == WorkFailed(2, "ZeroDivisionError")
    assert [event.ticket for event in events] == [1, 2, 2, 3, 4]
    assert seen == [1, 2, 3, 4]


def test_tickets_are_unique_over_queues(bench: Bench) -> None:
    assert [bench.jobs.new_ticket() for _ in range(3)] == [1, 2, 3]


@dataclass(frozen=True)
class Write(Job):
    """A job that writes until it is stopped, and then a little more."""

    ticket: int
    begun: threading.Event
    written: list[int]
    queue: ClassVar[Queue] = BUILDS

    def run(self, work: Work) -> None:
        stopped = threading.Event()
        with work.stoppable(stopped.set):
            self.begun.set()
            assert stopped.wait(HANG)
        self.written.append(self.ticket)


def test_close_waits_for_job_that_writes_files(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs_module, "CLOSE_SECONDS", 0)
    begun, written = threading.Event(), list[int]()
    for ticket in (1, 2):
        bench.jobs.submit(Write(ticket, begun, written))
    assert begun.wait(HANG)
    bench.jobs.close()
    assert written == [1], "the next one is not begun"
