"""Kivy's clock counted in frames: minutes of animation pass as fast as frames are computed, on any machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.base import EventLoop
from kivy.clock import Clock


class FrameClock:
    """While it is entered, time passes only in ``frame``, and by ``step`` in frames that others run."""

    def __init__(self, step: Callable[[], float] = lambda: 0.0) -> None:
        self._others = step

    def __enter__(self) -> FrameClock:
        clock: Any = Clock
        self._now: float = clock.time()
        self._step: float | None = None
        clock.time, clock.idle = lambda: self._now, self._idle
        return self

    def __exit__(self, *_: object) -> None:
        clock: Any = Clock
        del clock.time, clock.idle
        clock._last_tick = clock.time()  # or the next frame waits until the real time has caught up

    def frame(self, seconds: float) -> None:
        """Run one frame that begins this long after the last."""
        self._step = seconds
        EventLoop.idle()

    def pass_time(self, seconds: float) -> None:
        """Let time pass within a frame."""
        self._now += seconds

    def _idle(self) -> float:
        clock: Any = Clock
        self._now += self._others() if self._step is None else self._step
        self._step = None
        clock._dt, clock._last_tick = self._now - clock._last_tick, self._now
        return self._now
