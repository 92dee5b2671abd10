"""Lines of a list that set something: a switch, a choice, a slider, a text. All say what was chosen by on_choose."""

from __future__ import annotations

from typing import Any

from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)

from sanmill.ui.direction import BoxLayout

from .base import Tappable, WrappedLabel, load_rules, speak, switch_announcement


class Heading(WrappedLabel):
    """What the lines below it are about."""


class Note(WrappedLabel):
    """A smaller sentence between lines."""


class SwitchRow(Tappable):
    """On or off."""

    icon = StringProperty()
    label = StringProperty()
    detail = StringProperty()
    is_on = BooleanProperty(False)

    __events__ = ("on_choose",)

    @property
    def announcement(self) -> str:
        """What it is and how it stands."""
        return switch_announcement(self.spoken, self.is_on)

    def on_release(self) -> None:
        """The other way round."""
        self.is_on = not self.is_on
        speak(self.announcement)
        self.dispatch("on_choose", self.is_on)

    def on_choose(self, is_on: bool) -> None:
        """It was switched."""


class ChoiceRow(BoxLayout):
    """One of several, all in sight."""

    label = StringProperty()
    detail = StringProperty()
    choices = ListProperty()  # pairs of value and words
    value = ObjectProperty(None, allownone=True)

    __events__ = ("on_choose",)

    def on_choose(self, value: Any) -> None:
        """A choice was made."""


class SliderRow(BoxLayout):
    """A whole number within bounds, announcement when the finger is lifted; what it means stands beside its name."""

    label = StringProperty()
    detail = StringProperty()
    words = StringProperty()  # in place of the number
    least = NumericProperty(0)
    most = NumericProperty(10)
    value = NumericProperty(0)

    __events__ = ("on_choose",)

    def on_choose(self, value: int) -> None:
        """Another number was chosen."""

    def take(self, value: float) -> None:
        """The slider was moved."""
        if round(value) != round(self.value):
            self.value = round(value)
            self.dispatch("on_choose", round(value))


class TextRow(Tappable):
    """A line of text; what was written is announcement when one is done with it."""

    label = StringProperty()
    detail = StringProperty()
    text = StringProperty()
    hint = StringProperty()
    is_writing = BooleanProperty(False)

    __events__ = ("on_choose",)

    @property
    def written(self) -> str:
        """What stands there now, announcement or not."""
        return str(self.ids.entry.text)

    def on_release(self) -> None:
        """Write."""
        self.ids.entry.focus = True

    def on_choose(self, text: str) -> None:
        """Something else was written."""

    def write(self, is_writing: bool, text: str) -> None:
        """Writing begins, or is done."""
        self.is_writing = is_writing
        if not is_writing and text != self.text:
            self.text = text
            self.dispatch("on_choose", text)


load_rules(__file__)
