"""The pen: a long press puts it down on a point; released there it draws a ring, over another point an arrow."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Instruction, InstructionGroup
from kivy.metrics import dp

from sanmill.core.game.shapes import BLUE, GREEN, RED, YELLOW, Shape
from sanmill.core.themes import BoardTheme, Colour, contrast

from .geometry import Geometry
from .shapes import arrow, ring

HOLD = 0.6  # seconds of a press that is no tap
COLOURS: dict[str, tuple[Colour, Colour]] = {  # on light and on dark boards
    GREEN: ((0.05, 0.40, 0.13), (0.49, 0.88, 0.58)),
    RED: ((0.66, 0.09, 0.07), (1.0, 0.63, 0.59)),
    BLUE: ((0.04, 0.25, 0.60), (0.55, 0.78, 1.0)),
    YELLOW: ((0.45, 0.30, 0.0), (1.0, 0.84, 0.30)),
}


def ink(colour: str, theme: BoardTheme) -> Colour:
    """A colour that stands out from the board."""
    return max(COLOURS[colour], key=lambda each: contrast(each, theme.board))


def paint_shapes(group: InstructionGroup, geometry: Geometry, theme: BoardTheme, shapes: Iterable[Shape]) -> None:
    """Paint each in its colour with an edge in that of the board, which parts it from pieces and lines."""
    for shape in shapes:
        for colour, more in ((theme.board, dp(2)), (ink(shape.colour, theme), 0.0)):
            group.add(Color(*colour))
            for part in _outline(geometry, shape, more):
                group.add(part)


def _outline(geometry: Geometry, shape: Shape, more: float) -> list[Instruction]:
    radius, start = geometry.radius, geometry.at(shape.start)
    width = max(dp(2.5), radius * 0.2) + more
    if not shape.end:
        return [ring(*start, radius * 1.3, width)]
    return arrow(*start, *geometry.at(shape.end), width, radius * 0.3 - more / 2)


class Pen:
    """What is being drawn by a finger or the keyboard."""

    def __init__(self, put_down: Callable[[], None]) -> None:
        """``put_down`` is called when a press has lasted long enough."""
        self._put_down = put_down
        self._event: Any = None
        self._colour = GREEN
        self.start = ""  # empty while the pen is up
        self.end = ""

    def wait(self, point: str, colour: str) -> None:
        """A finger is on a point; without a colour nothing can be drawn."""
        self.lift()
        if colour:
            self._event = Clock.schedule_once(lambda _: self.put(point, colour), HOLD)

    def put(self, point: str, colour: str) -> None:
        """Put it down."""
        self.start = self.end = point
        self._colour = colour
        self._event = None
        self._put_down()

    def lift(self) -> tuple[str, str] | None:
        """Take the pen away; returns the points between which it drew."""
        if self._event:
            self._event.cancel()
        drawn = (self.start, self.end) if self.start and self.end else None
        self.start = self.end = ""
        self._event = None
        return drawn

    def paint(self, group: InstructionGroup, geometry: Geometry, theme: BoardTheme) -> None:
        """What would be drawn if the pen was taken away now."""
        if self.start and self.end:
            end = "" if self.end == self.start else self.end
            paint_shapes(group, geometry, theme, (Shape(self._colour, self.start, end),))
