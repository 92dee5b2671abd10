"""Encoded images, decoded again pixel by pixel."""

from __future__ import annotations

import struct
import zlib

import pytest

from sanmill.core.png import SIGNATURE, encode


def read(data: bytes) -> tuple[int, int, bytes]:
    """Width, height and the pixels of a picture, every checksum looked at."""
    assert data.startswith(SIGNATURE)
    at, packed, size = len(SIGNATURE), b"", (0, 0)
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, content = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length]) == (zlib.crc32(kind + content),)
        size = struct.unpack(">II", content[:8]) if kind == b"IHDR" else size
        packed += content if kind == b"IDAT" else b""
        at += 12 + length
    width, height = size
    rows = zlib.decompress(packed)
    step = width * 3 + 1
    assert all(rows[start] == 0 for start in range(0, len(rows), step))
    return width, height, b"".join(rows[start + 1 : start + step] for start in range(0, len(rows), step))


def test_encoded_pixels_are_unchanged() -> None:
    rgba = bytes(range(2 * 3 * 4))
    assert read(encode(2, 3, rgba)) == (2, 3, bytes(byte for index, byte in enumerate(rgba) if index % 4 < 3))


def test_missing_pixels_are_refused() -> None:
    with pytest.raises(ValueError, match="not an image"):
        encode(2, 3, b"1234")
