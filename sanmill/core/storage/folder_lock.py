"""A lock on a folder, held by the one process that may write it. The system releases it when the process ends."""

from __future__ import annotations

import errno
import logging
import os
import sys
from pathlib import Path

from . import private_files

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

log = logging.getLogger(__name__)

FILE = "lock"
TAKEN = {errno.EAGAIN, errno.EACCES, errno.EDEADLK}


class FolderLock:
    """Where the system knows no locks, every process gets one."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._handle: int | None = None

    def acquire(self) -> bool:
        """Whether the folder is ours: false while another process holds the lock."""
        try:
            private_files.make_folder(self._path.parent)
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT, private_files.FILE)
        except OSError as error:
            log.warning("the folder's lock cannot be opened: %s", error)
            return True
        try:
            if sys.platform == "win32":
                msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            log.warning("the folder cannot be locked: %s", error)
            os.close(handle)
            return error.errno not in TAKEN
        self._handle = handle
        return True

    def release(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
