"""A speech bubble: one sentence of the opponent, and sometimes a button to answer with."""

from __future__ import annotations

from typing import Any

from kivy.animation import Animation
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from sanmill.control.views.types import SpeechView
from sanmill.ui.app_port import the_app
from sanmill.ui.direction import BoxLayout

from .action_bar import commands
from .base import load_kv

SECONDS = 0.18


class SpeechBubble(BoxLayout):
    """Speaks for the strip below it, over whatever lies there; out of sight while nothing is said."""

    words = StringProperty()
    is_shown = BooleanProperty(False)
    tail_x = NumericProperty(0)
    way = NumericProperty(1)  # from the tail along the line of writing: 1 to the right

    def on_kv_post(self, _base: Any) -> None:
        self._button = self.ids.answer.__self__  # kept alive while it is not shown
        self.remove_widget(self._button)

    def show(self, view: SpeechView | None) -> None:
        app = the_app()
        was_shown, self.is_shown = self.is_shown, view is not None
        Animation.cancel_all(self, "opacity")
        self.opacity = 1 if self.is_shown and (was_shown or not app.has_motion) else 0
        if view is None:
            return
        self.words = app.say(view.words)
        if not was_shown and app.has_motion:
            Animation(opacity=1, duration=SECONDS).start(self)
        answer = next(iter(commands([view.answer] if view.answer else [])), None)
        if answer:
            self._button.label, self._button.run = answer.label, answer.run
        if bool(answer) is not (self._button.parent is not None):
            self.add_widget(self._button) if answer else self.remove_widget(self._button)


load_kv(__file__)
