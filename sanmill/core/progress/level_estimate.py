"""The level that a person plays at, estimated from a few games: their results, and how many turns kept their value.

Each level is judged by how likely it makes what was seen: a result by the difference of the measured ratings, turns by
the share that the level itself dropped when it was measured. Turns of one game depend on each other, so they count for
a part of as many independent ones.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from sanmill.core.game.phase import PHASES
from sanmill.core.resources import ASSETS

from .rating import LEVELS, expected_score

FILE = ASSETS / "leak.json"  # written by ``make leak``
HIGHEST = len(LEVELS) - 1  # Perfect is no level that a person plays at
PRIOR_LEVEL, PRIOR_WIDTH = 3.0, 3.5  # most people who begin are near the level that the app begins with
TURN_WEIGHT = 0.4  # of a turn, compared with an independent one
DROPS_MIN = 0.005  # of a level that was seen to drop none
CONFIDENCE = 0.6  # that the level is in the range


@dataclass(frozen=True)
class LevelRange:
    """The level is probably one of these; the middle is the best guess."""

    low: int
    middle: int
    high: int


@dataclass(frozen=True)
class Evidence:
    """A game: the level of the opponent, the score, and the turns that kept their value of those known, by phase."""

    level: int
    score: float
    kept: Sequence[tuple[int, int]] = ()


def estimate(games: Sequence[Evidence]) -> LevelRange:
    weights = [math.exp(_log_likelihood(level, games)) for level in range(1, HIGHEST + 1)]
    total, below = sum(weights), 0.0
    middle = 0
    while below < total / 2:
        below += weights[middle]
        middle += 1
    low = high = middle
    while sum(weights[low - 1 : high]) < CONFIDENCE * total:
        is_lower_likelier = low > 1 and (high == HIGHEST or weights[low - 2] >= weights[high])
        low, high = (low - 1, high) if is_lower_likelier else (low, high + 1)
    return LevelRange(low, middle, high)


def _log_likelihood(level: int, games: Sequence[Evidence]) -> float:
    total = -(((level - PRIOR_LEVEL) / PRIOR_WIDTH) ** 2) / 2
    for game in games:
        expected = expected_score(LEVELS[level - 1] - LEVELS[game.level - 1])
        total += game.score * math.log(expected) + (1 - game.score) * math.log(1 - expected)
        for (kept, turns), drops in zip(game.kept, _drop_rates()[level - 1]):
            total += TURN_WEIGHT * (kept * math.log(1 - drops) + (turns - kept) * math.log(drops))
    return total


@cache
def _drop_rates() -> tuple[tuple[float, ...], ...]:
    """The share of turns that dropped value, by level and phase."""
    rows = {row["player"]: row for row in json.loads(FILE.read_text(encoding="utf-8"))}
    return tuple(
        tuple(max(DROPS_MIN, rows[str(level)][phase]["drops"] / rows[str(level)][phase]["turns"]) for phase in PHASES)
        for level in range(1, HIGHEST + 1)
    )
