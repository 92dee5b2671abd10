"""A sheet to write something: a name in a line, or a comment in several, with marks to choose from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from sanmill.ui.app_port import the_app

from .base import Tappable, TextButton, load_rules
from .sheet import Sheet


class Field(Tappable):
    """The frame of something to write in; pressed, it is written in."""

    entry = ObjectProperty(None, allownone=True, rebind=True)
    is_writing = BooleanProperty(False)

    def on_release(self) -> None:
        """Write."""
        self.entry.focus = True


class TextEntrySheet(Sheet):
    """What was written goes to ``then`` when the button is pressed."""

    label = StringProperty()
    text = StringProperty()
    is_long = BooleanProperty(False)
    marks = ListProperty()  # pairs of value and words; none when there is nothing to mark
    mark = ObjectProperty(0, allownone=True)

    def __init__(self, *, then: Callable[..., None], **kwargs: Any) -> None:
        self._then = then
        super().__init__(**kwargs)
        app = the_app()
        button = TextButton(is_filled=True, icon="check", label=app.say("games.save"))
        button.bind(on_release=lambda _: self.done())
        self.ids.foot.add_widget(button)
        self.ids.entry.bind(on_text_validate=lambda _: self.done())

    def open(self) -> None:
        """Come up, ready to write."""
        super().open()
        seconds = 0.3 if the_app().has_motion else 0
        Clock.schedule_once(lambda _: setattr(self.ids.entry, "focus", not self.is_closing), seconds)

    def done(self) -> None:
        """Hand over what was written."""
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
        """Go, and the keyboard with it."""
        self.ids.entry.focus = False
        super().close()


load_rules(__file__)
