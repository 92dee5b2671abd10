"""The state of a game as frozen values, which may cross threads and layers. The engine fills them in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cached_property


class Side(IntEnum):
    """A player's colour; also the index into pairs."""

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> Side:
        return Side(1 - self)

    @property
    def piece(self) -> Content:
        """The content of a point with a piece of this side."""
        return Content(1 + self)


class Content(IntEnum):
    """What is on a point. A marked point is blocked until the placing phase ends."""

    EMPTY = 0
    WHITE = 1
    BLACK = 2
    MARKED = 3


class LineKind(IntEnum):
    """The course of a line: along a square, across the middles of the sides, or through the corners."""

    EDGE = 0
    CROSS = 1
    DIAGONAL = 2


class Reason(Enum):
    FEW_PIECES = "few_pieces"
    NO_MOVES = "no_moves"
    BOARD_FULL = "board_full"
    N_MOVES = "n_moves"
    THREEFOLD = "threefold"


class RuleKind(IntEnum):
    """A switch is 0 or 1; a number lies between its bounds; a limit does too, or is 0 for never."""

    SWITCH = 0
    NUMBER = 1
    LIMIT = 2


@dataclass(frozen=True)
class Rule:
    name: str
    minimum: int
    maximum: int
    default: int
    kind: RuleKind
    needs_history: bool = False  # makes moves depend on earlier ones, so that no tablebase exists


@dataclass(frozen=True)
class Weight:
    stage: str
    name: str
    minimum: int
    maximum: int
    default: int


@dataclass(frozen=True)
class Variant:
    """A name and the changes to the default rules."""

    name: str
    changes: str


@dataclass(frozen=True)
class Point:
    """A point of the board; file and rank count from 0 at the lower left."""

    name: str
    file: int
    rank: int
    neighbours: tuple[str, ...]


@dataclass(frozen=True)
class Line:
    """Three points that can form a mill; the second is the middle."""

    points: tuple[str, str, str]
    kind: LineKind


@dataclass(frozen=True)
class Board:
    """The points in the order of the FEN, and the lines."""

    points: tuple[Point, ...]
    lines: tuple[Line, ...]

    @cached_property
    def cells(self) -> int:
        """Points in a full row."""
        return 1 + max(max(point.file, point.rank) for point in self.points)

    def by_point(self, contents: Sequence[Content]) -> dict[str, Content]:
        return {point.name: content for point, content in zip(self.points, contents)}


@dataclass(frozen=True)
class Result:
    """How a game ended; without a winner it is drawn."""

    winner: Side | None
    reason: Reason


@dataclass(frozen=True)
class GameState:
    """A position with everything derived from it. Pairs are indexed by Side."""

    contents: tuple[Content, ...]  # in the order of the board's points
    on_board: tuple[int, int]
    in_hand: tuple[int, int]
    pending_removals: tuple[int, int]
    may_fly: tuple[bool, bool]
    in_mills: frozenset[str]  # points of both sides
    side: Side  # to move
    is_placing: bool  # the phase of the game
    may_place: bool  # the side to move, without pending removals
    may_move: bool
    result: Result | None
    quiet: int  # plies since the last removal, moving phase
    quiet_limit: int  # the game is drawn at this count; 0 for never
    turn: int  # full-move number
    occurrences: int  # of this position, this time included
    ply: int  # moves played
    length: int  # ply, and the moves that can be redone
    key: int  # equal for positions that play the same
    symmetric_key: int  # equal for images under the symmetries of the board

    def pieces_left(self, side: Side) -> int:
        return self.on_board[side] + self.in_hand[side]
