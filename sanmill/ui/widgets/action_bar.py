"""Bars of buttons: one button for each action of a view or command of a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.layout import Layout

from sanmill.control.views.types import Action
from sanmill.ui.app_port import the_app
from sanmill.ui.direction import BoxLayout, GridLayout

from .base import IconButton, Tappable, TextButton, load_kv

WIDER = 1.6  # the button to press, beside the others
QUIET = 0.5  # of the row, for a lone button that is not the one to press


class Command(NamedTuple):
    """What a button shows and runs."""

    icon: str
    label: str
    run: Callable[[], object]
    is_enabled: bool = True
    is_on: bool = False  # highlighted
    is_destructive: bool = False


def commands(actions: Iterable[Action]) -> list[Command]:
    """Commands that send the intents of a view's actions."""
    app = the_app()
    return [
        Command(
            each.icon,
            app.say(each.label),
            partial(app.send, each.intent),
            each.is_enabled,
            each.is_on,
            is_destructive=each.is_destructive,
        )
        for each in actions
    ]


class CommandLayout(Layout):
    """A layout of buttons, which are reused from one ``show`` to the next."""

    button_class: type[Tappable]

    def show(self, wanted: Sequence[Command]) -> None:
        """Make the buttons match the commands."""
        while len(self.children) > len(wanted):
            self.remove_widget(self.children[0])
        while len(self.children) < len(wanted):
            self.add_widget(self.button_class(on_release=lambda button: button.run()))
        for button, command in zip(reversed(self.children), wanted):
            button.icon, button.label, button.run = command.icon, command.label, command.run
            button.disabled, button.is_on = not command.is_enabled, command.is_on
            button.is_destructive = command.is_destructive


class ActionRow(CommandLayout, GridLayout):  # Kivy has an ActionBar of its own
    """A row of icon buttons; three to a row where they would be narrower than ``button_least``."""

    button_class = IconButton
    button_least = NumericProperty(0)
    grows = BooleanProperty(False)  # with labels of several lines, above which all icons stand in line
    needed = NumericProperty(0)

    def add_widget(self, widget: Any, *args: Any, **kwargs: Any) -> None:
        """Add a button and follow its height."""
        super().add_widget(widget, *args, **kwargs)
        if self.grows:
            widget.is_at_top = True
            widget.bind(needed=self._measure)

    def _measure(self, *_: Any) -> None:
        self.needed = max(each.needed for each in self.children)


class ButtonBar(CommandLayout, BoxLayout):
    """Text buttons in a row, or stacked where the row is too narrow for their labels."""

    button_class = TextButton
    is_even = BooleanProperty(True)  # equally wide; else the one to press is wider, a lone other one narrower

    def __init__(self, **kwargs: Any) -> None:
        self._fit = Clock.create_trigger(self._choose_orientation, -1)
        super().__init__(**kwargs)
        self.bind(width=self._fit, children=self._fit)

    def add_widget(self, widget: Any, *args: Any, **kwargs: Any) -> None:
        """Add a button and follow the width of its label and whether it is the one to press."""
        super().add_widget(widget, *args, **kwargs)
        if isinstance(widget, TextButton):
            widget.bind(needed=self._fit, is_on=self._fit)

    def show(self, wanted: Sequence[Command]) -> None:
        """Lay new buttons out at once: a bar that is too high for a frame would move what is beside it."""
        super().show(wanted)
        if wanted:
            self._choose_orientation()
            self.do_layout()

    def _choose_orientation(self, *_: Any) -> None:
        count = len(self.children)
        room = self.width - self.spacing * (count - 1)
        needed = [getattr(each, "needed", 0) for each in self.children]
        is_quiet = count == 1 and not self.is_even and not self.children[0].is_on
        margin = (self.width - max(self.width * QUIET, *needed)) / 2 if is_quiet else 0
        self.padding = (max(0, margin), 0)
        is_tight = any(width > room / count for width in needed)
        is_stacked = is_tight and (self.is_even or sum(needed) > room)
        self.orientation = "vertical" if is_stacked else "horizontal"
        for each, width in zip(self.children, needed):
            each.size_hint_x = width if is_tight and not is_stacked else 1
        if not is_tight and not self.is_even:
            self._widen([WIDER if each.is_on else 1 for each in self.children], needed, room)

    def _widen(self, shares: list[float], needed: list[float], room: float) -> None:
        """Give each button its share of the room if all labels fit."""
        if all(width <= room * share / sum(shares) for width, share in zip(needed, shares)):
            for each, share in zip(self.children, shares):
                each.size_hint_x = share


load_kv(__file__)
