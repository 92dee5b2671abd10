"""How a run of puzzles goes, in the app bar: the time left, the puzzles solved, and a mark for each mistake."""

from __future__ import annotations

from kivy.graphics import Color
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from sanmill.control.views.types import RunView
from sanmill.ui.app_port import the_app
from sanmill.ui.board.shapes import path, ring
from sanmill.ui.direction import BoxLayout

from .base import PaintedWidget, load_kv

LINE = 2.0  # dp


class MistakeMarks(PaintedWidget):
    """A cross for each mistake, a ring for each that is still allowed."""

    mistakes = NumericProperty(0)
    allowed = NumericProperty(0)
    step = NumericProperty(0)
    palette = ObjectProperty(None, allownone=True)
    painted = ("mistakes", "allowed", "step", "palette")

    def paint(self) -> None:
        if self.palette is None:
            return
        radius = self.step * 0.32
        for index in range(int(self.allowed)):
            x, y = self.along(self.x + (index + 0.5) * self.step), self.center_y
            if index < self.mistakes:
                self.canvas.add(Color(*self.palette.bad))
                for slope in (1, -1):
                    self.canvas.add(path([x - radius, y - slope * radius, x + radius, y + slope * radius], dp(LINE)))
            else:
                self.canvas.add(Color(*self.palette.outline))
                self.canvas.add(ring(x, y, radius, dp(LINE) * 0.75))


class RunBar(BoxLayout):
    """Without width while no run is shown."""

    is_shown = BooleanProperty(False)
    solved = StringProperty()
    time = StringProperty()
    is_low = BooleanProperty(False)
    mistakes = NumericProperty(0)
    allowed = NumericProperty(0)

    def show(self, view: RunView | None) -> None:
        self.is_shown = view is not None
        if view is not None:
            app = the_app()
            self.solved = app.number(view.solved)
            self.time = app.say(view.time) if view.time else ""
            self.is_low, self.mistakes, self.allowed = view.is_low, view.mistakes, view.allowed


load_kv(__file__)
