"""Threads that compute let the one that draws go first."""

from __future__ import annotations

import logging
import os
import sys
import threading

log = logging.getLogger(__name__)

NICE = 5  # a third of a core's time beside a thread that draws; all of it when nothing is drawn


def step_back(nice: int = NICE) -> None:
    """This thread, and those it starts from now on, stand back where cores are scarce."""
    if not sys.platform.startswith(("linux", "android")):  # elsewhere threads have no priority of this kind
        return
    thread = threading.get_native_id()
    try:
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + nice)
    except OSError:
        log.debug("%s runs with ordinary priority", threading.current_thread().name)
