"""The sounds: loaded one by one after the first frame, played without waiting, silent where there is no speaker."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from sanmill.control.views.cues import Cue

APART = 0.22  # seconds between two that belong together


class Sounds:
    """Every moment's sound."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sounds: dict[Cue, Any] = {}
        self._missing = list(Cue)

    def load(self, *_: Any) -> None:
        """Load the next one, and go on with the others in later frames."""
        if self._missing:
            moment = self._missing.pop(0)
            loader = import_module("kivy.core.audio").SoundLoader  # here, so that the first frame need not wait for it
            self._sounds[moment] = loader.load(str(self._folder / f"{moment.value}.wav"))
            Clock.schedule_once(self.load, 0)

    def play(self, moments: tuple[Cue, ...], volume: float) -> None:
        """One after the other; what is not loaded yet is not heard."""
        for index, moment in enumerate(moments):
            Clock.schedule_once(lambda _, moment=moment: self._play(moment, volume), APART * index)

    def _play(self, moment: Cue, volume: float) -> None:
        sound = self._sounds.get(moment)
        if sound is not None:
            sound.volume = volume
            sound.stop()
            sound.play()
