"""A build or verification of a tablebase in a terminal: a bar, the time left, and Ctrl-C."""

from __future__ import annotations

import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Union

from sanmill.engine.tablebase.tablebase import BuildProgress, TablebaseBuild, Verification

BAR = 30  # characters
POLL_SECONDS = 0.2
LINE_SECONDS = 10.0  # between progress lines outside a terminal

Task = Union[TablebaseBuild, Verification]


def run_with_bar(task: Task) -> float:
    """Run it and return the seconds it took. Ctrl-C stops it, waits and raises KeyboardInterrupt."""
    start = time.monotonic()
    with ThreadPoolExecutor(1) as executor:
        running = executor.submit(task.run)
        try:
            _watch(task, running, start)
        except KeyboardInterrupt:
            task.stop()
            wait([running])
            raise
    running.result()  # raises the error of a task that failed
    return time.monotonic() - start


def _watch(task: Task, running: Future[None], start: float) -> None:
    is_terminal = sys.stdout.isatty()
    shown, before = start, task.progress().work_done
    while wait([running], POLL_SECONDS).not_done:
        now = time.monotonic()
        if is_terminal:
            print(f"\r{bar(task.progress(), now - start, before)}", end="", flush=True)
        elif now - shown >= LINE_SECONDS:
            shown = now
            print(bar(task.progress(), now - start, before), flush=True)
    if is_terminal:
        print("\r\033[K", end="")


def bar(progress: BuildProgress, seconds: float, before: int = 0) -> str:
    """A progress bar with the current subspace and the time left. ``before``: work done when the time began."""
    part = progress.work_done / progress.work if progress.work else 0.0
    filled = round(part * BAR)
    done = progress.work_done - before
    left = f"{_clock(seconds * (progress.work - progress.work_done) / done)} left" if done and part > 0.01 else "…"
    count = f"{progress.hands} in hand" if progress.hands else f"{progress.pairs_done} of {progress.pairs}"
    return f"[{'#' * filled}{'.' * (BAR - filled)}] {part:4.0%}  {progress.mover}-{progress.other}  {count}  {left:<16}"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"
