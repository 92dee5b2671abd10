"""Facts about a move that can be seen on the board, and the sentence that tells them.

Knows the lines of the board and where the pieces stand; whether a move is legal is not its business.
"""

from __future__ import annotations

from dataclasses import dataclass

from .i18n import Text, text
from .model import Board, Content, Line, Side


@dataclass(frozen=True)
class Idea:
    """Why a move is good: a sentence, and the lines it speaks of."""

    words: Text
    lines: tuple[Line, ...] = ()


def ends_of(move: str) -> tuple[str, str]:
    """Where a move starts (empty for placing and removing) and the point it is about."""
    start, _, end = move.lstrip("x").partition("-")
    return (start, end) if end else ("", start)


def lines_through(board: Board, point: str) -> tuple[Line, ...]:
    """The lines a point lies on."""
    return tuple(line for line in board.lines if point in line.points)


def mills_through(board: Board, contents: tuple[Content, ...], point: str) -> tuple[Line, ...]:
    """The full lines of one side through a point."""
    at = _places(board, contents)
    owner = at[point]
    if owner not in (Content.WHITE, Content.BLACK):
        return ()
    return tuple(line for line in lines_through(board, point) if all(at[name] is owner for name in line.points))


def idea_of(board: Board, contents: tuple[Content, ...], side: Side, move: str) -> Idea:
    """The strongest thing that can be seen about a move of a side."""
    at = _places(board, contents)
    own, other = (Content.WHITE, Content.BLACK) if side is Side.WHITE else (Content.BLACK, Content.WHITE)
    start, end = ends_of(move)
    if move.startswith("x"):
        return _idea_of_removal(board, at, end, owner=other)
    at[start or end] = Content.EMPTY

    def count(line: Line, content: Content) -> int:
        return sum(at[name] is content for name in line.points if name != end)

    closed = tuple(line for line in lines_through(board, end) if count(line, own) == 2)
    if closed:
        return Idea(text("hint.closes"), closed)
    stopped = tuple(line for line in lines_through(board, end) if count(line, other) == 2)
    if stopped:
        return Idea(text("hint.stops"), stopped)
    prepared = tuple(
        line for line in lines_through(board, end) if count(line, own) == 1 and count(line, Content.EMPTY) == 1
    )
    if len(prepared) > 1:
        return Idea(text("hint.forks"), prepared)
    if prepared:
        return Idea(text("hint.prepares"), prepared)
    return Idea(text("hint.frees"))


def _idea_of_removal(board: Board, at: dict[str, Content], point: str, *, owner: Content) -> Idea:
    """Taking a piece: does it break a row of two that only waits for its third?"""
    rows = tuple(
        line
        for line in lines_through(board, point)
        if sum(at[name] is owner for name in line.points) == 2
        and any(at[name] is Content.EMPTY for name in line.points)
    )
    return Idea(text("hint.breaks"), rows) if rows else Idea(text("hint.takes"))


def _places(board: Board, contents: tuple[Content, ...]) -> dict[str, Content]:
    return {point.name: content for point, content in zip(board.points, contents)}
