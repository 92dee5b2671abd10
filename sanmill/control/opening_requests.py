"""Proofs of opening moves: one position at a time, each with a ticket, so that stale results are dropped."""

from __future__ import annotations

from pathlib import Path

from sanmill.control.ports import OpeningProver
from sanmill.engine.messages import ExploreOpening, OpeningExplored, Position


class OpeningRequests:
    """Owns the ticket of the current request."""

    def __init__(self, prover: OpeningProver) -> None:
        self._prover = prover
        self._ticket = 0
        self._current: tuple[Position, Path | None] | None = None  # running or answered
        self.is_suspended = False

    def submit(self, position: Position, tables: Path | None, threads: int) -> None:
        """Replace the current request; the same one again has no effect."""
        if self.is_suspended or self._current == (position, tables):
            return
        self._ticket += 1
        self._current = (position, tables)
        self._prover.explore(ExploreOpening(self._ticket, position, tables, threads))

    def cancel(self) -> None:
        """Stop the current request and drop its results."""
        if self._current:
            self._prover.stop()
        self._current = None
        self._ticket += 1

    def release(self) -> None:
        """Cancel, and free the memory of the proofs."""
        self.cancel()
        self._prover.release()

    def suspend(self) -> None:
        """Cancel, and ignore requests until ``resume``."""
        self.is_suspended = True
        self.cancel()

    def resume(self) -> None:
        self.is_suspended = False

    def is_current(self, event: OpeningExplored) -> bool:
        return self._current is not None and event.ticket == self._ticket
