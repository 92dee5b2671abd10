"""Files and folders that no other account of the machine can read, whatever the umask says.

Where a system has no such modes, as Windows, they have no effect.
"""

from __future__ import annotations

import logging
import os
import stat
from itertools import takewhile
from pathlib import Path

log = logging.getLogger(__name__)

FILE, FOLDER = 0o600, 0o700
OTHERS = 0o077
SHARED = 0o666  # of a file that the user puts where he wants it: what the umask leaves


def make_folder(folder: Path) -> None:
    """Create a folder and those around it, if they are missing."""
    missing = [folder, *takewhile(lambda parent: not parent.is_dir(), folder.parents)]
    for each in reversed(missing):
        each.mkdir(FOLDER, exist_ok=True)


def create_anew(path: str, flags: int, mode: int = FILE) -> int:
    """Open a file that does not exist, for ``open``; a left-over one or a link is deleted first."""
    if os.path.lexists(path):
        os.unlink(path)
    return os.open(path, flags | os.O_EXCL, mode)


def is_open(folder: Path) -> bool:
    """Whether others can look into a folder of this account's."""
    try:
        facts = folder.stat()
    except OSError:
        return False
    return hasattr(os, "getuid") and facts.st_uid == os.getuid() and bool(facts.st_mode & OTHERS)


def close_to_others(folder: Path) -> None:
    """Take a folder and all that is in it from others. The folder comes last: it tells that this was done."""
    for inside, _, names in os.walk(folder, topdown=False):
        for path in (*(os.path.join(inside, name) for name in names), inside):
            _close(path)


def _close(path: str) -> None:
    try:
        facts = os.lstat(path)
        if facts.st_mode & OTHERS and not stat.S_ISLNK(facts.st_mode):
            os.chmod(path, stat.S_IMODE(facts.st_mode) & ~OTHERS)
    except OSError as error:
        log.warning("a file stays open to others: %s", os.strerror(error.errno or 0))
