"""Which characters a font file has, read from its cmap table: SDL draws a box for any other and does not say so."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from struct import Struct, error, iter_unpack, unpack_from
from typing import BinaryIO

FIRST_BYTES = (b"\0\1\0\0", b"OTTO", b"true")  # SDL ends the app on a file that is no font
COLLECTION = b"ttcf"
TABLE = Struct(">4s4xLL")  # tag, offset, length
ENCODING = Struct(">HHL")  # platform, encoding, offset
UNICODE = {(3, 10): 0, (0, 6): 1, (0, 4): 1, (3, 1): 2, (0, 3): 3, (0, 2): 4, (0, 1): 5}  # the fullest first


def has(path: str, character: str) -> bool:
    """Whether a font file can be read and has a character; of a collection the first font counts, as for SDL."""
    firsts, lasts = _ranges(path)
    index = bisect_right(firsts, ord(character)) - 1
    return index >= 0 and ord(character) <= lasts[index]


@cache
def _ranges(path: str) -> tuple[list[int], list[int]]:
    """First and last character of each range that the font has."""
    try:
        with open(path, "rb") as file:
            pairs = sorted(_pairs(_cmap(file)))
    except (OSError, error, ValueError):
        pairs = []
    return [first for first, _ in pairs], [last for _, last in pairs]


def _cmap(file: BinaryIO) -> bytes:
    start, begin = 0, file.read(4)
    if begin == COLLECTION:
        start = unpack_from(">8xL", file.read(12))[0]
        file.seek(start)
        begin = file.read(4)
    if begin not in FIRST_BYTES:
        raise ValueError("no font")
    count = unpack_from(">H", file.read(8))[0]
    for tag, offset, length in TABLE.iter_unpack(file.read(TABLE.size * count)):
        if tag == b"cmap":
            file.seek(offset)
            return file.read(length)
    raise ValueError("no cmap table")


def _pairs(cmap: bytes) -> Iterator[tuple[int, int]]:
    count = unpack_from(">2xH", cmap)[0]
    found = [ENCODING.unpack_from(cmap, 4 + index * ENCODING.size) for index in range(count)]
    known = sorted((UNICODE[each[:2]], each[2]) for each in found if each[:2] in UNICODE)
    for _, offset in known:
        form = unpack_from(">H", cmap, offset)[0]
        if form == 12:
            groups = unpack_from(">12xL", cmap, offset)[0]
            yield from ((first, last) for first, last, _ in iter_unpack(">LLL", cmap[offset + 16 :][: groups * 12]))
            return
        if form == 4:
            yield from _segments(cmap[offset:])
            return


def _segments(table: bytes) -> Iterator[tuple[int, int]]:
    """The ranges of a table of format 4; a character without a glyph breaks one."""
    count = unpack_from(">6xH", table)[0] // 2
    lasts = unpack_from(f">{count}H", table, 14)
    firsts = unpack_from(f">{count}H", table, 16 + 2 * count)
    deltas = unpack_from(f">{count}H", table, 16 + 4 * count)
    place = 16 + 6 * count
    for index, (first, last, delta) in enumerate(zip(firsts, lasts, deltas)):
        at = place + 2 * index
        offset = unpack_from(">H", table, at)[0]
        for code in range(first, last + 1):
            glyph = unpack_from(">H", table, at + offset + 2 * (code - first))[0] if offset else code
            if glyph and (glyph + delta) & 0xFFFF:
                yield code, code
