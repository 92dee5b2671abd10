"""Programs that stand in for real ones.

They are alone on the PATH, with links to harmless programs of the machine: where a program cannot start, the next one
of its name is called, and a real adb would remove the app from a connected phone.
"""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

# What the scripts under test use without changing anything outside the folders they are given.
HARMLESS = (
    *"basename bash cat chmod cmp cp cut date dirname env find grep head ln ls mkdir mktemp mv".split(),
    *"readlink realpath rm rmdir sed seq sh sleep sort tail tar timeout touch tr true uname wc yes".split(),
)


def shell_program(path: Path, script: str) -> None:
    """Write a program for sh, which every system has in the same place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def python_program(path: Path, script: str, *options: str) -> None:
    """Write a program for this Python. Its first line cannot name an interpreter in a folder with a space."""
    source = path.with_name(f"{path.name}.py")
    shell_program(path, f'exec {shlex.join([sys.executable, *options, str(source)])} "$@"')
    source.write_text(script, encoding="utf-8")


def path_of(folder: Path, *more: str) -> str:
    """A PATH with the scripted programs and links to allowed system programs."""
    links = folder.with_name(f"{folder.name}-harmless")
    links.mkdir(exist_ok=True)
    for name in (*HARMLESS, *more):
        real = shutil.which(name)
        if real and not (links / name).exists():
            (links / name).symlink_to(real)
    return f"{folder}:{links}"
