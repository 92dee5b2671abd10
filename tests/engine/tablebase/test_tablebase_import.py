"""Tablebase files added by a user: inspected, copied, checked, used, refused with a reason, and removed."""

from __future__ import annotations

import errno
import io
import os
import shutil
import subprocess
import sys
import threading
from collections import namedtuple
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, cast

import pytest

from sanmill.engine.abi import load
from sanmill.engine.game import Game
from sanmill.engine.messages import (
    Coverage,
    ImportStage,
    ImportStatus,
    Stage,
    TablebaseFileError,
    TablebaseStatus,
)
from sanmill.engine.rules import new_error
from sanmill.engine.tablebase import importing as tablebase_import
from sanmill.engine.tablebase.examination import ADDED
from sanmill.engine.tablebase.tablebase import Tablebase, TablebaseBuild
from tests.kit import tablebase_file
from tests.kit.patience import HANG
from tests.kit.registry import SHIPPED
from tests.kit.registry import Registry as RealRegistry
from tests.kit.tablebase_file import NAME, RULES

NINE = "nine_mens_morris"
FIVE = "Board=1 PiecesCount=5"  # with layers of the placing phase
GRID = "OO*@@*O@/* w m s 3 0 3 0"
SHARED = f"{RULES} NMoveRule=50"  # a rule that a tablebase does not depend on
Room = namedtuple("Room", "total used free")


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tablebase_file.make(tmp_path_factory.mktemp("whole"))


class Registry(RealRegistry):
    """What a page does with it."""

    def examined(self, rules: str = RULES) -> TablebaseStatus:
        self.of(rules)
        return self.until(lambda status: status.rules == rules)

    def pick(self, path: Path, rules: str = RULES) -> ImportStatus:
        """Inspect a file as a page does."""
        self.inspect_file(rules, path.name, lambda: path.open("rb"))
        return self.imported(ImportStage.READY, ImportStage.FAILED)

    def add(self, path: Path) -> ImportStatus:
        """Inspect and add a file."""
        assert self.pick(path).stage is ImportStage.READY
        self.add_file()
        return self.imported(ImportStage.NONE, ImportStage.FAILED)


@pytest.fixture
def registry(tmp_path: Path) -> Iterator[Registry]:
    made = Registry(tmp_path / "tables")
    assert made.examined().stage is Stage.ABSENT
    yield made
    made.close()


def files(registry: Registry) -> list[str]:
    folder = registry.folder / ADDED
    return sorted(path.suffix for path in folder.iterdir()) if folder.exists() else []


def test_imported_file_is_used_found_again_and_removed(registry: Registry, whole: Path) -> None:
    ready = registry.pick(whole)
    assert (ready.name, ready.pieces, ready.size) == (NAME, 6, whole.stat().st_size)
    assert ready.free > ready.size
    assert files(registry) == [], "nothing is written before the user agrees"
    registry.add_file()
    registry.imported(ImportStage.NONE)
    added = registry.of(RULES)  # at once: no page says anything else meanwhile
    assert (added.stage, added.coverage, added.size) == (Stage.ADDED, Coverage.EVERYTHING, whole.stat().st_size)
    assert added.path is not None
    assert added.path.read_bytes() == whole.read_bytes()
    assert Tablebase(RULES, added.path).probe(Game(RULES, GRID)) is not None
    assert registry.examined(SHARED).path == added.path, "rules that share the values use it too"
    again = Registry(registry.folder)
    assert again.examined() == added
    again.remove(RULES)
    assert again.examined().stage is Stage.ABSENT
    assert files(again) == []
    again.close()


def damaged(content: bytes) -> bytes:
    middle = len(content) * 3 // 4
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda content: b"", TablebaseFileError.NO_TABLEBASE),
        (lambda content: b"not a tablebase" * 1000, TablebaseFileError.NO_TABLEBASE),
        (lambda content: content[:100], TablebaseFileError.INCOMPLETE),
        (lambda content: content[: len(content) // 2], TablebaseFileError.INCOMPLETE),
        (lambda content: content[:-1], TablebaseFileError.INCOMPLETE),
        (lambda content: content + b"!", TablebaseFileError.DAMAGED),
        (lambda content: content[:8] + bytes([99]) + content[9:], TablebaseFileError.OTHER_VERSION),
        (lambda content: content[:40] + b"\xff" + content[41:], TablebaseFileError.DAMAGED),
    ],
)
def test_invalid_file_is_refused_before_copying(
    registry: Registry, whole: Path, tmp_path: Path, change: Callable[[bytes], bytes], error: TablebaseFileError
) -> None:
    picked = tmp_path / "picked.tablebase"
    picked.write_bytes(change(whole.read_bytes()))
    refused = registry.pick(picked)
    assert (refused.stage, refused.error, refused.name) == (ImportStage.FAILED, error, picked.name)
    assert files(registry) == []
    assert registry.of(RULES).stage is Stage.ABSENT


