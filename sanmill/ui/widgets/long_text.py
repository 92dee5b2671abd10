"""A long text in a RecycleView: wrapped in advance, with widgets only for the visible lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as Measure
from kivy.metrics import dp
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.label import Label
from kivy.uix.recycleview import RecycleView

from sanmill.core.text import bidi
from sanmill.ui.text.text_provider import is_rtl

from .base import load_kv
from .line_breaks import break_lines

PAGE = 0.8  # of the visible height, scrolled by a key
SPACE = 1.35  # line height in font sizes


class TextLine(Label):
    """One line, at the side where its direction begins."""

    def begin(self, text: str, x: float, width: float, drawn: float) -> int:
        """x of the drawn line."""
        return int(x + width - drawn if is_rtl(text) else x)


class LongText(RecycleView):
    """Wraps between words, and inside words longer than a line."""

    text = StringProperty()
    font_size = NumericProperty("14sp")
    most_width = NumericProperty("640dp")
    line_height = NumericProperty(20)
    margin = NumericProperty(16)

    def __init__(self, **kwargs: Any) -> None:
        self._break = Clock.create_trigger(self._break_lines, -1)
        self._widths: dict[str, float] = {}
        super().__init__(**kwargs)
        self.bind(text=self._break, width=self._break)

    def scroll_page(self, dy: int) -> bool:
        """Scroll by a page; return false at the end."""
        view: Any = self
        hidden = float(view.children[0].height - view.height)
        if hidden <= 0:
            return False
        old = float(view.scroll_y)
        new = max(0.0, min(1.0, old + dy * PAGE * float(view.height) / hidden))
        view.scroll_y = new
        return new != old

    def _break_lines(self, *_: Any) -> None:
        self.margin = max(0.0, (self.width - self.most_width) / 2) + dp(16)
        room = self.width - 2 * self.margin
        if room < dp(40):
            return
        self.line_height = self.font_size * SPACE
        lines = [line for part in self.text.splitlines() for line in self._wrapped(part, room)]
        self.data = [{"text": line, "font_size": self.font_size} for line in lines]

    def _wrapped(self, paragraph: str, room: float) -> list[str]:
        """The lines of a paragraph; joined letters are measured by lines, since their width depends on neighbours."""
        if not bidi.is_needed(paragraph):
            return wrap(paragraph, room, self._width_of) or [""]
        measure = Measure(font_size=self.font_size)
        return break_lines(paragraph, room, lambda words: float(measure.get_extents(words)[0])).split("\n")

    def _width_of(self, sign: str) -> float:
        """Width of a character, cached."""
        width = self._widths.get(sign)
        if width is None:
            measure = Measure(text=sign * 8, font_size=self.font_size)
            measure.refresh()
            width = self._widths[sign] = measure.content_size[0] / 8
        return width


def wrap(text: str, room: float, width_of: Callable[[str], float]) -> list[str]:
    """Split a text into lines no wider than ``room``."""
    lines: list[str] = []
    for line in text.expandtabs(4).splitlines():
        if len(set(line)) == 1:  # a rule fills the line
            line = line[: max(1, int(room / width_of(line[0])))]
        begin = end = 0  # of the current line, and where it may break
        width = width_at_end = 0.0
        for at, sign in enumerate(line):
            own = width_of(sign)
            if sign != " " and width + own > room and at > begin:
                if end <= begin:
                    end, width_at_end = at, width
                lines.append(line[begin:end].rstrip())
                begin, width = end, width - width_at_end
            width += own
            if sign in " -/" or ord(sign) > 0x2E80:
                end, width_at_end = at + 1, width
        lines.append(line[begin:].rstrip())
    return lines


load_kv(__file__)
