"""Keyboard and D-pad: arrows move the focus over points and buttons, Enter presses, Esc goes back."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from kivy.metrics import dp
from kivy.uix.behaviors import FocusBehavior

from sanmill.control.board import intents
from sanmill.control.routes import PLAY
from sanmill.ui.board.widget import BoardWidget
from sanmill.ui.widgets.base import StepSlider, Tappable

from .app_port import the_app
from .nav import Nav

ESCAPE, BACK = 27, 1001  # 1001 is what some phones send
ARROWS = {273: (0, 1), 274: (0, -1), 275: (1, 0), 276: (-1, 0)}
ENTER = {13, 271, 32, 23}  # Enter, keypad, space, D-pad centre
TAB = 9
MARK = ord("m")  # draws a ring or an arrow
LETTERS = {ord("z"): intents.Undo(), ord("y"): intents.Redo(), ord("h"): intents.AskHint(), ord("f"): intents.Flip()}


class Keys:
    """Moves the focus within the sheet or screen in front."""

    def __init__(self, nav: Nav) -> None:
        self._nav = nav
        self._focus: Any = None

    def on_key(self, _window: Any, key: int, *_: Any) -> bool:
        """Handle a key; return whether it was used. While a text field has the focus, it gets the keys."""
        field = self._text_field()
        if field is not None:
            field.focus = key not in (ESCAPE, BACK)
            return not field.focus
        if key in (ESCAPE, BACK):
            self._nav.back()
        elif key in ARROWS:
            self._move(*ARROWS[key])
        elif key == TAB:
            self._next()
        elif key in ENTER:
            self._press()
        elif key == MARK and isinstance(self._current(), BoardWidget):
            self._focus.mark_cursor()
        elif key in LETTERS and self._nav.current == PLAY and self._nav.sheet is None:
            the_app().send(LETTERS[key])
        else:
            return False
        return True

    # Focus.

    def _text_field(self) -> FocusBehavior | None:
        fields = (widget for widget in self._layer().walk(restrict=True) if isinstance(widget, FocusBehavior))
        return next((field for field in fields if field.focus), None)

    def _layer(self) -> Any:
        return self._nav.sheet or self._nav.screens.current_screen

    def focusable(self) -> list[Any]:
        """Every widget that can take the focus now, the board first."""
        return list(self._walk(self._layer()))

    def _walk(self, widget: Any) -> Iterator[Any]:
        for child in reversed(widget.children):
            if child.opacity == 0 or child.disabled or child.right < -dp(1000):
                continue
            is_board = isinstance(child, BoardWidget) and child.is_live
            if is_board or isinstance(child, (Tappable, StepSlider)):
                yield child
            else:
                yield from self._walk(child)

    def _current(self) -> Any:
        has_no_cursor = isinstance(self._focus, BoardWidget) and not self._focus.cursor
        if has_no_cursor or self._focus not in self.focusable():
            self._set(None)
        return self._focus

    def _set(self, widget: Any) -> None:
        old, self._focus = self._focus, widget
        if isinstance(old, BoardWidget):
            old.cursor = ""
        elif old is not None:
            old.is_focused = False
        if isinstance(widget, BoardWidget):
            widget.cursor = widget.cursor or self._first_point(widget)
        elif widget is not None:
            widget.is_focused = True
            self.scroll_to(widget)

    def _first_point(self, board: BoardWidget) -> str:
        view = board.view
        if view is None:
            return ""
        return view.chosen or view.last_to or view.board.points[0].name

    def scroll_to(self, widget: Any) -> None:
        parent = widget.parent
        while parent is not None and parent is not self._nav:
            if hasattr(parent, "refresh_from_data"):  # a RecycleView, whose rows are not its children
                _scroll_list(parent, widget)
                return
            if hasattr(parent, "scroll_to"):
                content = parent.children[0]
                if content.height > parent.height + 1 or content.width > parent.width + 1:
                    parent.scroll_to(widget, padding=dp(8), animate=False)
                return
            parent = parent.parent if parent.parent is not parent else None

    # Actions.

    def _next(self) -> None:
        widgets = self.focusable()
        current = self._current()
        if widgets:
            self._set(widgets[(widgets.index(current) + 1) % len(widgets)] if current else widgets[0])

    def _press(self) -> None:
        current = self._current()
        if isinstance(current, BoardWidget):
            current.dispatch("on_key_point", current.cursor)
        elif isinstance(current, Tappable):
            current.press()
        elif current is None:
            self._next()

    def _move(self, dx: int, dy: int) -> None:
        if dy and not self._nav.sheet and self._nav.page.scroll_page(dy):
            return
        current = self._current()
        if current is None:
            self._next()
            return
        if isinstance(current, StepSlider) and dx:
            current.step(dx)
            return
        if isinstance(current, BoardWidget):
            point = current.geometry.towards(current.cursor, dx, dy)
            if point:
                current.cursor = point
                return
        widget = self._neighbour(current, dx, dy)
        if widget is not None:
            self._set(widget)

    def _neighbour(self, current: Any, dx: int, dy: int) -> Any:
        x, y = current.to_window(*current.center)
        best: tuple[float, Any] = (math.inf, None)
        for widget in self.focusable():
            sx, sy = widget.to_window(*widget.center)
            ahead, aside = (sx - x) * dx + (sy - y) * dy, abs((sx - x) * dy) + abs((sy - y) * dx)
            if widget is not current and ahead > 1 and ahead + 2 * aside < best[0]:
                best = (ahead + 2 * aside, widget)
        return best[1]


def _scroll_list(view: Any, row: Any) -> None:
    """Scroll a RecycleView until a row is visible, with a margin."""
    hidden = view.children[0].height - view.height
    bottom, low = row.to_window(row.x, row.y)[1], view.to_window(view.x, view.y)[1]
    above = bottom + row.height + dp(24) - (low + view.height)
    below = low - (bottom - dp(24))
    if hidden > 0 and (above > 0 or below > 0):
        change = above if above > 0 else -below
        view.scroll_y = max(0.0, min(1.0, view.scroll_y + change / hidden))
