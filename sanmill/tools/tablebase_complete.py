"""The complete tablebase of a rule set as one file: solve, compress, check.

Everything in between is in a folder beside the file. A run that is stopped or killed is continued by the next one; the
folder is removed when the file has been checked.
"""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.tablebase.tablebase import Tablebase, TablebaseBuild, Verification, file_info

from .tablebase_progress import run_with_bar

DTW_PIECES, ROUNDED_PIECES = 9, 11  # with more pieces distances would take more space than everything else
SAMPLES = 200  # of each subspace, in the check
MEGABYTE = 1 << 20


def build_complete(rules: str, name: str, file: Path, *, threads: int) -> None:
    work = file.with_name(f"{file.name}.building")
    pieces = 2 * Game(rules).rule("PiecesCount")
    if not file.exists() or work.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        _build(rules, pieces, work, threads)
        print("writing and checking the file")
        Tablebase(rules, work).write(file, name)
        try:
            run_with_bar(Verification(rules, file, samples=SAMPLES))
        except EngineError:
            file.unlink()
            raise
        shutil.rmtree(work)
    print(describe(file))


def describe(file: Path) -> str:
    info = file_info(file)
    digest = hashlib.sha256()
    with file.open("rb") as content:
        while block := content.read(MEGABYTE):
            digest.update(block)
    return (
        f"{file}\n{info.name}, format version {info.version}, complete up to {info.max_pieces} pieces, "
        f"{info.bytes / 1e6:.1f} MB\nSHA-256 {digest.hexdigest()}"
    )


def _build(rules: str, pieces: int, work: Path, threads: int) -> None:
    build = TablebaseBuild(
        rules,
        work,
        max_pieces=pieces,
        threads=threads,
        dtw_up_to=DTW_PIECES,
        is_compressed=True,
        rounded_up_to=ROUNDED_PIECES,
    )
    disk, memory = build.needs()
    there = sum(path.stat().st_size for path in work.glob("*")) if work.exists() else 0
    free = shutil.disk_usage(work.parent).free
    print(
        f"needs {_gigabytes(disk)} of disk while it works ({_gigabytes(free)} free, {_gigabytes(there)} already used) "
        f"and {_gigabytes(memory)} of memory",
        flush=True,
    )
    if disk - there > free:
        raise EngineError(f"the disk is too small: {_gigabytes(disk - there)} needed, {_gigabytes(free)} free")
    work.mkdir(exist_ok=True)
    print(f"solved and compressed in {run_with_bar(build) / 60:.1f} minutes")


def _gigabytes(size: int) -> str:
    return f"{size / 1e9:.1f} GB"
