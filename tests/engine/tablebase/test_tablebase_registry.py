"""Tablebases found, refused, built in the background, stopped, continued and removed."""

from __future__ import annotations

import shutil
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from sanmill.engine import jobs
from sanmill.engine.game import Game
from sanmill.engine.messages import Stage, TablebaseChanged, TablebaseStatus
from sanmill.engine.tablebase import examination
from sanmill.engine.tablebase.examination import Folders, examine
from sanmill.engine.tablebase.tablebase import Tablebase, TablebaseBuild
from tests.kit.patience import HANG
from tests.kit.registry import SHIPPED, Registry

SMALL = "three_mens_morris"
GRID = "OO*@@*O@/* w m s 3 0 3 0"
LARGER = "six_mens_morris"


def settled(registry: Registry, rules: str) -> TablebaseStatus:
    registry.of(rules)
    return registry.until(lambda status: status.rules == rules and status.stage not in (Stage.UNKNOWN, Stage.BUILDING))


@pytest.fixture
def registry(tmp_path: Path) -> Iterator[Registry]:
    made = Registry(tmp_path / "tables")
    yield made
    made.close()


@pytest.mark.parametrize("rules", ["nine_mens_morris", "lasker_morris", "nine_mens_morris NMoveRule=60"])
def test_shipped_tablebase_is_found(registry: Registry, rules: str) -> None:
    assert registry.of(rules).stage is Stage.UNKNOWN
    found = registry.until(lambda status: status.rules == rules)
    assert (found.stage, found.pieces, found.path) == (Stage.SHIPPED, 11, SHIPPED)
    assert registry.of(rules) == found


def test_failed_examination_is_reported(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> TablebaseStatus:
        raise OSError("input/output error")

    monkeypatch.setattr(examination, "examine", fail)
    assert settled(registry, SMALL) == TablebaseStatus(SMALL, Stage.FAILED, reason="input/output error")


def test_whole_game_is_read_inside_its_package(tmp_path: Path) -> None:
    """Stored in a zip at an odd place, as Android's tools may put it; puzzles stay those of every package."""
    rules, shipped = "Board=1 PiecesCount=4", tmp_path / "shipped"
    shipped.mkdir()
    for name, pieces, place in (("endings", 7, shipped), ("complete", 8, tmp_path)):
        folder = tmp_path / name
        folder.mkdir()
        TablebaseBuild(rules, folder, max_pieces=pieces, is_compressed=True).run()
        Tablebase(rules, folder).write(place / f"{name}.tablebase", name)
    content = (tmp_path / "complete.tablebase").read_bytes()
    package = tmp_path / "sanmill.apk"
    with zipfile.ZipFile(package, "w") as archive:
        archive.writestr("lib.so", b"even")
        archive.writestr("assets/complete.tablebase", content)
        archive.writestr("resources.arsc", b"more")
    start = package.read_bytes().index(content)
    assert start % 2
    complete = Path(f"{package}#{start}+{len(content)}")
    found = Folders(shipped, tmp_path / "own", complete).examine(rules)
    assert (found.stage, found.pieces, found.path) == (Stage.SHIPPED, 8, complete)
    assert found.size == len(content)
    assert found.puzzle_path == shipped
    known, read = Tablebase(rules, tmp_path / "complete.tablebase"), Tablebase(rules, complete)
    assert [*map(str, read.subspaces())] == [*map(str, known.subspaces())]
    package.write_bytes(package.read_bytes()[: start + 1000])
    without = Folders(shipped, tmp_path / "own", complete).examine(rules)
    assert (without.stage, without.pieces, without.path) == (Stage.SHIPPED, 7, shipped)
    assert Folders(shipped, tmp_path / "own", tmp_path / "none").examine(rules) == without


@pytest.mark.parametrize(
    ("rules", "rule"), [("russian_mill", "OneTimeUseMill"), ("morabaraba", "RestrictRepeatedMillsFormation")]
)
def test_rules_with_history_are_refused_with_reason(tmp_path: Path, rules: str, rule: str) -> None:
    found = examine(rules, SHIPPED, tmp_path)
    assert (found.stage, found.reason, found.is_available) == (Stage.REFUSED, rule, False)


def test_size_and_piece_count_are_estimated(tmp_path: Path) -> None:
    twelve, six, three = (examine(rules, SHIPPED, tmp_path) for rules in ("twelve_mens_morris", LARGER, SMALL))
    assert [found.stage for found in (twelve, six, three)] == [Stage.ABSENT] * 3
    assert [found.pieces for found in (twelve, six, three)] == [9, 12, 6]
    assert 1 << 20 < twelve.size < 3 << 20


def test_build_killed_near_its_end_resumes(registry: Registry, tmp_path: Path) -> None:
    registry.build(SMALL)
    built = registry.until(lambda status: status.stage is Stage.BUILT)
    assert built.path is not None
    files = {path.name: path.read_bytes() for path in built.path.iterdir()}
    whole = tmp_path / "whole"
    whole.mkdir()
    TablebaseBuild(SMALL, whole, max_pieces=built.pieces).run()
    (left,) = whole.glob("*.values")
    for remaining in ([], list(files)):  # killed before it was coded, and before the values were deleted
        for name in files:
            if name not in remaining:
                (built.path / name).unlink()
        shutil.copy(left, built.path)
        assert examine(SMALL, SHIPPED, built.path).stage is Stage.STOPPED
        registry.build(SMALL)
        assert registry.until(lambda status: status.stage is not Stage.BUILDING) == built
        assert {path.name: path.read_bytes() for path in built.path.iterdir()} == files


def test_built_tablebase_is_kept_and_removed(registry: Registry, tmp_path: Path) -> None:
    assert settled(registry, SMALL).stage is Stage.ABSENT
    registry.build(SMALL)
    built = registry.until(lambda status: status.stage is Stage.BUILT)
    assert built.path is not None
    assert built.size == sum(path.stat().st_size for path in built.path.iterdir()) > 0
    assert {stat.S_IMODE(path.stat().st_mode) for path in built.path.iterdir()} == {0o600}
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in (built.path, tmp_path / "tables")} == {0o700}
    assert Tablebase(SMALL, built.path).probe(Game(SMALL, GRID)) is not None
    again = Registry(tmp_path / "tables")
    assert settled(again, SMALL) == built
    again.remove(SMALL)
    assert again.until(lambda status: status.rules == SMALL).stage is Stage.ABSENT
    assert not built.path.exists()
    again.close()


