"""One background thread whose failures are reported."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any


class BackgroundExecutor(ThreadPoolExecutor):
    """Runs tasks one after the other. What a task raises is reported as on any other thread."""

    def __init__(self, name: str, initializer: Callable[[], object] | None = None) -> None:
        super().__init__(1, name, initializer)

    def submit(self, task: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        future = super().submit(task, *args, **options)
        future.add_done_callback(_report)
        return future


def _report(future: Future[Any]) -> None:
    """An executor keeps an exception in its future, where nobody would see it."""
    error = None if future.cancelled() else future.exception()
    if error:
        details = (type(error), error, error.__traceback__, threading.current_thread())
        threading.excepthook(threading.ExceptHookArgs(details))
