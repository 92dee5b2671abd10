"""Breadcrumbs: a ring buffer of the last events, in a small file so that it survives a crash of the process.

They never hold a user's text. Each line is written unbuffered, without waiting for the disk. Where there is no file,
the ring is in memory.
"""

from __future__ import annotations

import enum
import io
import logging
import time
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Union

from sanmill.core.storage.private_files import create_anew, make_folder
from sanmill.core.storage.store import read_start

log = logging.getLogger(__name__)

SLOTS, WIDTH = 80, 96
VALUE = (  # numbers, which are too short for one of a phone, switches, moves, parts of a FEN
    r"-?\d{1,6}(?:\.\d{1,6})?|True|False|None|true|false"
    r"|(?:[a-g][1-7](?:-[a-g][1-7])?)?(?:x[a-g][1-7])*|[*O@X]{8}(?:/[*O@X]{8}){2}|[bmoprsw]"
)

# Fields of an intent and their possible values: numbers, switches and enumerations by type, words by a list.
Recorded = Mapping[str, Union[type[Any], Collection[str]]]


class Breadcrumbs:
    """The ring buffer; a new line replaces the oldest."""

    def __init__(self, path: Path | None) -> None:
        self._begun = time.monotonic()
        self._number = 0
        self._file: BinaryIO = io.BytesIO()
        if path is None:
            return
        try:
            make_folder(path.parent)
            self._file = open(path, "w+b", 0, opener=create_anew)  # noqa: SIM115 - open as long as the app runs
            self._file.write(b" " * (SLOTS * WIDTH))
        except OSError as error:
            log.error("breadcrumbs cannot be written to disk: %s", error)

    def note(self, words: str) -> None:
        log.info("%s", words)
        line = f"{self._number:6} {time.monotonic() - self._begun:9.1f}  {words}"
        slot = line.replace("\n", " ").encode("utf-8", "replace")[: WIDTH - 1].ljust(WIDTH - 1) + b"\n"
        try:
            self._file.seek(self._number % SLOTS * WIDTH)
            self._file.write(slot)
        except (OSError, ValueError) as error:
            log.debug("a breadcrumb could not be written: %s", error)
        self._number += 1

    def lines(self) -> list[str]:
        """The events, oldest first."""
        try:
            self._file.seek(0)
            return ordered(self._file.read())
        except (OSError, ValueError) as error:
            log.debug("the breadcrumbs cannot be read: %s", error)
            return []

    def close(self) -> None:
        self._file.close()


def read(path: Path) -> list[str]:
    """The breadcrumbs of an earlier run, oldest first."""
    try:
        return ordered(read_start(path, SLOTS * WIDTH))
    except OSError:
        return []


def ordered(ring: bytes) -> list[str]:
    """The lines of a ring in the order of their numbers, which are cut off."""
    slots = [ring[at : at + WIDTH].decode("utf-8", "replace").strip() for at in range(0, len(ring), WIDTH)]
    numbered = [(slot.partition(" ")[0], slot.partition(" ")[2].strip()) for slot in slots if slot]
    return [words for number, words in sorted((int(number), words) for number, words in numbered if number.isdecimal())]


def describe(intent: Any) -> str:
    """The kind of an intent and the values it declares as ``recorded``; any other value is left out."""
    values = (_value(getattr(intent, name), possible) for name, possible in intent.recorded.items())
    return " ".join([type(intent).__name__, *values])


def _value(value: Any, possible: type[Any] | Collection[str]) -> str:
    is_possible = type(value) is possible if isinstance(possible, type) else value in possible
    if not is_possible:
        return "…"
    return value.name.lower() if isinstance(value, enum.Enum) else str(value)
