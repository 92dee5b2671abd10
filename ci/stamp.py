"""Write the commit that this copy was built from to sanmill/_build.py, for About and for reports."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "sanmill" / "_build.py"


def source() -> str:
    """The commit, marked when files differ from it; empty without git."""
    command = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def stamp(target: Path = TARGET) -> None:
    """Write the file unless it is up to date."""
    text = f'"""Made by ci/stamp.py."""\n\nSOURCE = "{source()}"\n'
    if not target.exists() or target.read_text(encoding="utf-8") != text:
        target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    stamp()
