"""Light and material as textures: the soft shadow and the bevel of pieces, made once, and the grain of boards."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from kivy.graphics.texture import Texture

from sanmill.core.resources import ASSETS
from sanmill.core.themes import GRAIN_SIZE

SIZE = 64  # pixels of a texture; the linear filter smooths it at any size
SHADOW_REACH = 1.36  # in radii of the piece
SHADOW_DARKNESS = 0.42
BEVEL = 0.72  # where the flat top of a piece ends, in radii
BEVEL_STRENGTH, DOME_STRENGTH = 0.4, 0.08  # of the edge, and over the whole piece

Shade = Callable[[float, float], tuple[int, float]]  # grey level and opacity at a place from -1 to 1


@lru_cache(maxsize=2)
def shadow(is_square: bool) -> Any:
    """Black that fades out around a piece; it reaches to ``SHADOW_REACH``."""

    def shade(x: float, y: float) -> tuple[int, float]:
        distance = _distance(x, y, is_square) * SHADOW_REACH
        return 0, SHADOW_DARKNESS * (1 - _smooth(0.78, SHADOW_REACH, distance))

    return _texture(SIZE, _shaded(shade), "rgba")


@lru_cache(maxsize=2)
def bevel(is_square: bool) -> Any:
    """Light from the upper left: white on the edges towards it, black on those away from it."""

    def shade(x: float, y: float) -> tuple[int, float]:
        distance = _distance(x, y, is_square)
        towards = (0.85 * y - 0.5 * x) / max(0.2, math.hypot(x, y))
        light = BEVEL_STRENGTH * towards * _smooth(BEVEL, 1, distance) + DOME_STRENGTH * (y - 0.5 * x)
        inside = max(0.0, min(1.0, (1 - distance) * SIZE / 2))
        return (255 if light > 0 else 0), abs(light) * inside

    return _texture(SIZE, _shaded(shade), "rgba")


@lru_cache(maxsize=8)
def grain(material: str) -> Any:
    """White and grey that the colour of a board is multiplied by."""
    pixels = zlib.decompress((ASSETS / "materials" / f"{material}.packed").read_bytes())
    return _texture(GRAIN_SIZE, pixels, "luminance", mipmap=True)  # small boards show it much smaller


def _distance(x: float, y: float, is_square: bool) -> float:
    """From the middle, 1 at the edge of the piece."""
    return (abs(x) ** 6 + abs(y) ** 6) ** (1 / 6) if is_square else math.hypot(x, y)


def _smooth(start: float, end: float, value: float) -> float:
    """0 before the start, 1 after the end, without a kink between."""
    part = max(0.0, min(1.0, (value - start) / (end - start)))
    return part * part * (3 - 2 * part)


def _shaded(shade: Shade) -> bytes:
    pixels = bytearray()
    for row in range(SIZE):
        for column in range(SIZE):
            grey, alpha = shade((column + 0.5) / SIZE * 2 - 1, (row + 0.5) / SIZE * 2 - 1)
            pixels += bytes((grey, grey, grey, round(255 * max(0.0, min(1.0, alpha)))))
    return bytes(pixels)


def _texture(size: int, pixels: bytes, form: str, *, mipmap: bool = False) -> Any:
    texture = Texture.create(size=(size, size), colorfmt=form, mipmap=mipmap)

    def fill(texture: Any) -> None:
        texture.blit_buffer(pixels, colorfmt=form, bufferfmt="ubyte")

    texture.add_reload_observer(fill)  # after Android took the graphics context away
    fill(texture)
    return texture
