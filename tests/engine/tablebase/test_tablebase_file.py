"""One file with all subspaces of a rule set, from Python: writing, opening, checking, and what can be wrong with it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from sanmill.engine.errors import EngineError, Status
from sanmill.engine.game import Game
from sanmill.engine.messages import Limits, Position
from sanmill.engine.search.jobs import Think
from sanmill.engine.search.searcher import Searcher
from sanmill.engine.tablebase.tablebase import Tablebase, TablebaseBuild, Verification, file_info

SMALL = "six_mens_morris"
THREES = "OOO*****/@@@***** w m s 3 0 3 0"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    TablebaseBuild(SMALL, folder, max_pieces=8, threads=2, is_compressed=True).run()
    file = folder.parent / "six_mens_morris.tablebase"
    Tablebase(SMALL, folder).write(file, "six_mens_morris")
    return file


def fault_of(file: Path, rules: str = SMALL) -> EngineError:
    with pytest.raises(EngineError) as caught:
        Verification(rules, file, samples=10).run()
    return caught.value


def test_file_info_describes_the_file(made: Path) -> None:
    info = file_info(made)
    assert (info.name, info.version, info.max_pieces, info.bytes) == (SMALL, 3, 8, made.stat().st_size)
    assert info.rules.startswith("board=1")
    assert info.subspaces == len(list(Tablebase(SMALL, made).subspaces()))


def test_verification_reads_complete_file(made: Path) -> None:
    check = Verification(SMALL, made, samples=50)
    check.run()
    progress = check.progress()
    assert progress.work_done == progress.work > made.stat().st_size


def test_file_and_folder_are_opened_alike(made: Path, tmp_path: Path) -> None:
    (tmp_path / "any name.tablebase").write_bytes(made.read_bytes())
    game = Game(SMALL, THREES)
    value = Tablebase(SMALL, made).probe(game)
    assert value is not None
    assert Tablebase(SMALL, tmp_path).probe(game) == value


def test_engine_accepts_file_as_table_path(made: Path) -> None:
    command = Think(1, Position(SMALL, start=THREES), limits=Limits(depth=1))
    assert Searcher(made).think(command).lines[0].is_proven


@pytest.mark.parametrize(
    ("content", "code", "sentence"),
    [
        (lambda whole: b"\x89PNG" + whole[4:], Status.NO_TABLEBASE, "this is not a tablebase"),
        (lambda whole: b"", Status.NO_TABLEBASE, "this is not a tablebase"),
        (lambda whole: whole[: len(whole) // 2], Status.TRUNCATED, "the file ends too early: "),
        (lambda whole: whole + b"more", Status.DAMAGED, "the file is damaged: 4 bytes too long"),
        (lambda whole: whole[:8] + b"\x04" + whole[9:], Status.OTHER_VERSION, "format version 4 (expected 3)"),
        (lambda whole: whole[:-9] + b"damaged!!", Status.DAMAGED, "the file is damaged: the data of "),
    ],
)
def test_invalid_file_is_explained(
    made: Path, tmp_path: Path, content: Callable[[bytes], bytes], code: Status, sentence: str
) -> None:
    file = tmp_path / "wrong.tablebase"
    file.write_bytes(content(made.read_bytes()))
    error = fault_of(file)
    assert error.code is code
    assert sentence in str(error)
    assert str(tmp_path) not in str(error)


def test_file_of_other_rules_is_refused(made: Path) -> None:
    assert fault_of(made, f"{SMALL} MayFly=true").code is Status.OTHER_RULES
    with pytest.raises(EngineError, match="made for other rules"):
        Tablebase(f"{SMALL} MayFly=true", made)


def test_verification_is_stopped_from_another_thread(made: Path) -> None:
    check = Verification(SMALL, made, samples=10**9)
    errors: list[EngineError] = []

    def run() -> None:
        try:
            check.run()
        except EngineError as error:
            errors.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    check.stop()
    thread.join(10)
    assert [error.code for error in errors] == [Status.STOPPED]
