"""What a move does that a player can see on the board: it closes a mill, stops one, prepares one and so on.

Reads lines and pieces only; legality is the engine's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .i18n import Text, text
from .model import Board, Content, Line, Side
from .move import Move


class IdeaKind(Enum):
    """What a move is good for, the strongest first; a removal breaks or takes."""

    CLOSES = "closes"
    STOPS = "stops"
    FORKS = "forks"
    PREPARES = "prepares"
    FREES = "frees"
    BREAKS = "breaks"
    TAKES = "takes"


@dataclass(frozen=True)
class Idea:
    """What a move is good for, and the lines concerned."""

    kind: IdeaKind
    lines: tuple[Line, ...] = ()

    @property
    def words(self) -> Text:
        """The sentence for the user."""
        return text(f"hint.{self.kind.value}")


def lines_through(board: Board, point: str) -> tuple[Line, ...]:
    return tuple(line for line in board.lines if point in line.points)


def mills_through(board: Board, contents: tuple[Content, ...], point: str) -> tuple[Line, ...]:
    at = _contents_by_point(board, contents)
    owner = at[point]
    if owner not in (Content.WHITE, Content.BLACK):
        return ()
    return tuple(line for line in lines_through(board, point) if all(at[name] is owner for name in line.points))


def idea_of(board: Board, contents: tuple[Content, ...], side: Side, notation: str) -> Idea:
    """The strongest idea behind a move of a side."""
    move = Move(notation)
    at = _contents_by_point(board, contents)
    if move.is_removal:
        return _idea_of_removal(board, at, move.end, owner=side.other.piece)
    at[move.start or move.end] = Content.EMPTY

    def count(line: Line, content: Content) -> int:
        return sum(at[name] is content for name in line.points if name != move.end)

    lines = lines_through(board, move.end)
    closed = tuple(line for line in lines if count(line, side.piece) == 2)
    if closed:
        return Idea(IdeaKind.CLOSES, closed)
    stopped = tuple(line for line in lines if count(line, side.other.piece) == 2)
    if stopped:
        return Idea(IdeaKind.STOPS, stopped)
    prepared = tuple(line for line in lines if count(line, side.piece) == 1 and count(line, Content.EMPTY) == 1)
    if not prepared:
        return Idea(IdeaKind.FREES)
    return Idea(IdeaKind.FORKS if len(prepared) > 1 else IdeaKind.PREPARES, prepared)


def _idea_of_removal(board: Board, at: dict[str, Content], point: str, *, owner: Content) -> Idea:
    """A removal breaks every line on which the owner only lacks the third piece."""
    broken = tuple(
        line
        for line in lines_through(board, point)
        if sum(at[name] is owner for name in line.points) == 2
        and any(at[name] is Content.EMPTY for name in line.points)
    )
    return Idea(IdeaKind.BREAKS, broken) if broken else Idea(IdeaKind.TAKES)


def _contents_by_point(board: Board, contents: tuple[Content, ...]) -> dict[str, Content]:
    return {point.name: content for point, content in zip(board.points, contents)}
