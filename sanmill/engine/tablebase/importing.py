"""Adds a tablebase file of the user: inspected, copied into a folder of the app, checked, and only then renamed.

A copy has another suffix until it is checked, so that whatever ends the app leaves nothing that counts as a tablebase.
All work is done on background threads; any thread may ask for the status.
"""

from __future__ import annotations

import logging
import os
import shutil
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import BinaryIO

from sanmill.core.executor import Executor, polled
from sanmill.core.storage.private_files import create_anew, make_folder
from sanmill.core.storage.store import FULL, sync_folder
from sanmill.engine.errors import EngineError, Status
from sanmill.engine.game import Game
from sanmill.engine.messages import ImportChanged, ImportStage, ImportStatus, TablebaseFileError
from sanmill.engine.thread_priority import lower_priority

from .tablebase import Tablebase, Verification, file_info

log = logging.getLogger(__name__)

SUFFIX, UNFINISHED = ".tablebase", ".part"
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

    def __init__(self, error: TablebaseFileError, cause: object = "") -> None:
        super().__init__(f"{error.value}: {cause}")
        self.error = error
        self.cause = str(cause)


class StoppedError(Exception):
    """The user gave the file up."""


@dataclass(frozen=True)
class Picked:
    """A file to be added, and what is known without it: up to so many pieces, and layers of the placing phase."""

    rules: str
    name: str
    open: Open
    known: tuple[int, bool]
    stopping: threading.Event

    def check_stop(self) -> None:
        if self.stopping.is_set():
            raise StoppedError


