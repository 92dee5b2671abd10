"""Tablebases, a share code, a record and settings written by version 0.1.0."""

from __future__ import annotations

from pathlib import Path

import pytest

from sanmill.core import settings
from sanmill.core.game import record
from sanmill.core.text import settings_text
from sanmill.engine import share_code
from sanmill.engine.game import Game
from sanmill.engine.search.options import options
from sanmill.engine.tablebase.tablebase import Tablebase

ROOT = Path(__file__).resolve().parents[2]
OLD = ROOT / "tests" / "data" / "0.1.0"
FOLDERS = [OLD / "tables" / "values", OLD / "tables" / "packed", ROOT / "assets" / "tables"]


@pytest.mark.parametrize("folder", FOLDERS, ids=["values", "packed", "shipped"])
def test_tablebase_gives_same_values(folder: Path) -> None:
    tables = Tablebase("nine_mens_morris", folder)
    smallest = next(table for table in tables.subspaces() if (table.mover, table.other) == (3, 3))
    assert (smallest.wins, smallest.losses, smallest.draws, smallest.max_dtw) == (140_621, 28_736, 269, 25)
    verdicts = {
        "OO**@***/**@*****/@**O**** w m s 3 0 3 0": "win 1",
        "O*******/**@*O***/@**O***@ w m s 3 0 3 0": "loss 18",
        "O*******/**@*O***/@**O***@ b m s 3 0 3 0": "win 1",
    }
    assert {fen: str(tables.probe(Game("nine_mens_morris", fen))) for fen in verdicts} == verdicts
    tables.check(smallest, samples=500, seed=7)


def test_share_code_and_record_hold_same_game() -> None:
    shared = share_code.read((OLD / "share_code.txt").read_text(encoding="utf-8"))
    written = record.read((OLD / "game.pgn").read_text(encoding="utf-8"))
    moves = [[node.move for node in game.tree.main_line] for game in (shared, written)]
    assert moves == [["d6", "f4", "b4", "b6", "f6"]] * 2
    assert (shared.result, written.result) == ("1-0", "1-0")


def test_exported_settings_are_read() -> None:
    own = {"app.language": {"de"}, "board.theme": {"own/night-wood"}}
    reading = settings_text.read((OLD / "settings.txt").read_text(encoding="utf-8"), settings.bounded(options()), own)
    assert not reading.errors
    assert reading.values["engine.hash"] == 64
    assert reading.values["play.rated"] is True
    assert reading.values["play.variant"] == "Quick five: nine_mens_morris PiecesCount=5 NMoveRule=20"
