"""What a score of games says: Elo with its error, and when a match has shown enough (SPRT).

Games come in pairs that share an opening, so errors are taken from pairs where there are any.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

CONFIDENCE = 1.959964  # standard deviations around 95 % of a normal distribution
WIN, DRAW, LOSS = 1.0, 0.5, 0.0
PAIRS_MIN = 16  # before an SPRT decides: the variance of fewer says nothing
TRACE = 1e-3  # stands for a kind of result not seen yet, so that no variance is 0


def expected(elo: float) -> float:
    """The score to expect with so many points more."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(rate: float) -> float:
    """The points that explain a score; infinite at both ends."""
    if rate <= 0 or rate >= 1:
        return math.copysign(math.inf, rate - 0.5)
    return -400 * math.log10(1 / rate - 1) + 0.0  # never -0


@dataclass(frozen=True)
class Score:
    """Results of the first player: games won, drawn, lost; pairs that gave 0, ½, 1, 1½ and 2 points."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @staticmethod
    def of(points: Mapping[int, float]) -> Score:
        """The score of games by number; games 0 and 1, 2 and 3, … are pairs."""
        results = list(points.values())
        pairs = Counter(
            round(2 * (first + points[number + 1]))
            for number, first in points.items()
            if number % 2 == 0 and number + 1 in points
        )
        kinds = (pairs[0], pairs[1], pairs[2], pairs[3], pairs[4])
        return Score(results.count(WIN), results.count(DRAW), results.count(LOSS), kinds)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def rate(self) -> float:
        """Points for each game; even before the first."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def rate_error(self) -> float:
        """Half of the interval in which the true rate lies 95 times of 100."""
        if not self.games:
            return 0.5
        counts = self.pairs if sum(self.pairs) > 1 else (self.losses, self.draws, self.wins)
        _, variance = _moments(counts)
        if not variance:
            return min(0.5, 3 / sum(counts))  # what has never been seen in n trials happens less often than 3/n
        return CONFIDENCE * math.sqrt(variance / sum(counts))

    @property
    def elo(self) -> float:
        return elo_of(self.rate)

    @property
    def elo_error(self) -> float:
        """Half of the interval, in points; infinite when it is open."""
        low, high = elo_of(self.rate - self.rate_error), elo_of(self.rate + self.rate_error)
        return (high - low) / 2 if math.isfinite(low) and math.isfinite(high) else math.inf

    @property
    def superiority(self) -> float:
        """How likely it is that the first player is the stronger one."""
        return 0.5 * (1 + math.erf((self.rate - 0.5) / (self.rate_error / CONFIDENCE) / math.sqrt(2)))

    def __str__(self) -> str:
        return (
            f"+{self.wins} ={self.draws} -{self.losses}, {100 * self.rate:.1f} % ± {100 * self.rate_error:.1f}, "
            f"Elo {self.elo:+.1f} ± {self.elo_error:.1f}"
        )


def _moments(counts: Sequence[float]) -> tuple[float, float]:
    """Mean and variance of results that run evenly from 0 to 1, one count for each."""
    total = sum(counts)
    values = [index / (len(counts) - 1) for index in range(len(counts))]
    mean = sum(count * value for count, value in zip(counts, values)) / total
    return mean, sum(count * (value - mean) ** 2 for count, value in zip(counts, values)) / total


@dataclass(frozen=True)
class Sprt:
    """Decides between "no more than elo0" and "at least elo1", with the errors alpha and beta allowed."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first elo0 is taken, above the second elo1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def likelihood(self, score: Score) -> float:
        """The logarithm of the likelihood ratio, from pairs alone (normal approximation)."""
        if not sum(score.pairs):
            return 0.0
        counts = [count or TRACE for count in score.pairs]
        mean, variance = _moments(counts)
        low, high = expected(self.elo0), expected(self.elo1)
        return sum(counts) * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, score: Score) -> str:
        """``elo0`` or ``elo1`` once it is decided, nothing before."""
        if sum(score.pairs) < PAIRS_MIN:
            return ""
        lower, upper = self.bounds
        likelihood = self.likelihood(score)
        return "elo1" if likelihood >= upper else "elo0" if likelihood <= lower else ""