def test_stopped_build_is_resumed(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "PROGRESS_SECONDS", 0.01)
    settled(registry, LARGER)
    registry.build(LARGER)
    registry.until(lambda status: any(path.is_file() for path in registry.folder.rglob("*")))
    assert registry.building in (LARGER, "")
    registry.stop()
    stopped = registry.until(lambda status: status.stage is not Stage.BUILDING)
    assert stopped.stage in (Stage.STOPPED, Stage.BUILT)
    assert stopped.is_available == (stopped.stage is Stage.BUILT)
    registry.build(LARGER)
    assert registry.until(lambda status: status.stage is Stage.BUILT).pieces == 12


def test_leftover_of_killed_build_counts_as_stopped(tmp_path: Path) -> None:
    TablebaseBuild(LARGER, tmp_path, max_pieces=7, is_compressed=True).run()
    assert examine(LARGER, SHIPPED, tmp_path).stage is Stage.STOPPED


def test_unwritable_folder_is_reported(tmp_path: Path) -> None:
    blocked = tmp_path / "tables"
    blocked.write_text("a file where a folder should be")
    made = Registry(blocked)
    settled(made, SMALL)
    made.build(SMALL)
    assert made.until(lambda status: status.stage is Stage.FAILED).reason
    made.close()


def test_read_only_registry_neither_builds_nor_removes(tmp_path: Path) -> None:
    writer, reader = Registry(tmp_path), Registry(tmp_path, is_read_only=True)
    reader.build(SMALL)
    reader.close()  # waits for what was begun
    assert not list(tmp_path.iterdir())
    writer.build(SMALL)
    built = writer.until(lambda status: status.stage is Stage.BUILT)
    writer.close()
    reader = Registry(tmp_path, is_read_only=True)
    reader.remove(SMALL)
    assert settled(reader, SMALL) == built
    reader.close()


def test_puzzles_use_same_subspaces_in_larger_package(tmp_path: Path) -> None:
    for name, pieces in (("small", 6), ("complete", 7)):
        folder = tmp_path / name
        folder.mkdir()
        TablebaseBuild(LARGER, folder, max_pieces=pieces, is_compressed=True).run()
        (tmp_path / "package").mkdir(exist_ok=True)
        place = tmp_path if name == "complete" else tmp_path / "package"
        Tablebase(LARGER, folder).write(place / f"{name}.tablebase", name)
    complete = tmp_path / "complete.tablebase"
    status = Folders(tmp_path / "package", tmp_path / "own", complete).examine(LARGER)
    assert (status.pieces, status.path) == (7, complete)
    assert status.puzzle_path == tmp_path / "package"


def test_obsolete_examination_is_dropped(registry: Registry) -> None:
    """One that was begun before a build may end after it."""
    registry.of(SMALL)
    examined = registry.events.get(timeout=HANG)
    assert isinstance(examined, TablebaseChanged)
    registry.build(SMALL)
    built = registry.until(lambda status: status.stage is Stage.BUILT)
    assert not registry.receive(examined)
    assert registry.of(SMALL) == built


def test_event_of_stopped_build_does_not_end_next_one(registry: Registry) -> None:
    registry.build(SMALL)
    registry.stop()
    registry.build(SMALL)
    assert registry.until(lambda status: status.stage is not Stage.BUILDING).stage is Stage.BUILT
    assert registry.building == ""
