"""Proofs of opening moves: one position at a time, each with a ticket, so that stale results are dropped."""

from __future__ import annotations

from pathlib import Path

from sanmill.control.ports import JobsPort
from sanmill.core.game.model import GameState
from sanmill.engine.jobs import OPENINGS
from sanmill.engine.messages import OpeningExplored, Position, TablebaseStatus
from sanmill.engine.search.explore_opening import ExploreOpening

BOOK_RULES = "nine_mens_morris"  # of the shipped opening book


def tables_for(status: TablebaseStatus, state: GameState) -> Path | None:
    """The tables in which a proof of a position can end, if there are some."""
    hands = sum(state.in_hand) + any(state.pending_removals)  # when the turn began
    return status.path if status.is_complete or status.can_prove(hands) else None


class OpeningRequests:
    """Owns the ticket of the current request."""

    def __init__(self, jobs: JobsPort) -> None:
        self._jobs = jobs
        self._ticket = 0
        self._current: tuple[Position, Path | None] | None = None  # running or answered
        self.is_suspended = False

    def submit(self, position: Position, tables: Path | None, threads: int) -> None:
        """Replace the current request; the same one again has no effect."""
        if self.is_suspended or self._current == (position, tables):
            return
        self._ticket = self._jobs.new_ticket()
        self._current = (position, tables)
        self._jobs.submit(ExploreOpening(self._ticket, position, tables, threads))

    def cancel(self) -> None:
        """Stop the current request and drop its results."""
        self._jobs.stop(OPENINGS, self._ticket)
        self._current = None

    def free(self) -> None:
        """Cancel, and free the memory of the proofs."""
        self.cancel()
        self._jobs.free(OPENINGS)

    def suspend(self) -> None:
        """Cancel, and ignore requests until ``resume``."""
        self.is_suspended = True
        self.cancel()

    def resume(self) -> None:
        self.is_suspended = False

    def is_current(self, event: OpeningExplored) -> bool:
        return self._current is not None and event.ticket == self._ticket
