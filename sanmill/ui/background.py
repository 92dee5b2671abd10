"""Runs slow work on a thread and delivers its result on the UI thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from kivy.clock import Clock

Result = TypeVar("Result")


def run(work: Callable[[], Result], then: Callable[[Result], None], failed: Callable[[OSError], None]) -> None:
    """Pass the result of ``work`` to ``then``, or its OSError to ``failed``."""

    def target() -> None:
        try:
            result = work()
        except OSError as raised:
            error = raised  # which ends with the clause
            Clock.schedule_once(lambda _: failed(error), 0)
        else:
            Clock.schedule_once(lambda _: then(result), 0)

    threading.Thread(target=target, name="background", daemon=True).start()
