"""Common sheets: pick one of several, enter a name, paste a text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from sanmill.ui.app_port import the_app

from .base import Row, Tappable, load_rules
from .sheet import Sheet


class PickRow(Tappable):
    """Shows the chosen value; opens the picker."""

    label = StringProperty()
    words = StringProperty()  # the chosen value


class PickSheet(Sheet):
    """One row per choice."""

    detail = StringProperty()
    choices = ListProperty()  # pairs of value and label
    value = ObjectProperty(None, allownone=True)
    then: Callable[[Any], None] = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for value, words in self.choices:
            row = Row(icon="check" if value == self.value else "", label=words, leads_on=False)
            row.bind(on_release=lambda _, value=value: self._pick(value))
            self.add_widget(row)

    def _pick(self, value: Any) -> None:
        if not self.is_closing:
            self.close()
            self.then(value)


class NameSheet(Sheet):
    """Asks for a name; shows an error and stays open until it is valid."""

    name = StringProperty()
    fault = StringProperty()
    then: Callable[[str], str] = ObjectProperty(None, allownone=True)  # returns an error message, or nothing

    def take(self) -> None:
        """Submit the name."""
        self.fault = self.then(self.ids.row.written)
        if not self.fault:
            self.close()


class PasteSheet(Sheet):
    """Asks for a text, typed or pasted; shows an error and stays open until it is valid."""

    hint = StringProperty()
    fault = StringProperty()
    is_writing = BooleanProperty(False)
    then: Callable[[str], str] = ObjectProperty(None, allownone=True)  # returns an error message, or nothing

    def paste(self) -> None:
        """Paste and submit."""
        self.ids.written.text = the_app().files.paste()
        Clock.schedule_once(lambda _: self.take(), 0)

    def take(self) -> None:
        """Submit the text."""
        self.fault = self.then(self.ids.written.text)
        if not self.fault:
            self.close()


load_rules(__file__)
