"""Zips of games: the content of their files, within bounds. Their names are only shown; nothing is written."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from .collection import SIZE_MAX, NotGamesError

FILES_MAX = 2000
NAME_MAX = 60  # characters that are shown
_STARTS = (b"PK\x03\x04", b"PK\x05\x06")
_ENTRY = b"PK\x01\x02"  # one for each file, in the directory at the end
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others may unpack gigabytes in one step
_LOCKED = 1  # flag of a file with a password
_DAMAGE = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError),
    *(RuntimeError, LookupError, OverflowError),
)


@dataclass(frozen=True)
class ZippedFile:
    """The last part of its name, and its content; without content the kind of error."""

    name: str
    content: bytes = b""
    error: str = ""


def is_zip(data: bytes) -> bool:
    return data.startswith(_STARTS)


def unpack(data: bytes) -> Iterator[ZippedFile]:
    """The files of a zip as far as they are within bounds; raises NotGamesError for what is no sound zip."""
    if len(data) > SIZE_MAX:
        raise NotGamesError("too_big")
    if data.count(_ENTRY) > FILES_MAX:
        raise NotGamesError("zip_too_many")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            yield from _files(archive)
    except _DAMAGE as damage:
        raise NotGamesError("zip_damaged") from damage


def _files(archive: zipfile.ZipFile) -> Iterator[ZippedFile]:
    room = SIZE_MAX
    for entry in archive.infolist():
        parts = entry.filename.replace("\\", "/").split("/")
        name = parts[-1][:NAME_MAX]
        if not name or name.startswith(".") or parts[0] == "__MACOSX":  # a folder, or what a system adds to one
            continue
        if entry.flag_bits & _LOCKED:
            yield ZippedFile(name, error="zip_locked")
        elif entry.compress_type not in _METHODS:
            yield ZippedFile(name, error="zip_method")
        else:
            file = _read(archive, entry, name, room)
            room -= len(file.content)
            yield file
            if file.error == "zip_too_big":
                return


def _read(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str, room: int) -> ZippedFile:
    """Unpack at most what there is room for, whatever size the zip states."""
    try:
        with archive.open(entry) as file:
            content = file.read(room + 1)
    except _DAMAGE:
        return ZippedFile(name, error="zip_file_damaged")
    return ZippedFile(name, content) if len(content) <= room else ZippedFile(name, error="zip_too_big")
