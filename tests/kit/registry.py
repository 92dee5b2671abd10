"""A registry of tablebases whose events a test can wait for."""

from __future__ import annotations

import queue
from collections.abc import Callable
from pathlib import Path

from sanmill.core.resources import ASSETS
from sanmill.engine.jobs import Jobs
from sanmill.engine.messages import (
    Event,
    ImportChanged,
    ImportStage,
    ImportStatus,
    TablebaseChanged,
    TablebaseStatus,
    WorkFailed,
)
from sanmill.engine.search.searcher import Searcher
from sanmill.engine.tablebase.registry import TablebaseRegistry
from tests.kit.patience import HANG

SHIPPED = ASSETS / "tables"


class Registry(TablebaseRegistry):
    """Takes the events in their order, as the controller does."""

    def __init__(self, folder: Path, *, is_read_only: bool = False) -> None:
        self.events: queue.Queue[Event] = queue.Queue()
        self.jobs = Jobs(self.events.put, Searcher)
        self.errors: list[WorkFailed] = []
        super().__init__(SHIPPED, folder, self.jobs, is_read_only=is_read_only)

    def close(self) -> None:
        self.jobs.close()

    def next(self) -> Event | None:
        """The next event that is not obsolete."""
        event = self.events.get(timeout=HANG)
        if isinstance(event, WorkFailed):
            self.errors.append(event)
        return event if isinstance(event, (TablebaseChanged, ImportChanged)) and self.receive(event) else None

    def until(self, is_right: Callable[[TablebaseStatus], bool]) -> TablebaseStatus:
        while True:
            event = self.next()
            if isinstance(event, TablebaseChanged) and is_right(event.status):
                return event.status

    def imported(self, *stages: ImportStage) -> ImportStatus:
        while True:
            event = self.next()
            if isinstance(event, ImportChanged) and event.status.stage in stages:
                return event.status
