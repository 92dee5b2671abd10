"""An Elo-like rating of the user, from games against levels of known strength.

The levels' ratings follow from the measured ladder, with level 1 at 600. The ladder was measured in Nine Men's Morris;
elsewhere the same numbers are a guide, which is why every variant has a rating of its own. A stored rating keeps its
value when a new ladder is measured; only later games are compared with the new levels.

The update is Glicko's (Mark Glickman, 1995) against an opponent without deviation. The deviation never falls below a
floor, so that the rating keeps following the user; at the floor a game against an equal moves it by about nine points.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from sanmill.core.storage.stored import Range

from .ladder import read_ladder

FIRST = 600.0
PERFECT = 50.0  # above level 12; not measured
Q = math.log(10) / 400
DEVIATION_FIRST, DEVIATION_MIN = 200.0, 57.0


def expected_score(elo: float) -> float:
    """The score expected with a difference in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The difference in Elo behind a score from 0 to 1; infinite at both ends."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1) + 0.0  # never -0


def _levels() -> tuple[int, ...]:
    ratings = [FIRST]
    for step in read_ladder().steps[1:]:
        ratings.append(ratings[-1] + elo_of(step.score / 100))
    return tuple(round(rating) for rating in (*ratings, ratings[-1] + PERFECT))


LEVELS = _levels()  # the last is Perfect's


@dataclass(frozen=True)
class Rating:
    value: Annotated[float, Range(-5000, 10_000)]
    deviation: Annotated[float, Range(1, 10_000)]

    def after(self, level: int, score: float) -> Rating:
        """The rating after a game against a level: 1 won, ½ drawn, 0 lost."""
        expected = expected_score(self.value - LEVELS[level - 1])
        precision = 1 / self.deviation**2 + Q**2 * expected * (1 - expected)
        return Rating(
            value=self.value + Q / precision * (score - expected),
            deviation=max(DEVIATION_MIN, math.sqrt(1 / precision)),
        )


def nearest_level(value: float) -> int:
    return min(range(1, len(LEVELS)), key=lambda level: abs(LEVELS[level - 1] - value))


RATING_FIRST = Rating(LEVELS[2], DEVIATION_FIRST)  # that of level 3, the app's first level
