"""Animation: tweens, and a clock that runs only while one is active."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kivy.clock import Clock

STEP, PLACE, REMOVE, RETURN, MILL, MILL_STILL = 0.18, 0.12, 0.16, 0.12, 0.35, 0.6

Update = Callable[[float], None]


def ease_out(part: float) -> float:
    """Fast at first, then gently to a stop."""
    return 1 - (1 - part) ** 3


@dataclass
class Tween:
    """Calls ``update`` with 0 to 1 over a duration, then ``on_end``."""

    update: Update
    duration: float
    on_end: Callable[[], None] | None = None
    delay: float = 0.0
    elapsed: float = 0.0


class Motion:
    """Runs tweens; new input finishes all of them."""

    def __init__(self) -> None:
        self._tweens: list[Tween] = []
        self._event: object | None = None

    @property
    def is_active(self) -> bool:
        return bool(self._tweens)

    def start(self, tween: Tween) -> None:
        """Start a tween; without duration it ends at once."""
        if tween.duration <= 0:
            self._end(tween)
            return
        tween.update(0.0)
        self._tweens.append(tween)
        if self._event is None:
            self._event = Clock.schedule_interval(self._tick, 0)

    def finish(self) -> None:
        tweens, self._tweens = self._tweens, []
        for tween in tweens:
            self._end(tween)
        self._stop()

    def _tick(self, seconds: float) -> None:
        for tween in list(self._tweens):
            tween.elapsed += seconds
            part = (tween.elapsed - tween.delay) / tween.duration
            if part >= 1:
                self._tweens.remove(tween)
                self._end(tween)
            elif part > 0:
                tween.update(ease_out(part))
        if not self._tweens:
            self._stop()

    def _end(self, tween: Tween) -> None:
        tween.update(1.0)
        if tween.on_end:
            tween.on_end()

    def _stop(self) -> None:
        if self._event is not None:
            Clock.unschedule(self._event)
            self._event = None
