"""The last steps before something went wrong, on disk as they happen.

A ring of short lines in a small file. A line is a few bytes handed to the system, without waiting for the disk; it is
there even when the very next call ends the process. Without a file the ring lives in memory.
"""

from __future__ import annotations

import dataclasses
import enum
import io
import logging
import re
import time
from pathlib import Path
from typing import Any, BinaryIO

log = logging.getLogger(__name__)

SLOTS, WIDTH = 80, 96
PLAIN = re.compile(r"[A-Za-z0-9_.\-]{0,24}")


class Breadcrumbs:
    """Notes what happens, the newest in place of the oldest."""

    def __init__(self, path: Path) -> None:
        self._begun = time.monotonic()
        self._number = 0
        self._file: BinaryIO
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open(path, "w+b", buffering=0)  # noqa: SIM115 - open as long as the app runs
            self._file.write(b" " * (SLOTS * WIDTH))
        except OSError as failure:
            log.error("the trail cannot be kept on disk: %s", failure)
            self._file = io.BytesIO()

    def note(self, words: str) -> None:
        """Something happened."""
        line = f"{self._number:6} {time.monotonic() - self._begun:9.1f}  {words}"
        slot = line.replace("\n", " ").encode("utf-8", "replace")[: WIDTH - 1].ljust(WIDTH - 1) + b"\n"
        try:
            self._file.seek(self._number % SLOTS * WIDTH)
            self._file.write(slot)
        except (OSError, ValueError) as failure:
            log.debug("a step could not be noted: %s", failure)
        self._number += 1

    def lines(self) -> list[str]:
        """What happened, the oldest first."""
        try:
            self._file.seek(0)
            return ordered(self._file.read())
        except (OSError, ValueError) as failure:
            log.debug("the trail cannot be read: %s", failure)
            return []

    def close(self) -> None:
        """Nothing is noted any more."""
        self._file.close()


def read(path: Path) -> list[str]:
    """The trail that another run left, the oldest line first."""
    try:
        return ordered(path.read_bytes())
    except OSError:
        return []


def ordered(ring: bytes) -> list[str]:
    """The lines of a ring in the order they were written, without their numbers."""
    slots = [ring[at : at + WIDTH].decode("utf-8", "replace").strip() for at in range(0, len(ring), WIDTH)]
    numbered = [(slot.partition(" ")[0], slot.partition(" ")[2].strip()) for slot in slots if slot]
    return [words for number, words in sorted((int(number), words) for number, words in numbered if number.isdigit())]


def describe(thing: Any) -> str:
    """An intent or the like in a few words; what somebody may have written themselves is left out."""
    if not dataclasses.is_dataclass(thing):
        return type(thing).__name__
    values = (_plain(getattr(thing, each.name)) for each in dataclasses.fields(thing))
    return " ".join([type(thing).__name__, *values])


def _plain(value: Any) -> str:
    if isinstance(value, enum.Enum):
        return value.name.lower()
    if value is None or isinstance(value, (bool, int, float)):
        return str(value)
    return value if isinstance(value, str) and PLAIN.fullmatch(value) else "…"
