"""Triangles of strokes and polygons whose edges fade out, which antialiases them. Pure numbers; knows nothing of Kivy.

A vertex is x, y, u, v: a texture that is transparent on its left and opaque on its right gives each its opacity.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

FRINGE = 1.4  # pixels over which an edge fades out
MITER_MAX = 2.0  # how far the corner of a stroke may reach, in half widths

Point = tuple[float, float]


@dataclass(frozen=True)
class Triangles:
    vertices: list[float]
    indices: list[int]


@lru_cache(maxsize=64)  # pieces, points and marks are alike, and made around the same origin
def stroke(points: tuple[Point, ...], width: float, is_closed: bool = False) -> Triangles:
    """A line through points: across each of them four vertices, the outer ones transparent."""
    solid, outer = max(0.0, (width - FRINGE) / 2), (width + FRINGE) / 2
    opacity = min(1.0, width / FRINGE)
    vertices: list[float] = []
    for (x, y), (nx, ny), is_end in _sections(points, is_closed):
        for reach, alpha in ((-outer, 0.0), (-solid, opacity), (solid, opacity), (outer, 0.0)):
            vertices += _vertex(x + nx * reach, y + ny * reach, 0.0 if is_end else alpha)
    count = len(vertices) // 16
    indices: list[int] = []
    for index in range(count if is_closed else count - 1):
        for side in range(3):
            here, there = 4 * index + side, 4 * ((index + 1) % count) + side
            indices += [here, here + 1, there, there, here + 1, there + 1]
    return Triangles(vertices, indices)


@lru_cache(maxsize=64)
def polygon(points: tuple[Point, ...]) -> Triangles:
    middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    vertices = _vertex(*middle, 1.0)
    for (x, y), (nx, ny), _ in _sections(points, True):
        away = math.copysign(FRINGE / 2, (x - middle[0]) * nx + (y - middle[1]) * ny)
        vertices += _vertex(x - nx * away, y - ny * away, 1.0) + _vertex(x + nx * away, y + ny * away, 0.0)
    indices: list[int] = []
    for index in range(len(points)):
        here, there = 1 + 2 * index, 1 + 2 * ((index + 1) % len(points))
        indices += [0, here, there, here, here + 1, there, there, here + 1, there + 1]
    return Triangles(vertices, indices)


def moved(triangles: Triangles, x: float, y: float) -> Triangles:
    """The same shape around another place."""
    vertices = triangles.vertices[:]
    vertices[::4] = [value + x for value in vertices[::4]]
    vertices[1::4] = [value + y for value in vertices[1::4]]
    return Triangles(vertices, triangles.indices)


def _vertex(x: float, y: float, alpha: float) -> list[float]:
    return [x, y, 0.25 + 0.5 * alpha, 0.5]  # between the middles of the two texels


def _sections(points: tuple[Point, ...], is_closed: bool) -> Iterator[tuple[Point, Point, bool]]:
    """Each point with the direction across the line; open ends twice, so that they fade out as the sides do."""
    last = len(points) - 1
    for index, (x, y) in enumerate(points):
        before = _direction(points[index - 1], (x, y)) if index or is_closed else None
        after = _direction((x, y), points[(index + 1) % len(points)]) if index < last or is_closed else None
        if before and after:
            yield (x, y), _miter(before, after), False
        else:
            dx, dy = before or after or (1.0, 0.0)
            shift = FRINGE / 2 if before else -FRINGE / 2
            ends = [((x - dx * shift, y - dy * shift), False), ((x + dx * shift, y + dy * shift), True)]
            for place, is_end in ends if before else reversed(ends):
                yield place, (-dy, dx), is_end


def _direction(start: Point, end: Point) -> Point:
    length = math.dist(start, end) or 1.0
    return ((end[0] - start[0]) / length, (end[1] - start[1]) / length)


def _miter(before: Point, after: Point) -> Point:
    """The direction across a corner, long enough to keep the width of both its sides."""
    x, y = -before[1] - after[1], before[0] + after[0]
    length = math.hypot(x, y)
    if length < 1e-6:  # back the way it came
        return (-after[1], after[0])
    scale = min(MITER_MAX, 2 / length) / length
    return (x * scale, y * scale)
