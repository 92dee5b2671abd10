"""Symmetries of the boards, and keys of positions that are the same up to them."""

from __future__ import annotations

import random

import pytest

from sanmill.core.game.symmetry import (
    KEY_LENGTH,
    has_images,
    image_of_moves,
    image_of_position,
    symmetric_key,
    symmetries,
)
from sanmill.engine.game import Game
from sanmill.engine.rules import variants


def key_after(rules: str, *moves: str) -> str:
    game = Game(rules)
    for move in moves:
        game.play(move)
    return symmetric_key(rules, game.view)


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
    for other in symmetries(board):
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
    keys = {symmetric_key("", each.view) for each in (game, swapped)}
    assert len(keys | {symmetric_key("other", game.view)}) == 3
    before = symmetric_key("", game.view)
    game.play("b6")  # a mill: the same side goes on
    assert any(game.view.pending_removals)
    pending = symmetric_key("", game.view)
    game.play("xa1")
    assert len({before, pending, symmetric_key("", game.view)}) == 3


VARIANTS = [variant.name for variant in variants()]


@pytest.mark.parametrize("rules", VARIANTS)
def test_images_of_games_play_like_the_games(rules: str) -> None:
    """The same moves are legal, with the same ends, on every image of a position of every variant."""
    chance, played = random.Random(rules), 0
    for _ in range(12):
        game = Game(rules)
        for _ in range(chance.randrange(60)):
            if not game.legal():
                break
            game.play(chance.choice(game.legal()))
        if game.result or not has_images(game.position):
            continue
        played += 1
        assert symmetries(game.board)[0] == {point.name: point.name for point in game.board.points}
        for image in symmetries(game.board):
            other = Game(rules, image_of_position(game.position, game.board, image))
            assert sorted(other.legal()) == sorted(image_of_moves(move, image) for move in game.legal())
            move = chance.choice(game.legal())
            before, twin = game.copy(), image_of_moves(move, image)
            before.play(move)
            other.play(twin)
            assert other.position.split()[0] == image_of_position(before.position, game.board, image).split()[0]
            assert (other.result, other.side) == (before.result, before.side)
    assert played
