"""Adds a tablebase file of the user: inspected, copied into a folder of the app, checked, and only then renamed.

A copy has another suffix until it is checked, so that whatever ends the app leaves nothing that counts as a tablebase.
"""

from __future__ import annotations

import logging
import os
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import BinaryIO, ClassVar

from sanmill.core.storage.private_files import create_anew, make_folder
from sanmill.core.storage.store import FULL, sync_folder
from sanmill.engine.errors import EngineError, Status
from sanmill.engine.game import Game
from sanmill.engine.jobs import IMPORTS, Job, Queue, Work
from sanmill.engine.messages import ImportChanged, ImportStage, ImportStatus, TablebaseChanged, TablebaseFileError

from .examination import SUFFIX, Folders
from .tablebase import Tablebase, Verification, file_info

log = logging.getLogger(__name__)

UNFINISHED = ".part"
CHUNK = 1 << 20  # bytes; header and directory of a file are in the first
RESERVE = 32 << 20  # bytes that stay free for games and settings
SAMPLES = 64  # positions of each subspace that are compared with their successors: each takes milliseconds
PROGRESS_SECONDS = 0.25
ERRORS = {
    Status.NO_TABLEBASE: TablebaseFileError.NO_TABLEBASE,
    Status.OTHER_VERSION: TablebaseFileError.OTHER_VERSION,
    Status.OTHER_RULES: TablebaseFileError.OTHER_RULES,
    Status.TRUNCATED: TablebaseFileError.INCOMPLETE,
    Status.DAMAGED: TablebaseFileError.DAMAGED,
}

Open = Callable[[], BinaryIO]


class RefusedError(Exception):
    """The file is not added."""

    def __init__(self, error: TablebaseFileError, reason: object = "") -> None:
        super().__init__(f"{error.value}: {reason}")
        self.error = error
        self.reason = str(reason)


class StoppedError(Exception):
    """The user gave the file up."""


@dataclass(frozen=True)
class CleanUp(Job):
    """Delete what an app that was killed left, and say so."""

    ticket: int
    folders: Folders

    queue: ClassVar[Queue] = IMPORTS

    def __str__(self) -> str:
        return ""  # paths are left out of a crash report

    def run(self, work: Work) -> ImportChanged | None:
        left = list(self.folders.added.glob(f"*{UNFINISHED}"))
        for path in left:
            _discard(path)
        status = ImportStatus(ImportStage.FAILED, error=TablebaseFileError.INTERRUPTED)
        return ImportChanged(self.ticket, status) if left else None


@dataclass(frozen=True)
class ImportJob(Job):
    """A step of the import, with a temporary file that is gone when it ends."""

    ticket: int
    folders: Folders
    status: ImportStatus  # at the begin
    open: Open

    queue: ClassVar[Queue] = IMPORTS

    def __str__(self) -> str:
        """For a crash report."""
        return f"rules: {self.status.rules}"

    def run(self, work: Work) -> ImportChanged:
        unfinished = self.folders.added / f"{self.ticket}{UNFINISHED}"
        try:
            status = self.step(work, unfinished)
        except StoppedError:
            log.info("a file was given up")
            status = ImportStatus()
        except RefusedError as refusal:
            log.warning("a file is not added: %s", refusal.error.value)
            status = failed(self.status, refusal.error, refusal.reason)
        except Exception as error:
            status = failed(self.status, TablebaseFileError.UNREADABLE, type(error).__name__)
            work.emit(ImportChanged(self.ticket, status))
            raise
        finally:
            _discard(unfinished)
        return ImportChanged(self.ticket, status)

    def step(self, work: Work, unfinished: Path) -> ImportStatus:
        raise NotImplementedError


@dataclass(frozen=True)
class InspectFile(ImportJob):
    """Find out what a file holds."""

    known: tuple[int, bool]  # without it: up to so many pieces, and layers of the placing phase

    def step(self, work: Work, unfinished: Path) -> ImportStatus:
        """Copy the beginning of the file; the rest stays empty and takes no disk space."""
        rules = self.status.rules
        with _open_source(self.open) as source, _create(unfinished) as copy:
            size = _size(source)
            _write(copy, _read(source))
            with _writing():
                copy.truncate(size)
        with _checking_file():
            info = file_info(unfinished)
            Tablebase(rules, unfinished)  # refuses other rules; what it finds is only the beginning
        most = 2 * Game(rules).rule("PiecesCount")
        pieces, free = min(info.max_pieces, most), shutil.disk_usage(unfinished.parent).free
        status = replace(self.status, stage=ImportStage.READY, pieces=pieces, size=info.bytes, free=free)
        if (pieces, pieces == most and info.layer_subspaces > 0) <= self.known:
            return failed(status, TablebaseFileError.NOTHING_NEW)
        return failed(status, TablebaseFileError.NO_ROOM) if info.bytes + RESERVE > free else status


