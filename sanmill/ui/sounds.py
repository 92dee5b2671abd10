"""Sound effects: loaded one per frame after the first frame; silent where there is no audio."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from sanmill.control.views.cues import Cue

APART = 0.22  # seconds between two cues of one event


class Sounds:
    """One sound per cue."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.loaded: dict[Cue, Any] = {}
        self._waiting = list(Cue)

    def load(self, *_: Any) -> None:
        """Load the next sound and schedule the rest."""
        if self._waiting:
            cue = self._waiting.pop(0)
            loader = import_module("kivy.core.audio").SoundLoader  # a slow import, kept out of the first frame
            self.loaded[cue] = loader.load(str(self._folder / f"{cue.value}.wav"))
            Clock.schedule_once(self.load, 0)

    def play(self, cues: tuple[Cue, ...], volume: float) -> None:
        """Play cues one after the other; those not loaded yet are skipped."""
        for index, cue in enumerate(cues):
            Clock.schedule_once(lambda _, cue=cue: self._play(cue, volume), APART * index)

    def _play(self, cue: Cue, volume: float) -> None:
        sound = self.loaded.get(cue)
        if sound is not None:
            sound.volume = volume
            sound.stop()
            sound.play()
