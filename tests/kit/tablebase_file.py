"""A real tablebase file of a small game, made in a moment."""

from __future__ import annotations

import os
from pathlib import Path

from sanmill.engine.tablebase.tablebase import Tablebase, TablebaseBuild

RULES, PIECES = "three_mens_morris", 6
NAME = "three.tablebase"


def make(folder: Path) -> Path:
    """Write the file with every position of Three Men's Morris in which all pieces are placed."""
    subspaces = folder / "subspaces"
    subspaces.mkdir()
    TablebaseBuild(RULES, subspaces, max_pieces=PIECES, is_compressed=True).run()
    Tablebase(RULES, subspaces).write(folder / NAME, "three")
    return folder / NAME


def is_open(path: Path) -> bool:
    """Whether this process has the file open, even if deleted; compare whole paths, since names repeat across tests."""
    files = [os.readlink(entry) for entry in Path("/proc/self/fd").iterdir() if entry.is_symlink()]
    return any(file.startswith(str(path)) for file in files)
