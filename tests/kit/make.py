"""Builds parts of the engine for tests; uses what `make test` built before. One test worker builds at a time."""

from __future__ import annotations

import fcntl
import os
import subprocess
from pathlib import Path

ENGINE = Path(__file__).resolve().parents[2] / "engine_c"


def make(target: str) -> Path:
    """Make a file of the engine's build folder."""
    path = ENGINE / "build" / target
    path.parent.mkdir(parents=True, exist_ok=True)
    with (ENGINE / "build" / "tests.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        command = ["make", "-s", f"-j{os.cpu_count()}", f"build/{target}"]
        subprocess.run(command, cwd=ENGINE, check=True, capture_output=True)
    return path
