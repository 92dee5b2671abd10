"""The tick of something achieved: it grows when it appears, if there is motion."""

from __future__ import annotations

from typing import Any

from kivy.animation import Animation
from kivy.properties import NumericProperty

from sanmill.ui.app_port import the_app

from .base import Icon, load_kv

SECONDS = 0.35


class Reward(Icon):
    """An icon without size while it has no name."""

    scale = NumericProperty(1.0)

    def on_name(self, *_: Any) -> None:
        Animation.cancel_all(self)
        self.scale = 1.0
        if self.name and the_app().has_motion:
            self.scale = 0.2
            Animation(scale=1.0, duration=SECONDS, transition="out_back").start(self)


load_kv(__file__)
