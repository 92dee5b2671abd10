"""Sound effects: loaded one per frame after the first frame; silent where there is no audio."""

from __future__ import annotations

import os
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from sanmill.control.views.cues import Cue

APART = 0.22  # seconds between two cues of one event
# On iOS, let SDL leave the music of other apps as it is and heed the silent switch. SDL itself is quiet during a call.
os.environ.setdefault("SDL_AUDIO_CATEGORY", "AVAudioSessionCategoryAmbient")


class Sounds:
    """One sound per cue."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.loaded: dict[Cue, Any] = {}
        self._waiting = list(Cue)
        self._coming: list[Any] = []  # events

    def load(self, *_: Any) -> None:
        """Load the next sound and schedule the rest."""
        if self._waiting:
            cue = self._waiting.pop(0)
            loader = import_module("kivy.core.audio").SoundLoader  # a slow import, kept out of the first frame
            self.loaded[cue] = loader.load(str(self._folder / f"{cue.value}.wav"))
            Clock.schedule_once(self.load, 0)

    def play(self, cues: tuple[Cue, ...], volume: float) -> None:
        """Play cues one after the other; those not loaded yet are skipped."""
        self._coming = [event for event in self._coming if event.is_triggered]
        for index, cue in enumerate(cues):
            self._coming.append(Clock.schedule_once(partial(self._play, cue, volume), APART * index))

    def stop(self) -> None:
        """End what is heard and drop what would come, which after a pause would belong to nothing on the screen."""
        for event in self._coming:
            event.cancel()
        for sound in filter(None, self.loaded.values()):
            sound.stop()

    def _play(self, cue: Cue, volume: float, *_: Any) -> None:
        sound = self.loaded.get(cue)
        if sound is not None:
            sound.volume = volume
            sound.stop()
            sound.play()
