"""The move list as one scrolling row below the board, with buttons to step. A tap jumps to that position.

The row can be the handle of a panel: a tap on its arrow or a pull upwards opens it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.scrollview import ScrollView

from sanmill.control.views.types import MoveView
from sanmill.core.game.review import Grade
from sanmill.ui.direction import BoxLayout

from .base import BarButton, Tappable, load_kv
from .scroll_row import ScrollRow

PULL = 24  # dp upwards that open the panel
HOLD_SECONDS, RUN_SECONDS = 0.45, 0.12  # until a held button runs, and between its steps


class MoveChip(Tappable):
    number = StringProperty()
    words = StringProperty()
    is_shown = BooleanProperty(False)
    is_taken_back = BooleanProperty(False)
    grade = ObjectProperty(None, allownone=True)

    def colour(self, palette: Any) -> Any:
        """The colour of its grade."""
        if self.grade is Grade.GOOD:
            return palette.good
        return palette.warn if self.grade is Grade.INACCURACY else palette.bad


class StepButton(BarButton):
    """A tap steps once, holding it runs."""

    __events__ = ("on_step",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._has_run = False

    def on_step(self) -> None:
        pass

    def on_press(self) -> None:
        super().on_press()
        Clock.schedule_once(self._run, HOLD_SECONDS)

    def on_release(self) -> None:
        Clock.unschedule(self._run)
        if not self._has_run:
            self.dispatch("on_step")
        self._has_run = False

    def _run(self, *_: Any) -> None:
        if self.state == "down" and not self.disabled and self.get_parent_window():
            self._has_run = True
            self.dispatch("on_step")
            Clock.schedule_once(self._run, RUN_SECONDS)


class MoveStepper(BoxLayout):
    """The move list between the buttons for the previous and the next turn."""

    can_go_back = BooleanProperty(False)
    can_go_on = BooleanProperty(False)
    has_strip = BooleanProperty(True)  # the moves between the buttons; not where all are listed above them
    can_open = BooleanProperty(False)

    __events__ = ("on_open",)

    def __init__(self, **kwargs: Any) -> None:
        self.on_jump: Callable[[int], None] = lambda ply: None
        self._plies: list[int] = [0]  # of the start and after each turn
        self._ply = 0
        super().__init__(**kwargs)

    def on_kv_post(self, _base: Any) -> None:
        self._strip = self.ids.strip.__self__  # kept alive while it is not shown
        self._strip.on_jump = lambda ply: self.on_jump(ply)

    def on_open(self) -> None:
        """The panel is wanted."""

    def on_touch_up(self, touch: Any) -> bool:
        up = touch.y - touch.oy
        is_pull = up > dp(PULL) and up > abs(touch.x - touch.ox) and self.collide_point(*touch.opos)
        if self.can_open and is_pull and touch.grab_current is None:
            self.dispatch("on_open")
            return True
        return bool(super().on_touch_up(touch))

    def on_has_strip(self, *_: Any) -> None:
        if self.has_strip:
            self.ids.middle.add_widget(self._strip)
        else:
            self.ids.middle.remove_widget(self._strip)

    def show(self, moves: tuple[MoveView, ...], ply: int) -> None:
        self._plies, self._ply = [0, *(move.ply for move in moves)], ply
        self.can_go_back, self.can_go_on = ply > 0, ply < self._plies[-1]
        self._strip.show(moves)

    def go_to_start(self) -> None:
        self.on_jump(0)

    def go_to_end(self) -> None:
        self.on_jump(self._plies[-1])

    def go_back(self) -> None:
        if self.can_go_back:
            self.on_jump(max(ply for ply in self._plies if ply < self._ply))

    def go_on(self) -> None:
        if self.can_go_on:
            self.on_jump(min(ply for ply in self._plies if ply > self._ply))


class MoveScroller(ScrollView):
    """All turns, scrolled to the current one."""

    moves = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        self.on_jump: Callable[[int], None] = lambda ply: None
        super().__init__(**kwargs)
        self.follow = Clock.create_trigger(self._show_current, 0)

    def show(self, moves: tuple[MoveView, ...]) -> None:
        fill(self.ids.line, moves, lambda ply: self.on_jump(ply))
        if list(moves) != self.moves:
            self.moves = list(moves)
            self.follow()

    def _show_current(self, *_: Any) -> None:
        line = self.ids.line
        current = next((chip for chip in line.children if chip.is_shown), None)
        if current is not None:
            self.scroll_to_chip(line, current)

    def scroll_to_chip(self, line: Any, chip: Any) -> None:
        raise NotImplementedError


class MoveStrip(MoveScroller, ScrollRow):
    """All turns in one row."""

    def scroll_to_chip(self, line: Any, chip: Any) -> None:
        fits = line.width <= self.width
        self.scroll_x = 0 if fits else _part(chip.center_x, self.width, line.width)


class MoveTable(MoveScroller):
    """All turns in rows, for a panel with room."""

    def scroll_to_chip(self, line: Any, chip: Any) -> None:
        fits = line.height <= self.height
        self.scroll_y = 1 if fits else _part(chip.center_y, self.height, line.height)


def _part(middle: float, window: float, content: float) -> float:
    """How far to scroll a window over its content until a place is in its middle, from 0 to 1."""
    return max(0.0, min(1.0, (middle - window / 2) / (content - window)))


def fill(layout: Any, moves: tuple[MoveView, ...], on_jump: Callable[[int], None]) -> None:
    while len(layout.children) > len(moves):
        layout.remove_widget(layout.children[0])
    while len(layout.children) < len(moves):
        chip = MoveChip()
        chip.bind(on_release=lambda chip: on_jump(chip.ply))
        layout.add_widget(chip)
    for chip, move in zip(reversed(layout.children), moves):
        chip.ply = move.ply
        chip.number, chip.words, chip.grade = move.number, move.words, move.grade
        chip.is_shown, chip.is_taken_back = move.is_shown, move.is_taken_back


load_kv(__file__)
