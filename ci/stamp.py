"""Write the commit that this copy was built from to sanmill/_build.py, for About and for reports.

python -m ci.stamp           write the file
python -m ci.stamp --number  print the build number instead, the version code of the phone packages
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from ci import ROOT

TARGET = ROOT / "sanmill" / "_build.py"


def git(*arguments: str) -> str:
    """What git prints; empty without git or a repository."""
    try:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def source() -> str:
    """The commit, marked when files differ from it; empty without git."""
    return git("describe", "--always", "--dirty", "--exclude=*")


def number() -> int:
    """The minute of the commit since 1970: it grows with every release and fits into Android's 31 bits."""
    return int(git("log", "-1", "--format=%ct") or time.time()) // 60


def stamp(target: Path = TARGET) -> None:
    """Write the file unless it is up to date."""
    text = f'"""Made by ci/stamp.py."""\n\nSOURCE = "{source()}"\n'
    if not target.exists() or target.read_text(encoding="utf-8") != text:
        target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--number"]:
        print(number())
    else:
        stamp()
