"""Game review: finds the mistakes and the turning point from the value of each position.

Works on numbers alone. Values run from -1, lost, to 1, won; an estimate reaches neither end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .model import Side

CLEAR = 0.64  # beyond this a position counts as won or lost
OPEN = 0.35  # below this a game is undecided
SLIP = 0.35  # least cost of a mistake
MOMENTS_MAX = 5  # moments shown
CANDIDATES = 7  # moves analysed more deeply before the moments are chosen


@dataclass(frozen=True)
class Cost:
    """The value for the side to move before and after a move."""

    ply: int
    side: Side
    before: float
    after: float

    @property
    def lost(self) -> float:
        return self.before - self.after


def costs(sides: Sequence[Side], values: Mapping[int, float]) -> list[Cost]:
    """The cost of each move whose values before and after are known. Values are White's."""
    found = []
    for ply, side in enumerate(sides):
        if ply in values and ply + 1 in values:
            sign = 1 if side is Side.WHITE else -1
            found.append(Cost(ply, side, sign * values[ply], sign * values[ply + 1]))
    return found


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
    """The losing side's last mistake before the game was decided."""
    if settled is None:
        return None
    ply, side = settled
    return max((slip.ply for slip in slips if slip.side is side and slip.ply <= ply + 1), default=None)


def slips_of(known: Sequence[Cost]) -> list[Cost]:
    """The mistakes, the most expensive first."""
    return sorted((cost for cost in known if cost.lost >= SLIP), key=lambda cost: (-cost.lost, cost.ply))


def candidates(known: Sequence[Cost], sides: frozenset[Side], settled: tuple[int, Side] | None) -> list[int]:
    """The plies to analyse more deeply: the worst mistakes of these sides, and the apparent turning point."""
    slips = slips_of(known)
    plies = [slip.ply for slip in slips if slip.side in sides][:CANDIDATES]
    turning = turning_ply(slips, settled)
    if turning is not None and turning not in plies:
        plies.insert(0, turning)
    return plies


def moments(known: Sequence[Cost], sides: frozenset[Side], settled: tuple[int, Side] | None) -> list[tuple[int, bool]]:
    """At most five plies with whether each is the turning point: that one first, the others in order."""
    slips = slips_of(known)
    turning = turning_ply(slips, settled)
    others = [slip.ply for slip in slips if slip.side in sides and slip.ply != turning]
    first = [] if turning is None else [(turning, True)]
    return first + [(ply, False) for ply in sorted(others[: MOMENTS_MAX - len(first)])]
