"""A colour to choose: hue, strength and brightness as three bands, or a code; how well it stands out is said."""

from __future__ import annotations

import colorsys
from collections.abc import Callable
from typing import Any

from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from sanmill.core.themes import HEX, Colour, code_of, parse

from .base import StepSlider, Tappable, load_rules
from .sheet import Sheet

STEPS = 48  # colours along a band
HUES, PARTS = 360, 100  # numbers along the bands


class Band(StepSlider):
    """A slider whose track shows the colours one gets."""

    texture = ObjectProperty(None, allownone=True)

    def paint(self, colours: list[Colour]) -> None:
        """Show these colours, from the left to the right."""
        data = bytes(round(255 * part) for colour in colours for part in colour)
        texture = Texture.create(size=(len(colours), 1), colorfmt="rgb")
        texture.blit_buffer(data, colorfmt="rgb", bufferfmt="ubyte")
        texture.mag_filter = "linear"
        texture.wrap = "clamp_to_edge"
        self.texture = texture


class Swatch(Widget):
    """A colour to look at."""

    colour = ListProperty([0, 0, 0])


class ColourRow(Tappable):
    """An element with its colour, and how well it stands out."""

    label = StringProperty()
    detail = StringProperty()
    colour = ListProperty([0, 0, 0])
    is_enough = BooleanProperty(True)


class ColourSheet(Sheet):
    """Chooses a colour; what it is chosen for follows while the finger moves."""

    colour = ListProperty([0, 0, 0])
    code = StringProperty()
    words = StringProperty()  # about how well it stands out
    is_enough = BooleanProperty(True)
    fault = StringProperty()
    hues, parts = HUES, PARTS  # for the rules

    def __init__(self, colour: Colour, then: Callable[[Colour], None], **kwargs: Any) -> None:
        self._then = then
        self._is_following = False
        super().__init__(**kwargs)
        self._set(colour)

    def slide(self) -> None:
        """A band was moved."""
        if self._is_following:
            return
        ids = self.ids
        hue, strength, light = ids.hue.value / HUES, ids.strength.value / PARTS, ids.light.value / PARTS
        self._tell(colorsys.hsv_to_rgb(hue, strength, light))
        self._paint()

    def write(self, code: str) -> None:
        """A code was written."""
        code = code.strip()
        code = code if code.startswith("#") else f"#{code}"
        self.fault = "" if HEX.fullmatch(code) else code
        if not self.fault:
            self._set(parse(code))
            self._tell(parse(code))

    def _tell(self, colour: Colour) -> None:
        self.colour, self.code, self.fault = list(colour), code_of(colour), ""
        self._then(colour)

    def _set(self, colour: Colour) -> None:
        """Have the bands show a colour. Grey has no hue and black no strength: there they stay where they are."""
        ids = self.ids
        hue, strength, light = colorsys.rgb_to_hsv(*colour)
        self._is_following = True
        if strength > 0:
            ids.hue.value = round(hue * HUES)
        if light > 0:
            ids.strength.value = round(strength * PARTS)
        ids.light.value = round(light * PARTS)
        self._is_following = False
        self.colour, self.code = list(colour), code_of(colour)
        self._paint()

    def _paint(self) -> None:
        ids = self.ids
        hue, strength, light = ids.hue.value / HUES, ids.strength.value / PARTS, ids.light.value / PARTS
        parts = [step / (STEPS - 1) for step in range(STEPS)]
        ids.hue.paint([colorsys.hsv_to_rgb(part, 1, 1) for part in parts])
        ids.strength.paint([colorsys.hsv_to_rgb(hue, part, light) for part in parts])
        ids.light.paint([colorsys.hsv_to_rgb(hue, strength, part) for part in parts])


load_rules(__file__)
