"""Rows that set a value: switch, list, slider, text. All dispatch ``on_choose``; rows of settings send it."""

from __future__ import annotations

from typing import Any

from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.widget import Widget

from sanmill.control.settings.intents import ChangeSetting
from sanmill.control.settings.view import SettingView
from sanmill.core.settings import TEXT_MAX
from sanmill.ui.app_port import the_app
from sanmill.ui.direction import BoxLayout

from .base import Tappable, WrappedLabel, load_kv, speak
from .pickers import PickRow, PickSheet


class Heading(WrappedLabel):
    """Heading of the rows below it."""


class Note(WrappedLabel):
    """A smaller sentence between rows."""


class SettingRow(Widget):
    """Base of the rows: what they have in common."""

    label = StringProperty()
    detail = StringProperty()

    __events__ = ("on_choose",)

    def on_choose(self, value: Any) -> None:
        """Called with the new value."""

    def show(self, view: SettingView) -> None:
        say = the_app().say
        self.label, self.detail = say(view.label), say(view.about) if view.about else ""
        self.disabled = not view.is_enabled


class SwitchRow(SettingRow, Tappable):
    icon = StringProperty()
    is_on = BooleanProperty(False)

    @property
    def announcement(self) -> str:
        return f"{self.spoken}, {the_app().say('spoken.on' if self.is_on else 'spoken.off')}"

    def show(self, view: SettingView) -> None:
        super().show(view)
        self.is_on = view.value

    def on_release(self) -> None:
        self.is_on = not self.is_on
        speak(self.announcement)
        self.dispatch("on_choose", self.is_on)


class ListRow(SettingRow, PickRow):
    """One of several; a tap opens the list."""

    choices = ListProperty()  # pairs of value and label
    value = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(value=self._name, choices=self._name)
        self._name()

    def show(self, view: SettingView) -> None:
        super().show(view)
        self.choices = [(value, the_app().say(words)) for value, words in view.choices]
        self.value = view.value

    def _name(self, *_: Any) -> None:
        self.words = dict(self.choices).get(self.value, "")

    def on_release(self) -> None:
        sheet = PickSheet(title=self.label, detail=self.detail, choices=self.choices, value=self.value)
        sheet.then = self._take
        the_app().nav.open_sheet(sheet)

    def _take(self, value: Any) -> None:
        self.value = value
        self.dispatch("on_choose", value)


class SliderRow(SettingRow, BoxLayout):
    """A whole number within bounds, set by a slider."""

    words = StringProperty()  # shown instead of the number
    min = NumericProperty(0)
    max = NumericProperty(10)
    value = NumericProperty(0)

    def show(self, view: SettingView) -> None:
        super().show(view)
        self.words = the_app().say(view.words) if view.words else ""
        self.value, self.max = view.value, view.maximum  # in this order, or a lower bound would choose a value

    def take(self, value: float) -> None:
        if round(value) != round(self.value):
            self.value = round(value)
            self.dispatch("on_choose", round(value))


class TextRow(SettingRow, Tappable):
    """A line of text, submitted when the field loses the focus."""

    text = StringProperty()
    hint = StringProperty()
    is_writing = BooleanProperty(False)

    @property
    def written(self) -> str:
        """The text in the field, submitted or not, as far as a setting can hold it."""
        return str(self.ids.entry.text).replace("\0", "")[:TEXT_MAX]

    def on_release(self) -> None:
        self.ids.entry.focus = True

    def show(self, view: SettingView) -> None:
        super().show(view)
        self.text = view.value

    def write(self, is_writing: bool) -> None:
        """Track the focus; submit a changed text when it is lost."""
        self.is_writing = is_writing
        if not is_writing and self.written != self.text:
            self.text = self.written
            self.dispatch("on_choose", self.text)


def setting_row(view: SettingView) -> SettingRow:
    """The row of a setting, which changes it."""
    row: SettingRow
    if view.choices:
        row = ListRow()
    elif isinstance(view.value, bool):
        row = SwitchRow()
    elif isinstance(view.value, int):
        row = SliderRow(min=view.minimum, max=view.maximum)
    else:
        row = TextRow()
    row.show(view)
    row.bind(on_choose=lambda _, value: the_app().send(ChangeSetting(view.key, value)))
    return row


load_kv(__file__)
