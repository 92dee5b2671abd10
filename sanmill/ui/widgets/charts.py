"""Charts: bars of results and of shares, the rating over time, and with how many pieces the game is proven."""

from __future__ import annotations

from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty

from sanmill.core.progress.rating import LEVELS
from sanmill.ui.app_port import the_app
from sanmill.ui.board.shapes import Box, disc, path, ring
from sanmill.ui.direction import BoxLayout

from .base import PaintedWidget, load_kv

SPAN_MIN = 240.0  # the smallest range of the rating graph
GAP = 2  # dp between the parts of a bar
LINE = 1.4  # dp, of what is not filled
APART = 3  # discs between two numbers
STEP_MAX = 28  # dp from disc to disc


class Bar(PaintedWidget):
    palette = ObjectProperty(None, allownone=True)

    def _paint_part(self, colour: Any, x: float, width: float) -> None:
        self.canvas.add(Color(*colour))
        radius = min(self.height, width) / 2
        self.canvas.add(Box(pos=(x, self.y), size=(width, self.height), radius=[min(radius, dp(4))]))


class ResultBar(Bar):
    """One bar in three parts; empty parts are left out."""

    wins = NumericProperty(0)
    draws = NumericProperty(0)
    losses = NumericProperty(0)
    painted = ("wins", "draws", "losses", "palette")

    def paint(self) -> None:
        if self.palette is None:
            return
        palette, total = self.palette, self.wins + self.draws + self.losses
        if not total:
            self._paint_part(palette.raised, self.x, self.width)
            return
        parts = [(self.wins, palette.good), (self.draws, palette.outline), (self.losses, palette.bad)]
        parts = [part for part in parts if part[0]]
        room = self.width - dp(GAP) * (len(parts) - 1)
        x = self.x
        for count, colour in parts:
            width = room * count / total
            self._paint_part(colour, self.along(x, width), width)
            x += width + dp(GAP)


class ShareBar(Bar):
    percent = NumericProperty(0)
    painted = ("percent", "palette")

    def paint(self) -> None:
        if self.palette is None:
            return
        self._paint_part(self.palette.raised, self.x, self.width)
        if self.percent:
            width = self.width * self.percent / 100
            self._paint_part(self.palette.primary, self.along(self.x, width), width)


class ShareRow(BoxLayout):
    label = StringProperty()
    numbers = StringProperty()
    percent = NumericProperty(0)


class ResultRow(BoxLayout):
    label = StringProperty()
    numbers = StringProperty()
    wins = NumericProperty(0)
    draws = NumericProperty(0)
    losses = NumericProperty(0)


class ProvenChart(PaintedWidget):
    """A disc for each number of pieces on the board, filled where it is proven, and a band for the placing phase."""

    least = NumericProperty(0)
    most = NumericProperty(0)
    pieces = NumericProperty(0)
    placing = StringProperty()
    proves_placing = BooleanProperty(False)
    palette = ObjectProperty(None, allownone=True)
    painted = ("least", "most", "pieces", "placing", "proves_placing", "palette")

    def paint(self) -> None:
        if self.palette is None or not self.most:
            return
        counts = range(int(self.least), int(self.most) + 1)
        named = {self.least, self.most}
        if min(abs(self.pieces - count) for count in named) >= APART:
            named.add(self.pieces)
        placing = _label(self.placing)
        band = max(placing.width, dp(40))
        step = min((self.width - band - dp(8)) / len(counts), dp(STEP_MAX))
        radius, y = min(step * 0.38, dp(9)), self.top - dp(16)
        for index, count in enumerate(counts):
            x = self.along(self.x + (index + 0.5) * step)
            self._paint_disc(x, y, radius, is_proven=count <= self.pieces)
            if count in named:
                self._paint_label(_label(the_app().number(count)), x, y - radius)
        end = self.along(self.x + step * len(counts) + dp(8), band)
        self._paint_band(end, y - radius, band, 2 * radius)
        self._paint_label(placing, end + band / 2, y - radius)

    def _paint_disc(self, x: float, y: float, radius: float, *, is_proven: bool) -> None:
        self.canvas.add(Color(*(self.palette.primary if is_proven else self.palette.outline)))
        self.canvas.add(disc(x, y, radius) if is_proven else ring(x, y, radius - LINE, dp(LINE)))

    def _paint_band(self, x: float, y: float, width: float, height: float) -> None:
        line = dp(LINE)
        inner = (width - 2 * line, height - 2 * line)
        self.canvas.add(Color(*(self.palette.primary if self.proves_placing else self.palette.outline)))
        self.canvas.add(Box(pos=(x, y), size=(width, height), radius=[height / 2]))
        if self.proves_placing:
            return
        self.canvas.add(Color(*self.palette.background))
        self.canvas.add(Box(pos=(x + line, y + line), size=inner, radius=[inner[1] / 2]))

    def _paint_label(self, texture: Any, x: float, top: float) -> None:
        self.canvas.add(Color(*self.palette.secondary))
        place = (round(x - texture.width / 2), round(top - dp(4) - texture.height))
        self.canvas.add(Rectangle(texture=texture, pos=place, size=texture.size))


