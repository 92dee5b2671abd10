"""A bottom sheet. Back, or a touch outside, closes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.relativelayout import RelativeLayout

from sanmill.control.routes import Route
from sanmill.ui.app_port import the_app
from sanmill.ui.split_layout import BOARD_MAX, over_panel

from .base import ContentMixin, load_kv

SECONDS = 0.22
BAR = 60  # dp of the app bar


class Sheet(ContentMixin, RelativeLayout):
    """A panel with a title; added widgets become its content."""

    route: Route | None = ObjectProperty(None, allownone=True)  # of one that shows views
    title = StringProperty()
    shown = NumericProperty(0.0)  # 0 hidden, 1 fully open
    head_height = NumericProperty(0)
    head_least = NumericProperty(0)  # minimum height of the title row
    spacing = NumericProperty("8dp")  # between the widgets of the content
    dim = NumericProperty(0.4)  # darkness of the screen behind it

    def __init__(self, **kwargs: Any) -> None:
        self.on_closed: Callable[[Sheet], None] | None = None
        self.is_closing = False
        super().__init__(**kwargs)

    def show(self, view: Any) -> None:
        """Show a view of the sheet's route."""

    def replace_title(self, widget: Any) -> None:
        head, self._title = self.ids.head, self.ids.title.__self__  # kept alive: kv rules use its height
        head.remove_widget(self._title)
        head.add_widget(widget, index=len(head.children))

    def fit(self, wanted: float, is_wide: bool, room: float) -> float:
        """Height within ``room``: in landscape an undimmed sheet covers the app bar wholly or not at all."""
        if is_wide and not self.dim:
            return float(room if wanted > room - dp(BAR) else wanted)
        return float(min(wanted, room - dp(24)))

    def span(self, width: float, height: float, insets: list[float], hand: str) -> tuple[float, float]:
        """x and width: centred, or over the panel in landscape; an undimmed sheet is as wide as the board above it."""
        if width > height:
            return over_panel(width, height, insets, hand == "right")
        wide = width if width < dp(640) else dp(560) if self.dim else min(width, dp(BOARD_MAX))
        return ((width - wide) / 2, wide)

    def open(self) -> None:
        self._animate(1.0)

    def close(self) -> None:
        if self.is_closing:
            return
        self.is_closing = True
        self._animate(0.0, self._gone)

    def _animate(self, shown: float, then: Callable[..., None] | None = None) -> None:
        Animation.cancel_all(self)
        if not the_app().has_motion:
            self.shown = shown
            if then:
                Clock.schedule_once(then, 0)
            return
        animation = Animation(shown=shown, duration=SECONDS, transition="out_cubic")
        if then:
            animation.bind(on_complete=then)
        animation.start(self)

    def _gone(self, *_: Any) -> None:
        if self.on_closed:
            self.on_closed(self)

    def on_touch_down(self, touch: Any) -> bool:
        """Close on a touch outside; never pass touches through."""
        local = self.to_local(*touch.pos)
        if not self.ids.panel.collide_point(*local):
            self.close()
            return True
        super().on_touch_down(touch)
        return True


load_kv(__file__)
