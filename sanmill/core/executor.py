"""A background thread that runs tasks one after the other."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any


class Executor:
    """Runs tasks in order on a thread that lives while there are some. What a task raises is reported as on any thread.

    At its end, the interpreter waits for the tasks, unless the executor is a daemon.
    """

    def __init__(self, name: str, initializer: Callable[[], object] = tuple, *, is_daemon: bool = False) -> None:
        """``initializer`` is called first on each thread."""
        self._name = name
        self._initializer = initializer
        self._is_daemon = is_daemon
        self._lock = threading.Lock()  # of the attributes below
        self._tasks: deque[Callable[[], object]] = deque()
        self._thread: threading.Thread | None = None  # None: there is nothing to do
        self._is_closed = False

    def submit(self, task: Callable[..., object], /, *args: Any, **options: Any) -> None:
        """Queue a task. Ignored after ``close``."""
        with self._lock:
            if not self._is_closed:
                self._tasks.append(partial(task, *args, **options))
                if self._thread is None:
                    self._start()

    def wait(self, seconds: float | None = None) -> None:
        is_reached = threading.Event()
        with self._lock:
            if self._thread is None or self._thread is threading.current_thread():
                return
            self._tasks.append(is_reached.set)
        is_reached.wait(seconds)

    def abandon(self) -> None:
        """Leave a hung task behind and run the next ones on a new thread."""
        with self._lock:
            self._start()

    def close(self, seconds: float | None = None, *, is_cancelled: bool = False) -> None:
        """Finish the tasks, or only the running one, and wait for that."""
        with self._lock:
            self._is_closed = True
            if is_cancelled:
                self._tasks.clear()
            thread = self._thread
        if thread and thread is not threading.current_thread():
            thread.join(seconds)

    def _start(self) -> None:
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=self._is_daemon)
        self._thread.start()

    def _run(self) -> None:
        self._initializer()
        thread = threading.current_thread()
        while True:
            with self._lock:
                if self._thread is not thread:  # abandoned
                    return
                if not self._tasks:
                    self._thread = None
                    return
                task = self._tasks.popleft()
            try:
                task()
            except Exception as error:  # noqa: BLE001 - it is reported
                threading.excepthook(threading.ExceptHookArgs((type(error), error, error.__traceback__, thread)))
            del task  # and with it what the task holds


@contextmanager
def polled(call: Callable[[], object], seconds: float) -> Iterator[None]:
    """Call again and again on another thread while the block runs."""
    is_over = threading.Event()

    def poll() -> None:
        while not is_over.wait(seconds):
            call()

    thread = threading.Thread(target=poll, name="progress", daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