def _label(words: str) -> Any:
    label = CoreLabel(text=words, font_size=min(sp(12), dp(16)))
    label.refresh()
    return label.texture


class RatingGraph(PaintedWidget):
    """The rating after each game, with a grid line per level."""

    values = ListProperty()
    palette = ObjectProperty(None, allownone=True)
    painted = ("values", "palette")

    def bounds(self) -> tuple[float, float]:
        low, high = min(self.values), max(self.values)
        spare = max(SPAN_MIN - (high - low), (high - low) * 0.15) / 2
        return (low - spare, high + spare)

    def paint(self) -> None:
        if self.palette is None or not self.values:
            return
        self.canvas.add(Color(*self.palette.raised))
        self.canvas.add(Rectangle(pos=self.pos, size=self.size))
        low, high = self.bounds()
        left = self._paint_levels(low, high)
        points = [self._place(index, value, left, low, high) for index, value in enumerate(self.values)]
        self.canvas.add(Color(*self.palette.primary))
        if len(points) > 1:
            self.canvas.add(path([number for point in points for number in point], dp(2)))
        self.canvas.add(disc(*points[-1], dp(4.5)))

    def _place(self, index: int, value: float, left: float, low: float, high: float) -> tuple[float, float]:
        first, last = left + dp(8), self.right - dp(10)
        part = index / max(1, len(self.values) - 1)
        return (self.along(first + part * (last - first)), self.y + (value - low) / (high - low) * self.height)

    def _paint_levels(self, low: float, high: float) -> float:
        """Paint grid lines and numbers of the visible levels; return where the numbers end."""
        seen = [(level, value) for level, value in enumerate(LEVELS[:-1], start=1) if low < value < high]
        names = [CoreLabel(text=the_app().number(level), font_size=min(sp(12), dp(16))) for level, _ in seen]
        for name in names:
            name.refresh()
        column = max((name.texture.width for name in names), default=0) + dp(16)
        for name, (_, value) in zip(names, seen):
            y = self.y + (value - low) / (high - low) * self.height
            is_clear = self.y + name.texture.height / 2 < y < self.top - name.texture.height / 2
            self.canvas.add(Color(*self.palette.outline, 0.4))
            line = self.width - column
            self.canvas.add(Rectangle(pos=(self.along(self.x + column, line), round(y)), size=(line, max(1, dp(0.8)))))
            if is_clear:
                self.canvas.add(Color(*self.palette.secondary))
                size = name.texture.size
                place = (self.along(self.x + dp(8), size[0]), y - size[1] / 2)
                self.canvas.add(Rectangle(texture=name.texture, pos=place, size=size))
        return float(self.x + column)


load_kv(__file__)
