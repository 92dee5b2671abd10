"""Parts of the review: the graph, the cards of key moments, and a progress bar."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from sanmill.control.views.types import MomentView, Verdict
from sanmill.core.review import CLEAR
from sanmill.ui.app_port import the_app
from sanmill.ui.board.shapes import disc, path, ring, triangle

from .base import Tappable, WrappedLabel, load_kv
from .evaluation import EvaluationGraph

TINT = 0.16


class ReviewGraph(EvaluationGraph):
    """The evaluation graph with shaded winning and losing zones; dots are proven values, rings key moments."""

    proven = ListProperty()
    marks = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(proven=self._draw, marks=self._draw)

    def _paint_ground(self) -> None:
        super()._paint_ground()
        palette = self.palette
        high, low = self.place(0, CLEAR)[1], self.place(0, -CLEAR)[1]
        for colour, bottom, top in ((palette.good, high, self.top), (palette.bad, self.y, low)):
            self.canvas.add(Color(*colour, TINT))
            self.canvas.add(Rectangle(pos=(self.x, bottom), size=(self.width, top - bottom)))

    def _paint_marks(self) -> None:
        known = {ply: value for ply, value in enumerate(self.values) if value is not None}
        self.canvas.add(Color(*self.palette.primary))
        for ply in self.proven:
            if ply in known:
                self.canvas.add(disc(*self.place(ply, known[ply]), dp(3)))
        self.canvas.add(Color(*self.palette.text))
        for ply in self.marks:
            if ply in known:
                self.canvas.add(ring(*self.place(ply, known[ply]), dp(6), dp(1.5)))


class ProgressLine(Widget):
    """Progress from 0 to 1."""

    share = NumericProperty(0)


class VerdictMark(Widget):
    """A wedge up, a bar or a wedge down for won, level, lost; filled when proven, outlined when estimated."""

    verdict = ObjectProperty(Verdict.LEVEL)
    is_proven = BooleanProperty(False)
    palette = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(pos=self._paint, size=self._paint, palette=self._paint, verdict=self._paint, is_proven=self._paint)

    def _paint(self, *_: Any) -> None:
        self.canvas.clear()
        if self.palette is None:
            return
        palette, (x, y), size = self.palette, self.center, min(self.size) * 0.36
        colours = {Verdict.BETTER: palette.good, Verdict.LEVEL: palette.secondary, Verdict.WORSE: palette.bad}
        self.canvas.add(Color(*colours[self.verdict]))
        if self.verdict is Verdict.LEVEL:
            corners = [x - size, y - size * 0.35, x + size, y - size * 0.35]
            corners += [x + size, y + size * 0.35, x - size, y + size * 0.35]
        else:
            up = 1 if self.verdict is Verdict.BETTER else -1
            corners = [x - size, y - up * size * 0.75, x, y + up * size, x + size, y - up * size * 0.75]
        if self.is_proven and self.verdict is Verdict.LEVEL:
            self.canvas.add(Rectangle(pos=corners[:2], size=(2 * size, 0.7 * size)))
        elif self.is_proven:
            self.canvas.add(triangle(corners))
        self.canvas.add(path(corners, dp(1.4), is_closed=True))


class MomentCard(Tappable):
    """A key moment: title, verdicts before and after, explanation. A tap jumps to it."""

    title = StringProperty()
    is_shown = BooleanProperty(False)
    is_turning = BooleanProperty(False)
    rim = NumericProperty(0)
    is_proven = BooleanProperty(False)
    before = ObjectProperty(Verdict.LEVEL)
    after = ObjectProperty(Verdict.LEVEL)

    def __init__(self, moment: MomentView, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        say = the_app().say
        self.ply = moment.ply
        self.title, self.is_turning = say(moment.title), moment.is_turning
        self.before, self.after, self.is_proven = moment.before, moment.after, moment.is_proven
        for words in moment.lines:
            self.ids.lines.add_widget(MomentText(text=say(words)))


class MomentText(WrappedLabel):
    """One sentence of a card."""


load_kv(__file__)
