"""The background thread: order, errors, waiting, a hung task."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from sanmill.core.executor import Executor
from tests.kit.patience import HANG


def test_tasks_run_in_order_and_the_thread_ends_with_them() -> None:
    executor, done = Executor("test"), list[int]()
    before = threading.active_count()
    for _ in range(3):
        for number in range(100):
            executor.submit(done.append, number)
        executor.wait()
    executor.close()
    assert done == 3 * list(range(100))
    assert threading.active_count() == before


def test_error_is_reported_and_next_task_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    reported, done = list[object](), list[int]()
    monkeypatch.setattr(threading, "excepthook", lambda details: reported.append(details.exc_type))
    executor = Executor("test")
    executor.submit(int, "x")
    executor.submit(done.append, 1)
    executor.wait()
    assert (reported, done) == ([ValueError], [1])


def test_closed_executor_finishes_or_cancels_what_waits() -> None:
    for is_cancelled in (False, True):
        gate, done = threading.Event(), list[int]()
        executor = Executor("test")
        executor.submit(gate.wait, HANG)
        executor.submit(done.append, 1)
        closing = threading.Thread(target=executor.close, kwargs={"is_cancelled": is_cancelled})
        closing.start()
        while not executor._is_closed:
            pass
        executor.submit(done.append, 2)
        gate.set()
        closing.join(HANG)
        assert done == ([] if is_cancelled else [1])


def test_hung_task_is_left_behind() -> None:
    gate, is_begun, done = threading.Event(), threading.Event(), list[threading.Thread]()

    def hang() -> None:
        done.append(threading.current_thread())
        is_begun.set()
        gate.wait(HANG)

    executor = Executor("test", is_daemon=True)
    executor.submit(hang)
    executor.submit(lambda: done.append(threading.current_thread()))
    assert is_begun.wait(HANG)
    executor.wait(0.01)
    executor.abandon()
    executor.wait()
    hung, other = done
    assert hung is not other
    gate.set()
    hung.join(HANG)
    assert not hung.is_alive()


def test_interpreter_finishes_tasks_but_not_those_of_a_daemon() -> None:
    program = """
import time
from sanmill.core.executor import Executor
Executor("daemon", is_daemon=True).submit(time.sleep, 3600)
executor = Executor("writer")
executor.submit(time.sleep, 0.1)
executor.submit(print, "written")
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=HANG, check=True)
    assert ended.stdout == "written\n"
