"""What a list shows while there is nothing in it: a drawing, and what will fill it."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from sanmill.ui.direction import BoxLayout

from . import portrait
from .base import load_kv

LARGE = 10_000  # pixels: enough room


class EmptyDrawing(FloatLayout):
    """Three opponents behind an icon."""

    icon = StringProperty()
    levels = ListProperty((3, 2, 4))  # in the middle, before and after
    mood = OptionProperty("calm", options=portrait.MOODS)
    is_shown = BooleanProperty(True)


class EmptyState(BoxLayout):
    """The drawing, if it has an icon and there is room for it, above a title and a sentence."""

    icon = StringProperty()
    levels = ListProperty((3, 2, 4))
    mood = OptionProperty("calm", options=portrait.MOODS)
    title = StringProperty()
    text = StringProperty()
    room = NumericProperty(LARGE)  # height of what it stands in


load_kv(__file__)