def test_file_with_non_ascii_internal_name_is_imported(registry: Registry, whole: Path, tmp_path: Path) -> None:
    picked, error = tmp_path / "picked.tablebase", new_error()
    handle = Tablebase(RULES, whole).handle
    assert load().lib.mill_tb_write(handle, os.fsencode(picked), b"M\xfchle", error)
    assert registry.add(picked).stage is ImportStage.NONE
    assert registry.of(RULES).stage is Stage.ADDED


def test_damaged_values_are_found_by_verification(registry: Registry, whole: Path, tmp_path: Path) -> None:
    picked = tmp_path / "picked.tablebase"
    picked.write_bytes(damaged(whole.read_bytes()))
    assert registry.add(picked).error is TablebaseFileError.DAMAGED
    assert files(registry) == []
    registry.stop_file()
    assert registry.importing == ImportStatus()
    assert registry.add(whole).stage is ImportStage.NONE, "a right one is taken afterwards"


def test_file_of_other_rules_or_without_gain_is_refused(registry: Registry, whole: Path) -> None:
    assert registry.pick(whole, NINE).error is TablebaseFileError.OTHER_RULES
    registry.add(whole)
    assert registry.of(RULES).stage is Stage.ADDED
    refused = registry.pick(whole)
    assert (refused.error, refused.pieces) == (TablebaseFileError.NOTHING_NEW, 6)


def test_file_with_placing_layers_replaces_one_without(registry: Registry, tmp_path: Path) -> None:
    parts, plain, layered = tmp_path / "parts", tmp_path / "plain.tablebase", tmp_path / "layered.tablebase"
    parts.mkdir()
    TablebaseBuild(FIVE, parts, max_pieces=10, is_compressed=True).run()
    Tablebase(FIVE, parts).write(layered, "five")
    for layer in parts.glob("*-hand*"):
        layer.unlink()
    Tablebase(FIVE, parts).write(plain, "five")
    for file, has_layers in ((plain, False), (layered, True)):
        assert registry.pick(file, FIVE).stage is ImportStage.READY
        registry.add_file()
        registry.imported(ImportStage.NONE)
        added = registry.of(FIVE)
        assert (added.stage, added.pieces, added.has_layers) == (Stage.ADDED, 10, has_layers)
        assert files(registry) == [".tablebase"]
    for file in (plain, layered):
        assert registry.pick(file, FIVE).error is TablebaseFileError.NOTHING_NEW


def test_piece_count_of_large_file_is_read_from_its_header(registry: Registry) -> None:
    assert registry.examined(NINE).pieces == 11
    shipped = SHIPPED / f"{NINE}.tablebase"
    assert shipped.stat().st_size > 4 * tablebase_import.CHUNK
    refused = registry.pick(shipped, NINE)
    assert (refused.error, refused.pieces) == (TablebaseFileError.NOTHING_NEW, 11)


def test_free_space_is_checked_before_copying(registry: Registry, whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Room(10, 9, 1_000_000))
    refused = registry.pick(whole)
    assert (refused.error, refused.size, refused.free) == (TablebaseFileError.NO_ROOM, whole.stat().st_size, 1_000_000)


class Full(io.FileIO):
    """A file on a disk that is full after some bytes."""

    def write(self, content: Any) -> int:
        if self.tell() + len(content) > 100:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return super().write(content)


