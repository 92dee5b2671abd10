"""The evaluation as a bar, and as a graph over the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.animation import Animation
from kivy.graphics import Color, Mesh, Rectangle
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from sanmill.ui.board.shapes import disc, segment

from .base import PaintedWidget, load_kv


def with_crossings(places: list[tuple[float, float]], level: float) -> list[tuple[float, float]]:
    """A line with further points where it crosses a level, so that what is filled between them crosses there too."""
    found = places[:1]
    for (x, y), (to_x, to_y) in zip(places, places[1:]):
        if (y - level) * (to_y - level) < 0:
            found.append((x + (to_x - x) * (level - y) / (to_y - y), level))
        found.append((to_x, to_y))
    return found


class EvaluationBar(Widget):
    """White's share where lines begin, Black's at the other end."""

    share = NumericProperty(0.5)
    white = NumericProperty(0)  # width of White's part
    is_known = BooleanProperty(False)
    theme = ObjectProperty(None, allownone=True)

    def show(self, value: float | None, *, has_motion: bool) -> None:
        """Animate to a value from -1 to 1; None is unknown."""
        self.is_known = value is not None
        share = 0.5 if value is None else (value + 1) / 2
        Animation.cancel_all(self, "share")
        if abs(share - self.share) < 0.002:
            return
        if has_motion:
            Animation(share=share, duration=0.2, transition="out_cubic").start(self)
        else:
            self.share = share


class EvaluationGraph(PaintedWidget):
    """The value after each ply; a tap jumps to that ply."""

    values = ListProperty()
    ply = NumericProperty(0)
    palette = ObjectProperty(None, allownone=True)
    painted: tuple[str, ...] = ("values", "ply", "palette")

    def __init__(self, **kwargs: Any) -> None:
        self.on_jump: Callable[[int], None] = lambda ply: None
        super().__init__(**kwargs)

    def place(self, ply: float, value: float) -> tuple[float, float]:
        inset = dp(8)
        part = ply / max(1, len(self.values) - 1)
        x = self.along(self.x + inset + part * (self.width - 2 * inset))
        return (x, self.center_y + value * (self.height / 2 - inset))

    def paint(self) -> None:
        if self.palette is None:
            return
        self._paint_ground()
        palette, canvas = self.palette, self.canvas
        canvas.add(Color(*palette.outline))
        canvas.add(Rectangle(pos=(self.x, round(self.center_y)), size=(self.width, max(1, dp(1)))))
        known = [self.place(ply, value) for ply, value in enumerate(self.values) if value is not None]
        if len(known) > 1:
            canvas.add(Color(*palette.primary, 0.22))
            outline = with_crossings(known, self.center_y)
            corners = [number for x, y in outline for number in (x, y, 0, 0, x, self.center_y, 0, 0)]
            canvas.add(Mesh(vertices=corners, indices=list(range(2 * len(outline))), mode="triangle_strip"))
            canvas.add(Color(*palette.primary))
            for start, end in zip(known, known[1:]):  # not as one path: spikes would make it thinner
                canvas.add(segment(*start, *end, dp(2)))
            for place in known[1:-1]:
                canvas.add(disc(*place, dp(1)))
        self._paint_marks()
        x = self.place(self.ply, 0)[0]
        canvas.add(Color(*palette.accent))
        canvas.add(Rectangle(pos=(round(x - dp(0.75)), self.y), size=(max(1, dp(1.5)), self.height)))
        shown = self.values[int(self.ply)] if self.ply < len(self.values) else None
        if shown is not None:
            canvas.add(disc(*self.place(self.ply, shown), dp(4.5)))

    def _paint_ground(self) -> None:
        self.canvas.add(Color(*self.palette.raised))
        self.canvas.add(Rectangle(pos=self.pos, size=self.size))

    def _paint_marks(self) -> None:
        """Paint further marks on the line; for subclasses."""

    def on_touch_down(self, touch: Any) -> bool:
        """Jump to the nearest ply."""
        if not self.collide_point(*touch.pos) or touch.is_mouse_scrolling or not self.values:
            return False
        part = (self.along(touch.x) - self.x - dp(8)) / max(1.0, self.width - dp(16))
        self.on_jump(round(max(0.0, min(1.0, part)) * (len(self.values) - 1)))
        return True


load_kv(__file__)
