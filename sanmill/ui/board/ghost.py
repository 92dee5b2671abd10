"""The ghost of a suggested move: a translucent piece, which pulses on its point or glides along its way."""

from __future__ import annotations

import math

from kivy.graphics import InstructionGroup

from sanmill.control.views.types import GhostView
from sanmill.core.game.model import Side
from sanmill.core.themes import BoardTheme

from .geometry import Geometry
from .motion import ease_in_out
from .shapes import Sprite

GLIDE, REST = 0.9, 0.7  # seconds along the way, and at its end
PULSE = 3.5  # radians a second
FAINT, CLEAR = 0.3, 0.7  # opacity


class Ghost:
    """The piece and its group; nothing without a suggested move."""

    def __init__(self) -> None:
        self.group = InstructionGroup()
        self._sprite: Sprite | None = None
        self._start = self._end = (0.0, 0.0)

    def show(self, view: GhostView | None, geometry: Geometry, theme: BoardTheme, style: str) -> None:
        self.group.clear()
        self._sprite = None
        if view is None:
            return
        self._end = geometry.at(view.end)
        self._start = geometry.at(view.start) if view.start else self._end
        self._sprite = Sprite(theme, view.side is Side.WHITE, geometry.radius, style)
        self.group.add(self._sprite.group)

    def put(self, seconds: float | None) -> None:
        """Draw it at a time; without one it stands still at the end of its way."""
        if self._sprite is None:
            return
        if seconds is None:
            self._sprite.put(*self._end, alpha=(FAINT + CLEAR) / 2)
        elif self._start == self._end:
            part = (1 - math.cos(seconds * PULSE)) / 2
            self._sprite.put(*self._end, scale=0.94 + 0.06 * part, alpha=FAINT + (CLEAR - FAINT) * part)
        else:
            part = ease_in_out(min(1.0, seconds % (GLIDE + REST) / GLIDE))
            x, y = (start + (end - start) * part for start, end in zip(self._start, self._end))
            self._sprite.put(x, y, alpha=CLEAR)
