"""A text field whose cursor and touches follow lines that are written from right to left."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.uix.textinput import TextInput

from sanmill.ui import platform
from sanmill.ui.text.text_provider import is_rtl


class TextField(TextInput):
    """Kivy's, which aligns each line by its direction; in a mixed line the cursor stands as in an unmixed one."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if platform.has_text_dialog():
            self.keyboard_mode = "managed"  # Kivy opens none
            self.bind(focus=lambda _, is_focused: Clock.schedule_once(self._ask, 0) if is_focused else None)

    def _ask(self, *_: Any) -> None:
        """Let the system's dialog edit the text."""
        self.focus = False
        platform.edit_text(self.hint_text, self.text, self.multiline, self._edited)

    def _edited(self, written: str) -> None:
        """Take the text as if it had been typed and the field left."""
        self.text = written
        self.property("focus").dispatch(self)
        if not self.multiline:
            self.dispatch("on_text_validate")

    def cursor_offset(self) -> float:
        offset, row = float(super().cursor_offset()), int(self.cursor_row)
        return self._get_row_width(row) - offset if self._is_rtl(row) else offset

    def get_cursor_from_xy(self, x: float, y: float) -> tuple[int, int]:
        row = super().get_cursor_from_xy(x, y)[1]
        if self._is_rtl(row):
            width = self._get_row_width(row)
            room = self.width - self.padding[0] - self.padding[2]
            x = 2 * (self.x + self.padding[0] + max(0, int(room - width)) - self.scroll_x) + width - x
        found: tuple[int, int] = super().get_cursor_from_xy(x, y)
        return found

    def _draw_selection(self, pos: Any, size: Any, line_num: int, *arguments: Any) -> None:
        start, end, lines, measure, *others = arguments
        if self._is_rtl(line_num):
            width = self._get_row_width(line_num)
            arguments = (start, end, lines, lambda words, *kept: width - measure(words, *kept), *others)
        super()._draw_selection(pos, size, line_num, *arguments)

    def _is_rtl(self, row: int) -> bool:
        """Whether a line is written from the right; Kivy aligns by it, and remembers that of the line drawn last."""
        found = row < len(self._lines) and is_rtl(self._lines[row])
        self._resolved_base_dir = "rtl" if found else "ltr"
        return found
