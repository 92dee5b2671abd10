"""The move list as one scrolling row below the board. A tap jumps to that position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.scrollview import ScrollView

from sanmill.control.views.types import MoveView

from .base import Tappable, load_kv


class MoveChip(Tappable):
    """One turn."""

    number = StringProperty()
    words = StringProperty()
    is_shown = BooleanProperty(False)
    is_taken_back = BooleanProperty(False)


class MoveStrip(ScrollView):
    """All turns in one row, scrolled to the current one."""

    moves = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        self.on_jump: Callable[[int], None] = lambda ply: None
        super().__init__(**kwargs)
        self.follow = Clock.create_trigger(self._show_current, 0)

    def show(self, moves: tuple[MoveView, ...]) -> None:
        fill(self.ids.line, moves, self._jump)
        if list(moves) != self.moves:
            self.moves = list(moves)
            self.follow()

    def _jump(self, ply: int) -> None:
        self.on_jump(ply)

    def _show_current(self, *_: Any) -> None:
        line = self.ids.line
        current = next((chip for chip in line.children if chip.is_shown), None)
        if line.width <= self.width:
            self.scroll_x = 0
        elif current is not None:
            part = (current.center_x - self.width / 2) / (line.width - self.width)
            self.scroll_x = max(0.0, min(1.0, part))


def fill(layout: Any, moves: tuple[MoveView, ...], on_jump: Callable[[int], None]) -> None:
    """Update a layout's chips to these turns."""
    while len(layout.children) > len(moves):
        layout.remove_widget(layout.children[0])
    while len(layout.children) < len(moves):
        chip = MoveChip()
        chip.bind(on_release=lambda chip: on_jump(chip.ply))
        layout.add_widget(chip)
    for chip, move in zip(reversed(layout.children), moves):
        chip.ply = move.ply
        chip.number, chip.words = move.number, move.words
        chip.is_shown, chip.is_taken_back = move.is_shown, move.is_taken_back


load_kv(__file__)
