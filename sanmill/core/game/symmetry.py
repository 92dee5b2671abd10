"""Symmetries of a board, and keys that symmetric positions share."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b

from .model import Board, GameState

KEY_LENGTH = 8  # characters
_TURNS = ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0))
_MIRRORS = ((1, 0, 0, 1), (-1, 0, 0, 1))


@lru_cache(maxsize=16)
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


def symmetric_key(rules: str, board: Board, state: GameState) -> str:
    """A key of pieces, hands, side to move and pending removals, the same for all symmetric images of a position."""
    contents = bytes(state.contents)
    least = min(bytes(map(contents.__getitem__, image)) for image in symmetries(board))
    rest = f"{rules} {state.side:d} {state.in_hand} {state.pending_removals}".encode()
    digest = blake2b(least + rest, digest_size=KEY_LENGTH * 3 // 4).digest()
    return base64.urlsafe_b64encode(digest).decode()
