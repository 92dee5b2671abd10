"""A long text that scrolls smoothly: cut into lines of its width, of which only those in sight are widgets."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as Measure
from kivy.metrics import dp
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.label import Label
from kivy.uix.recycleview import RecycleView

from .base import load_rules

PAGE = 0.8  # of what is in sight, turned by a key
SPACE = 1.35  # from line to line, in font sizes


class TextLine(Label):
    """One line of a long text."""


class LongText(RecycleView):
    """Text with line breaks; longer lines are broken between words, very long words inside."""

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

    def turn(self, dy: int) -> bool:
        """Most of a page up or down; false where the text ends."""
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
        lines = broken(self.text, room, self._width_of)
        self.data = [{"text": line, "font_size": self.font_size} for line in lines]

    def _width_of(self, sign: str) -> float:
        """How wide a character is; measured once."""
        width = self._widths.get(sign)
        if width is None:
            measure = Measure(text=sign * 8, font_size=self.font_size)
            measure.refresh()
            width = self._widths[sign] = measure.content_size[0] / 8
        return width


def broken(text: str, room: float, width_of: Any) -> list[str]:
    """The lines of a text, none wider than there is room."""
    lines: list[str] = []
    for line in text.expandtabs(4).splitlines():
        if len(set(line)) == 1:  # a rule is as long as there is room
            line = line[: max(1, int(room / width_of(line[0])))]
        begin = end = 0  # of what is put together, and where it may be broken
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


load_rules(__file__)
