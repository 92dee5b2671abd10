"""Colour picker: sliders for hue, saturation and value, or a hex code, with a contrast note."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Callable
from typing import Any

from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from sanmill.control.appearance.view import ElementView
from sanmill.core.themes import HEX, Colour, code_of, parse
from sanmill.ui.app_port import the_app

from .base import StepSlider, Tappable, load_kv
from .sheet import Sheet

STEPS = 48  # colours along a slider's track
HUES, PARTS = 360, 100  # values along the sliders


class Band(StepSlider):
    """A slider whose track shows the resulting colours."""

    texture = ObjectProperty(None, allownone=True)

    def paint(self, colours: list[Colour]) -> None:
        """Show colours on the track, from the first value to the last."""
        ordered = colours[::-1] if self.is_rtl else colours
        data = bytes(round(255 * part) for colour in ordered for part in colour)
        texture = Texture.create(size=(len(colours), 1), colorfmt="rgb")

        def fill(texture: Any) -> None:
            texture.blit_buffer(data, colorfmt="rgb", bufferfmt="ubyte")

        fill(texture)
        texture.add_reload_observer(fill)  # after Android took the graphics context away
        texture.mag_filter = "linear"
        texture.wrap = "clamp_to_edge"
        self.texture = texture


class Swatch(Widget):
    """A sample of a colour."""

    colour = ListProperty([0, 0, 0])


class ColourRow(Tappable):
    label = StringProperty()
    detail = StringProperty()
    colour = ListProperty([0, 0, 0])
    is_enough = BooleanProperty(True)

    def show(self, view: ElementView) -> None:
        say = the_app().say
        self.label, self.detail = say(view.label), say(view.contrast)
        self.colour, self.is_enough = list(view.colour), view.is_enough


class ColourSheet(Sheet):
    """Picks a colour; calls ``then`` while the sliders move."""

    colour = ListProperty([0, 0, 0])
    code = StringProperty()
    words = StringProperty()  # about the contrast
    is_enough = BooleanProperty(True)
    error = StringProperty()
    hues, parts = HUES, PARTS  # for kv

    def __init__(self, colour: Colour, then: Callable[[Colour], None], **kwargs: Any) -> None:
        self._then = then
        self._is_updating = False
        super().__init__(**kwargs)
        self._set(colour)

    def show_contrast(self, view: ElementView) -> None:
        self.words, self.is_enough = the_app().say(view.contrast), view.is_enough

    def slide(self) -> None:
        if self._is_updating:
            return
        ids = self.ids
        hue, saturation, value = ids.hue.value / HUES, ids.strength.value / PARTS, ids.light.value / PARTS
        self._emit(colorsys.hsv_to_rgb(hue, saturation, value))
        self._paint()

    def write(self, code: str) -> None:
        code = code.strip()
        code = code if code.startswith("#") else f"#{code}"
        self.error = "" if re.fullmatch(HEX, code) else code
        if not self.error:
            self._set(parse(code))
            self._emit(parse(code))

    def _emit(self, colour: Colour) -> None:
        self.colour, self.code, self.error = list(colour), code_of(colour), ""
        self._then(colour)

    def _set(self, colour: Colour) -> None:
        """Move the sliders to a colour. Grey has no hue and black no saturation: those sliders keep their values."""
        ids = self.ids
        hue, saturation, value = colorsys.rgb_to_hsv(*colour)
        self._is_updating = True
        if saturation > 0:
            ids.hue.value = round(hue * HUES)
        if value > 0:
            ids.strength.value = round(saturation * PARTS)
        ids.light.value = round(value * PARTS)
        self._is_updating = False
        self.colour, self.code = list(colour), code_of(colour)
        self._paint()

    def _paint(self) -> None:
        ids = self.ids
        hue, saturation, value = ids.hue.value / HUES, ids.strength.value / PARTS, ids.light.value / PARTS
        parts = [step / (STEPS - 1) for step in range(STEPS)]
        ids.hue.paint([colorsys.hsv_to_rgb(part, 1, 1) for part in parts])
        ids.strength.paint([colorsys.hsv_to_rgb(hue, part, value) for part in parts])
        ids.light.paint([colorsys.hsv_to_rgb(hue, saturation, part) for part in parts])


load_kv(__file__)
