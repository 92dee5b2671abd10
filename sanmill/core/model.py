"""What can be seen of a game, as frozen values that may cross threads and layers.

The engine fills them in; nothing here knows how to play.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum


class Side(IntEnum):
    """Whose turn, whose piece; also the place of a side in a pair."""

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side(1 - self)

    @property
    def piece(self) -> Content:
        """The content of a point with a piece of this side."""
        return Content(1 + self)


class Content(IntEnum):
    """What is on a point. A marked point is closed until placing ends."""

    EMPTY = 0
    WHITE = 1
    BLACK = 2
    MARKED = 3


class LineKind(IntEnum):
    """Where a line runs: along the side of a square, across the middle of the sides, or from corner to corner."""

    EDGE = 0
    CROSS = 1
    DIAGONAL = 2


class Reason(Enum):
    """Why a game ended."""

    FEW_PIECES = "few_pieces"
    NO_MOVES = "no_moves"
    BOARD_FULL = "board_full"
    N_MOVES = "n_moves"
    THREEFOLD = "threefold"


class RuleKind(IntEnum):
    """A switch is 0 or 1; a number lies between its bounds; a limit too, or is 0 for never."""

    SWITCH = 0
    NUMBER = 1
    LIMIT = 2


@dataclass(frozen=True)
class Rule:
    """A rule of play with its bounds and its standard value."""

    name: str
    least: int
    most: int
    standard: int
    kind: RuleKind


@dataclass(frozen=True)
class Variant:
    """A named set of rules: what it changes in the standard ones."""

    name: str
    changes: str


@dataclass(frozen=True)
class Point:
    """A point of the board; file and rank count from 0, from the left and from below."""

    name: str
    file: int
    rank: int
    neighbours: tuple[str, ...]


@dataclass(frozen=True)
class Line:
    """Three points in a row; the second is the middle."""

    points: tuple[str, str, str]
    kind: LineKind


@dataclass(frozen=True)
class Board:
    """The points in the order of the position text, and the lines through them."""

    points: tuple[Point, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Result:
    """How a game ended; without a winner it is drawn."""

    winner: Side | None
    reason: Reason


@dataclass(frozen=True)
class GameState:
    """Everything that can be seen of a game at one moment. Pairs stand in the order of the sides."""

    contents: tuple[Content, ...]  # in the order of the board's points
    on_board: tuple[int, int]
    in_hand: tuple[int, int]
    pending_removals: tuple[int, int]  # removals
    may_fly: tuple[bool, bool]
    in_mills: frozenset[str]  # points of both sides
    side: Side  # to move
    is_placing: bool  # the phase of the game
    may_place: bool  # the side to move, when it owes nothing
    may_move: bool
    result: Result | None
    quiet: int  # plies since the last removal, moving phase
    quiet_limit: int  # at so many the game is drawn; 0 for never
    turn: int  # full-move number
    occurrences: int  # of this position, this time included
    ply: int  # moves played
    length: int  # moves known, with those taken back
    key: int  # equal for positions that play the same

    def pieces_left(self, side: Side) -> int:
        """Pieces of a side on the board and in hand."""
        return self.on_board[side] + self.in_hand[side]
