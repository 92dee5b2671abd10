"""Elo, errors and the SPRT against independently computed values."""

from __future__ import annotations

import math
import random

import pytest

from sanmill.core.progress.elo import PAIRS_MIN, Score, Sprt
from sanmill.core.progress.rating import elo_of, expected_score


@pytest.mark.parametrize(
    ("rate", "elo"),
    [(0.5, 0.0), (0.64, 99.95), (0.75, 190.85), (10 / 11, 400.0), (0.36, -99.95), (1.0, math.inf), (0.0, -math.inf)],
)
def test_elo_follows_score_rate(rate: float, elo: float) -> None:
    assert elo_of(rate) == pytest.approx(elo, abs=0.01)
    assert expected_score(elo) == pytest.approx(rate, abs=1e-4)


def test_score_without_pairs_uses_game_variance() -> None:
    """60 wins, 20 draws, 20 losses: the variance of a game is 0.6 + 0.2 / 4 - 0.7 x 0.7 = 0.16."""
    score = Score(60, 20, 20)
    assert (score.games, score.rate) == (100, 0.7)
    assert score.rate_error == pytest.approx(1.96 * math.sqrt(0.16 / 100), abs=1e-5)
    assert score.elo == pytest.approx(147.19, abs=0.01)
    assert score.elo_error == pytest.approx((elo_of(0.7784) - elo_of(0.6216)) / 2, abs=0.01)
    assert score.superiority > 0.999


def test_score_with_pairs_uses_pair_variance() -> None:
    """Identical pairs have no variance, so that the error follows the rule of three."""
    points = {number: float(number % 2) for number in range(200)}
    score = Score.of(points)
    assert (score.wins, score.losses, score.pairs) == (100, 100, (0, 0, 100, 0, 0))
    assert score.rate_error == pytest.approx(0.03)
    assert score.superiority == 0.5
    mixed = Score.of({0: 1.0, 1: 1.0, 2: 0.0, 3: 0.5, 5: 1.0})
    assert mixed.pairs == (0, 1, 0, 0, 1)
    assert mixed.rate_error == pytest.approx(1.96 * math.sqrt(0.140625 / 2), abs=1e-5)


@pytest.mark.parametrize(
    ("pairs", "lead"),
    [
        ((0, 0, 0, 0, 0), 0),
        ((0, 0, 7, 3, 0), 0),  # three won pairs and none lost show nothing
        ((0, 0, 3, 7, 0), 1),
        ((0, 7, 3, 0, 0), -1),
        ((0, 1, 2, 7, 0), 0),
        ((0, 0, 0, 0, 2), 0),
        ((0, 0, 0, 0, 10), 1),
        ((20, 50, 60, 50, 20), 0),
        ((10, 40, 60, 60, 30), 1),
    ],
)
def test_lead_needs_enough_pairs(pairs: tuple[int, int, int, int, int], lead: int) -> None:
    assert Score(pairs=pairs).lead == lead


def test_equal_players_seldom_lead() -> None:
    """In matches of ten pairs between equals, half of whose games are drawn, at most one in twenty shows a lead."""
    dice = random.Random(1)
    leads = 0
    for _ in range(1000):
        points = {number: dice.choice((0.0, 0.5, 0.5, 1.0)) for number in range(20)}
        leads += Score.of(points).lead != 0
    assert leads <= 50


def test_empty_score_is_unknown() -> None:
    score = Score()
    assert (score.rate, score.rate_error, score.elo) == (0.5, 0.5, 0.0)
    assert math.isinf(score.elo_error)
    assert "Elo +0.0 ± inf" in str(score)


def test_sprt_bounds_follow_error_rates() -> None:
    assert Sprt(0, 5).bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert Sprt(0, 5, 0.05, 0.1).bounds == pytest.approx((-2.251, 2.890), abs=1e-3)


def test_sprt_likelihood_matches_formula() -> None:
    """Pairs 10 20 40 30 20: mean 0.5625, variance 0.08464; expected scores 0.5 and 0.514387 for 0 and 10 points."""
    score = Score(pairs=(10, 20, 40, 30, 20))
    by_hand = 120 * (0.514387 - 0.5) * (2 * 0.5625 - 0.514387 - 0.5) / (2 * 0.084635)
    assert Sprt(0, 10).likelihood(score) == pytest.approx(by_hand, rel=1e-3)
    assert Sprt(0, 10).likelihood(Score()) == 0.0


def test_sprt_decides_both_ways_after_enough_pairs() -> None:
    sprt = Sprt(0, 50)
    assert sprt.verdict(Score(pairs=(0, 0, 0, 0, PAIRS_MIN - 1))) == ""
    assert sprt.verdict(Score(pairs=(0, 0, 0, 0, PAIRS_MIN))) == "elo1"
    assert sprt.verdict(Score(pairs=(0, 40, 20, 10, 0))) == "elo0"
    assert sprt.verdict(Score(pairs=(2, 5, 10, 7, 2))) == ""
