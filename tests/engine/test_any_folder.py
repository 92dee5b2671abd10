"""Folders of any name: tablebases are built, added, opened and used there, whatever the locale."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sanmill.engine.game import Game
from sanmill.engine.messages import ImportStage, Limits, MoveChosen, Position, Stage
from sanmill.engine.search.book import Book
from sanmill.engine.search.jobs import Think
from sanmill.engine.search.options import option
from sanmill.engine.search.searcher import Searcher
from sanmill.engine.tablebase.tablebase import Tablebase
from tests.kit import tablebase_file
from tests.kit.patience import HANG
from tests.kit.registry import Registry
from tests.kit.tablebase_file import NAME, RULES

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ROOT / "assets" / "tables"
WON = "OO*@@*O@/* w m s 3 0 3 0"
NAMES = [b"\xff\xe4 b", "Ä b".encode(), b'it\'s "so" 100%']

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="names are bytes on Linux only")


@pytest.fixture(params=NAMES, ids=["not UTF-8", "umlaut", "quotes"])
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    folder = Path(os.fsdecode(os.path.join(os.fsencode(tmp_path), request.param)))
    folder.mkdir()
    return folder


def check_moves(path: Path) -> None:
    """The engine plays with the tables there."""
    assert option("TablePath").accepts(str(path))
    command = Think(1, Position(RULES, (), WON), (("TablePath", str(path)),), Limits(nodes=1000))
    chosen = Searcher().think(command)
    assert isinstance(chosen, MoveChosen)
    assert chosen.lines[0].is_proven


def test_tablebases_are_built_imported_and_used(folder: Path) -> None:
    registry = Registry(folder / "tables")
    registry.build(RULES)
    built = registry.until(lambda status: status.stage is Stage.BUILT)
    assert built.path
    check_moves(built.path)
    registry.remove(RULES)
    registry.until(lambda status: status.stage is Stage.ABSENT)
    whole = tablebase_file.make(folder)
    registry.inspect_file(RULES, NAME, lambda: whole.open("rb"))
    registry.imported(ImportStage.READY)
    registry.add_file()
    added = registry.until(lambda status: status.stage is Stage.ADDED)
    assert added.path
    check_moves(added.path)
    assert Tablebase(RULES, added.path).probe(Game(RULES, WON)) is not None
    registry.close()


def test_book_is_written_and_read(folder: Path) -> None:
    Book.open().write(folder / "copy.book")
    assert Book.open(folder / "copy.book").placed == Book.open().placed


PROGRAM = """
import os, sys
from pathlib import Path
from tests.engine import test_any_folder
folder = Path(sys.argv[1])
test_any_folder.check_moves(test_any_folder.tablebase_file.make(folder))
"""


@pytest.mark.parametrize("locale", [{"LANG": "C"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}])
def test_locale_does_not_matter(folder: Path, locale: dict[str, str]) -> None:
    if "PYTHONUTF8" in locale and not str(ROOT).isascii():
        pytest.skip("cffi takes a path as text, which that of the library is not in this locale")
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **locale}
    subprocess.run([sys.executable, "-c", PROGRAM, folder], env=environment, check=True, timeout=HANG)
