"""The light on a new mill, above its pieces: a flash, or a wave on the first mill of a game; and the word."""

from __future__ import annotations

import math

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, InstructionGroup, Rectangle

from sanmill.core.game.model import Line
from sanmill.core.themes import BoardTheme, mix

from . import painter
from .geometry import Geometry
from .motion import Update
from .shapes import capsule, ring

LIGHTNESS = 0.6  # of a wave: the part of white in its colour
WORD_SIZE = 0.17  # of the side of the board
GROWN, FADES = 0.15, 0.8  # parts of the time of a word
RING_TIME = 0.5  # of the duration of a wave, from one ring's start to its end
RING_REACH = 1.5  # radii of a piece, how far a ring widens


def flash(group: InstructionGroup, geometry: Geometry, theme: BoardTheme, mills: tuple[Line, ...]) -> Update:
    """A band of light over all three pieces, which widens and fades."""
    light = mix(painter.WHITE, theme.chosen, LIGHTNESS)

    def update(part: float) -> None:
        group.clear()
        group.add(Color(*light, 0.6 * (1 - part)))
        for line in mills:
            first, _, last = line.points
            group.add(capsule(*geometry.at(first), *geometry.at(last), geometry.radius * (1.1 + 0.5 * part)))

    return update


def cry(group: InstructionGroup, geometry: Geometry, theme: BoardTheme, word: str) -> Update:
    """A word in the middle of the board: it grows, stays, and fades."""
    size = geometry.side * WORD_SIZE
    edge = max(2, round(size * 0.07))
    label = CoreLabel(
        text=word,
        font_size=size,
        bold=True,
        color=(*theme.chosen, 1),
        outline_width=edge,
        outline_color=theme.board,
        padding=edge,
    )
    label.refresh()
    texture = label.texture
    fits = min(1.0, geometry.side * 0.9 / texture.width)
    x, y = geometry.left + geometry.side / 2, geometry.bottom + geometry.side / 2

    def update(part: float) -> None:
        group.clear()
        grown = min(1.0, part / GROWN)
        scale = fits * (0.6 + 0.4 * (1 - (1 - grown) ** 3))
        group.add(Color(1, 1, 1, min(1.0, grown, (1 - part) / (1 - FADES))))
        width, height = texture.width * scale, texture.height * scale
        group.add(Rectangle(texture=texture, pos=(x - width / 2, y - height / 2), size=(width, height)))

    return update


def points_from(geometry: Geometry, mills: tuple[Line, ...], start: str) -> list[tuple[str, float]]:
    """The points of the mills, the nearest first, with their distances from a point; the farthest has 1."""
    names = dict.fromkeys(name for line in mills for name in line.points)
    distances = {name: math.dist(geometry.at(name), geometry.at(start)) for name in names}
    longest = max(distances.values()) or 1.0
    return sorted(((name, distance / longest) for name, distance in distances.items()), key=lambda each: each[1])


def wave(group: InstructionGroup, geometry: Geometry, theme: BoardTheme, mills: tuple[Line, ...], start: str) -> Update:
    """Light that runs along the mills from the piece that closed them; a ring widens around each piece it reaches."""
    points = points_from(geometry, mills, start)
    ends = [name for line in mills for name in (line.points[0], line.points[-1]) if name != start]
    radius, origin = geometry.radius, geometry.at(start)
    light = mix(painter.WHITE, theme.chosen, LIGHTNESS)

    def update(part: float) -> None:
        group.clear()
        front = part / (1 - RING_TIME)
        group.add(Color(*light, 0.85 * (1 - part)))
        for name, distance in points:
            if name in ends:
                reach = min(1.0, front / distance)
                x, y = (begin + (end - begin) * reach for begin, end in zip(origin, geometry.at(name)))
                group.add(capsule(*origin, x, y, radius * (1.25 - 0.8 * part)))
        for name, distance in points:
            passed = (part - distance * (1 - RING_TIME)) / RING_TIME
            if 0 < passed < 1:
                group.add(Color(*light, 1 - passed))
                width = radius * 0.3 * (1 - passed) + 1
                group.add(ring(*geometry.at(name), radius * (1 + RING_REACH * passed), width))

    return update
