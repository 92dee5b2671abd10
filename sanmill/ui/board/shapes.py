"""The few shapes the board is drawn with, smooth where the toolkit can."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from kivy import graphics
from kivy.graphics import Canvas, Color, PopMatrix, PushMatrix, Scale, Translate
from kivy.graphics.texture import Texture

from sanmill.control.views.types import Verdict
from sanmill.core.themes import SHADOW_REACH, BoardTheme, mix

from . import light, meshes

# Kivy before 2.2 has no smooth shapes; there the window's multisampling does the work.
Disc = getattr(graphics, "SmoothEllipse", graphics.Ellipse)
Box = getattr(graphics, "SmoothRoundedRectangle", graphics.RoundedRectangle)
# Line draws translucent colours through the stencil buffer, where they escape the clipping of a scroll view.
Outline = getattr(graphics, "SmoothLine", graphics.Line)


@lru_cache(maxsize=64)
def _arc(x: float, y: float, radius: float, start: float = 0, end: float = 360) -> tuple[meshes.Point, ...]:
    """Points of a circle or of a part of one: enough to look round, and no more."""
    count = max(4, round(min(120, 16 + radius) * (end - start) / 360))
    angles = [math.radians(start + (end - start) * step / count) for step in range(count + (end - start < 360))]
    return tuple((x + radius * math.sin(angle), y + radius * math.cos(angle)) for angle in angles)


def disc(x: float, y: float, radius: float) -> graphics.Instruction:
    return _mesh(meshes.moved(meshes.polygon(_arc(0, 0, radius)), x, y))


def ring(x: float, y: float, radius: float, width: float, start: float = 0, end: float = 360) -> graphics.Instruction:
    """A circle line or part of one; the angles run clockwise from the top."""
    around = meshes.stroke(_arc(0, 0, radius, start, end), width, end - start >= 360)
    return _mesh(meshes.moved(around, x, y))


def square(x: float, y: float, radius: float) -> graphics.Instruction:
    """A square with round corners that takes as much room as a circle."""
    reach = radius * 0.9
    return Box(pos=(x - reach, y - reach), size=(2 * reach, 2 * reach), radius=[reach * 0.3])


def segment(x: float, y: float, to_x: float, to_y: float, width: float) -> graphics.Instruction:
    return _mesh(meshes.stroke(((x, y), (to_x, to_y)), width))


def capsule(x: float, y: float, to_x: float, to_y: float, radius: float) -> graphics.Instruction:
    return _mesh(meshes.polygon(_around(x, y, to_x, to_y, radius)))


def outline(x: float, y: float, to_x: float, to_y: float, radius: float, width: float) -> graphics.Instruction:
    """The edge of a straight band with round ends."""
    return _mesh(meshes.stroke(_around(x, y, to_x, to_y, radius), width, True))


def _around(x: float, y: float, to_x: float, to_y: float, radius: float) -> tuple[meshes.Point, ...]:
    turn = math.degrees(math.atan2(to_x - x, to_y - y))  # of the way, clockwise from the top
    return _arc(to_x, to_y, radius, turn - 90, turn + 90) + _arc(x, y, radius, turn + 90, turn + 270)


def path(points: list[float], width: float, is_closed: bool = False) -> graphics.Instruction:
    return _mesh(meshes.stroke(tuple(zip(points[::2], points[1::2])), width, is_closed))


def polygon(points: list[float]) -> graphics.Instruction:
    return _mesh(meshes.polygon(tuple(zip(points[::2], points[1::2]))))


def cross(x: float, y: float, reach: float, width: float) -> tuple[graphics.Instruction, graphics.Instruction]:
    return (
        segment(x - reach, y - reach, x + reach, y + reach, width),
        segment(x - reach, y + reach, x + reach, y - reach, width),
    )


def _picture(texture: Any, x: float, y: float, reach: float) -> graphics.Instruction:
    """A square texture around a place."""
    return graphics.Rectangle(texture=texture, pos=(x - reach, y - reach), size=(2 * reach, 2 * reach))


def _mesh(triangles: meshes.Triangles) -> graphics.Instruction:
    return graphics.Mesh(vertices=triangles.vertices, indices=triangles.indices, mode="triangles", texture=_fading())


@lru_cache(maxsize=1)
def _fading() -> Any:
    """The texture of a mesh: transparent on its left, opaque on its right."""
    texture = Texture.create(size=(2, 1), colorfmt="rgba")

    def fill(texture: Any) -> None:
        texture.blit_buffer(b"\xff\xff\xff\x00\xff\xff\xff\xff", colorfmt="rgba", bufferfmt="ubyte")

    texture.add_reload_observer(fill)
    fill(texture)
    return texture


def verdict_mark(
    x: float, y: float, size: float, bar: float, verdict: Verdict, width: float, *, is_proven: bool
) -> Iterator[graphics.Instruction]:
    """A wedge up, a bar of half height ``bar``, or a wedge down; filled when proven, an outline when estimated."""
    if verdict is Verdict.LEVEL:
        corners = [x - size, y - bar, x + size, y - bar, x + size, y + bar, x - size, y + bar]
    else:
        up = 1 if verdict is Verdict.BETTER else -1
        corners = [x - size, y - up * size * 0.75, x, y + up * size, x + size, y - up * size * 0.75]
    if is_proven and verdict is Verdict.LEVEL:
        yield graphics.Rectangle(pos=corners[:2], size=(2 * size, 2 * bar))
    elif is_proven:
        yield polygon(corners)
    yield path(corners, width, is_closed=True)


class Sprite:
    """A piece that can be moved, scaled and faded as one."""

    def __init__(self, theme: BoardTheme, is_white: bool, radius: float, style: str = "marked") -> None:
        self.group = Canvas()
        self._place, self._scale = Translate(), Scale()
        self.group.add(PushMatrix())
        self.group.add(self._place)
        self.group.add(self._scale)
        self._draw(theme, is_white, radius, style)
        self.group.add(PopMatrix())
        self.x = self.y = 0.0

    def put(self, x: float, y: float, *, scale: float = 1.0, alpha: float = 1.0) -> None:
        self.x, self.y = x, y
        self._place.x, self._place.y = x, y
        self._scale.xyz = (scale, scale, 1)
        self.group.opacity = alpha

    def _draw(self, theme: BoardTheme, is_white: bool, radius: float, style: str) -> None:
        body, rim = (theme.white, theme.white_rim) if is_white else (theme.black, theme.black_rim)
        is_square = style == "shapes" and not is_white
        outline = square if is_square else disc
        self.group.add(Color(1, 1, 1))
        self.group.add(_picture(light.shadow(is_square), 0.03 * radius, -0.12 * radius, radius * SHADOW_REACH))
        self.group.add(Color(*rim))
        self.group.add(outline(0, 0, radius))
        self.group.add(Color(*body))
        self.group.add(outline(0, 0, radius * 0.91))
        if theme.material:
            self.group.add(Color(1, 1, 1))
            self.group.add(_picture(light.bevel(is_square), 0, 0, radius * (0.83 if is_square else 0.92)))
        self.group.add(Color(*mix(rim, body, 0.85)))
        for mark in MARKS[style](is_white, radius, max(1.5, 0.1 * radius)):
            self.group.add(mark)


# What is drawn on a piece, by style: the sides differ by shape, not by colour alone.


def _ring_or_cross(is_white: bool, radius: float, width: float) -> Iterator[graphics.Instruction]:
    if is_white:
        yield ring(0, 0, radius * 0.5, width)
    else:
        yield from cross(0, 0, radius * 0.34, width)


def _grooves_or_spokes(is_white: bool, radius: float, width: float) -> Iterator[graphics.Instruction]:
    if is_white:
        for part in (0.72, 0.48, 0.24):
            yield ring(0, 0, radius * part, width * 0.7)
    else:
        for turn in range(SPOKES):
            x, y = math.cos(turn * math.tau / SPOKES), math.sin(turn * math.tau / SPOKES)
            near, far = radius * 0.3, radius * 0.7
            yield segment(x * near, y * near, x * far, y * far, width * 0.8)


def _dot_or_frame(is_white: bool, radius: float, width: float) -> Iterator[graphics.Instruction]:
    if is_white:
        yield disc(0, 0, radius * 0.2)
    else:
        reach = radius * 0.4
        yield path([-reach, -reach, reach, -reach, reach, reach, -reach, reach], width, is_closed=True)


def _nothing(_is_white: bool, _radius: float, _width: float) -> Iterator[graphics.Instruction]:
    return iter(())


SPOKES = 8
MARKS = {"marked": _ring_or_cross, "grooved": _grooves_or_spokes, "shapes": _dot_or_frame, "plain": _nothing}


def arrow(x: float, y: float, to_x: float, to_y: float, width: float, gap: float) -> list[graphics.Instruction]:
    """An arrow that stops short of its ends by a gap."""
    length = math.dist((x, y), (to_x, to_y)) or 1.0
    ux, uy = (to_x - x) / length, (to_y - y) / length
    tip_x, tip_y = to_x - ux * gap, to_y - uy * gap
    head = width * 3.2
    base_x, base_y = tip_x - ux * head, tip_y - uy * head
    wing = head * 0.62
    return [
        segment(x + ux * gap, y + uy * gap, base_x, base_y, width),
        polygon([tip_x, tip_y, base_x - uy * wing, base_y + ux * wing, base_x + uy * wing, base_y - ux * wing]),
    ]
