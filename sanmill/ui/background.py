"""Work that takes long or touches the disk: done on a thread of its own, answered on the one that draws."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from kivy.clock import Clock

Answer = TypeVar("Answer")


def run(work: Callable[[], Answer], then: Callable[[Answer], None], failed: Callable[[OSError], None]) -> None:
    """Have work done elsewhere. What it gives goes to ``then``; when the disk refuses, ``failed`` hears why."""

    def begin() -> None:
        try:
            answer = work()
        except OSError as failure:
            cause = failure
            Clock.schedule_once(lambda _: failed(cause), 0)
        else:
            Clock.schedule_once(lambda _: then(answer), 0)

    threading.Thread(target=begin, name="background", daemon=True).start()
