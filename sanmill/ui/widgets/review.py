"""Parts of the review: the graph, the cards of key moments, and a progress bar."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from sanmill.control.views.types import MomentView, Verdict
from sanmill.core.game.review import CLEAR
from sanmill.ui.app_port import the_app
from sanmill.ui.board.shapes import disc, ring, verdict_mark
from sanmill.ui.direction import BoxLayout, StackLayout

from .base import PaintedWidget, Tappable, WrappedLabel, load_kv
from .evaluation import EvaluationGraph

TINT = 0.16


class ReviewGraph(EvaluationGraph):
    """The evaluation graph with shaded winning and losing zones; dots are proven values, rings key moments."""

    proven = ListProperty()
    marks = ListProperty()
    painted = (*EvaluationGraph.painted, "proven", "marks")

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
    share = NumericProperty(0)
    done = NumericProperty(0)  # width of the filled part


class VerdictMark(PaintedWidget):
    """A wedge up, a bar or a wedge down for won, level, lost; filled when proven, outlined when estimated."""

    verdict = ObjectProperty(Verdict.LEVEL)
    is_proven = BooleanProperty(False)
    palette = ObjectProperty(None, allownone=True)
    painted = ("palette", "verdict", "is_proven")

    def paint(self) -> None:
        if self.palette is None:
            return
        palette, (x, y), size = self.palette, self.center, min(self.size) * 0.36
        colours = {Verdict.BETTER: palette.good, Verdict.LEVEL: palette.secondary, Verdict.WORSE: palette.bad}
        self.canvas.add(Color(*colours[self.verdict]))
        for part in verdict_mark(x, y, size, size * 0.35, self.verdict, dp(1.4), is_proven=self.is_proven):
            self.canvas.add(part)


class LegendItem(BoxLayout):
    verdict = ObjectProperty(Verdict.LEVEL)
    is_proven = BooleanProperty(False)
    label = StringProperty()


class VerdictLegend(StackLayout):
    """What the marks of the analysis mean."""


class MomentCard(Tappable):
    """A key moment: title, verdicts before and after, explanation. A tap jumps to it."""

    title = StringProperty()
    is_shown = BooleanProperty(False)
    is_turning = BooleanProperty(False)
    rim = NumericProperty(0)
    is_proven = BooleanProperty(False)
    before = ObjectProperty(Verdict.LEVEL)
    after = ObjectProperty(Verdict.LEVEL)

    def __init__(self, ply: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.ply = ply

    def show(self, moment: MomentView) -> None:
        """Update what it says; a finger may be on it."""
        say, lines = the_app().say, self.ids.lines
        self.title, self.is_turning, self.is_shown = say(moment.title), moment.is_turning, moment.is_shown
        self.before, self.after, self.is_proven = moment.before, moment.after, moment.is_proven
        while len(lines.children) < len(moment.lines):
            lines.add_widget(MomentText())
        while len(lines.children) > len(moment.lines):
            lines.remove_widget(lines.children[0])
        for label, words in zip(reversed(lines.children), moment.lines):
            label.text = say(words)


class MomentText(WrappedLabel):
    """One sentence of a card."""


load_kv(__file__)
