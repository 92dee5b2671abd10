"""Engine searches: one at a time, each with a ticket, so that events of an earlier search are dropped.

A search that is not answered long after its move time is stopped; one that no time ends, if it makes no progress for
as long. If it does not react to the stop, it is run once more. Both are reported: by the jobs where it fails, otherwise
here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from sanmill.core.reports.crash_trace import LATE
from sanmill.engine.jobs import ENGINE
from sanmill.engine.messages import (
    Limits,
    Position,
    Progress,
    SearchEvent,
    Stage,
    TablebaseStatus,
    WorkFailed,
    WorkLate,
)
from sanmill.engine.search.jobs import Analyse, SearchJob, Think

from .ports import JobsPort, Tablebases

Options = tuple[tuple[str, str], ...]

MOVE_TIME = 1.0  # seconds, if no option says otherwise
LATE_FACTOR, LATE_SECONDS = 3, 15.0  # a search is late after so many move times and so many seconds
QUIET_SECONDS = 60.0  # the same without progress, for a search that ends by its work and not by time


class Purpose(Enum):
    """What the result of a search is used for."""

    MOVE = "move"
    HINT = "hint"
    DRAW = "draw"
    ANALYSIS = "analysis"
    EVALUATION = "evaluation"
    COACH = "coach"


@dataclass(frozen=True)
class SearchRequest:
    """What to search and why. Submitting an equal request again has no effect."""

    purpose: Purpose
    position: Position
    options: Options = ()
    limits: Limits = field(default_factory=Limits)
    command: type[SearchJob] = Think
    is_level: bool = False  # by a level below Perfect, which is as strong whatever tablebase the user added

    def __str__(self) -> str:
        """For a crash report, as ``Command`` does it."""
        return f"search: {self.command.__name__}\n{self.position}\n{self.limits}"


def move_time(request: SearchRequest, options: Options) -> float:
    """The seconds that a search may take."""
    named = {name.lower(): value for name, value in options}
    limits = request.limits
    limited = (limits.time_ms or limits.clock_ms) / 1000
    return limited or int(named.get("movetimems", 0)) / 1000 or int(named.get("movetime", 0)) or MOVE_TIME


class EngineRequests:
    """Owns the ticket of the current search."""

    def __init__(
        self,
        jobs: JobsPort,
        tablebases: Tablebases,
        options_for: Callable[[SearchRequest], Options],
        report: Callable[[str], None],
    ) -> None:
        self._jobs = jobs
        self._tablebases = tablebases
        self._options_for = options_for
        self._report = report
        self._ticket = 0
        self._is_running = False
        self._is_late = False
        self._was_hung = False  # the current search, before it was repeated
        self._paths: dict[str, Path | None] = {}  # of tablebases, by their rules
        self._is_proof_first = False  # the current search: how long it takes depends on the position
        self.is_suspended = False
        self.current: SearchRequest | None = None  # running or answered

    def submit(self, request: SearchRequest | None) -> None:
        """Replace the current search; ``None`` only cancels it.

        A judgement waits until it is known which tablebase there is: it must not depend on which comes first.
        """
        if request and request.command is Analyse:
            is_unknown = self._tablebases.of(request.position.rules).stage is Stage.UNKNOWN
            request = None if is_unknown else request
        if self.is_suspended or request == self.current:
            return
        self.cancel()
        self.current = request
        if request:
            self._run(request)

    def stop(self) -> None:
        """End the running search with its best result so far."""
        if self._is_running:
            self._jobs.stop(ENGINE, self._ticket)

    def cancel(self) -> None:
        """Stop the running search and drop its answer."""
        self.stop()
        self._is_running = self._was_hung = False
        self.current = None

    def suspend(self) -> None:
        """Cancel the search and ignore requests until ``resume``."""
        self.is_suspended = True
        self.cancel()

    def resume(self) -> None:
        """Accept requests again."""
        self.is_suspended = False

    def receive_tablebase(self, status: TablebaseStatus) -> None:
        """Note a tablebase found, built, added or removed; searches that help the user run again with it."""
        if status.path == self._paths.get(status.rules):
            return
        self._paths[status.rules] = status.path
        request = self.current
        if request and request.position.rules == status.rules and request.purpose is not Purpose.MOVE:
            self.cancel()
        self._jobs.close_deleted()

    def match(self, event: SearchEvent) -> SearchRequest | None:
        """The request an event answers; ``None`` when the event is stale."""
        if event.ticket != self._ticket or self.current is None:
            return None
        if isinstance(event, Progress):
            return self.current
        if isinstance(event, WorkLate):
            self._is_late = True
            return None
        is_hung = self._is_late and isinstance(event, WorkFailed)
        if self._is_late and not is_hung and not self._is_proof_first:
            self._report(f"{LATE}\n{self.current}")
        self._is_running = False
        if is_hung and not self._was_hung:
            self._was_hung = True
            self._run(self.current)
            return None
        return self.current

    def _run(self, request: SearchRequest) -> None:
        options, limits = self._options_for(request), request.limits
        ends_by_work = bool(limits.depth or limits.nodes) and not limits.time_ms
        is_timed = bool(limits.time_ms) or (request.command is Think and not limits.is_infinite)
        late = LATE_FACTOR * move_time(request, options) + LATE_SECONDS if is_timed and not ends_by_work else 0.0
        quiet = QUIET_SECONDS if ends_by_work else 0.0
        self._is_running, self._is_late = True, False
        self._is_proof_first = ("ProofFirst", "true") in options
        self._ticket = self._jobs.new_ticket()
        self._jobs.submit(request.command(self._ticket, request.position, options, limits, late, quiet))
