"""Versioned JSON files in one folder, each replaced atomically by a writer thread.

Content is read by the declaration its owner gives. A file that cannot be read is quarantined and counts as missing;
of one that can be read in part a copy is. A failed write is repeated; until it succeeds, ``load`` reads the content
from memory. A read-only store keeps every change in memory.
"""

from __future__ import annotations

import errno
import json
import logging
import math
import os
import re
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

from sanmill.core.executor import Executor
from sanmill.core.text.i18n import Text, text
from sanmill.core.text.names import encodable

from . import private_files
from .stored import Length, SchemaError, Stored, parse

log = logging.getLogger(__name__)

T = TypeVar("T")
Content = dict[str, Any]

VERSION = 1  # of the files
RETRY_SECONDS = 20.0
QUARANTINED = ".unreadable"
NAME_BYTES_MAX = 240  # of a part of a name; systems allow 255 with the suffix
SET_ASIDE = ".aside"  # readable files that the app failed to start with
REPLACED = ".replaced"  # by one that was set aside
UNFINISHED = ".new"  # suffix of a file being written
FORBIDDEN = r"[\\/:\0-\x1f]"  # in the parts of a name
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
READ_ONLY = {errno.EROFS, errno.EACCES, errno.EPERM}


@dataclass(frozen=True)
class FileError:
    """A file that was quarantined or cannot be written."""

    kind: str  # damaged, partly, newer, set_aside, full, read_only, unwritable
    name: str  # of the file
    reason: str = ""
    error: Exception | None = field(default=None, compare=False)  # what the app failed with

    @property
    def words(self) -> Text:
        return text(f"file_error.{self.kind}", name=self.name, error=self.reason)


