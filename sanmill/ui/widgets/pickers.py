"""Common sheets: choose an action, pick one of several."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from kivy.properties import ListProperty, ObjectProperty, StringProperty

from sanmill.ui.app_port import the_app

from .action_bar import Command
from .base import Tappable, load_kv
from .sheet import Sheet


class ActionSheet(Sheet):
    """A row per command; choosing one closes all sheets."""

    def __init__(self, wanted: Iterable[Command], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.show_commands(wanted)

    def show_commands(self, wanted: Iterable[Command]) -> None:
        self.ids.content.clear_widgets()
        for command in wanted:
            self.add_row(
                command.icon,
                command.label,
                partial(self._choose, command.run),
                has_chevron=False,
                disabled=not command.is_enabled,
                is_destructive=command.is_destructive,
            )

    def _choose(self, run: Callable[[], object]) -> None:
        the_app().nav.close_sheets()
        run()


class PickRow(Tappable):
    label = StringProperty()
    words = StringProperty()  # the chosen value
    detail = StringProperty()

    @property
    def announcement(self) -> str:
        return f"{self.spoken}, {self.words}"


class PickSheet(Sheet):
    detail = StringProperty()
    choices = ListProperty()  # pairs of value and label
    value = ObjectProperty(None, allownone=True)
    then: Callable[[Any], None] = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for value, words in self.choices:
            icon = "check" if value == self.value else ""
            self.add_row(icon, words, partial(self._pick, value), has_chevron=False)

    def _pick(self, value: Any) -> None:
        if not self.is_closing:
            self.close()
            self.then(value)


load_kv(__file__)
