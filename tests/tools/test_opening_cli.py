"""The command line of openings: values of turns, mistakes in replies, building a book that continues."""

from __future__ import annotations

from pathlib import Path

import pytest

from sanmill.engine.game import Game
from sanmill.engine.search.book import Book
from sanmill.engine.tablebase.tablebase import Tablebase, TablebaseBuild
from sanmill.tools.book_build import build_book
from sanmill.tools.opening_cli import main

RULES = "Board=1 PiecesCount=4"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables")
    TablebaseBuild(RULES, path, max_pieces=8, threads=2).run()
    return path


def test_build_continues_and_larger_book_keeps_smaller(folder: Path, tmp_path: Path) -> None:
    file, lines = tmp_path / "openings" / "small.book", list[str]()
    tablebase = Tablebase(RULES, folder)
    for placed in (2, 3):
        build_book(RULES, tablebase, file, placed=placed, threads=1, megabytes=1, say=lines.append)
    assert lines[-1] == "3 placed: 114 positions: 0 won, 114 drawn, 0 lost"
    assert Book.open(file).placed == 3
    again = build_book(RULES, None, file, placed=3, threads=1, megabytes=1, say=lines.append)  # nothing to prove
    game = Game(RULES)
    game.play("c4")
    assert again.probe(game) == 0


def test_turns_are_listed_with_values_and_mistakes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moves = ["c4", "d4", "b4", "a1", "d2", "b2"]
    assert main(["--rules", RULES, "--tables", str(folder), "--book", "none", *moves]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 10
    assert all("replies are mistakes" in line for line in lines)
    assert lines[0].split()[1] in ("draw", "win")
    assert [line.split()[1] for line in lines] == sorted(
        (line.split()[1] for line in lines), key=["win", "draw", "loss"].index
    )


def test_unproven_position_is_reported(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--rules", "Board=1 PiecesCount=5", "--tables", str(folder), "--book", "none"]) == 0
    said = capsys.readouterr().out
    assert "not proven" in said
    assert "a proof while placing needs the tablebase of 10 pieces, not of 7" in said


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["zz"], "no point is called 'zz'"),
        (["d6", "d6"], "a piece stands there"),
        (["--book", __file__], "not an opening book"),
        (["build", "--tables", "nowhere"], "nowhere"),
    ],
)
def test_invalid_arguments_are_reported(words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert complaint in capsys.readouterr().err
