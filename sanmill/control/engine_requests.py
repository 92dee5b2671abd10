"""Engine searches: one at a time, each with a ticket, so that events of an earlier search are dropped.

A search that is not answered long after its move time is stopped, then abandoned with its thread and run once more; one
that no time ends, if it makes no progress for as long. Both are reported: by the worker where it fails, otherwise here.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from sanmill.core.reports.crash_trace import LATE
from sanmill.engine.messages import (
    Command,
    Limits,
    Position,
    Progress,
    SearchEvent,
    Think,
    WorkFailed,
)

from .ports import Cancel, Clock

log = logging.getLogger(__name__)

Options = tuple[tuple[str, str], ...]

MOVE_TIME = 1.0  # seconds, if no option says otherwise
LATE_FACTOR, LATE_SECONDS = 3, 15.0  # a search is late after so many move times and so many seconds
QUIET_SECONDS = 60.0  # the same without progress, for a search that ends by its work and not by time
STOP_SECONDS = 10.0  # after which a late search that was stopped counts as hung


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
    command: type[Command] = Think
    is_level: bool = False  # by a level below Perfect, which is as strong whatever tablebase the user added

    def __str__(self) -> str:
        """For a crash report, as ``Command`` does it."""
        return f"search: {self.command.__name__}\n{self.position}\n{self.limits}"


class Worker(Protocol):
    """The engine thread."""

    def submit(self, command: Command) -> None:
        """Queue a command; it replaces any earlier one."""

    def stop(self, ticket: int) -> None:
        """Stop the command with this ticket or an older one; it answers with its best result so far."""

    def release(self) -> None:
        """Close tablebases that were deleted."""

    def abandon(self, ticket: int) -> None:
        """Replace the thread; the command, if it is the newest, is answered by ``WorkFailed``."""


def move_time(request: SearchRequest, options: Options) -> float:
    """The seconds that a search may take."""
    named = {name.lower(): value for name, value in options}
    chosen = request.limits.time_ms / 1000 or int(named.get("movetimems", 0)) / 1000 or int(named.get("movetime", 0))
    return chosen or MOVE_TIME


class EngineRequests:
    """Owns the ticket of the current search."""

    def __init__(
        self,
        worker: Worker,
        is_ready: Callable[[SearchRequest], bool],
        options_for: Callable[[SearchRequest], Options],
        clock: Clock,
        report: Callable[[str], None],
    ) -> None:
        self._worker = worker
        self._options_for = options_for
        self._is_ready = is_ready
        self._clock = clock
        self._report = report
        self._ticket = 0
        self._is_running = False
        self._is_late = False
        self._was_hung = False  # the current search, before it was repeated
        self._is_proof_first = False  # the current search: how long it takes depends on the position
        self._ends_by_work = False  # the current search: by depth or nodes, and not by time
        self._cancel_timer: Cancel | None = None
        self.is_suspended = False
        self.current: SearchRequest | None = None  # running or answered

    def submit(self, request: SearchRequest | None) -> None:
        """Replace the current search; ``None`` only cancels it, and so does one that is not ready."""
        if request and not self._is_ready(request):
            request = None
        if self.is_suspended or request == self.current:
            return
        self.cancel()
        self.current = request
        if request:
            self._run(request)

    def stop(self) -> None:
        """End the running search with its best result so far."""
        if self._is_running:
            self._worker.stop(self._ticket)

    def cancel(self) -> None:
        """Stop the running search and drop its answer."""
        self.stop()
        self._end()
        self._was_hung = False
        self.current = None
        self._ticket += 1

    def release_tables(self) -> None:
        """Close tablebases that were deleted; their room is free only then."""
        self._worker.release()

    def suspend(self) -> None:
        """Cancel the search and ignore requests until ``resume``."""
        self.is_suspended = True
        self.cancel()

    def resume(self) -> None:
        """Accept requests again."""
        self.is_suspended = False

    def match(self, event: SearchEvent) -> SearchRequest | None:
        """The request an event answers; ``None`` when the event is stale."""
        if event.ticket != self._ticket or self.is_suspended:
            return None
        if isinstance(event, Progress):
            if self._ends_by_work and not self._is_late:
                self._set_timer(QUIET_SECONDS)
            return self.current
        is_hung = self._is_late and isinstance(event, WorkFailed)
        if self._is_late and not is_hung and not self._is_proof_first:
            self._report(f"{LATE}\n{self.current}")
        self._end()
        if self.current and is_hung and not self._was_hung:
            self._was_hung = True
            self._ticket += 1
            self._run(self.current)
            return None
        return self.current

    def _run(self, request: SearchRequest) -> None:
        options = self._options_for(request)
        self._is_running = True
        self._is_proof_first = ("ProofFirst", "true") in options
        limits = request.limits
        self._ends_by_work = bool(limits.depth or limits.nodes) and not limits.time_ms
        is_timed = bool(limits.time_ms) or (request.command is Think and not limits.is_infinite)
        if self._ends_by_work:
            self._set_timer(QUIET_SECONDS)
        elif is_timed:
            self._set_timer(LATE_FACTOR * move_time(request, options) + LATE_SECONDS)
        self._worker.submit(request.command(self._ticket, request.position, options, request.limits))

    def _set_timer(self, seconds: float) -> None:
        self._drop_timer()
        self._cancel_timer = self._clock.after(seconds, self._stop_late)

    def _drop_timer(self) -> None:
        if self._cancel_timer:
            self._cancel_timer()
            self._cancel_timer = None

    def _end(self) -> None:
        """The search is answered or cancelled."""
        self._is_running = self._is_late = False
        self._drop_timer()

    def _stop_late(self) -> None:
        log.warning("search %d is late", self._ticket)
        self._is_late = True
        self._cancel_timer = self._clock.after(STOP_SECONDS, self._abandon)
        self.stop()

    def _abandon(self) -> None:
        self._cancel_timer = None
        self._worker.abandon(self._ticket)
