"""Searches that are not answered: stopped, abandoned, repeated once. The clock is turned by hand."""

from __future__ import annotations

from sanmill.control.engine_requests import (
    LATE_FACTOR,
    LATE_SECONDS,
    QUIET_SECONDS,
    STOP_SECONDS,
    EngineRequests,
    Options,
    Purpose,
    SearchRequest,
)
from sanmill.engine.messages import Analyse, Command, Limits, Position, Progress, Think
from tests.kit.fake_worker import FakeClock, FakeWorker

HOUR = 3600.0
START = Position("nine_mens_morris")


class Bench:
    """Requests with a worker and a clock of their own."""

    def __init__(self, options: Options = ()) -> None:
        self.worker = FakeWorker()
        self.clock = FakeClock()
        self.reports: list[str] = []
        self.requests = EngineRequests(
            self.worker, lambda _: True, lambda request: (*request.options, *options), self.clock, self.reports.append
        )

    def submit(self, limits: Limits, command: type[Command] = Think) -> SearchRequest:
        request = SearchRequest(Purpose.MOVE, START, (), limits, command)
        self.requests.submit(request)
        return request


def test_unanswered_search_is_repeated_once_then_fails() -> None:
    bench = Bench()
    request = bench.submit(Limits(time_ms=2000))
    command = bench.worker.commands[0]
    bench.clock.turn(LATE_FACTOR * 2 + LATE_SECONDS - 0.1)
    assert not bench.worker.stopped
    bench.clock.turn(0.2)
    assert bench.worker.stopped == [command.ticket]
    assert not bench.worker.abandoned
    bench.clock.turn(STOP_SECONDS)
    assert bench.worker.abandoned == [command.ticket]
    assert bench.requests.match(bench.worker.fail(command)) is None
    again = bench.worker.commands[1]
    assert (again.ticket, again.position, again.limits) == (command.ticket + 1, START, request.limits)
    bench.clock.turn(HOUR)
    assert bench.worker.abandoned == [command.ticket, again.ticket]
    assert bench.requests.match(bench.worker.fail(again)) is request
    bench.clock.turn(HOUR)
    assert len(bench.worker.commands) == 2


def test_late_search_answering_stop_is_used_and_reported() -> None:
    bench = Bench((("MoveTime", "4"),))
    request = bench.submit(Limits())
    bench.clock.turn(LATE_FACTOR * 4 + LATE_SECONDS)
    assert bench.worker.stopped == [bench.worker.commands[0].ticket]
    assert not bench.reports
    assert bench.requests.match(bench.worker.answer(bench.worker.commands[0])) is request
    (report,) = bench.reports
    assert "nine_mens_morris" in report
    bench.clock.turn(HOUR)
    assert not bench.worker.abandoned
    assert len(bench.worker.commands) == 1


def test_long_proof_is_stopped_without_report() -> None:
    bench = Bench((("MoveTimeMs", "2000"), ("ProofFirst", "true")))
    request = bench.submit(Limits())
    bench.clock.turn(LATE_FACTOR * 2 + LATE_SECONDS - 0.1)
    assert not bench.worker.stopped
    bench.clock.turn(0.2)
    assert bench.worker.stopped == [bench.worker.commands[0].ticket]
    assert bench.requests.match(bench.worker.answer(bench.worker.commands[0])) is request
    assert not bench.reports


def test_search_making_progress_is_not_late() -> None:
    bench = Bench()
    request = bench.submit(Limits(depth=10, nodes=1000), Analyse)
    command = bench.worker.commands[0]
    for depth in range(1, 10):
        bench.clock.turn(QUIET_SECONDS - 1)
        assert bench.requests.match(Progress(command.ticket, depth, 10 * depth, 1, ())) is request
    assert not bench.worker.stopped
    bench.clock.turn(QUIET_SECONDS)
    assert bench.worker.stopped == [command.ticket], "it hangs"
    bench.requests.match(Progress(command.ticket, 10, 1000, 1, ()))
    bench.clock.turn(STOP_SECONDS)
    assert bench.worker.abandoned == [command.ticket]


def test_progress_does_not_extend_move_time() -> None:
    bench = Bench()
    bench.submit(Limits(time_ms=2000), Analyse)
    command = bench.worker.commands[0]
    bench.clock.turn(LATE_FACTOR * 2 + LATE_SECONDS - 0.1)
    bench.requests.match(Progress(command.ticket, 1, 10, 1, ()))
    bench.clock.turn(0.2)
    assert bench.worker.stopped == [command.ticket]


def test_failure_in_time_is_passed_on_at_once() -> None:
    bench = Bench((("MoveTimeMs", "500"),))
    request = bench.submit(Limits())
    assert bench.requests.match(bench.worker.fail(bench.worker.commands[0])) is request
    bench.clock.turn(HOUR)
    assert not bench.worker.stopped
    assert len(bench.worker.commands) == 1


def test_answered_cancelled_or_infinite_search_is_never_late() -> None:
    bench = Bench()
    bench.submit(Limits(time_ms=100))
    bench.requests.match(bench.worker.answer(bench.worker.commands[0]))
    bench.clock.turn(HOUR)
    bench.submit(Limits(time_ms=200))
    bench.requests.suspend()
    bench.worker.stopped.clear()
    bench.clock.turn(HOUR)
    bench.requests.resume()
    bench.submit(Limits(), Analyse)
    bench.clock.turn(HOUR)
    assert not bench.worker.stopped
    assert not bench.worker.abandoned
    assert not bench.reports
