"""Animation: tweens, and a clock that runs only while one is active."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kivy.clock import Clock

# Seconds at the usual speed.
STEP, FLY, PLACE, REMOVE, RETURN = 0.2, 0.3, 0.16, 0.36, 0.12
CAPTURE = 0.5  # of a removed piece on its way to its captor
MILL, FIRST_MILL = 0.6, 0.9
CRY = 0.75  # of the word at a mill, with half a second at full strength
FEAST = 2.6  # of confetti
JUMP_TIME, BETWEEN_JUMPS, BETWEEN_FIRST_JUMPS = 0.3, 0.06, 0.12  # the last in the first mill of a game
# Sizes, relative to that of a piece at rest.
DROP = 1.25  # of a piece that is being placed
LIFT = 0.6  # more in the middle of a move across the whole board
RISE, JUMP = 0.35, 0.24  # more at the end of a removal, and at the top of a jump
FIRST_JUMP = 0.32  # the same in the first mill of a game

Update = Callable[[float], None]


def ease_out(part: float) -> float:
    """Fast at first, then gently to a stop."""
    return 1 - (1 - part) ** 3


def ease_in_out(part: float) -> float:
    """Gently off, and gently to a stop."""
    return part * part * (3 - 2 * part)


def linear(part: float) -> float:
    return part


@dataclass(eq=False)
class Tween:
    """Calls ``update`` with 0 to 1 over a duration, then ``on_end``."""

    update: Update
    duration: float
    on_end: Callable[[], None] | None = None
    delay: float = 0.0
    ease: Callable[[float], float] = ease_out
    elapsed: float = 0.0


class Motion:
    """Runs tweens; new input finishes all of them."""

    def __init__(self) -> None:
        self._tweens: list[Tween] = []
        self._then: list[Callable[[], None]] = []
        self._event: object | None = None

    @property
    def is_active(self) -> bool:
        return bool(self._tweens)

    def start(self, tween: Tween) -> None:
        if tween.duration <= 0:
            self._end(tween)
            return
        tween.update(0.0)
        self._tweens.append(tween)
        if self._event is None:
            self._event = Clock.schedule_interval(self._tick, 0)

    def after_all(self, then: Callable[[], None]) -> None:
        """Call a function when nothing moves any more, which may be now; it may start further tweens."""
        self._then.append(then)
        self._go_on()

    def finish(self) -> None:
        """End every tween now, and those that follow them."""
        while self._tweens:
            tweens, self._tweens = self._tweens, []
            for tween in tweens:
                self._end(tween)
            self._go_on()
        self._stop()

    def _go_on(self) -> None:
        """Call what waits for the end of the tweens, one at a time."""
        while self._then and not self._tweens:
            self._then.pop(0)()

    def _tick(self, seconds: float) -> None:
        for tween in list(self._tweens):
            if tween not in self._tweens:  # finished by the end of another
                continue
            tween.elapsed += seconds
            part = (tween.elapsed - tween.delay) / tween.duration
            if part >= 1:
                self._tweens.remove(tween)
                self._end(tween)
            elif part > 0:
                tween.update(tween.ease(part))
        self._go_on()
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
