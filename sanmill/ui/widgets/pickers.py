"""Sheets that every page may use: one of several to pick, a name to give, a text to read in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from sanmill.ui.app_port import the_app

from .base import Row, Tappable, load_rules
from .sheet import Sheet


class PickRow(Tappable):
    """A line that shows what is chosen, and opens what can be chosen."""

    label = StringProperty()
    words = StringProperty()  # of what is chosen


class PickSheet(Sheet):
    """Every choice on a line of its own, with room for its words."""

    detail = StringProperty()
    choices = ListProperty()  # pairs of value and words
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
    """A name to give. What is wrong with it is said below it, and it stays until it is right."""

    name = StringProperty()
    fault = StringProperty()
    then: Callable[[str], str] = ObjectProperty(None, allownone=True)  # gives back what is wrong, or nothing

    def take(self) -> None:
        """The name is given."""
        self.fault = self.then(self.ids.row.written)
        if not self.fault:
            self.close()


class PasteSheet(Sheet):
    """A text to read in: written, or pasted. What is wrong with it is said below it."""

    hint = StringProperty()
    fault = StringProperty()
    is_writing = BooleanProperty(False)
    then: Callable[[str], str] = ObjectProperty(None, allownone=True)  # gives back what is wrong, or nothing

    def paste(self) -> None:
        """Take what is on the clipboard."""
        self.ids.written.text = the_app().files.paste()
        Clock.schedule_once(lambda _: self.take(), 0)

    def take(self) -> None:
        """Read it."""
        self.fault = self.then(self.ids.written.text)
        if not self.fault:
            self.close()


load_rules(__file__)
