"""Garbage collection between frames only, on the window's thread, while nothing moves.

A kv rule fails when its widget is collected while the rule runs, and Python collects at any time on any thread: a
page that was left may be collected while it still receives a new palette.
"""

from __future__ import annotations

import gc
from typing import Any

from kivy.clock import Clock

SECONDS = 0.25
MANY, TOO_MANY = 20_000, 150_000  # objects allocated since the last pass


class GcPolicy:
    """Collects once there is enough garbage and the screen stands still."""

    def __init__(self, window: Any) -> None:
        """Disable automatic collection and freeze the objects alive after start-up, so that later passes skip them."""
        gc.disable()
        self._window = window
        self._is_moving = self._is_full = False
        self._later = Clock.create_trigger(self._check, SECONDS)
        window.bind(on_flip=self._on_flip)
        Clock.schedule_once(lambda _: gc.freeze(), 0)

    def refreeze(self) -> None:
        """Freeze again after all widgets were rebuilt."""
        gc.unfreeze()
        Clock.schedule_once(self._collect_and_freeze, SECONDS)

    def close(self) -> None:
        self._window.unbind(on_flip=self._on_flip)
        self._later.cancel()
        gc.unfreeze()
        gc.enable()

    def _on_flip(self, *_: Any) -> None:
        self._is_moving = True
        self._later()

    def _collect_and_freeze(self, _seconds: float) -> None:
        gc.collect()
        gc.freeze()

    def _check(self, _seconds: float) -> None:
        """Collect on the second check in a row without a frame, so that a newly opened page is drawn first."""
        was_moving, self._is_moving = self._is_moving, False
        was_full, self._is_full = self._is_full, gc.get_count()[0] > MANY
        if (was_full and self._is_full and not was_moving) or gc.get_count()[0] > TOO_MANY:
            gc.collect()
            self._is_full = False
        if was_moving or self._is_full:
            self._later()
