"""The symmetries of the boards: images of positions and moves, and keys that all images share, to be stored."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b

from .fen import RING
from .model import Board, GameState

KEY_LENGTH = 8  # characters
Image = Mapping[str, str]  # from the name of each point to that of the point it comes to
Place = tuple[int, int]  # from the center of the board, so that turning and mirroring change signs only

_POINT = re.compile("[a-z][0-9]+")
_MEMORY = slice(10, 15)  # of a FEN: the last mills and the used lines, as numbers of points and bits
_TURNS = ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0))
_MIRRORS = ((1, 0, 0, 1), (-1, 0, 0, 1))


def symmetric_key(rules: str, state: GameState) -> str:
    """A key of the position under these rules, the same for all its images."""
    digest = blake2b(f"{rules} {state.symmetric_key}".encode(), digest_size=KEY_LENGTH * 3 // 4).digest()
    return base64.urlsafe_b64encode(digest).decode()


@lru_cache(maxsize=8)
def symmetries(board: Board) -> tuple[Image, ...]:
    """What turning, mirroring and exchanging the rings does to the points, as far as it keeps the lines.

    The first one changes nothing.
    """
    places = [(2 * point.file - board.cells + 1, 2 * point.rank - board.cells + 1) for point in board.points]
    names = dict(zip(places, (point.name for point in board.points)))
    images = [
        {name: names.get(_apply(turn, _apply(mirror, place)), "") for name, place in zip(names.values(), rings)}
        for rings in (places, _swapped(places))
        for mirror in _MIRRORS
        for turn in _TURNS
    ]
    kept = [image for image in images if _is_kept(board, image)]
    return tuple(image for index, image in enumerate(kept) if image not in kept[:index])


def _apply(matrix: tuple[int, int, int, int], place: Place) -> Place:
    a, b, c, d = matrix
    x, y = place
    return a * x + b * y, c * x + d * y


def _swapped(places: list[Place]) -> list[Place]:
    """The places with the rings in reverse order, from the inner to the outer one."""
    rings = sorted({max(map(abs, place)) for place in places})
    other = dict(zip(rings, reversed(rings)))
    return [
        (x * other[ring] // ring, y * other[ring] // ring) if ring else (x, y)
        for x, y in places
        for ring in [max(abs(x), abs(y))]
    ]


def _is_kept(board: Board, image: Image) -> bool:
    """Whether lines stay lines of their kind, and neighbours neighbours."""
    neighbours = {point.name: set(point.neighbours) for point in board.points}
    if set(image.values()) != set(neighbours):
        return False
    lines = {(frozenset(line.points), line.kind) for line in board.lines}
    return {(frozenset(image[name] for name in points), kind) for points, kind in lines} == lines and all(
        {image[name] for name in near} == neighbours[image[point]] for point, near in neighbours.items()
    )


def image_of_moves(moves: str, image: Image) -> str:
    """Moves in notation, as they look on the board turned or mirrored so."""
    return _POINT.sub(lambda point: image[point[0]], moves)


def image_of_position(position: str, board: Board, image: Image) -> str:
    """A position as FEN on the board turned or mirrored so."""
    letters, *rest = position.split()
    before = dict(zip((point.name for point in board.points), letters.replace("/", "")))
    after = {image[name]: letter for name, letter in before.items()}
    moved = "".join(after[point.name] for point in board.points)
    rows = "/".join(moved[start : start + RING] for start in range(0, len(moved), RING))
    return " ".join((rows, *rest))


def has_images(position: str) -> bool:
    """Whether a position as FEN can be turned: no rule remembers points of it, and no removal is due."""
    fields = position.split()
    return all(field == "0" for field in fields[_MEMORY]) and fields[8:10] == ["0", "0"]
