"""A row that scrolls sideways; its edges fade where more is hidden."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import ColorProperty, NumericProperty
from kivy.uix.scrollview import ScrollView

from .base import load_kv

FADE = 28  # dp
NEAR = 1  # pixels that do not count as hidden


@lru_cache(maxsize=1)
def _fade() -> Any:
    """From opaque on the left to transparent on the right."""
    texture = Texture.create(size=(64, 1), colorfmt="rgba")
    pixels = b"".join(bytes((255, 255, 255, 255 - 4 * column)) for column in range(64))

    def fill(texture: Any) -> None:
        texture.blit_buffer(pixels, colorfmt="rgba", bufferfmt="ubyte")

    texture.add_reload_observer(fill)  # after Android took the graphics context away
    fill(texture)
    return texture


class ScrollRow(ScrollView):
    ground = ColorProperty([0, 0, 0, 0])  # of what is behind it

    def __init__(self, **kwargs: Any) -> None:
        repaint = Clock.create_trigger(self._paint_edges, -1)
        super().__init__(**kwargs)
        for name in ("pos", "size", "scroll_x", "viewport_size", "ground"):
            self.fbind(name, repaint)

    @property
    def hidden(self) -> tuple[float, float]:
        """Pixels of the row out of sight on the left and on the right."""
        hidden = max(0.0, self.viewport_size[0] - self.width)
        left = hidden * min(1.0, max(0.0, self.scroll_x))
        return (left, hidden - left)

    def _paint_edges(self, *_: Any) -> None:
        group = self.canvas.after
        group.remove_group("fade")
        left, right = self.hidden
        group.add(Color(*self.ground, group="fade"))
        for is_shown, x, width in ((left > NEAR, self.x, dp(FADE)), (right > NEAR, self.right, -dp(FADE))):
            if is_shown:
                group.add(Rectangle(texture=_fade(), pos=(x, self.y), size=(width, self.height), group="fade"))


class StartScrollRow(ScrollRow):
    """A row that shows its first widgets when its width changes; a scroll view forgets its end while it is short."""

    start = NumericProperty(0)  # where the first one is, as ``scroll_x``

    def __init__(self, **kwargs: Any) -> None:
        self._shown: tuple[float, ...] = ()  # start and widths
        self._rewind = Clock.create_trigger(self._show_start, 0)  # once the row is laid out
        super().__init__(**kwargs)
        for name in ("start", "width", "viewport_size"):
            self.fbind(name, self._rewind)

    def _show_start(self, *_: Any) -> None:
        shown = (self.start, self.width, self.viewport_size[0])
        if self._shown != shown:
            self._shown = shown
            self.scroll_x = self.start
            self.effect_x.value = min(0, self.width - self.viewport_size[0]) * self.start


load_kv(__file__)
