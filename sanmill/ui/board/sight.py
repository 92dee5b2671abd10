"""What a page or a row that scrolls leaves in sight."""

from __future__ import annotations

from kivy.base import EventLoop
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget


def is_in_sight(widget: Widget) -> bool:
    """Whether nothing that scrolls hides the whole of it."""
    left, bottom, right, top = _box(widget)
    parent = widget.parent
    while parent is not None and parent is not EventLoop.window:
        if isinstance(parent, ScrollView):
            x, y, to_x, to_y = _box(parent)
            if right <= x or left >= to_x or top <= y or bottom >= to_y:
                return False
        parent = parent.parent
    return True


def _box(widget: Widget) -> tuple[float, ...]:
    """Left, bottom, right and top in the window."""
    return (*widget.to_window(*widget.pos), *widget.to_window(widget.right, widget.top))
