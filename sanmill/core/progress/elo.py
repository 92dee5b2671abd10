"""Match statistics: score, Elo with its error, and the sequential probability ratio test (SPRT).

Games come in pairs that share an opening, so errors are computed from pairs where there are any.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .rating import elo_of, expected_score

CONFIDENCE = 1.959964  # standard deviations around 95 % of a normal distribution
WIN, DRAW, LOSS = 1.0, 0.5, 0.0
PAIRS_MIN = 16  # before an SPRT decides: the variance of fewer is meaningless
EPSILON = 1e-3  # count of a result not seen yet, so that no variance is 0


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
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def rate_error(self) -> float:
        """Half of the 95 % confidence interval."""
        if not self.games:
            return 0.5
        counts = self.pairs if sum(self.pairs) > 1 else (self.losses, self.draws, self.wins)
        _, variance = _moments(counts)
        if not variance:
            return min(0.5, 3 / sum(counts))  # the rule of three
        return CONFIDENCE * math.sqrt(variance / sum(counts))

    @property
    def elo(self) -> float:
        return elo_of(self.rate)

    @property
    def elo_error(self) -> float:
        """Half of the 95 % confidence interval in Elo; infinite where it is open."""
        low, high = elo_of(self.rate - self.rate_error), elo_of(self.rate + self.rate_error)
        return (high - low) / 2 if math.isfinite(low) and math.isfinite(high) else math.inf

    @property
    def superiority(self) -> float:
        return 0.5 * (1 + math.erf((self.rate - 0.5) / (self.rate_error / CONFIDENCE) / math.sqrt(2)))

    @property
    def lead(self) -> int:
        """1 or -1 where the first player is better or worse with 95 % confidence, 0 where nothing is shown.

        Whole pairs count, and one more lost and one more won: an interval "plus four" (Agresti and Coull, 1998), since
        few games show too little of their variance.
        """
        counts = (self.pairs[0] + 1, *self.pairs[1:-1], self.pairs[-1] + 1)
        mean, variance = _moments(counts)
        error = CONFIDENCE * math.sqrt(variance / sum(counts))
        return int(mean - error > 0.5) - int(mean + error < 0.5)

    def __str__(self) -> str:
        return (
            f"+{self.wins} ={self.draws} -{self.losses}, {100 * self.rate:.1f} % ± {100 * self.rate_error:.1f}, "
            f"Elo {self.elo:+.1f} ± {self.elo_error:.1f}"
        )


def _moments(counts: Sequence[float]) -> tuple[float, float]:
    """Mean and variance of counts of evenly spaced results from 0 to 1."""
    total = sum(counts)
    values = [index / (len(counts) - 1) for index in range(len(counts))]
    mean = sum(count * value for count, value in zip(counts, values)) / total
    return mean, sum(count * (value - mean) ** 2 for count, value in zip(counts, values)) / total


@dataclass(frozen=True)
class Sprt:
    """Tests "at most elo0" against "at least elo1" with error rates alpha and beta."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The lower bound accepts elo0, the upper one elo1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def likelihood(self, score: Score) -> float:
        """The log-likelihood ratio (LLR) of the pairs, in normal approximation."""
        if not sum(score.pairs):
            return 0.0
        counts = [count or EPSILON for count in score.pairs]
        mean, variance = _moments(counts)
        low, high = expected_score(self.elo0), expected_score(self.elo1)
        return sum(counts) * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, score: Score) -> str:
        """``elo0`` or ``elo1`` once it is decided, empty before."""
        if sum(score.pairs) < PAIRS_MIN:
            return ""
        lower, upper = self.bounds
        likelihood = self.likelihood(score)
        return "elo1" if likelihood >= upper else "elo0" if likelihood <= lower else ""
