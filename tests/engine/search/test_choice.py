"""The choice among turns of equal value: proofs say which are allowed, the search which of them is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from sanmill.control.games.game_info import Player
from sanmill.control.games.strength import options_of
from sanmill.core.game.move import Move
from sanmill.engine.messages import Limits, Position
from sanmill.engine.search.jobs import Think
from sanmill.engine.search.searcher import Searcher
from tests.kit.fake_worker import Bench

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


@pytest.mark.parametrize("level", [11, 12])
def test_highest_level_plays_by_proof(level: int) -> None:
    position = Position("nine_mens_morris", tuple(Move(move) for move in "g7 b2 e5 a7 g4 g1".split()))
    told = {**dict(options_of(Player(True, level, "balanced"), Bench().settings)), "MoveTimeMs": "50"}
    answer = Searcher(ASSETS / "tables").think(Think(1, position, tuple(told.items())))
    assert answer.lines[0].is_proven is (level == 12)
