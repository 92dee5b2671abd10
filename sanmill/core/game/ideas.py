"""What a move does that a player can see on the board: it closes a mill, stops one, prepares one and so on.

Reads lines and pieces only; legality is the engine's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from sanmill.core.text.i18n import Text, text

from .model import Board, Content, GameState, Line, Side
from .move import Move


class IdeaKind(Enum):
    """What a move is good for, the strongest first; a removal breaks or takes. A quiet move does nothing one sees."""

    CLOSES = "closes"
    STOPS = "stops"
    FORKS = "forks"
    PREPARES = "prepares"
    QUIET = "quiet"
    BREAKS = "breaks"
    TAKES = "takes"


@dataclass(frozen=True)
class Idea:
    """What a move is good for, where it ends, and the lines concerned."""

    kind: IdeaKind
    point: str
    lines: tuple[Line, ...] = ()

    @property
    def words(self) -> Text | None:
        return None if self.kind is IdeaKind.QUIET else text(f"hint.{self.kind.value}")

    @property
    def why(self) -> Text | None:
        return None if self.kind is IdeaKind.QUIET else text(f"review.why.{self.kind.value}", point=self.point)


def lines_through(board: Board, point: str) -> tuple[Line, ...]:
    return tuple(line for line in board.lines if point in line.points)


def mills_through(board: Board, contents: tuple[Content, ...], point: str) -> tuple[Line, ...]:
    at = board.by_point(contents)
    owner = at[point]
    if owner not in (Content.WHITE, Content.BLACK):
        return ()
    return tuple(line for line in lines_through(board, point) if all(at[name] is owner for name in line.points))


def idea_of(board: Board, state: GameState, notation: str) -> Idea:
    """The strongest idea behind a move of the side to move."""
    move, side, end = Move(notation), state.side, Move(notation).end
    at = board.by_point(state.contents)
    if move.is_removal:
        return _idea_of_removal(board, at, end, owner=side.other.piece)
    at[move.start or end] = Content.EMPTY
    neighbours = {point.name: point.neighbours for point in board.points}
    in_hand = list(state.in_hand)
    in_hand[side] -= not move.start

    def count(line: Line, content: Content) -> int:
        return sum(at[name] is content for name in line.points if name != end)

    def can_fill(who: Side, line: Line, point: str) -> bool:
        """Whether a side may bring its third piece to a point of a line in one move."""
        if in_hand[who] or state.may_fly[who]:
            return True
        return any(at[name] is who.piece for name in neighbours[point] if name not in line.points)

    def is_prepared(line: Line) -> bool:
        empty = [name for name in line.points if name != end and at[name] is Content.EMPTY]
        return count(line, side.piece) == 1 and len(empty) == 1 and can_fill(side, line, empty[0])

    lines = lines_through(board, end)
    closed = tuple(line for line in lines if count(line, side.piece) == 2)
    if closed:
        return Idea(IdeaKind.CLOSES, end, closed)
    stopped = tuple(line for line in lines if count(line, side.other.piece) == 2 and can_fill(side.other, line, end))
    if stopped:
        return Idea(IdeaKind.STOPS, end, stopped)
    prepared = tuple(line for line in lines if is_prepared(line))
    if not prepared:
        return Idea(IdeaKind.QUIET, end)
    return Idea(IdeaKind.FORKS if len(prepared) > 1 else IdeaKind.PREPARES, end, prepared)


def _idea_of_removal(board: Board, at: dict[str, Content], point: str, *, owner: Content) -> Idea:
    """A removal breaks every line on which the owner only lacks the third piece."""
    broken = tuple(
        line
        for line in lines_through(board, point)
        if sum(at[name] is owner for name in line.points) == 2
        and any(at[name] is Content.EMPTY for name in line.points)
    )
    return Idea(IdeaKind.BREAKS, point, broken) if broken else Idea(IdeaKind.TAKES, point)
