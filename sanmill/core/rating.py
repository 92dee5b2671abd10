"""An Elo-like number for the person who plays, from games against levels whose own numbers stand still.

The levels' numbers come from the measured ladder: each level's score against the one below it (see the README)
says how many points lie between them; level 1 is put at 600. The ladder was measured in Nine Men's Morris; in
other variants the same numbers are a guide, which is why every variant has a rating of its own.

The update is Glicko's (Mark Glickman, 1995) with an opponent who is known exactly. A rating has a deviation: how
far it may well be off. The first games move it much, later ones less; the deviation never falls below a floor, so
that the rating goes on following the person. With the floor a game against an equal moves it by about nine points.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

# Percent scored against the level below: levels 2 to 12.
LADDER = (70.9, 73.2, 65.4, 65.0, 67.2, 72.8, 73.1, 74.9, 73.0, 70.8, 57.5)
FIRST = 600.0
PERFECT = 50.0  # more than level 12; not measured
Q = math.log(10) / 400
DEVIATION_FIRST, DEVIATION_LEAST = 200.0, 57.0


def points_of(percent: float) -> float:
    """The points that explain a score."""
    return -400 * math.log10(100 / percent - 1)


def _levels() -> tuple[float, ...]:
    numbers = [FIRST]
    for percent in LADDER:
        numbers.append(numbers[-1] + points_of(percent))
    return tuple(round(number) for number in (*numbers, numbers[-1] + PERFECT))


LEVELS = _levels()  # the last is Perfect's


@dataclass(frozen=True)
class Rating:
    """A number and how far it may be off. It starts where level 3 stands, the level the app starts with."""

    value: float = LEVELS[2]
    deviation: float = DEVIATION_FIRST

    def after(self, level: int, score: float) -> Rating:
        """The rating after a game against a level: 1 won, ½ drawn, 0 lost."""
        expected = 1 / (1 + 10 ** ((LEVELS[level - 1] - self.value) / 400))
        precision = 1 / self.deviation**2 + Q**2 * expected * (1 - expected)
        return Rating(
            value=self.value + Q / precision * (score - expected),
            deviation=max(DEVIATION_LEAST, math.sqrt(1 / precision)),
        )


def nearest_level(value: float) -> int:
    """The level from 1 to 12 whose number is nearest."""
    return min(range(1, len(LEVELS)), key=lambda level: abs(LEVELS[level - 1] - value))