class TablebaseImporter:
    """Adds one file at a time to a folder. Calls ``emit`` and ``added`` on its thread."""

    def __init__(
        self,
        folder: Path,
        emit: Callable[[ImportChanged], None],
        added: Callable[[str, Path], None],
        *,
        is_read_only: bool,
    ) -> None:
        """``added`` gets the rules and path of a new file. A read-only folder belongs to another process."""
        self._folder = folder
        self._emit = emit
        self._added = added
        self._is_read_only = is_read_only
        self._lock = threading.RLock()  # of _status, _picked and _is_closed
        self._status = ImportStatus()
        self._picked: Picked | None = None  # the last one; None when it was given up
        self._is_closed = False
        self._executor = Executor("tablebase import", lower_priority)
        self._submit(self._clean_up)

    @property
    def status(self) -> ImportStatus:
        with self._lock:
            return self._status

    def inspect(self, rules: str, name: str, open_file: Open, *, known: tuple[int, bool]) -> None:
        """Find out what a file holds, unless another one is being added. ``known``: see Picked."""
        with self._lock:
            if self._status.is_idle and not self._is_read_only:
                self._picked = Picked(rules, name, open_file, known, threading.Event())
                self._update(self._picked, ImportStatus(ImportStage.INSPECTING, rules, name))
                self._submit(self._run, self._picked, self._inspect)

    def start(self) -> None:
        """Copy and check the file that is ready."""
        with self._lock:
            if self._status.stage is ImportStage.READY and self._picked:
                self._update(self._picked, replace(self._status, stage=ImportStage.COPYING))
                self._submit(self._run, self._picked, self._import)

    def stop(self) -> None:
        """Give the file up, or dismiss what failed. An unfinished copy is deleted."""
        with self._lock:
            if self._picked:
                self._picked.stopping.set()
            self._picked = None
            self._update(None, ImportStatus())

    def use(self, folder: Path) -> None:
        """Add to another folder from now on."""
        self.stop()
        with self._lock:
            self._folder = folder
        self._submit(self._clean_up)

    def close(self) -> None:
        """End the threads; an unfinished copy is deleted."""
        with self._lock:
            self._is_closed = True
            if self._picked:
                self._picked.stopping.set()
        self._executor.close(is_cancelled=True)

    def _submit(self, task: Callable[..., None], *arguments: object) -> None:
        with self._lock:
            if not self._is_closed and not self._is_read_only:
                self._executor.submit(task, *arguments)

    def _update(self, picked: Picked | None, status: ImportStatus) -> None:
        """Publish a status, unless the file was given up meanwhile."""
        with self._lock:
            if self._is_closed or picked is not self._picked:
                return
            self._status = status
        self._emit(ImportChanged(status))

    # On the thread.

    def _clean_up(self) -> None:
        """Delete what an app that was killed left, and say so."""
        left = list(self._folder.glob(f"*{UNFINISHED}"))
        for path in left:
            _discard(path)
        if left and self.status.stage is ImportStage.NONE:
            self._update(None, ImportStatus(ImportStage.FAILED, error=TablebaseFileError.INTERRUPTED))

    def _run(self, picked: Picked, step: Callable[[Picked, Path], ImportStatus]) -> None:
        """Run a step of the import with a temporary file, and publish its result when that file is gone."""
        unfinished = self._folder / f"new{UNFINISHED}"
        try:
            status = step(picked, unfinished)
        except StoppedError:
            log.info("a file was given up")
            status = ImportStatus()
        except RefusedError as refusal:
            log.warning("a file is not added: %s", refusal.error.value)
            status = self._failed(refusal.error, refusal.cause)
        except Exception as error:  # reported by the executor
            status = self._failed(TablebaseFileError.UNREADABLE, type(error).__name__)
            raise
        finally:
            _discard(unfinished)
            self._update(picked, status)

    def _failed(self, error: TablebaseFileError, cause: str) -> ImportStatus:
        return replace(self.status, stage=ImportStage.FAILED, error=error, cause=cause)

    def _inspect(self, picked: Picked, unfinished: Path) -> ImportStatus:
        """Copy the beginning of the file; the rest stays empty and takes no room."""
        with _open_source(picked) as source, _create(unfinished) as copy:
            size = _size(source)
            _write(copy, _read(source))
            with _writing():
                copy.truncate(size)
        with _checking_file():
            info = file_info(unfinished)
            Tablebase(picked.rules, unfinished)  # refuses other rules; what it finds is only the beginning
        most = 2 * Game(picked.rules).rule("PiecesCount")
        pieces = min(info.max_pieces, most)
        status = replace(self.status, pieces=pieces, size=info.bytes, free=shutil.disk_usage(unfinished.parent).free)
        self._update(picked, status)
        if (pieces, pieces == most and info.layer_subspaces > 0) <= picked.known:
            raise RefusedError(TablebaseFileError.NOTHING_NEW)
        if status.size + RESERVE > status.free:
            raise RefusedError(TablebaseFileError.NO_ROOM)
        return replace(status, stage=ImportStage.READY)

    def _import(self, picked: Picked, unfinished: Path) -> ImportStatus:
        """Copy and check the file, then give it its name."""
        self._copy(picked, unfinished)
        self._check(picked, unfinished)
        path = unfinished.with_name(f"{file_info(unfinished).checksum:016x}{SUFFIX}")
        picked.check_stop()
        with _writing():
            os.replace(unfinished, path)
        sync_folder(path.parent)
        self._added(picked.rules, path)
        return ImportStatus()

    def _copy(self, picked: Picked, unfinished: Path) -> None:
        copied, told = 0, time.monotonic()
        with _open_source(picked) as source, _create(unfinished) as copy:
            while chunk := _read(source):
                picked.check_stop()
                _write(copy, chunk)
                copied += len(chunk)
                if time.monotonic() - told > PROGRESS_SECONDS:
                    told = time.monotonic()
                    status = self.status
                    self._update(picked, replace(status, done=min(1.0, copied / max(1, status.size))))
            with _writing():
                copy.flush()
                os.fsync(copy.fileno())

    def _check(self, picked: Picked, unfinished: Path) -> None:
        """Check structure, checksums and samples."""
        self._update(picked, replace(self.status, stage=ImportStage.CHECKING, done=0.0))
        with _checking_file():
            verification = Verification(picked.rules, unfinished, samples=SAMPLES)

            def follow() -> None:
                if picked.stopping.is_set():
                    verification.stop()
                progress = verification.progress()
                self._update(picked, replace(self.status, done=min(1.0, progress.work_done / max(1, progress.work))))

            with polled(follow, PROGRESS_SECONDS):
                verification.run()


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
def _open_source(picked: Picked) -> Iterator[BinaryIO]:
    with _reading():
        source = picked.open()
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
