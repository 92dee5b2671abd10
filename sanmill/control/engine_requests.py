"""Engine searches: one at a time, each with a ticket, so that events of an earlier search are dropped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from sanmill.engine.messages import Analyse, Command, Limits, Progress, SearchEvent, Situation, Think

Options = tuple[tuple[str, str], ...]


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
    situation: Situation
    options: Options = ()
    limits: Limits = field(default_factory=Limits)
    is_analysis: bool = False


class Worker(Protocol):
    """The engine thread."""

    def submit(self, command: Command) -> None:
        """Queue a command; it replaces any earlier one."""

    def stop(self, ticket: int) -> None:
        """Stop the command with this ticket or an older one; it answers with its best result so far."""


class EngineRequests:
    """Owns the ticket of the current search."""

    def __init__(self, worker: Worker, options_for: Callable[[SearchRequest], Options]) -> None:
        self._worker = worker
        self._options_for = options_for
        self._ticket = 0
        self._is_running = False
        self.is_suspended = False
        self.current: SearchRequest | None = None  # running or answered

    def submit(self, request: SearchRequest | None) -> None:
        """Replace the current search; ``None`` only cancels it."""
        if self.is_suspended or request == self.current:
            return
        self.cancel()
        self.current = request
        if request:
            self._is_running = True
            command = Analyse if request.is_analysis else Think
            self._worker.submit(command(self._ticket, request.situation, self._options_for(request), request.limits))

    def stop(self) -> None:
        """End the running search with its best result so far."""
        if self._is_running:
            self._worker.stop(self._ticket)

    def cancel(self) -> None:
        """Stop the running search and drop its answer."""
        self.stop()
        self._is_running = False
        self.current = None
        self._ticket += 1

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
        if not isinstance(event, Progress):
            self._is_running = False
        return self.current
