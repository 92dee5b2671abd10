"""The portraits of the opponents: a person for each level, in four moods, drawn by ``ci/assets/make_portraits.py``."""

from __future__ import annotations

from kivy.core.image import Image
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import NumericProperty, OptionProperty

from sanmill.control.games.people import PEOPLE
from sanmill.control.views.types import Mood
from sanmill.core.resources import ASSETS

from .base import PaintedWidget

MOODS = tuple(mood.value for mood in Mood)  # from left to right in a picture
SMALL, LARGE = 96, 256  # pixels


def picture(level: int, mood: str, size: float) -> Texture:
    """The portrait of a level, from the picture that is large enough for this many pixels."""
    row, column = max(1, min(len(PEOPLE), level)) - 1, MOODS.index(mood)
    if size > SMALL:
        texture = Image(str(ASSETS / "portraits" / f"{PEOPLE[row].name}.png")).texture
        return texture.get_region(LARGE * column, 0, LARGE, LARGE)
    texture = Image(str(ASSETS / "portraits" / "small.png")).texture
    return texture.get_region(SMALL * column, SMALL * (len(PEOPLE) - 1 - row), SMALL, SMALL)


class Portrait(PaintedWidget):
    """The person of a level, looking along the line of writing."""

    level = NumericProperty(1)
    mood = OptionProperty("calm", options=MOODS)
    painted = ("level", "mood")

    def paint(self) -> None:
        side = min(self.size)
        x, y, width = self.center_x - side / 2, self.center_y - side / 2, side
        if self.is_rtl:
            x, width = x + side, -side
        self.canvas.add(Color(1, 1, 1))
        self.canvas.add(Rectangle(texture=picture(int(self.level), self.mood, side), pos=(x, y), size=(width, side)))
