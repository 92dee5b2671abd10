"""The light on a new mill, above its pieces: a flash, or a wave on the first mill of a game; and the word."""

from __future__ import annotations

import math
import random

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, InstructionGroup, Mesh, Rectangle

from sanmill.core.game.model import Line
from sanmill.core.themes import BoardTheme, mix

from . import painter
from .geometry import Geometry
from .motion import Update
from .shapes import capsule, ring

LIGHTNESS = 0.6  # of a wave: the part of white in its colour
WORD_SIZE = 0.17  # of the side of the board
GROWN, FADES = 0.15, 0.8  # parts of the time of a word
SNIPPETS, SNIPPET_SIZE = 84, 0.014  # of confetti, and half their length relative to the board
FALL = (0.5, 0.75)  # the least and the longest part of the time that a snippet falls
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


def confetti(group: InstructionGroup, geometry: Geometry, theme: BoardTheme) -> Update:
    """Snippets in the colours of the board that fall over it, sway and turn, and fade."""
    colours = (theme.chosen, theme.target, theme.last, theme.remove, theme.white)
    side, size = geometry.side, geometry.side * SNIPPET_SIZE
    chance = random.Random(SNIPPETS)  # the same every time
    snippets = []
    for number in range(SNIPPETS):
        time = chance.uniform(*FALL)
        start = chance.uniform(0, 1 - time)
        snippets.append((number, time, start, chance.random(), chance.uniform(-0.06, 0.06), chance.uniform(2, 5)))

    def update(part: float) -> None:
        group.clear()
        for index, colour in enumerate(colours):
            corners: list[float] = []
            indices: list[int] = []
            for number, time, start, place, drift, turns in snippets[index :: len(colours)]:
                fallen = (part - start) / time
                if not 0 < fallen < 1:
                    continue
                turn = 2 * math.pi * (turns * fallen + place)
                x = geometry.left + side * (place + drift * math.sin(turn / 2))
                y = geometry.bottom + side * (1.04 - 1.08 * fallen)
                long, wide = size * min(1.0, 8 * (1 - fallen)), size * 0.6 * math.cos(turn)
                along, across = math.cos(number + turn / 4), math.sin(number + turn / 4)
                first = len(corners) // 4
                for u, v in ((-long, -wide), (long, -wide), (long, wide), (-long, wide)):
                    corners += (x + u * along - v * across, y + u * across + v * along, 0, 0)
                indices += (first, first + 1, first + 2, first, first + 2, first + 3)
            group.add(Color(*colour))
            group.add(Mesh(vertices=corners, indices=indices, mode="triangles"))

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
