"""Symmetries of the boards, and keys of positions that are the same up to them."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from sanmill.core.game.model import Board
from sanmill.core.game.symmetry import KEY_LENGTH, symmetric_key
from sanmill.engine.game import Game

_TURNS = ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0))
_MIRRORS = ((1, 0, 0, 1), (-1, 0, 0, 1))


def symmetries(board: Board) -> tuple[tuple[int, ...], ...]:
    """Each as the index of the point that comes to each point's place; lines and neighbours are preserved."""
    places = [(2 * point.file - board.cells + 1, 2 * point.rank - board.cells + 1) for point in board.points]
    images = {
        tuple(places.index(place) if place in places else -1 for place in moved)
        for turn in _TURNS
        for mirror in _MIRRORS
        for rings in (places, _swapped(places))
        for moved in [[_apply(turn, _apply(mirror, place)) for place in rings]]
    }
    return tuple(sorted(image for image in images if _is_preserved(board, image)))


def _apply(matrix: tuple[int, int, int, int], place: tuple[int, int]) -> tuple[int, int]:
    a, b, c, d = matrix
    x, y = place
    return a * x + b * y, c * x + d * y


def _swapped(places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The places with the rings in reverse order, from the inner to the outer one."""
    rings = sorted({max(map(abs, place)) for place in places})
    other = dict(zip(rings, reversed(rings)))
    return [
        (x * other[ring] // ring, y * other[ring] // ring) if ring else (x, y)
        for x, y in places
        for ring in [max(abs(x), abs(y))]
    ]


def _is_preserved(board: Board, image: Iterable[int]) -> bool:
    indices = list(image)
    if sorted(indices) != list(range(len(board.points))):
        return False
    names = {point.name: board.points[index].name for point, index in zip(board.points, indices)}
    lines = {frozenset(line.points) for line in board.lines}
    neighbours = {point.name: set(point.neighbours) for point in board.points}
    return all(frozenset(names[point] for point in line) in lines for line in lines) and all(
        {names[each] for each in near} == neighbours[names[name]] for name, near in neighbours.items()
    )


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
    keys = {symmetric_key("", each.view) for each in (game, swapped)}
    assert len(keys | {symmetric_key("other", game.view)}) == 3
    before = symmetric_key("", game.view)
    game.play("b6")  # a mill: the same side goes on
    assert any(game.view.pending_removals)
    pending = symmetric_key("", game.view)
    game.play("xa1")
    assert len({before, pending, symmetric_key("", game.view)}) == 3
