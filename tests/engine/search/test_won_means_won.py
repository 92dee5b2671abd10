"""With the shipped tables a win of 10 or 11 pieces is finished, and as soon as possible."""

from __future__ import annotations

from pathlib import Path

import pytest

from sanmill.engine.game import Game
from sanmill.engine.messages import Limits, MoveChosen, Position
from sanmill.engine.search.jobs import Think
from sanmill.engine.search.searcher import Searcher
from sanmill.engine.tablebase.tablebase import Tablebase

SHIPPED = Path(__file__).resolve().parents[3] / "assets" / "tables"
RULES = "nine_mens_morris"


def longest_defence(game: Game, tables: Tablebase) -> list[str]:
    """The turn that loses latest."""
    best: tuple[int, list[str]] = (-1, [])
    for turn in tables.turns(game):
        assert turn is not None
        for move in turn.moves:
            game.play(str(move))
        value = tables.probe_exact(game) if game.result is None else None
        left = value.dtw if value is not None and value.dtw is not None else 0
        best = max(best, (left, [str(move) for move in turn.moves]))
        for _move in turn.moves:
            game.undo()
    return best[1]


@pytest.mark.parametrize(
    "fen",
    [
        "@**@@O@*/***@*OO*/****O*@* b m s 4 0 6 0 0 0 0 0 0 0 0 0 1",  # 6-4, won in 55 turns
        "@@****@*/O*@****O/OO*O**@@ b m s 5 0 6 0 0 0 0 0 0 0 0 0 1",  # 6-5, won in 71 turns
    ],
)
def test_win_is_finished_against_longest_defence(fen: str) -> None:
    tables, searcher, game = Tablebase(RULES, SHIPPED), Searcher(SHIPPED), Game(RULES, fen)
    value, winner = tables.probe_exact(game), game.side
    assert value is not None
    assert value.dtw is not None
    turns, side = 0, None
    while game.result is None:
        turns += game.side is not side
        side = game.side
        if side is winner:
            position = Position(RULES, tuple(str(move) for move in game.history), fen)
            command = Think(len(game.history) + 1, position, (("Level", "12"),), Limits(nodes=100))
            chosen = searcher.think(command)
            assert isinstance(chosen, MoveChosen)
            game.play(str(chosen.move))
        else:
            for move in longest_defence(game, tables):
                game.play(move)
    assert game.result.winner is winner
    assert turns == value.dtw


@pytest.mark.parametrize(
    "fen",
    [
        "***O***O/***O*O@O/*O*@**@O w m s 7 0 3 0 0 0 0 0 0 0 0 0 1",  # 7-3, won in 21 turns
        "***OO**@/O@*@OO**/OO@***** w m s 7 0 4 0 0 0 0 0 0 0 0 0 1",  # 7-4, won in 93 turns
        "**OOO***/@****@@*/*O**OOOO w m s 8 0 3 0 0 0 0 0 0 0 0 0 1",  # 8-3, won in 15 turns
    ],
)
def test_win_without_stored_distance_is_finished(fen: str) -> None:
    tables, game = Tablebase(RULES, SHIPPED), Game(RULES, fen)
    winner, searchers = game.side, (Searcher(SHIPPED), Searcher(SHIPPED))
    value = tables.probe(game)
    assert value is not None
    assert (value.wdl, value.dtw) == (1, None)
    while game.result is None:
        position = Position(RULES, tuple(str(move) for move in game.history), fen)
        nodes = 5000 if game.side is winner else 500
        command = Think(len(game.history) + 1, position, (("Level", "12"),), Limits(nodes=nodes))
        chosen = searchers[game.side].think(command)
        assert isinstance(chosen, MoveChosen)
        game.play(str(chosen.move))
    assert game.result.winner is winner