class Store:
    """Named JSON objects; a name may contain a folder: ``games/one``. ``report`` receives errors, on any thread."""

    def __init__(
        self,
        folder: Path,
        report: Callable[[FileError], None] = lambda error: None,
        *,
        is_read_only: bool = False,
    ) -> None:
        self.is_read_only = is_read_only
        self._folder = folder
        self._report = report
        self._lock = threading.RLock()  # guards what follows
        self._pending: dict[str, Content | None] = {}  # until it is on disk; None where the file is to be removed
        self._locked: set[str] = set()  # files that could not be renamed: count as missing, must not be overwritten
        self._failing: dict[str, str] = {}  # names whose last write failed, and the kind of error
        self._is_closed = False
        self._retry: threading.Timer | None = None
        self._writer = Executor("store")
        if not is_read_only:
            remove_unfinished(folder, f"*.json{UNFINISHED}")
            # The folders may hold many files; only the writer, which does this first, writes there.
            self._writer.submit(remove_unfinished, folder, f"*/*.json{UNFINISHED}")

    def load(self, name: str, stored: Stored[T]) -> T | None:
        """The content saved last; none when it is missing, does not fit its declaration or is of a later version."""
        with self._lock:
            if name in self._pending:
                pending = self._pending[name]
                return None if pending is None else stored.read(pending)
            if name in self._locked:
                return None
        path = self._path(name)
        left_out: list[str] = []
        try:
            written = read_limited(path, stored.size)
            content = stored.read(_content_of(written), left_out)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RecursionError) as error:
            self._quarantine(name, error)
            return None
        if left_out:
            self._keep_copy(path, written, left_out)
            self.save(name, stored.write(content))
        return content

    def save(self, name: str, content: Content) -> None:
        """Write the content soon; the caller must not change it afterwards. Ignored after ``close``."""
        self._change(name, content)

    def delete(self, name: str) -> None:
        self._change(name, None)

    def names(self, folder: str, *, newest_first: bool = False) -> list[str]:
        """The names in a folder, pending ones included; sorted, or those written last first."""
        with self._lock:
            pending = dict(self._pending)
        found = {f"{folder}/{path.stem}" for path in find_files(self._folder / folder, "*.json")}
        found = {name for name in found if is_file_name(name)}
        found |= {name for name in pending if name.startswith(f"{folder}/")}
        names = sorted(name for name in found if pending.get(name, {}) is not None)
        return sorted(names, key=self._written_at, reverse=True) if newest_first else names

    def _written_at(self, name: str) -> float:
        """When a file was written; one that is still pending is the newest."""
        try:
            return self._path(name).stat().st_mtime
        except OSError:
            return math.inf

    def flush(self) -> bool:
        """Wait until everything pending is on disk or has failed once more; whether nothing is pending."""
        self._write_pending()
        self._writer.wait()
        with self._lock:
            return not self._pending

    def close(self) -> None:
        self.flush()
        with self._lock:
            self._is_closed = True
            self._cancel_retry()
        self._writer.close()

    def quarantine(self, name: str, error: Exception) -> None:
        """Rename a file whose content its owner cannot use."""
        if os.path.lexists(self._path(name)):
            self._quarantine(name, error)

    def set_aside(self, name: str, error: Exception | None = None) -> None:
        """Rename a file that the app failed with. One that cannot be renamed is neither read nor written any more."""
        self.flush()
        path = self._path(name)
        with self._lock:
            is_saved = self._pending.pop(name, None) is not None or os.path.lexists(path)
        if not is_saved:
            return
        if self.is_read_only or (os.path.lexists(path) and not self._rename(path, SET_ASIDE)):
            with self._lock:
                self._locked.add(name)
        self._report(FileError("set_aside", path.name, error=error))

    def bring_back(self, name: str) -> bool:
        """Restore the file set aside last; the present one is kept under another name. False if there is none."""
        self.flush()
        path = self._path(name)
        kept = self._numbered(path, SET_ASIDE)
        if not kept or self.is_read_only or (os.path.lexists(path) and not self._rename(path, REPLACED)):
            return False
        try:
            kept[-1].replace(path)
        except OSError as error:
            log.error("%s could not be restored: %s", kept[-1].name, error)
            return False
        return True

    def names_aside(self) -> list[str]:
        """The sorted names that ``bring_back`` can restore."""
        found = (*find_files(self._folder, f"*{SET_ASIDE}*"), *find_files(self._folder, f"*/*{SET_ASIDE}*"))
        names = {path.relative_to(self._folder).with_suffix("").as_posix() for path in found}
        return sorted(name for name in names if is_file_name(name))

    def was_saved(self, name: str) -> bool:
        """Whether there is or was such a file; it may be unreadable or set aside by now."""
        path = self._path(name)
        with self._lock:
            is_pending = self._pending.get(name) is not None
        return (
            is_pending
            or os.path.lexists(path)
            or any(self._numbered(path, suffix) for suffix in (QUARANTINED, SET_ASIDE))
        )

    # Reading.

    def _quarantine(self, name: str, error: Exception) -> None:
        path, words = self._path(name), encodable(str(error))  # which may quote the file
        log.error("%s cannot be read: %s", path.name, error)
        if not self.is_read_only and not self._rename(path, QUARANTINED):
            with self._lock:
                self._locked.add(name)
        self._report(FileError("newer" if isinstance(error, NewerFileError) else "damaged", path.name, words))

    def _keep_copy(self, path: Path, written: str, left_out: list[str]) -> None:
        """Keep a copy of a file before what could be read of it takes its place."""
        words = encodable(left_out[0])
        log.error("%s can be read in part only", path.name)
        try:
            if not self.is_read_only:
                write_atomically(self._free(path, QUARANTINED), written)
        except OSError as error:
            log.error("%s could not be copied: %s", path.name, error)
        self._report(FileError("partly", path.name, words))

    def _rename(self, path: Path, suffix: str) -> bool:
        """Rename a file to the first free name with this suffix."""
        target = self._free(path, suffix)
        try:
            path.replace(target)
        except OSError as error:
            log.error("%s could not be renamed: %s", path.name, error)
            return False
        log.warning("%s was renamed to %s", path.name, target.name)
        return True

    def _free(self, path: Path, suffix: str) -> Path:
        """The first free name of a file with another suffix."""
        number = len(self._numbered(path, suffix)) + 1
        return path.with_suffix(suffix if number == 1 else f"{suffix}{number}")

    def _numbered(self, path: Path, suffix: str) -> list[Path]:
        """The renamed files of a file, oldest first."""
        found: list[Path] = []
        while True:
            target = path.with_suffix(f"{suffix}{len(found) + 1}" if found else suffix)
            if not os.path.lexists(target):
                return found
            found.append(target)

    # Writing.

    def _change(self, name: str, content: Content | None) -> None:
        with self._lock:
            if self._is_closed:
                log.warning("%s was changed after the store was closed", name)
                return
            self._path(name)  # raises for a name outside the folder
            self._pending[name] = content
            if not self.is_read_only:
                self._writer.submit(self._write, name)

    def _write_pending(self) -> None:
        with self._lock:
            self._cancel_retry()
            for name in () if self.is_read_only else self._pending:
                self._writer.submit(self._write, name)

    def _write(self, name: str) -> None:
        """Write the pending content of a name; runs on the writer thread."""
        with self._lock:
            if name not in self._pending:
                return  # an earlier call has written this content
            content = self._pending[name]
        try:
            self._put(name, content)
        except (OSError, TypeError, ValueError, RecursionError) as error:  # the last three: it is no JSON
            self._write_failed(name, error)
            return
        with self._lock:
            if self._pending.get(name, self) is content:
                del self._pending[name]
            was_failing = self._failing.pop(name, None)
        if was_failing:
            self._write_pending()

    def _put(self, name: str, content: Content | None) -> None:
        if name in self._locked:
            raise PermissionError(errno.EACCES, "the existing file can be neither read nor renamed")
        if content is None:
            remove(self._path(name))
        else:
            write_atomically(self._path(name), encode({"version": VERSION, **content}))

    def _write_failed(self, name: str, error: Exception) -> None:
        kind = kind_of(error)
        with self._lock:
            is_known = kind in self._failing.values()
            self._failing[name] = kind
            if self._retry is None and not self._is_closed:
                self._retry = threading.Timer(RETRY_SECONDS, self._write_pending)
                self._retry.daemon = True
                self._retry.start()
        if not is_known:
            reason = getattr(error, "strerror", None) or str(error)
            self._report(FileError(kind, self._path(name).name, reason))
        with suppress(OSError):  # a log file on a full disk raises, too
            log.error("%s could not be written: %s", name, error)

    def _cancel_retry(self) -> None:
        if self._retry:
            self._retry.cancel()
            self._retry = None

    def _path(self, name: str) -> Path:
        if not is_file_name(name):
            raise ValueError(f"{name!r} is not the name of a file")
        return self._folder / f"{name}.json"


