"""Feedback on events: sounds, vibration and speech, as far as settings and device allow."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sanmill.control.board import intents
from sanmill.control.views import cues
from sanmill.control.views.cues import Cue
from sanmill.control.views.types import GameView
from sanmill.core import settings
from sanmill.core.settings import Setting, Settings
from sanmill.core.text.i18n import text

from . import platform
from .app_port import Say
from .nav import Nav
from .sounds import Sounds
from .speech import Speech

if TYPE_CHECKING:
    from sanmill.control.clock.view import ClockView

TOUCHES = (intents.TapPoint, intents.Drop)
FELT = (Cue.PLACE, Cue.MOVE, Cue.REMOVE, Cue.MILL)
SHORT, LONG, END = 0.01, 0.03, 0.3  # seconds of vibration for a move, for a mill, and when time is up


class Feedback:
    """Derives cues from consecutive views and announces pages."""

    def __init__(self, folder: Path, chosen: Settings, say: Say) -> None:
        self._settings = chosen
        self._say = say
        self.sounds = Sounds(folder)
        self.speech = Speech()
        self._view: GameView | None = None
        self._clock: ClockView | None = None
        self._nav: Nav | None = None
        self.language = ""

    def attach(self, nav: Nav) -> None:
        self._nav = nav
        nav.bind(toast=lambda _, words: self.speak(words), children=self._speak_page)
        nav.screens.bind(current=self._speak_page)

    def close(self) -> None:
        self.speech.close()

    # Games.

    def forget(self) -> None:
        """Another page is in front: what it shows is not compared with what was shown before."""
        self._view = self._clock = None

    def notice_clock(self, view: ClockView) -> None:
        """Let a press, the last seconds and the end of a clock be heard and felt."""
        old, self._clock = self._clock, view
        if old is None:
            return
        running, before = view.running, old.running
        if view.is_over and not old.is_over:
            self._play(Cue.DRAW)
            self._vibrate(END)
            lost = view.top if view.top.has_lost else view.bottom
            self.speak(self._say(lost.spoken))
        elif running and (before is None or before.side is not running.side):
            self._play(Cue.PLACE)
            self._vibrate(SHORT)
        elif running and before and before.seconds_left > running.seconds_left in cues.LAST_SECONDS:
            self._play(Cue.TICK)
            self._vibrate(LONG)
            if running.seconds_left == cues.LAST_SECONDS[0]:
                self.speak(self._say(text("spoken.seconds_left", running.seconds_left)))

    def notice(self, view: GameView) -> None:
        """Play the cues of a new view."""
        old, self._view = self._view, view
        if old is None:
            return
        is_touch = isinstance(view.intent, TOUCHES)
        found = cues.cues_between(old, view, is_touch=is_touch)
        self._play(*found)
        if view.intent is not None and found and found[0] in FELT:
            self._vibrate(LONG if found[0] is Cue.MILL else SHORT)
        elif Cue.TICK in found:
            self._vibrate(LONG)
        if self._settings.get(settings.SPEECH):
            words = [self._say(each) for each in cues.words_between(old, view, is_touch=is_touch)]
            self._utter(" ".join(words))

    def _play(self, *found: Cue) -> None:
        if found and self._settings.get(settings.SOUND) and not platform.is_silent():
            self.sounds.play(found, (self._settings.get(settings.VOLUME) / settings.VOLUME.maximum) ** 2)

    def _vibrate(self, seconds: float) -> None:
        if self._settings.get(settings.VIBRATION):
            platform.vibrate(seconds)

    def sample(self, setting: Setting[Any]) -> None:
        """Demonstrate a setting that was just changed."""
        if setting in (settings.SOUND, settings.VOLUME):
            self._play(Cue.PLACE)
        elif setting is settings.VIBRATION:
            self._vibrate(LONG)
        elif setting is settings.SPEECH:
            self._show_words("")
            self.speak(self._say("setting.app.speech"))

    # Speech.

    def speak(self, words: str) -> None:
        """Announce at once what has the focus or was just opened."""
        if self._settings.get(settings.SPEECH):
            self._utter(words, is_urgent=True)

    def _utter(self, words: str, *, is_urgent: bool = False) -> None:
        """Say the words, and show them for who cannot hear them."""
        self.speech.say(words, self.language, is_urgent=is_urgent)
        if words:
            self._show_words(words)

    def _show_words(self, words: str) -> None:
        if self._nav:
            self._nav.spoken = words

    def speak_point(self, point: str) -> None:
        if self._view and point:
            self.speak(self._say(cues.point_words(self._view.board, point)))

    def _speak_page(self, *_: Any) -> None:
        if self._nav:
            front = self._nav.sheet or self._nav.page
            self.speak(front.title or self._say("app.name"))
