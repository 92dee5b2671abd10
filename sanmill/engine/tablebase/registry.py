"""The tablebases that are available: the shipped one, those built on this device and files that the user added.

It belongs to the main thread. Files are examined, built, added and removed by jobs, whose events tell the result.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from sanmill.engine.jobs import BUILDS, IMPORTS, Jobs
from sanmill.engine.messages import (
    ImportChanged,
    ImportStage,
    ImportStatus,
    Stage,
    TablebaseChanged,
    TablebaseStatus,
)

from .examination import Folders, known_of
from .importing import AddFile, CleanUp, InspectFile, Open
from .jobs import BuildSubspaces, Examine, RemoveAdded, RemoveBuilt


class TablebaseRegistry:
    """Knows the state of the tablebases and has jobs change it."""

    def __init__(
        self, shipped: Path, own: Path, jobs: Jobs, *, complete: Path | None = None, is_read_only: bool = False
    ) -> None:
        """``complete`` is the file of the whole game, where the package has it.

        ``is_read_only`` lets ``build``, ``add`` and ``remove`` do nothing: the folder belongs to another process.
        """
        self.is_read_only = is_read_only
        self.importing = ImportStatus()
        self._folders = Folders(shipped, own, complete)
        self._jobs = jobs
        self._known: dict[str, TablebaseStatus] = {}
        self._newest: dict[str, int] = {}  # ticket of the newest job about these rules
        self._build: Examine | None = None  # the one asked for last; None when it was stopped or ended
        self._picked: InspectFile | None = None
        self._import_ticket = 0  # 0: nothing is being added
        self._clean_up()

    @property
    def folder(self) -> Path:
        """Where tablebases are built and added."""
        return self._folders.own

    @property
    def building(self) -> str:
        """The rules of the running build; empty when there is none."""
        return next((each.rules for each in self._known.values() if each.stage is Stage.BUILDING), "")

    def of(self, rules: str) -> TablebaseStatus:
        """The status for a set of rules. The first call starts the examination; an event tells its result."""
        if rules not in self._known:
            self._known[rules] = TablebaseStatus(rules)
            self._examine(rules)
        return self._known[rules]

    def receive(self, event: TablebaseChanged | ImportChanged) -> bool:
        """Note a change; false for an event that a newer job has made obsolete."""
        return self._receive_import(event) if isinstance(event, ImportChanged) else self._receive_status(event)

    def _receive_status(self, event: TablebaseChanged) -> bool:
        status = event.status
        if event.ticket < self._newest.get(status.rules, 0):
            return False
        self._known[status.rules] = status
        if self._build and self._build.ticket == event.ticket and status.stage is not Stage.BUILDING:
            self._build = None
        return True

    def _examine(self, rules: str) -> None:
        if not (self._build and self._build.rules == rules):  # which examines at its end
            self._submit(Examine, rules)

    def _examine_all(self) -> None:
        for rules in self._known:
            self._examine(rules)

    def _submit(self, kind: type[Examine], rules: str) -> Examine:
        job = kind(self._jobs.new_ticket(), rules, self._folders)
        self._newest[rules] = job.ticket
        self._jobs.submit(job)
        return job

    # Building and removing.

    def build(self, rules: str) -> None:
        """Start or continue a build, unless another one is running."""
        if self._build is None and not self.is_read_only:
            self._build = self._submit(BuildSubspaces, rules)

    def stop(self) -> None:
        """Stop the build; finished subspaces stay."""
        if self._build:
            self._jobs.stop(BUILDS, self._build.ticket)
            self._build = None

    def remove(self, rules: str) -> None:
        """Delete the file added for these rules, otherwise what was built here; stop its build first."""
        if self.is_read_only:
            return
        stage = self.of(rules).stage
        if stage is Stage.ADDED:
            self._submit(RemoveAdded, rules)
            self._examine_all()
            return
        if stage is Stage.BUILDING:
            self.stop()
        self._submit(RemoveBuilt, rules)

    def use(self, own: Path) -> None:
        """Build in another folder and examine what it holds."""
        self.stop()
        self.stop_file()
        self._folders = replace(self._folders, own=own)
        self._clean_up()
        self._examine_all()

    # Adding a file.

    def inspect_file(self, rules: str, name: str, open_file: Open) -> None:
        """Find out whether a file can be added for these rules, unless another one is being added."""
        if self.importing.is_idle and not self.is_read_only:
            self.importing = ImportStatus(ImportStage.INSPECTING, rules, name)
            self._picked = InspectFile(
                self._new_import_ticket(), self._folders, self.importing, open_file, known_of(self.of(rules))
            )
            self._jobs.submit(self._picked)

    def add_file(self) -> None:
        """Copy the inspected file, check it and use it."""
        if self.importing.stage is ImportStage.READY and self._picked:
            self.importing = replace(self.importing, stage=ImportStage.COPYING)
            self._jobs.submit(AddFile(self._new_import_ticket(), self._folders, self.importing, self._picked.open))

    def stop_file(self) -> None:
        """Do not add the file, or dismiss what went wrong. An unfinished copy is deleted."""
        self._jobs.stop(IMPORTS, self._import_ticket)
        self._import_ticket = 0
        self.importing = ImportStatus()

    def _clean_up(self) -> None:
        if not self.is_read_only:
            self._jobs.submit(CleanUp(self._new_import_ticket(), self._folders))

    def _new_import_ticket(self) -> int:
        self._import_ticket = self._jobs.new_ticket()
        return self._import_ticket

    def _receive_import(self, event: ImportChanged) -> bool:
        if event.ticket != self._import_ticket:
            return False
        self.importing = event.status
        if event.status.stage is ImportStage.NONE:  # it was added; other rules may share it
            self._examine_all()
        return True
