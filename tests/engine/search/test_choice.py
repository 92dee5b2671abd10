"""The choice among turns of equal value: proofs say which are allowed, the search which of them is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from sanmill.core.game.move import Move
from sanmill.engine.messages import Limits, Position
from sanmill.engine.search.jobs import Think
from sanmill.engine.search.searcher import Searcher

ASSETS = Path(__file__).resolve().parents[3] / "assets"
OPTIONS = (("BookFile", str(ASSETS / "openings" / "nine_mens_morris.book")), ("NetworkPath", str(ASSETS / "networks")))


@pytest.mark.parametrize(
    ("moves", "good"),
    [
        ("g7 b2 e5 a7 g4 g1", {"e4", "d2", "b4", "a4"}),  # d5 and f2 are draws that are hard to hold
        ("e3 d3 a7 f4 d2 g4 e4", {"e5"}),  # a4 allows a mill
    ],
)
def test_search_chooses_among_drawn_turns(moves: str, good: set[str]) -> None:
    position = Position("nine_mens_morris", tuple(Move(move) for move in moves.split()))
    searcher = Searcher(ASSETS / "tables")
    for seed in range(1, 9):
        chosen = searcher.think(Think(seed, position, (*OPTIONS, ("Seed", str(seed))), Limits(nodes=50_000)))
        assert chosen.lines[0].is_proven
        assert chosen.lines[0].score == 0
        assert chosen.lines[0].move in good
