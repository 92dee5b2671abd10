"""Searches that are late or hung: told by the jobs, reported, repeated once."""

from __future__ import annotations

from sanmill.control.engine_requests import (
    LATE_FACTOR,
    LATE_SECONDS,
    QUIET_SECONDS,
    EngineRequests,
    Options,
    Purpose,
    SearchRequest,
)
from sanmill.engine.messages import Limits, Position, Progress, WorkLate
from sanmill.engine.search.jobs import Analyse, SearchJob, Think
from tests.kit.fake_worker import FakeJobs, FakeTablebases

START = Position("nine_mens_morris")


class Bench:
    """Requests with jobs of their own."""

    def __init__(self, options: Options = ()) -> None:
        self.jobs = FakeJobs()
        self.reports: list[str] = []
        self.requests = EngineRequests(
            self.jobs, FakeTablebases(), lambda request: (*request.options, *options), self.reports.append
        )

    def submit(self, limits: Limits, command: type[SearchJob] = Think) -> SearchRequest:
        request = SearchRequest(Purpose.MOVE, START, (), limits, command)
        self.requests.submit(request)
        return request

    def be_late(self) -> SearchJob:
        """The newest command is late."""
        command = self.jobs.commands[-1]
        assert self.requests.match(WorkLate(command.ticket)) is None
        return command


def test_hung_search_is_repeated_once_and_then_given_up() -> None:
    bench = Bench()
    request = bench.submit(Limits(time_ms=2000))
    command = bench.be_late()
    assert bench.requests.match(bench.jobs.fail(command)) is None
    again = bench.be_late()
    assert again.ticket > command.ticket
    assert (again.position, again.limits) == (START, request.limits)
    assert bench.requests.match(bench.jobs.answer(command)) is None, "it is stale"
    assert bench.requests.match(bench.jobs.fail(again)) is request
    assert len(bench.jobs.commands) == 2
    assert not bench.reports, "the jobs report it"


def test_late_search_that_reacts_to_the_stop_is_answered_and_reported() -> None:
    bench = Bench((("MoveTime", "4"),))
    request = bench.submit(Limits())
    command = bench.be_late()
    assert not bench.reports
    assert bench.requests.match(bench.jobs.answer(command)) is request
    (report,) = bench.reports
    assert "nine_mens_morris" in report
    assert len(bench.jobs.commands) == 1


def test_long_proof_before_a_move_is_not_reported() -> None:
    bench = Bench((("MoveTimeMs", "2000"), ("ProofFirst", "true")))
    request = bench.submit(Limits())
    assert bench.requests.match(bench.jobs.answer(bench.be_late())) is request
    assert not bench.reports


def test_search_is_late_after_its_move_time_and_one_that_ends_by_work_without_progress() -> None:
    bench = Bench((("MoveTime", "4"),))
    for limits, command, late, quiet in (
        (Limits(), Think, LATE_FACTOR * 4 + LATE_SECONDS, 0),
        (Limits(time_ms=2000), Think, LATE_FACTOR * 2 + LATE_SECONDS, 0),
        (Limits(time_ms=2000), Analyse, LATE_FACTOR * 2 + LATE_SECONDS, 0),
        (Limits(depth=10, nodes=1000), Analyse, 0, QUIET_SECONDS),
        (Limits(), Analyse, 0, 0),
        (Limits(is_infinite=True), Think, 0, 0),
    ):
        bench.submit(limits, command)
        asked = bench.jobs.commands[-1]
        assert (type(asked), asked.late_seconds, asked.quiet_seconds) == (command, late, quiet)


def test_progress_is_passed_on_and_an_error_in_time_is_told_at_once() -> None:
    bench = Bench((("MoveTimeMs", "500"),))
    request = bench.submit(Limits())
    command = bench.jobs.commands[0]
    assert bench.requests.match(Progress(command.ticket, 1, 10, 1, ())) is request
    assert bench.requests.match(bench.jobs.fail(command)) is request
    assert len(bench.jobs.commands) == 1
    assert not bench.reports


def test_cancelled_search_is_stopped_and_its_events_are_dropped() -> None:
    bench = Bench()
    bench.submit(Limits(time_ms=200))
    bench.requests.suspend()
    command = bench.jobs.commands[0]
    assert bench.jobs.stopped == [command.ticket]
    assert bench.requests.match(WorkLate(command.ticket)) is None
    assert bench.requests.match(bench.jobs.answer(command)) is None
    bench.requests.resume()
    request = bench.submit(Limits(time_ms=200))
    assert bench.requests.match(bench.jobs.answer(bench.jobs.commands[1])) is request
    assert not bench.reports
