"""Lets what happens be heard, felt and spoken, as far as the settings and the phone allow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.clock import Clock

from sanmill.control import intents
from sanmill.control.intents import Intent
from sanmill.control.views import cues
from sanmill.control.views.cues import Cue
from sanmill.control.views.types import GameView
from sanmill.core import settings
from sanmill.core.settings import Setting, Settings

from . import platform
from .app_port import Say
from .nav import Nav
from .sounds import Sounds
from .speech import Voice

TOUCHES = (intents.TapPoint, intents.Drop)
FELT = (Cue.PLACE, Cue.MOVE, Cue.REMOVE, Cue.MILL)
SHORT, LONG = 0.01, 0.03  # seconds a touch and a mill are felt


class Feedback:
    """Follows the views and the screens."""

    def __init__(self, folder: Path, chosen: Settings, say: Say) -> None:
        self._settings = chosen
        self._say = say
        self._sounds = Sounds(folder)
        self._voice = Voice()
        self._view: GameView | None = None
        self.language = ""
        chosen.follow(self._sample)

    def attach(self, nav: Nav) -> None:
        """Follow the screens; the sounds are loaded when the first frame is over."""
        self._nav = nav
        Clock.schedule_once(self._sounds.load, 0)
        nav.bind(toast=lambda _, words: self.speak(words), children=self._speak_place)
        nav.screens.bind(current=self._speak_place)
        nav.play.ids.board.bind(on_explore=lambda _, point: self._speak_point(point))

    def close(self) -> None:
        """Be silent for good."""
        self._voice.close()

    # Games.

    def notice(self, view: GameView, intent: Intent | None = None) -> None:
        """A view is shown, in answer to an intent of the person or by itself."""
        old, self._view = self._view, view
        if old is None or (old is view and not isinstance(intent, TOUCHES)):
            return
        is_touch = isinstance(intent, TOUCHES)
        found = cues.cues_between(old, view, is_touch=is_touch)
        self._play(*found)
        if intent is not None and found and found[0] in FELT:
            self._vibrate(LONG if found[0] is Cue.MILL else SHORT)
        if self._settings.get(settings.SPEECH):
            words = [self._say(each) for each in cues.words_between(old, view, is_touch=is_touch)]
            self._voice.say(" ".join(words), self.language)

    def _play(self, *found: Cue) -> None:
        if found and self._settings.get(settings.SOUND) and not platform.is_silent():
            self._sounds.play(found, (self._settings.get(settings.VOLUME) / settings.VOLUME.most) ** 2)

    def _vibrate(self, seconds: float) -> None:
        if self._settings.get(settings.VIBRATION):
            platform.vibrate(seconds)

    def _sample(self, setting: Setting[Any]) -> None:
        """What was just set is heard or felt at once."""
        if setting in (settings.SOUND, settings.VOLUME):
            self._play(Cue.PLACE)
        elif setting is settings.VIBRATION:
            self._vibrate(LONG)
        elif setting is settings.SPEECH:
            self.speak(self._say("setting.app.speech"))

    # Speech.

    def speak(self, words: str) -> None:
        """Say at once what is under the finger or has just come up."""
        if self._settings.get(settings.SPEECH):
            self._voice.say(words, self.language, is_urgent=True)

    def _speak_point(self, point: str) -> None:
        if self._view and point:
            self.speak(self._say(cues.point_words(self._view.board, point)))

    def _speak_place(self, *_: Any) -> None:
        front = self._nav.sheet or self._nav.screens.current_screen
        self.speak(getattr(front, "title", "") or self._say("app.name"))
