"""Named timers: setting one replaces the earlier one of that name."""

from __future__ import annotations

from collections.abc import Callable

from sanmill.control.ports import Cancel, ClockPort


class Timers:
    """The timers of a mode, cancelled together when it leaves the board."""

    def __init__(self, clock: ClockPort) -> None:
        self._clock = clock
        self._cancels: dict[str, Cancel] = {}

    def set(self, name: str, seconds: float, call: Callable[[], None]) -> None:
        """Call later."""
        earlier = self._cancels.pop(name, None)
        if earlier:
            earlier()
        self._cancels[name] = self._clock.after(seconds, call)

    def cancel(self) -> None:
        for cancel in self._cancels.values():
            cancel()
        self._cancels.clear()
