"""Garbage is collected between frames only, by the window's own thread, while nothing moves.

A kv rule fails when its widget goes while the rule runs, and Python would collect at any moment, in any thread: a
page that was left may still be there when the colours change, and go in the middle of taking them.
"""

from __future__ import annotations

import gc
from typing import Any

from kivy.clock import Clock

SECONDS = 0.25
MANY, TOO_MANY = 20_000, 150_000  # objects that came and stayed since the last time


class GcPolicy:
    """Collects what is left behind when there is enough of it and nobody will notice."""

    def __init__(self, window: Any) -> None:
        """Nothing goes by itself from now on. What there is when all is in sight stays, and is not looked through."""
        gc.disable()
        self._window = window
        self._is_moving = self._is_full = False
        self._event = Clock.schedule_interval(self._look, SECONDS)
        window.bind(on_flip=self._moved)
        Clock.schedule_once(lambda _: gc.freeze(), 0)

    def renew(self) -> None:
        """What was to stay is made anew."""
        gc.unfreeze()
        Clock.schedule_once(self._begin_again, SECONDS)

    def end(self) -> None:
        """Python does it again."""
        self._window.unbind(on_flip=self._moved)
        self._event.cancel()
        gc.unfreeze()
        gc.enable()

    def _moved(self, *_: Any) -> None:
        self._is_moving = True

    def _begin_again(self, _seconds: float) -> None:
        gc.collect()
        gc.freeze()

    def _look(self, _seconds: float) -> None:
        """What has just been opened is drawn first: there was enough the last time, too, and nothing moved since."""
        was_moving, self._is_moving = self._is_moving, False
        was_full, self._is_full = self._is_full, gc.get_count()[0] > MANY
        if (was_full and self._is_full and not was_moving) or gc.get_count()[0] > TOO_MANY:
            gc.collect()
            self._is_full = False
