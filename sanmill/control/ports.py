"""Protocols of what the app hands to the controller."""

from __future__ import annotations

from collections.abc import Callable
from typing import BinaryIO, Protocol

from sanmill.engine.jobs import Job, Queue
from sanmill.engine.messages import ImportChanged, ImportStatus, TablebaseChanged, TablebaseStatus

Cancel = Callable[[], None]


class ClockPort(Protocol):
    """Monotonic time and timers on the main thread."""

    def now(self) -> float:
        """Seconds on a monotonic clock."""

    def after(self, seconds: float, call: Callable[[], None]) -> Cancel:
        """Call later on this thread; the result cancels the timer."""


class JobsPort(Protocol):
    """Background work; its results come as events."""

    def new_ticket(self) -> int:
        """Greater than those before."""

    def submit(self, job: Job) -> None:
        """Queue a job."""

    def stop(self, queue: Queue, ticket: int) -> None:
        """Stop every job up to this ticket; one at work answers with what it has."""

    def free(self, queue: Queue) -> None:
        """Free the memory that a queue keeps for its next job."""

    def close_deleted(self) -> None:
        """Close tablebases that were deleted; their disk space is free only then."""


class Tablebases(Protocol):
    """The endgame tablebases on this device and those that can be built."""

    is_read_only: bool  # nothing can be built, added or removed

    @property
    def building(self) -> str:
        """The rules whose tablebase is being built; empty when none is."""

    def of(self, rules: str) -> TablebaseStatus:
        """The status for these rules; the first query starts a look-up that is answered by an event."""

    def receive(self, event: TablebaseChanged | ImportChanged) -> bool:
        """Note a change; false for an event that a newer job has made obsolete."""

    def build(self, rules: str) -> None:
        """Build in the background, or continue a build."""

    def stop(self) -> None:
        """Stop the build; finished subspaces stay."""

    def remove(self, rules: str) -> None:
        """Delete the tablebase added or built for these rules."""

    @property
    def importing(self) -> ImportStatus:
        """The file being added."""

    def inspect_file(self, rules: str, name: str, open_file: Callable[[], BinaryIO]) -> None:
        """Find out in the background whether a file can be added for these rules."""

    def add_file(self) -> None:
        """Copy the inspected file, check it and use it."""

    def stop_file(self) -> None:
        """Do not add the file, or dismiss what went wrong."""
