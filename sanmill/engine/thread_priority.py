"""Low priority for computing threads, so that the UI thread stays responsive."""

from __future__ import annotations

import logging
import os
import sys
import threading

log = logging.getLogger(__name__)

NICE = 5  # a third of a core beside a busy UI thread; all of it beside an idle one


def lower_priority(nice: int = NICE) -> None:
    """Lower the priority of this thread and of those it starts later."""
    if not sys.platform.startswith(("linux", "android")):  # elsewhere threads have no nice value
        return
    thread = threading.get_native_id()
    try:
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + nice)
    except OSError:
        log.debug("%s keeps its priority", threading.current_thread().name)
