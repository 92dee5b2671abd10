"""Make the grain of wood, stone and slate boards, and the light on pieces.

    python -m ci.assets.make_materials

The pictures go to assets/materials and are committed, compressed by zlib: the grain as grey that a theme's board colour
is multiplied by, a byte for each pixel; shadow and bevel of round and square pieces as white or black of some opacity,
four bytes for each. The same numbers give the same pictures every time.
"""

from __future__ import annotations

import math
import random
import zlib
from collections.abc import Callable

from sanmill.core.resources import ASSETS
from sanmill.core.themes import GRAIN, GRAIN_SIZE, LIGHT_SIZE, MATERIALS, SHADOW_REACH

FALL = 0.3  # of a year ring, over which it turns light again: no edge is as sharp as a pixel
SHADOW_DARKNESS = 0.42
BEVEL = 0.72  # where the flat top of a piece ends, in radii
BEVEL_STRENGTH, DOME_STRENGTH = 0.4, 0.08  # of the edge, and over the whole piece

Noise = Callable[[float, float], float]
Light = Callable[[float, float, bool], tuple[int, float]]  # grey level and opacity at a place from -1 to 1


def noise(seed: int) -> Noise:
    """Random numbers from 0 to 1 on a grid, smooth in between."""
    chance = random.Random(seed)
    grid = [[chance.random() for _ in range(64)] for _ in range(64)]

    def at(x: float, y: float) -> float:
        column, row = math.floor(x), math.floor(y)
        across, up = (part * part * (3 - 2 * part) for part in (x - column, y - row))
        lower, upper = grid[row % 64], grid[(row + 1) % 64]
        below = lower[column % 64] * (1 - across) + lower[(column + 1) % 64] * across
        above = upper[column % 64] * (1 - across) + upper[(column + 1) % 64] * across
        return below * (1 - up) + above * up

    return at


def wood(x: float, y: float, rough: Noise, fine: Noise) -> float:
    """Year rings cut lengthwise, with fibres along them."""
    ring = (y * 9 + 3.2 * rough(x * 1.4, y * 2.2)) % 1.0
    dark = (ring / (1 - FALL)) ** 2 if ring < 1 - FALL else 0.5 + 0.5 * math.cos((ring - 1 + FALL) / FALL * math.pi)
    return 0.5 * dark + 0.3 * fine(x * 5, y * 60) + 0.2 * fine(x * 16 + 7, y * 120)


def stone(x: float, y: float, rough: Noise, fine: Noise) -> float:
    """Clouds and grains."""
    clouds = 0.6 * rough(x * 4, y * 4) + 0.4 * rough(x * 11 + 5, y * 11)
    return 0.6 * clouds + 0.4 * fine(x * 90, y * 90) ** 2


def slate(x: float, y: float, rough: Noise, fine: Noise) -> float:
    """Layers that run aslant, with small steps."""
    along, across = x * 0.94 + y * 0.34, y * 0.94 - x * 0.34
    return 0.65 * rough(along * 3, across * 16) + 0.35 * fine(along * 14, across * 70)


def picture(shade: Callable[[float, float, Noise, Noise], float], seed: int) -> bytes:
    """White where the shade is lightest; the darkest place lacks the part GRAIN of the light."""
    rough, fine = noise(seed), noise(seed + 1)
    places = [number / GRAIN_SIZE for number in range(GRAIN_SIZE)]
    shades = [shade(x, y, rough, fine) for y in places for x in places]
    low, high = min(shades), max(shades)
    pixels = bytearray()
    for value in shades:
        pixels.append(round(255 * (1 - GRAIN * (value - low) / (high - low))))
    return bytes(pixels)


def shadow(x: float, y: float, is_square: bool) -> tuple[int, float]:
    distance = distance_of(x, y, is_square) * SHADOW_REACH
    return 0, SHADOW_DARKNESS * (1 - smooth(0.78, SHADOW_REACH, distance))


def bevel(x: float, y: float, is_square: bool) -> tuple[int, float]:
    distance = distance_of(x, y, is_square)
    towards = (0.85 * y - 0.5 * x) / max(0.2, math.hypot(x, y))
    light = BEVEL_STRENGTH * towards * smooth(BEVEL, 1, distance) + DOME_STRENGTH * (y - 0.5 * x)
    inside = max(0.0, min(1.0, (1 - distance) * LIGHT_SIZE / 2))
    return (255 if light > 0 else 0), abs(light) * inside


def distance_of(x: float, y: float, is_square: bool) -> float:
    """From the middle, 1 at the edge of the piece."""
    return (abs(x) ** 6 + abs(y) ** 6) ** (1 / 6) if is_square else math.hypot(x, y)


def smooth(start: float, end: float, value: float) -> float:
    """0 before the start, 1 after the end, without a kink between."""
    part = max(0.0, min(1.0, (value - start) / (end - start)))
    return part * part * (3 - 2 * part)


def lit(light: Light, is_square: bool) -> bytes:
    """The pixels of a picture of light."""
    places = [(number + 0.5) / LIGHT_SIZE * 2 - 1 for number in range(LIGHT_SIZE)]
    pixels = bytearray()
    for y in places:
        for x in places:
            grey, opacity = light(x, y, is_square)
            pixels += bytes((grey, grey, grey, round(255 * max(0.0, min(1.0, opacity)))))
    return bytes(pixels)


def main() -> None:
    target = ASSETS / "materials"
    target.mkdir(exist_ok=True)
    pixels = {
        name: picture(shade, 10 * seed) for seed, (name, shade) in enumerate(zip(MATERIALS, (wood, stone, slate)))
    }
    for light in (shadow, bevel):
        pixels.update({light.__name__: lit(light, False), f"square_{light.__name__}": lit(light, True)})
    for name, picture_of in pixels.items():
        path = target / f"{name}.packed"
        path.write_bytes(zlib.compress(picture_of, 9))
        print(path.name, path.stat().st_size)


if __name__ == "__main__":
    main()
