"""Kivy's clock behind the control layer's Clock port."""

from __future__ import annotations

import time
from collections.abc import Callable

from kivy.clock import Clock


class KivyClock:
    """Schedules calls on the UI thread."""

    def now(self) -> float:
        return time.monotonic()

    def after(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        event = Clock.schedule_once(lambda _: call(), seconds)
        return lambda: event.cancel()
