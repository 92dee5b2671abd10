"""Where a game was decided: from what each position was worth, the moves that cost most and the one that turned it.

Knows numbers, not positions. Values run from -1, lost, to 1, won; an estimate never reaches either end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .model import Side

CLEAR = 0.64  # beyond this a position counts as won or lost
OPEN = 0.35  # below this nothing is decided
SLIP = 0.35  # a move that costs so much is worth a word
MOST = 5  # moments
LOOKED_AT = 7  # moves that are worth a closer look before the moments are chosen


@dataclass(frozen=True)
class Cost:
    """What a move gave away: the side that moves, and the best value it could have kept against what it got."""

    ply: int
    side: Side
    before: float
    after: float

    @property
    def lost(self) -> float:
        """How much it was."""
        return self.before - self.after


def costs(sides: Sequence[Side], values: Mapping[int, float]) -> list[Cost]:
    """What each move cost, as far as the values on both sides of it are known. Values are White's."""
    found = []
    for ply, side in enumerate(sides):
        if ply in values and ply + 1 in values:
            sign = 1 if side is Side.WHITE else -1
            found.append(Cost(ply, side, sign * values[ply], sign * values[ply + 1]))
    return found


def settled_at(values: Mapping[int, float], last: int) -> tuple[int, Side] | None:
    """The last ply at which the end was still open, and who lost by what followed; none if it always or never was.

    Of a game that ends level: the last ply at which somebody was winning, and who that was.
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
    """The slip that turned the game: the last one of the side that lost by it before all was settled."""
    if settled is None:
        return None
    ply, side = settled
    candidates = [slip.ply for slip in slips if slip.side is side and slip.ply <= ply + 1]
    return max(candidates, default=None)


def slips_of(known: Sequence[Cost]) -> list[Cost]:
    """The moves that cost something, the most expensive first."""
    return sorted((cost for cost in known if cost.lost >= SLIP), key=lambda cost: (-cost.lost, cost.ply))


def worth_a_look(known: Sequence[Cost], sides: frozenset[Side], settled: tuple[int, Side] | None) -> list[int]:
    """The moves to look at more closely: the dearest of these sides, and the one that seems to have turned the game."""
    slips = slips_of(known)
    plies = [slip.ply for slip in slips if slip.side in sides][:LOOKED_AT]
    turning = turning_ply(slips, settled)
    if turning is not None and turning not in plies:
        plies.insert(0, turning)
    return plies


def moments(known: Sequence[Cost], sides: frozenset[Side], settled: tuple[int, Side] | None) -> list[tuple[int, bool]]:
    """At most five plies to look at, each with whether the game turned there: that one first, then in order."""
    slips = slips_of(known)
    turning = turning_ply(slips, settled)
    others = [slip.ply for slip in slips if slip.side in sides and slip.ply != turning]
    first = [] if turning is None else [(turning, True)]
    return first + [(ply, False) for ply in sorted(others[: MOST - len(first)])]