@dataclass(frozen=True)
class AddFile(ImportJob):
    """Copy a file, check it, then give it its name; it replaces older ones."""

    def step(self, work: Work, unfinished: Path) -> ImportStatus:
        self._copy(work, unfinished)
        self._check(work, unfinished)
        path = unfinished.with_name(f"{file_info(unfinished).checksum:016x}{SUFFIX}")
        if work.is_stopped:
            raise StoppedError
        with _writing():
            os.replace(unfinished, path)
        sync_folder(path.parent)
        rules = self.status.rules
        self.folders.remove_added(rules, but=path)
        work.emit(TablebaseChanged(self.ticket, self.folders.examine(rules)))  # it is known before the import is over
        return ImportStatus()

    def _copy(self, work: Work, unfinished: Path) -> None:
        copied, told = 0, time.monotonic()
        with _open_source(self.open) as source, _create(unfinished) as copy:
            while chunk := _read(source):
                if work.is_stopped:
                    raise StoppedError
                _write(copy, chunk)
                copied += len(chunk)
                if time.monotonic() - told > PROGRESS_SECONDS:
                    told = time.monotonic()
                    work.emit(self._progress(ImportStage.COPYING, copied, self.status.size))
            with _writing():
                copy.flush()
                os.fsync(copy.fileno())

    def _check(self, work: Work, unfinished: Path) -> None:
        """Check structure, checksums and samples."""
        with _checking_file():
            verification = Verification(self.status.rules, unfinished, samples=SAMPLES)

            def progress() -> ImportChanged:
                progress = verification.progress()
                return self._progress(ImportStage.CHECKING, progress.work_done, progress.work)

            work.emit(progress())
            with work.stoppable(verification.stop, progress):
                verification.run()

    def _progress(self, stage: ImportStage, done: int, work: int) -> ImportChanged:
        return ImportChanged(self.ticket, replace(self.status, stage=stage, done=min(1.0, done / max(1, work))))


def failed(status: ImportStatus, error: TablebaseFileError, reason: str = "") -> ImportStatus:
    return replace(status, stage=ImportStage.FAILED, error=error, reason=reason)


@contextmanager
def _checking_file() -> Iterator[None]:
    """Refuse a file that the engine refuses."""
    try:
        yield
    except EngineError as error:
        if error.code is Status.STOPPED:
            raise StoppedError from error
        raise RefusedError(ERRORS.get(error.code, TablebaseFileError.UNREADABLE), error) from error


@contextmanager
def _refusing(kind: TablebaseFileError) -> Iterator[None]:
    """Refuse the file after an error of the system: one of this kind unless the disk is full."""
    try:
        yield
    except OSError as error:
        raise RefusedError(TablebaseFileError.FULL if error.errno in FULL else kind, error.strerror or error) from error


_reading = partial(_refusing, TablebaseFileError.UNREADABLE)
_writing = partial(_refusing, TablebaseFileError.UNWRITABLE)


@contextmanager
def _open_source(open_file: Open) -> Iterator[BinaryIO]:
    with _reading():
        source = open_file()
    with source:
        yield source


@contextmanager
def _create(path: Path) -> Iterator[BinaryIO]:
    with _writing():
        make_folder(path.parent)
        copy = open(path, "wb", buffering=0, opener=create_anew)  # noqa: SIM115 - closed below
    with copy:
        yield copy


def _read(source: BinaryIO) -> bytes:
    """The next bytes; less than a chunk only at the end."""
    with _reading():
        return source.read(CHUNK)


def _write(copy: BinaryIO, chunk: bytes) -> None:
    """Write all of it: an unbuffered file may take a part only."""
    left = memoryview(chunk)
    with _writing():
        while left:
            left = left[copy.write(left) :]


def _size(source: BinaryIO) -> int:
    with _reading():
        facts = os.fstat(source.fileno())
    if not stat.S_ISREG(facts.st_mode):
        raise RefusedError(TablebaseFileError.NOT_LOCAL)
    return facts.st_size


def _discard(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
