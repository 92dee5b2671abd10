"""Basic widgets: labels, icons, buttons, rows, chips, sliders."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.factory import Factory
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from sanmill.ui.app_port import the_app
from sanmill.ui.board.shapes import Box, Disc, Outline
from sanmill.ui.direction import BoxLayout, GridLayout, StackLayout

from .line_breaks import SEPARATOR, break_between_parts, break_lines, is_wide, segments

STILL = 20  # dp that a finger may move during a tap, as in a list that scrolls

Factory.register("Box", cls=Box)
Factory.register("Disc", cls=Disc)
Factory.register("Outline", cls=Outline)


def load_kv(module: str) -> None:
    """Load the .kv file next to a module."""
    Builder.load_file(str(Path(module).with_suffix(".kv")))


def speak(words: str) -> None:
    the_app().feedback.speak(words)


class WrappedLabel(Label):
    """Text that wraps and sets its own height. A word wider than a line is not broken but makes the text smaller."""

    LEAST = 0.5  # of the font size; a word that still does not fit is broken
    align = StringProperty("leading")  # or center, trailing; a rule that sets halign loses it with the direction

    def texture_update(self, *_: Any) -> None:
        self.render(self.font_size)

    def render(self, size: float) -> None:
        """Break lines of Chinese and between parts, then draw the text in this font size or the largest that fits."""
        label, room = self._label, (self.text_size[0] or 0) - self.padding[0] - self.padding[2]
        label.options["font_size"] = size
        if room > 0:
            label.resolve_font_name()
            words = {word.strip() for line in self.text.split("\n") for word in segments(line)}
            long = [word for word in words if len(word) * size > room]
            label.options["font_size"] = self._fitting(long, size, room) if long else size
            lines = self.text  # not the label's, which has the line breaks of the width before
            if SEPARATOR in lines:
                lines = break_between_parts(lines, room, self._width)
            if any(map(is_wide, lines)):
                lines = break_lines(lines, room, self._width)
            label.text = lines
        super().texture_update()

    def _fitting(self, words: list[str], size: float, room: float) -> float:
        """The largest font size in which all words fit; hinted letters do not shrink evenly, so each is tried."""
        for smaller in (size, *range(int(size) - 1, int(size * self.LEAST) - 1, -1)):
            self._label.options["font_size"] = smaller
            if all(self._width(word) <= room for word in words):
                return float(smaller)
        return size

    def _width(self, words: str) -> float:
        return float(self._label.get_extents(words)[0])


class BarTitle(WrappedLabel):
    """The title of a page: one line, or several smaller ones that fit the app bar."""

    SIZES = (20, 16, 13)  # dp

    def texture_update(self, *_: Any) -> None:
        """Render with the largest font size that fits."""
        for size in (self.font_size, *(dp(size) for size in self.SIZES if dp(size) < self.font_size)):
            self.render(size)
            is_one_line = self.texture_size[1] < 2 * size
            if is_one_line or (size <= dp(self.SIZES[0]) and self.texture_size[1] <= dp(48)):
                return


class PaintedWidget(Widget):
    """Repaints its canvas before the next frame when one of the properties in ``painted`` changes."""

    painted: tuple[str, ...] = ()
    is_rtl = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        repaint = Clock.create_trigger(self._repaint, -1)
        for name in ("pos", "size", "is_rtl", *self.painted):
            self.fbind(name, repaint)

    def along(self, x: float, width: float = 0) -> float:
        """x of a part of this width; the other way round in right-to-left languages."""
        return float(self.x + self.right - x - width if self.is_rtl else x)

    def _repaint(self, *_: Any) -> None:
        self.canvas.clear()
        self.paint()

    def paint(self) -> None:
        """Add the instructions to the canvas."""


class Icon(Label):
    """One icon, by name."""

    name = StringProperty()


class Tappable(ButtonBehavior, BoxLayout):
    """Base of everything that can be pressed by touch, key or D-pad."""

    fill = ColorProperty([0, 0, 0, 0])
    corner = NumericProperty("12dp")
    is_focused = BooleanProperty(False)
    is_destructive = BooleanProperty(False)  # shown as a warning: it deletes or resets something
    spoken = StringProperty()

    @property
    def announcement(self) -> str:
        return str(self.spoken)

    def on_press(self) -> None:
        speak(self.announcement)

    def on_touch_up(self, touch: Any) -> bool:
        """A tap counts where the finger went down, even if a list that grew has moved this away from it."""
        window = self.get_root_window()
        if window and touch.grab_current is self:
            way = (touch.sx - touch.osx) * window.width, (touch.sy - touch.osy) * window.height
            self.always_release = math.hypot(*way) < dp(STILL)
        return bool(super().on_touch_up(touch))

    def on_is_focused(self, *_: Any) -> None:
        if self.is_focused:
            speak(self.announcement)

    def press(self) -> None:
        """Act as if it was tapped."""
        if not self.disabled:
            self.dispatch("on_release")


class IconButton(Tappable):
    """An icon above a label."""

    icon = StringProperty()
    label = StringProperty()
    is_on = BooleanProperty(False)
    needed = NumericProperty(0)  # height that fits icon and label
    is_at_top = BooleanProperty(False)  # else in the middle


class BarButton(Tappable):
    """An icon in the app bar; its name is only spoken."""

    icon = StringProperty()


class TextButton(Tappable):
    """A filled or tonal button with a label and optionally an icon."""

    run = ObjectProperty(lambda: None)  # not first named in a rule: that hides what buttons made before do
    icon = StringProperty()
    label = StringProperty()
    is_on = BooleanProperty(False)  # filled
    ink = ColorProperty([0, 0, 0, 1])  # of icon and label
    natural = NumericProperty(0)  # width of the label in one line
    needed = NumericProperty(0)  # width that fits icon and label

    def measured(self, label: str, font_size: float, is_bold: bool) -> float:
        """Width of a label in one line."""
        ruler = CoreLabel(font_size=font_size, bold=is_bold)
        return float(ruler.get_extents(label)[0])


class Row(Tappable):
    """A list row: icon, label, detail, and a chevron where it opens something."""

    icon = StringProperty()
    label = StringProperty()
    detail = StringProperty()
    has_chevron = BooleanProperty(True)
    needed = NumericProperty(0)  # the height its words need; a rule that reads it by ids keeps the row for ever


class ContentMixin(Widget):
    """A widget whose rule has a layout ``content``; added widgets go there once it exists."""

    def add_widget(self, widget: Any, *args: Any, **kwargs: Any) -> None:
        content: Any = self.ids.get("content") or super()
        content.add_widget(widget, *args, **kwargs)

    def add_row(self, icon: str, label: str, run: Callable[[], object], detail: str = "", **kwargs: Any) -> None:
        """Add a row that calls ``run``."""
        self.add_widget(Row(icon=icon, label=label, detail=detail, on_release=lambda _: run(), **kwargs))


class Columns(ContentMixin, GridLayout):
    """Rows, two beside each other where there is room."""

    def do_layout(self, *args: Any) -> None:
        """Rows beside each other have the same middle."""
        super().do_layout(*args)
        rows = self.children[::-1]
        for first, second in zip(rows[::2], rows[1::2]) if self.cols == 2 else ():
            low, high = sorted((first, second), key=lambda row: row.height)
            low.center_y = high.center_y


class Chip(Tappable):
    label = StringProperty()
    is_on = BooleanProperty(False)
    value = ObjectProperty(None, allownone=True)


class Chips(StackLayout):
    choices = ListProperty()  # pairs of value and label
    value = ObjectProperty(None, allownone=True)

    __events__ = ("on_choose",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(choices=self._fill, value=self._mark)
        self._fill()

    def on_choose(self, value: Any) -> None:
        """Called with the chosen value."""

    def _fill(self, *_: Any) -> None:
        self.clear_widgets()
        for value, words in self.choices:
            self.add_widget(Chip(label=words, value=value, is_on=value == self.value, on_release=self._choose))

    def _choose(self, chip: Chip) -> None:
        self.value = chip.value
        self.dispatch("on_choose", chip.value)

    def _mark(self, *_: Any) -> None:
        for chip in self.children:
            chip.is_on = chip.value == self.value


class StepSlider(Widget):
    """A slider of whole numbers; a touch selects the nearest."""

    min = NumericProperty(1)
    max = NumericProperty(12)
    value = NumericProperty(1)
    value_text = StringProperty()  # spoken instead of the number
    is_focused = BooleanProperty(False)
    is_rtl = BooleanProperty(False)

    inset = NumericProperty("12dp")  # from the edge to the first value

    def reach(self, value: float, width: float) -> float:
        """Distance of a value from the first one."""
        return float((value - self.min) / max(1, self.max - self.min) * (width - 2 * self.inset))

    def place(self, value: float, x: float, width: float, is_rtl: bool) -> float:
        """x of a value."""
        reach = self.inset + self.reach(value, width)
        return float(x + (width - reach if is_rtl else reach))

    def step(self, change: int) -> None:
        self._take(self.value + change)

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos) or touch.is_mouse_scrolling:
            return False
        touch.grab(self)
        self._follow(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        self._follow(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        return True

    def _follow(self, touch: Any) -> None:
        reach = self.right - touch.x if self.is_rtl else touch.x - self.x
        part = (reach - self.inset) / max(1.0, self.width - 2 * self.inset)
        self._take(round(self.min + part * (self.max - self.min)))

    def _take(self, value: float) -> None:
        value = max(self.min, min(self.max, value))
        if value != self.value:
            self.value = value
            speak(self.value_text or the_app().number(int(value)))

    def on_is_focused(self, *_: Any) -> None:
        if self.is_focused:
            speak(self.value_text or the_app().number(int(self.value)))


# By name: the module of Kivy's text field makes the window, which main() has not given its size yet.
Factory.register("TextField", module="sanmill.ui.widgets.text_field")
load_kv(__file__)