def test_disk_filling_up_loses_nothing(registry: Registry, whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert registry.pick(whole).stage is ImportStage.READY
    with monkeypatch.context() as patch:
        patch.setattr(tablebase_import, "open", lambda path, mode, **_: Full(path, mode), raising=False)
        registry.add_file()
        assert registry.imported(ImportStage.FAILED).error is TablebaseFileError.FULL
    assert files(registry) == []
    assert registry.add(whole).stage is ImportStage.NONE


def test_unwritable_folder_is_reported(tmp_path: Path, whole: Path) -> None:
    (tmp_path / "tables").write_text("a file where a folder should be")
    made = Registry(tmp_path / "tables")
    assert made.pick(whole).error is TablebaseFileError.UNWRITABLE
    made.close()


def test_vanished_source_is_reported(registry: Registry, whole: Path, tmp_path: Path) -> None:
    picked = tmp_path / "picked.tablebase"
    shutil.copy(whole, picked)
    assert registry.pick(picked).stage is ImportStage.READY
    picked.unlink()
    registry.add_file()
    failed = registry.imported(ImportStage.FAILED)
    assert (failed.error, bool(failed.reason)) == (TablebaseFileError.UNREADABLE, True)
    read_end, write_end = os.pipe()
    os.close(write_end)
    registry.inspect_file(RULES, NAME, lambda: os.fdopen(read_end, "rb"))
    assert registry.imported(ImportStage.FAILED).error is TablebaseFileError.NOT_LOCAL


class Slow(io.FileIO):
    """A source that gives its second chunk when it is told to."""

    def __init__(self, path: Path, gate: threading.Event, begun: threading.Event) -> None:
        super().__init__(path, "rb")
        self._gate, self._begun = gate, begun

    def read(self, size: int | None = -1) -> Any:
        if self.tell():
            self._begun.set()
            self._gate.wait(HANG)
        return super().read(100)


def slow_import(registry: Registry, whole: Path) -> threading.Event:
    """Begin to copy; the event lets it go on."""
    gate, begun = threading.Event(), threading.Event()
    sources = iter((whole.open("rb"), Slow(whole, gate, begun)))
    registry.inspect_file(RULES, whole.name, lambda: cast(BinaryIO, next(sources)))
    registry.imported(ImportStage.READY)
    registry.add_file()
    assert begun.wait(HANG)
    return gate


def test_copying_can_be_stopped(registry: Registry, whole: Path) -> None:
    gate = slow_import(registry, whole)
    assert registry.importing.stage is ImportStage.COPYING
    assert files(registry) == [".part"]
    registry.inspect_file("nine_mens_morris", "other", lambda: pytest.fail("one at a time"))
    registry.stop_file()
    gate.set()
    assert registry.importing == ImportStatus()
    assert registry.add(whole).stage is ImportStage.NONE, "the next one waits for the end of the first"
    assert files(registry) == [".tablebase"]


def test_closing_the_app_cancels_import_without_leftovers(tmp_path: Path, whole: Path) -> None:
    made = Registry(tmp_path)
    made.examined()
    gate = slow_import(made, whole)
    closing = threading.Thread(target=made.close)
    closing.start()
    gate.set()
    closing.join(HANG)
    assert files(made) == []


def test_leftover_of_killed_app_is_deleted_and_reported(tmp_path: Path, whole: Path) -> None:
    (tmp_path / ADDED).mkdir()
    left = tmp_path / ADDED / f"new{tablebase_import.UNFINISHED}"
    left.write_bytes(whole.read_bytes()[:5000])
    reader = Registry(tmp_path, is_read_only=True)
    assert reader.examined().stage is Stage.ABSENT
    reader.inspect_file(RULES, NAME, lambda: pytest.fail("the folder belongs to another process"))
    reader.close()
    assert left.exists(), "it may be the other process that copies"
    made = Registry(tmp_path)
    assert made.imported(ImportStage.FAILED).error is TablebaseFileError.INTERRUPTED
    assert not left.exists()
    assert made.examined().stage is Stage.ABSENT
    assert made.add(whole).stage is ImportStage.NONE
    made.close()


KILLED = """
import io, queue, sys, threading
from pathlib import Path
from sanmill.engine.jobs import Jobs
from sanmill.engine.messages import ImportStage
from sanmill.engine.tablebase.registry import TablebaseRegistry

folder, file = map(Path, sys.argv[1:])

class Slow(io.FileIO):
    def read(self, size=-1):
        if self.tell():
            print("copying", flush=True)
            threading.Event().wait()
        return super().read(100)

sources, events = iter((file.open("rb"), Slow(file))), queue.Queue()
registry = TablebaseRegistry(folder / "none", folder, Jobs(events.put, None))
registry.inspect_file("three_mens_morris", file.name, lambda: next(sources))
while registry.importing.stage is not ImportStage.READY:
    registry.receive(events.get())
registry.add_file()
threading.Event().wait()
"""


def test_kill_while_copying_loses_nothing(tmp_path: Path, whole: Path) -> None:
    command = [sys.executable, "-c", KILLED, str(tmp_path), str(whole)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=SHIPPED.parents[1]) as child:
        assert child.stdout is not None
        said = child.stdout.readline()
        child.kill()
    assert said == b"copying\n"
    assert [path.suffix for path in (tmp_path / ADDED).iterdir()] == [".part"]
    made = Registry(tmp_path)
    assert made.imported(ImportStage.FAILED).error is TablebaseFileError.INTERRUPTED
    assert files(made) == []
    assert made.add(whole).stage is ImportStage.NONE
    made.close()


def test_changed_folder_is_used(registry: Registry, whole: Path, tmp_path: Path) -> None:
    registry.add(whole)
    assert registry.of(RULES).stage is Stage.ADDED
    registry.use(tmp_path / "elsewhere")
    registry.until(lambda status: status.stage is Stage.ABSENT)
    registry.use(tmp_path / "tables")
    registry.until(lambda status: status.stage is Stage.ADDED)
