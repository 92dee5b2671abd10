"""The jobs about tablebases on this device: examine, build and remove them."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from typing import ClassVar

from sanmill.core.storage.private_files import close_to_others, make_folder
from sanmill.engine.errors import EngineError, Status
from sanmill.engine.jobs import BUILDS, EXAMINATIONS, Job, Queue, Work
from sanmill.engine.messages import Stage, TablebaseChanged, TablebaseStatus

from .examination import Folders, words_of
from .tablebase import TablebaseBuild


@dataclass(frozen=True)
class Examine(Job):
    """Find out what is there for a set of rules."""

    ticket: int
    rules: str
    folders: Folders

    queue: ClassVar[Queue] = EXAMINATIONS

    def __str__(self) -> str:
        """For a crash report."""
        return f"rules: {self.rules}"

    def nothing_found(self) -> TablebaseChanged:
        """Whoever waits for the result goes on without a tablebase."""
        return TablebaseChanged(self.ticket, TablebaseStatus(self.rules, Stage.FAILED))

    def run(self, work: Work) -> TablebaseChanged | None:
        try:
            status = self.examined(work)
        except (EngineError, OSError) as error:
            status = TablebaseStatus(self.rules, Stage.FAILED, reason=words_of(error))
        return TablebaseChanged(self.ticket, status)

    def examined(self, _work: Work) -> TablebaseStatus:
        return self.folders.examine(self.rules)


@dataclass(frozen=True)
class BuildSubspaces(Examine):
    """Build what is not there, or continue a build."""

    queue: ClassVar[Queue] = BUILDS

    def examined(self, work: Work) -> TablebaseStatus:
        status = self.folders.examine(self.rules)
        if status.stage not in (Stage.ABSENT, Stage.STOPPED):
            return status
        error = self._build(status, work)
        close_to_others(self.folders.built(self.rules))
        after = self.folders.examine(self.rules)
        if after.is_available or (error and error.code is Status.STOPPED):
            return after
        return replace(after, stage=Stage.FAILED, reason=words_of(error))

    def _build(self, status: TablebaseStatus, work: Work) -> EngineError | None:
        """Build until done or stopped; return what ended it before."""
        folder = self.folders.built(self.rules)
        make_folder(folder)
        build = TablebaseBuild(self.rules, folder, max_pieces=status.pieces, threads=1, is_compressed=True)

        def progress() -> TablebaseChanged:
            progress = build.progress()
            done = min(1.0, progress.work_done / max(1, progress.work))
            return TablebaseChanged(self.ticket, replace(status, stage=Stage.BUILDING, done=done))

        work.emit(TablebaseChanged(self.ticket, replace(status, stage=Stage.BUILDING)))
        try:
            with work.stoppable(build.stop, progress):
                build.run()
        except EngineError as error:
            return error
        return None


@dataclass(frozen=True)
class RemoveBuilt(Examine):
    """Delete what was built here, after the build."""

    queue: ClassVar[Queue] = BUILDS

    def examined(self, work: Work) -> TablebaseStatus:
        shutil.rmtree(self.folders.built(self.rules), ignore_errors=True)
        return super().examined(work)


@dataclass(frozen=True)
class RemoveAdded(Examine):
    """Delete the files that the user added; other rules may share them."""

    def run(self, work: Work) -> None:
        self.folders.remove_added(self.rules)
