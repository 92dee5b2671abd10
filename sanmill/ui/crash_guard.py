"""What happens when something goes wrong while the app runs: it is reported, and the app goes on if it can."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from kivy.base import ExceptionHandler, ExceptionManager

from sanmill.core.crash import Reports

log = logging.getLogger(__name__)

MOST, SECONDS = 4, 10.0  # so many failures within so many seconds are too many


class Guard(ExceptionHandler):
    """Takes the exceptions of Kivy's loop. One that comes again and again ends the app."""

    def __init__(self, reports: Reports, recover: Callable[[], None]) -> None:
        self._reports = reports
        self._recover = recover
        self._times: list[float] = []

    def begin(self) -> None:
        """Watch from now on."""
        self._reports.install_hooks()
        ExceptionManager.add_handler(self)

    def end(self) -> None:
        """Watch no more."""
        ExceptionManager.remove_handler(self)

    def handle_exception(self, inst: BaseException) -> int:
        """Kivy asks whether to go on."""
        if not isinstance(inst, Exception):
            return int(ExceptionManager.RAISE)
        log.error("something went wrong", exc_info=inst)
        self._reports.add_exception(inst)
        now = time.monotonic()
        self._times = [moment for moment in self._times if now - moment < SECONDS] + [now]
        if len(self._times) >= MOST:
            return int(ExceptionManager.RAISE)
        try:
            self._recover()
        except Exception as failure:
            log.exception("no way back was found")
            self._reports.add_exception(failure)
        return int(ExceptionManager.PASS)
