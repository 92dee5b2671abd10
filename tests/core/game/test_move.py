"""Moves and turns in notation."""

from __future__ import annotations

import pytest

from sanmill.core.game.model import Side
from sanmill.core.game.move import Move, MoveKind, split_turns


@pytest.mark.parametrize(
    ("text", "kind", "start", "end"),
    [
        ("d6", MoveKind.PLACE, "", "d6"),
        ("a4-a7", MoveKind.SLIDE, "a4", "a7"),
        ("xd6", MoveKind.REMOVE, "", "d6"),
    ],
)
def test_move_text_gives_kind_and_points(text: str, kind: MoveKind, start: str, end: str) -> None:
    move = Move(text)
    assert (move.kind, move.start, move.end) == (kind, start, end)
    assert move.is_removal is (kind is MoveKind.REMOVE)


def test_turn_holds_move_with_removals_of_same_side() -> None:
    white, black = Side.WHITE, Side.BLACK
    moves = ("a1", "d6", "a4-a7", "xd6", "xd7", "xg1", "b4")
    sides = (white, black, white, white, white, black, black)
    turns = list(split_turns(moves, sides))
    assert [str(turn) for turn in turns] == ["a1", "d6", "a4-a7xd6xd7", "xg1", "b4"]
    assert [(turn.side, turn.ply, turn.end) for turn in turns][2:4] == [(white, 2, 5), (black, 5, 6)]
    assert list(split_turns((), ())) == []
