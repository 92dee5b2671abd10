"""A sheet with a text field: a name in one line, or a comment in several, with marks to choose from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from sanmill.ui.app_port import the_app

from .base import Tappable, TextButton, load_kv
from .sheet import Sheet


class Field(Tappable):
    """Frame of a text input; a tap focuses it."""

    entry = ObjectProperty(None, allownone=True, rebind=True)
    is_writing = BooleanProperty(False)

    def on_release(self) -> None:
        self.entry.focus = True


class TextEntrySheet(Sheet):
    """Passes the text to ``then`` when saved."""

    label = StringProperty()
    text = StringProperty()
    is_long = BooleanProperty(False)
    marks = ListProperty()  # pairs of value and label; may be empty
    mark = ObjectProperty(0, allownone=True)

    def __init__(self, *, then: Callable[..., None], **kwargs: Any) -> None:
        self._then = then
        super().__init__(**kwargs)
        app = the_app()
        button = TextButton(is_on=True, icon="check", label=app.say("games.save"))
        button.bind(on_release=lambda _: self.done())
        self.ids.foot.add_widget(button)
        self.ids.entry.bind(on_text_validate=lambda _: self.done())

    def open(self) -> None:
        super().open()
        seconds = 0.3 if the_app().has_motion else 0
        Clock.schedule_once(self._focus, seconds)

    def _focus(self, *_: Any) -> None:
        """Open the keyboard, unless the sheet was closed meanwhile."""
        self.ids.entry.focus = self.parent is not None and not self.is_closing

    def done(self) -> None:
        if self.is_closing:
            return
        self.ids.entry.focus = False
        written = self.ids.entry.text.strip()
        self.close()
        if self.marks:
            self._then(written, self.mark)
        else:
            self._then(written)

    def close(self) -> None:
        self.ids.entry.focus = False
        super().close()


load_kv(__file__)
