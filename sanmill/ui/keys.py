"""Keyboard and D-pad: arrows go from point to point and from button to button, Enter presses, Esc goes back."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from kivy.metrics import dp
from kivy.uix.behaviors import FocusBehavior

from sanmill.control import intents

from .board.widget import BoardWidget
from .nav import PLAY, Nav
from .screens.text import TextPage
from .widgets.base import LevelSlider, Tap

ESCAPE, BACK = 27, 1001  # 1001 is what some phones send
ARROWS = {273: (0, 1), 274: (0, -1), 275: (1, 0), 276: (-1, 0)}
ENTER = {13, 271, 32, 23}  # Enter, keypad, space, D-pad centre
TAB = 9
LETTERS = {ord("z"): intents.Undo(), ord("y"): intents.Redo(), ord("h"): intents.AskHint(), ord("f"): intents.Flip()}


class Keys:
    """Moves a focus over what is in front, and presses it."""

    def __init__(self, nav: Nav) -> None:
        self._nav = nav
        self._focus: Any = None

    def on_key(self, _window: Any, key: int, *_: Any) -> bool:
        """Take a key; true when it was one of ours. While somebody writes, keys are for the text."""
        field = self._written_in()
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
        elif key in LETTERS and self._nav.current == PLAY and self._nav.sheet is None:
            self._nav.play.send(LETTERS[key])
        else:
            return False
        return True

    # What can be reached.

    def _written_in(self) -> FocusBehavior | None:
        """The field somebody writes in."""
        fields = (widget for widget in self._layer().walk(restrict=True) if isinstance(widget, FocusBehavior))
        return next((field for field in fields if field.focus), None)

    def _layer(self) -> Any:
        return self._nav.sheet or self._nav.screens.current_screen

    def _stops(self) -> list[Any]:
        """Everything that can be pressed now, the board first."""
        return list(self._walk(self._layer()))

    def _walk(self, widget: Any) -> Iterator[Any]:
        for child in reversed(widget.children):
            if child.opacity == 0 or child.disabled or child.right < -dp(1000):
                continue
            is_board = isinstance(child, BoardWidget) and child.is_live
            if is_board or isinstance(child, (Tap, LevelSlider)):
                yield child
            else:
                yield from self._walk(child)

    def _current(self) -> Any:
        has_lost_its_point = isinstance(self._focus, BoardWidget) and not self._focus.cursor
        if has_lost_its_point or self._focus not in self._stops():
            self._set(None)
        return self._focus

    def _set(self, stop: Any) -> None:
        old, self._focus = self._focus, stop
        if isinstance(old, BoardWidget):
            old.cursor = ""
        elif old is not None:
            old.is_focused = False
        if isinstance(stop, BoardWidget):
            stop.cursor = stop.cursor or self._first_point(stop)
        elif stop is not None:
            stop.is_focused = True
            self._scroll_to(stop)

    def _first_point(self, board: BoardWidget) -> str:
        view = board.view
        if view is None:
            return ""
        return view.chosen or view.last_to or view.board.points[0].name

    def _scroll_to(self, stop: Any) -> None:
        """Bring it into sight where it lies in something that scrolls."""
        parent = stop.parent
        while parent is not None and parent is not self._nav:
            if hasattr(parent, "refresh_from_data"):  # a list that makes its rows anew; it has no way of its own
                _scroll_list(parent, stop)
                return
            if hasattr(parent, "scroll_to"):
                content = parent.children[0]
                if content.height > parent.height + 1 or content.width > parent.width + 1:
                    parent.scroll_to(stop, padding=dp(8), animate=False)
                return
            parent = parent.parent if parent.parent is not parent else None

    # What keys do.

    def _next(self) -> None:
        stops = self._stops()
        current = self._current()
        if stops:
            self._set(stops[(stops.index(current) + 1) % len(stops)] if current else stops[0])

    def _press(self) -> None:
        current = self._current()
        if isinstance(current, BoardWidget):
            current.dispatch("on_key_point", current.cursor)
        elif isinstance(current, Tap):
            current.press()
        elif current is None:
            self._next()

    def _move(self, dx: int, dy: int) -> None:
        layer = self._layer()
        if dy and isinstance(layer, TextPage) and layer.long_text.turn(dy):
            return
        current = self._current()
        if current is None:
            self._next()
            return
        if isinstance(current, LevelSlider) and dx:
            current.step(dx)
            return
        if isinstance(current, BoardWidget):
            point = current.geometry.towards(current.cursor, dx, dy)
            if point:
                current.cursor = point
                return
        stop = self._beside(current, dx, dy)
        if stop is not None:
            self._set(stop)

    def _beside(self, current: Any, dx: int, dy: int) -> Any:
        """The nearest stop in a direction."""
        x, y = current.to_window(*current.center)
        best: tuple[float, Any] = (math.inf, None)
        for stop in self._stops():
            sx, sy = stop.to_window(*stop.center)
            ahead, aside = (sx - x) * dx + (sy - y) * dy, abs((sx - x) * dy) + abs((sy - y) * dx)
            if stop is not current and ahead > 1 and ahead + 2 * aside < best[0]:
                best = (ahead + 2 * aside, stop)
        return best[1]


def _scroll_list(shelf: Any, stop: Any) -> None:
    """Bring a row of a long list into sight, with a little of what lies beyond it."""
    hidden = shelf.children[0].height - shelf.height
    bottom, low = stop.to_window(stop.x, stop.y)[1], shelf.to_window(shelf.x, shelf.y)[1]
    above = bottom + stop.height + dp(24) - (low + shelf.height)
    below = low - (bottom - dp(24))
    if hidden > 0 and (above > 0 or below > 0):
        change = above if above > 0 else -below
        shelf.scroll_y = max(0.0, min(1.0, shelf.scroll_y + change / hidden))
