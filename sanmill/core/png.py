"""A PNG encoder for raw pixels."""

from __future__ import annotations

import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
TRUE_COLOUR = 2


def encode(width: int, height: int, rgba: bytes) -> bytes:
    """An opaque image, its first row on top."""
    if len(rgba) != width * height * 4:
        raise ValueError(f"{len(rgba)} bytes are not an image of {width} by {height}")
    rgb = bytearray(width * height * 3)
    for channel in range(3):
        rgb[channel::3] = rgba[channel::4]
    step = width * 3
    rows = b"".join(b"\0" + rgb[start : start + step] for start in range(0, len(rgb), step))
    head = struct.pack(">IIBBBBB", width, height, 8, TRUE_COLOUR, 0, 0, 0)
    return SIGNATURE + _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(rows, 6)) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
