"""Sheets that ask for a text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from sanmill.ui.app_port import the_app

from . import action_bar, setting_rows  # noqa: F401 - their classes are used by name
from .base import load_kv
from .sheet import Sheet


class ValidatedSheet(Sheet):
    """Asks for a text; shows an error and stays open until it is valid."""

    error = StringProperty()
    then: Callable[[str], str] = ObjectProperty(None, allownone=True)  # returns an error message, or nothing

    def submit(self, written: str) -> None:
        self.error = self.then(written)
        if not self.error:
            self.close()


class NameSheet(ValidatedSheet):
    """Asks for a name."""

    name = StringProperty()


class PasteSheet(ValidatedSheet):
    """Asks for a text, typed or pasted."""

    hint = StringProperty()
    is_writing = BooleanProperty(False)

    def paste(self) -> None:
        self.ids.written.text = the_app().files.paste()
        Clock.schedule_once(self._submit_pasted, 0)

    def _submit_pasted(self, *_: Any) -> None:
        if self.parent is not None and not self.is_closing:
            self.submit(self.ids.written.text)


load_kv(__file__)