class ForeignFileError(ValueError):
    """A file that this app did not write."""


class NewerFileError(ValueError):
    """A file of a later version of this app."""


def save_words(store: Store, saved: Text) -> Text:
    """The message after saving, once the write was tried: ``saved``, or that the content is not on disk."""
    if store.flush():
        return saved
    return text("second.unsaved") if store.is_read_only else text("games.unsaved")


def _content_of(written: str) -> Content:
    """The content of a file without its version; raises ValueError or RecursionError."""
    content = parse(written)
    version = content.pop("version", None) if isinstance(content, dict) else None
    if type(version) is not int or version < 1:
        raise ForeignFileError("not a file of this app")
    if version > VERSION:
        raise NewerFileError(f"version {version} is newer than {VERSION}")
    return content  # type: ignore[no-any-return]


def _file_name(name: str) -> str:
    if not _is_part(name):
        raise SchemaError(f"{name!r:.60} is not the name of a file")
    return name


FileName = Annotated[str, Length(NAME_BYTES_MAX), _file_name]  # in a folder of the store


def encode(content: Content) -> bytes:
    """The bytes of a file; a lone surrogate is written as its JSON escape."""
    return json.dumps(content, ensure_ascii=False).encode("utf-8", "backslashreplace")


def kind_of(error: Exception) -> str:
    number = getattr(error, "errno", None)
    return "full" if number in FULL else "read_only" if number in READ_ONLY else "unwritable"


def is_file_name(name: str) -> bool:
    """Whether a name stays in the folder: one or two parts without separators."""
    parts = name.split("/")
    return len(parts) <= 2 and all(_is_part(part) for part in parts)


def _is_part(name: str) -> bool:
    """Whether the system can have a file or folder of this name."""
    try:
        size = len(os.fsencode(name))
    except UnicodeEncodeError:
        return False
    return size <= NAME_BYTES_MAX and bool(name.strip(". ")) and not re.search(FORBIDDEN, name)


def find_files(folder: Path, pattern: str) -> list[Path]:
    """The files that match a pattern; none where the folder cannot be read."""
    try:
        return list(folder.glob(pattern))
    except OSError as error:
        log.warning("%s cannot be read: %s", folder.name, error)
        return []


def read_start(path: Path, size: int) -> bytes:
    """The first bytes of a regular file."""
    if not path.is_file():
        raise FileNotFoundError(errno.ENOENT, "not a regular file", str(path))
    with open(path, "rb") as file:
        return file.read(size)


def read_limited(path: Path, size: int) -> str:
    """The text of a file; raises SchemaError if it is too large or no regular file."""
    if os.path.lexists(path) and not path.is_file():
        raise SchemaError("not a regular file")
    data = read_start(path, size + 1)
    if len(data) > size:
        raise SchemaError(f"larger than {size} bytes")
    return data.decode("utf-8")


def write_atomically(path: Path, content: str | bytes, mode: int = private_files.FILE) -> None:
    """Replace a file so that after a crash either the old or the new content is there."""
    private_files.make_folder(path.parent)
    unfinished = path.with_name(f"{path.name}{UNFINISHED}")
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        with open(unfinished, "wb", opener=partial(private_files.create_anew, mode=mode)) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except OSError:
        remove(unfinished)
        raise
    sync_folder(path.parent)


def remove_unfinished(folder: Path, pattern: str) -> None:
    """Delete the files left by interrupted writes."""
    for path in find_files(folder, pattern):
        remove(path)


def remove(path: Path) -> None:
    """Delete a file if it is there and that is possible; what is deleted soon after it was saved was never written."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        log.warning("%s could not be deleted: %s", path.name, error)


def sync_folder(folder: Path) -> None:
    """Flush a renamed directory entry to disk where the system can."""
    if os.name != "posix":
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError as error:
        log.debug("%s cannot be synced: %s", folder, error)
    finally:
        os.close(handle)
