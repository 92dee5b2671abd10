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


def test_a_move_that_never_comes_is_searched_again_and_then_given_up() -> None:
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


def test_a_late_search_that_reacts_to_the_stop_is_answered_as_usual_and_reported() -> None:
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


def test_a_long_proof_before_a_move_ends_with_what_is_known_and_is_no_fault() -> None:
    bench = Bench((("MoveTimeMs", "2000"), ("ProofFirst", "true")))
    request = bench.submit(Limits())
    bench.clock.turn(LATE_FACTOR * 2 + LATE_SECONDS - 0.1)
    assert not bench.worker.stopped
    bench.clock.turn(0.2)
    assert bench.worker.stopped == [bench.worker.commands[0].ticket]
    assert bench.requests.match(bench.worker.answer(bench.worker.commands[0])) is request
    assert not bench.reports


def test_a_search_that_ends_by_its_work_has_all_the_time_it_needs_while_it_makes_progress() -> None:
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


def test_progress_does_not_give_a_move_more_time_than_it_has() -> None:
    bench = Bench()
    bench.submit(Limits(time_ms=2000), Analyse)
    command = bench.worker.commands[0]
    bench.clock.turn(LATE_FACTOR * 2 + LATE_SECONDS - 0.1)
    bench.requests.match(Progress(command.ticket, 1, 10, 1, ()))
    bench.clock.turn(0.2)
    assert bench.worker.stopped == [command.ticket]


def test_a_failure_in_time_is_told_at_once() -> None:
    bench = Bench((("MoveTimeMs", "500"),))
    request = bench.submit(Limits())
    assert bench.requests.match(bench.worker.fail(bench.worker.commands[0])) is request
    bench.clock.turn(HOUR)
    assert not bench.worker.stopped
    assert len(bench.worker.commands) == 1


def test_an_answered_or_cancelled_or_endless_search_is_never_late() -> None:
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
