"""Versioned JSON files in one folder, written whole or not at all, on a thread of their own.

Knows nothing of what is kept. A file that cannot be read is set aside and counts as missing; one of an earlier
version is brought up to date. What cannot be written is tried again; until then it is read from memory.
"""

from __future__ import annotations

import errno
import json
import logging
import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .i18n import Text, text

log = logging.getLogger(__name__)

Content = dict[str, Any]
Migration = Callable[[Content], Content]

# For each kind of file, how to bring version 1 to 2, 2 to 3 and so on. The newest version is one more than steps.
MIGRATIONS: dict[str, tuple[Migration, ...]] = {}

RETRY_SECONDS = 20.0
ASIDE = ".unreadable"
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
READ_ONLY = {errno.EROFS, errno.EACCES, errno.EPERM}


@dataclass(frozen=True)
class Trouble:
    """What the user should know about a file: it was set aside, or it cannot be written."""

    kind: str  # damaged, newer, full, read_only, unwritable
    name: str  # of the file
    cause: str = ""

    @property
    def words(self) -> Text:
        """A sentence about it."""
        return text(f"trouble.{self.kind}", name=self.name, cause=self.cause)


class Store:
    """Named files of JSON. ``save`` returns at once; the newest content of each name is what gets written.

    ``load`` always gives what was saved last, written or not. ``tell`` takes troubles, on any thread.
    """

    def __init__(
        self,
        folder: Path,
        tell: Callable[[Trouble], None] = lambda trouble: None,
        migrations: Mapping[str, tuple[Migration, ...]] = MIGRATIONS,
    ) -> None:
        self._folder = folder
        self._tell = tell
        self._migrations = migrations
        self._changed = threading.Condition()  # of what follows
        self._waiting: dict[str, Content | None] = {}  # nothing where the file is to go
        self._failed: dict[str, Content | None] = {}  # to be tried again
        self._writing: tuple[str, Content | None] | None = None
        self._locked: set[str] = set()  # files that could not be set aside and shall not be lost
        self._is_failing = False
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    # For everyone.

    def load(self, name: str) -> Content | None:
        """The content of a file; none when it is missing, damaged or of a later version."""
        is_unwritten, unwritten = self._unwritten(name)
        if is_unwritten:
            copy: Content | None = json.loads(json.dumps(unwritten))
            return copy
        path = self._path(name)
        try:
            return self._read(name, path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RecursionError) as failure:
            self._set_aside(name, path, failure)
            return None

    def save(self, name: str, content: Content) -> None:
        """Have the content written soon. It must not be changed afterwards. After the end nothing is written."""
        with self._changed:
            if self._is_closed:
                log.warning("%s comes too late to be saved", name)
                return
            self._failed.pop(name, None)
            self._waiting[name] = content
            self._changed.notify_all()

    def delete(self, name: str) -> None:
        """Have the file removed soon."""
        with self._changed:
            if self._is_closed:
                return
            self._failed.pop(name, None)
            self._waiting[name] = None
            self._changed.notify_all()

    def names(self, folder: str) -> list[str]:
        """The names in a folder, in order, also of what is not written yet."""
        with self._changed:
            unwritten = {**self._failed, **dict([self._writing] if self._writing else []), **self._waiting}
        found = {f"{folder}/{path.stem}" for path in (self._folder / folder).glob("*.json")}
        found |= {name for name in unwritten if name.startswith(f"{folder}/")}
        return sorted(name for name in found if unwritten.get(name, {}) is not None)

    def flush(self) -> None:
        """Wait until everything handed over is on disk, or was tried once more in vain."""
        with self._changed:
            self._try_again()
            self._changed.wait_for(lambda: not self._waiting and self._writing is None)

    def close(self) -> None:
        """Write what is left and end the thread."""
        self.flush()
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        self._thread.join()

    def refuse(self, name: str, cause: Exception) -> None:
        """Set a file aside whose content its owner cannot use."""
        if self._path(name).exists():
            self._set_aside(name, self._path(name), cause)

    # Reading.

    def _unwritten(self, name: str) -> tuple[bool, Content | None]:
        """Whether something newer than the file waits to be written, and what."""
        with self._changed:
            if name in self._waiting:
                return (True, self._waiting[name])
            if self._writing and self._writing[0] == name:
                return (True, self._writing[1])
            return (name in self._failed, self._failed.get(name))

    def _read(self, name: str, written: str) -> Content:
        content = json.loads(written)
        version = content.pop("version", None) if isinstance(content, dict) else None
        newest = self._version(name)
        if type(version) is not int or version < 1:
            raise ForeignFileError("it is no file of this app")
        if version > newest:
            raise NewerFileError(f"version {version} is newer than {newest}")
        try:
            for migrate in self._steps(name)[version - 1 :]:
                content = migrate(content)
        except (LookupError, TypeError, AttributeError) as failure:
            raise ForeignFileError(f"version {version} cannot be brought up to date: {failure!r}") from failure
        return dict(content)

    def _version(self, name: str) -> int:
        return 1 + len(self._steps(name))

    def _steps(self, name: str) -> tuple[Migration, ...]:
        """The migrations of a file's kind, which is its name, or the folder it is in."""
        return self._migrations.get(name.partition("/")[0], ())

    def _set_aside(self, name: str, path: Path, cause: Exception) -> None:
        """Keep a file that cannot be read under a name that is free."""
        aside, number = path.with_suffix(ASIDE), 1
        while aside.exists():
            number += 1
            aside = path.with_suffix(f"{ASIDE}{number}")
        log.error("%s cannot be read (%s) and is set aside as %s", path.name, cause, aside.name)
        try:
            path.replace(aside)
        except OSError as failure:
            log.error("%s could not be set aside: %s", path.name, failure)
            with self._changed:
                self._locked.add(name)
        self._tell(Trouble("newer" if isinstance(cause, NewerFileError) else "damaged", path.name, str(cause)))

    # Writing, on the store's own thread.

    def _run(self) -> None:
        while True:
            with self._changed:
                self._writing = None
                self._changed.notify_all()
                self._changed.wait_for(
                    lambda: self._waiting or self._is_closed, RETRY_SECONDS if self._failed else None
                )
                if self._is_closed and not self._waiting:
                    return
                if not self._waiting:
                    self._try_again()
                name = next(iter(self._waiting))
                self._writing = (name, self._waiting.pop(name))
            self._write(*self._writing)

    def _write(self, name: str, content: Content | None) -> None:
        try:
            if content is None:
                remove(self._path(name))
                return
            written = json.dumps({"version": self._version(name), **content}, ensure_ascii=False)
            if name in self._locked:
                raise PermissionError(errno.EACCES, "the file there cannot be read and could not be set aside")
            write_whole(self._path(name), written)
        except OSError as failure:
            self._failed_to_write(name, content, failure)
        except (TypeError, ValueError, RecursionError):
            log.exception("%s cannot be written as JSON", name)  # trying again would not help
        else:
            with self._changed:
                self._is_failing = False
                self._try_again()

    def _failed_to_write(self, name: str, content: Content | None, failure: OSError) -> None:
        log.error("%s could not be written: %s", name, failure)
        with self._changed:
            is_news, self._is_failing = not self._is_failing, True
            if name not in self._waiting:
                self._failed[name] = content
        if is_news:
            self._tell(Trouble(kind_of(failure), self._path(name).name, failure.strerror or str(failure)))

    def _try_again(self) -> None:
        """What failed waits again, unless something newer does."""
        self._waiting = {**self._failed, **self._waiting}
        self._failed = {}
        self._changed.notify_all()

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"


class ForeignFileError(ValueError):
    """A file that this app did not write."""


class NewerFileError(ValueError):
    """A file of a later version of this app."""


def kind_of(failure: OSError) -> str:
    """What kind of trouble keeps a file from being written."""
    return "full" if failure.errno in FULL else "read_only" if failure.errno in READ_ONLY else "unwritable"


def write_whole(path: Path, content: str | bytes) -> None:
    """Replace a file so that, whatever happens, either the old or the new content is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.new")
    try:
        with open(unfinished, "wb") as file:
            file.write(content.encode("utf-8") if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except OSError:
        remove(unfinished)
        raise
    _sync_folder(path.parent)


def remove(path: Path) -> None:
    """A file that is no longer needed; where it cannot be removed it stays."""
    try:
        path.unlink()
    except OSError as failure:
        log.warning("%s stays: %s", path.name, failure)


def _sync_folder(folder: Path) -> None:
    """Have the new name on disk too, where folders can be synced."""
    if os.name != "posix":
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError as failure:
        log.debug("%s cannot be synced: %s", folder, failure)
    finally:
        os.close(handle)
