"""Grades moves by what they cost, and finds the mistakes and the turning point of a game.

Works on numbers alone. Values run from -1, lost, to 1, won; an estimate reaches neither end.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from .model import Side

CLEAR = 0.64  # beyond this a position counts as won or lost
OPEN = 0.35  # below this a game is undecided
INACCURACY, SLIP, BLUNDER = 0.2, 0.45, 0.8  # least costs; a piece lost while placing costs about 0.5
MOMENTS_MAX = 5  # moments shown


class Grade(Enum):
    """The quality of a move, with its mark in a move list."""

    GOOD = ""
    INACCURACY = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


def outcome(value: float) -> int:
    """1 for won, -1 for lost, 0 for open or drawn."""
    return 0 if abs(value) < CLEAR else 1 if value > 0 else -1


@dataclass(frozen=True)
class Cost:
    ply: int
    side: Side
    before: float
    after: float
    is_proven: bool = False  # both values

    @property
    def lost(self) -> float:
        """What the move cost; nothing where the game is won or lost with either move."""
        is_decided = outcome(self.before) == outcome(self.after) != 0
        return 0.0 if is_decided else max(0.0, self.before - self.after)

    @property
    def grade(self) -> Grade:
        if self.lost >= BLUNDER:
            return Grade.BLUNDER
        if self.lost >= SLIP:
            return Grade.MISTAKE
        return Grade.INACCURACY if self.lost >= INACCURACY else Grade.GOOD

    @property
    def is_slip(self) -> bool:
        """Whether the move is worth a word."""
        return self.grade in (Grade.MISTAKE, Grade.BLUNDER)


def accuracy(known: Iterable[Cost], side: Side) -> int | None:
    """How well a side played, in percent, by the formula of Lichess; none before its first move.

    Moves in a lost position, where none can be wrong, do not count.
    """
    costs = [cost for cost in known if cost.side is side and outcome(cost.before) >= 0]
    moves = [103.1668 * math.exp(-0.04354 * 50 * cost.lost) - 3.1669 for cost in costs]
    return round(max(0.0, min(100.0, sum(moves) / len(moves)))) if moves else None


def settled_at(values: Mapping[int, float], last: int) -> tuple[int, Side] | None:
    """The last undecided ply and the side that lost after it; none if the game was never or always undecided.

    For a game that ends level: the last ply at which a side was winning, and that side.
    """
    plies = [ply for ply in range(last, -1, -1) if ply in values]
    if not plies or plies[0] != last:
        return None
    end = values[last]
    if abs(end) < CLEAR:
        won = next((ply for ply in plies if abs(values[ply]) >= CLEAR), None)
        return None if won is None else (won, Side.WHITE if values[won] > 0 else Side.BLACK)
    sign = 1 if end > 0 else -1
    still_open = next((ply for ply in plies if sign * values[ply] < OPEN), None)
    return None if still_open is None else (still_open, Side.BLACK if end > 0 else Side.WHITE)


def turning_ply(slips: Sequence[Cost], settled: tuple[int, Side] | None) -> int | None:
    """The losing side's last mistake before the game was decided.

    A proven one counts before one that is estimated, unless the other side provably gave it back.
    """
    if settled is None:
        return None
    ply, side = settled
    before = [slip for slip in slips if slip.ply <= ply + 1]
    given_back = max((slip.ply for slip in before if slip.side is side.other and slip.is_proven), default=-1)
    found = [slip for slip in before if slip.side is side]
    proven = [slip.ply for slip in found if slip.is_proven and slip.ply > given_back]
    return max(proven or [slip.ply for slip in found], default=None)


def slips_of(known: Sequence[Cost]) -> list[Cost]:
    """The mistakes, the most expensive first."""
    return sorted((cost for cost in known if cost.is_slip), key=lambda cost: (-cost.lost, cost.ply))


def moments(known: Sequence[Cost], sides: frozenset[Side], settled: tuple[int, Side] | None) -> list[tuple[int, bool]]:
    """At most five plies with whether each is the turning point.

    The mistakes of these sides come first, the turning point before the others; then that of the other side.
    """
    slips = slips_of(known)
    turning = turning_ply(slips, settled)
    own = [slip.ply for slip in slips if slip.side in sides]
    others = sorted([ply for ply in own if ply != turning][: MOMENTS_MAX - (turning is not None)])
    listed = [(ply, False) for ply in others]
    if turning is None:
        return listed
    return [(turning, True), *listed] if turning in own else [*listed, (turning, True)]
