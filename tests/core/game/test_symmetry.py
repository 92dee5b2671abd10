"""Symmetries of the boards, and keys of positions that are the same up to them."""

from __future__ import annotations

import random

import pytest

from sanmill.core.game.symmetry import KEY_LENGTH, symmetric_key, symmetries
from sanmill.engine.game import Game


def key_after(rules: str, *moves: str) -> str:
    game = Game(rules)
    for move in moves:
        game.play(move)
    return symmetric_key(rules, game.board, game.view)


@pytest.mark.parametrize(
    ("rules", "count", "kinds"),
    [
        ("nine_mens_morris", 16, [4, 4, 8, 8]),
        ("twelve_mens_morris", 16, [4, 4, 8, 8]),
        ("six_mens_morris", 16, [8, 8]),
        ("three_mens_morris", 8, [1, 4, 4]),
    ],
)
def test_first_moves_group_by_symmetry(rules: str, count: int, kinds: list[int]) -> None:
    assert len(symmetries(Game(rules).board)) == count
    keys = [key_after(rules, move) for move in Game(rules).legal()]
    assert sorted(keys.count(key) for key in set(keys)) == kinds
    assert {len(key) for key in keys} == {KEY_LENGTH}


def test_symmetric_games_have_equal_keys() -> None:
    board, chance = Game().board, random.Random(3)
    names = [point.name for point in board.points]
    for image in symmetries(board):
        other = dict(zip(names, (names[index] for index in image)))
        points = chance.sample(names, 6)
        assert key_after("nine_mens_morris", *points[:4]) == key_after(
            "nine_mens_morris", *(other[point] for point in points[:4])
        )


def test_key_depends_on_side_hands_and_rules() -> None:
    game = Game()
    for move in "d6 a1 f6 a4".split():
        game.play(move)
    swapped = Game()
    for move in "a1 d6 a4 f6".split():
        swapped.play(move)
    keys = {symmetric_key("", game.board, each.view) for each in (game, swapped)}
    assert len(keys | {symmetric_key("other", game.board, game.view)}) == 3
    before = symmetric_key("", game.board, game.view)
    game.play("b6")  # a mill: the same side goes on
    assert any(game.view.pending_removals)
    pending = symmetric_key("", game.board, game.view)
    game.play("xa1")
    assert len({before, pending, symmetric_key("", game.board, game.view)}) == 3
