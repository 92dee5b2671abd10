"""Compare the node count of ``sanmill-uci bench`` with the newest ``Bench:`` line in the git history.

Passes without a comparison when there is no such line (an archive, a shallow clone) or when engine_c/ has uncommitted
changes, whose commit message will state the new count.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from ci import ROOT

ENGINE = "engine_c/build/sanmill-uci"


def committed(root: Path) -> str | None:
    """The node count that the newest commit with a ``Bench:`` line states."""
    log = _run(root, "git", "log", "-1", "--extended-regexp", "--grep=^Bench: [0-9]+$", "--format=%B")
    found = re.findall(r"^Bench: (\d+)$", log or "", re.MULTILINE)
    return found[-1] if found else None


def measured(root: Path) -> str | None:
    """The node count of this build."""
    found = re.search(r"^nodes (\d+)$", _run(root, str(root / ENGINE), "bench") or "", re.MULTILINE)
    return found[1] if found else None


def check(root: Path) -> tuple[bool, str]:
    """Whether the counts agree, and a message."""
    expected = committed(root)
    if expected is None:
        return True, "bench: no Bench: line in the history, not compared"
    nodes = measured(root)
    if nodes is None:
        return False, f"bench: {ENGINE} bench printed no node count"
    if nodes == expected:
        return True, f"bench: {nodes}, as committed"
    if _run(root, "git", "status", "--porcelain", "engine_c"):
        return True, f'bench: {nodes} instead of {expected}; end the commit message with "Bench: {nodes}"'
    return False, f"bench: {nodes} nodes, but the newest Bench: line says {expected}"


def _run(root: Path, *command: str) -> str | None:
    try:
        return subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None


if __name__ == "__main__":
    is_equal, message = check(ROOT)
    print(message)
    sys.exit(0 if is_equal else 1)
