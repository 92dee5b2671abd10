"""Reports exceptions of Kivy's event loop and lets the app continue where it can."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable

from kivy.base import ExceptionHandler, ExceptionManager

from sanmill.core.reports.crash import Reports
from sanmill.core.reports.crash_trace import without_messages

log = logging.getLogger(__name__)

EXCEPTIONS_MAX, SECONDS = 4, 10.0  # the app ends after this many exceptions within this time


class CrashGuard(ExceptionHandler):
    """Kivy's exception handler; repeated exceptions end the app."""

    def __init__(self, reports: Reports, recover: Callable[[], None]) -> None:
        self._reports = reports
        self._recover = recover
        self._times: list[float] = []

    def install(self) -> None:
        self._reports.install_hooks()
        ExceptionManager.add_handler(self)

    def remove(self) -> None:
        ExceptionManager.remove_handler(self)

    def handle_exception(self, inst: BaseException) -> int:
        """Report the exception and tell Kivy whether to continue."""
        if not isinstance(inst, Exception):
            return int(ExceptionManager.RAISE)
        log.error("unhandled exception", exc_info=inst)
        self._reports.add_exception(inst)
        now = time.monotonic()
        self._times = [earlier for earlier in self._times if now - earlier < SECONDS] + [now]
        if len(self._times) >= EXCEPTIONS_MAX:
            return int(ExceptionManager.RAISE)
        try:
            self._recover()
        except Exception as error:
            log.exception("recovery failed")
            self._reports.add_exception(error)
        return int(ExceptionManager.PASS)


def keep_log_private() -> None:
    """Leave messages of exceptions out of the log, which on a phone is the system's."""
    for handler in logging.root.handlers:
        handler.addFilter(without_messages)
    sys.excepthook = lambda *details: log.critical("unhandled exception", exc_info=details)
    threading.excepthook = lambda details: log.critical("unhandled exception in a thread", exc_info=details.exc_value)
