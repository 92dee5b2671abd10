"""The grades of moves and the moments of a game from what its moves cost."""

from __future__ import annotations

import pytest

from sanmill.core.game.model import Side
from sanmill.core.game.review import MOMENTS_MAX, Cost, Grade, accuracy, moments, settled_at, turning_ply

BOTH = frozenset(Side)
WHITE = frozenset({Side.WHITE})


def told(values: list[float]) -> dict[int, float]:
    return dict(enumerate(values))


def costs(values: dict[int, float]) -> list[Cost]:
    """The costs of alternate moves, from White's values of the positions before and after."""
    found = []
    for ply in range(len(values) - 1):
        sign = -1 if ply % 2 else 1
        found.append(Cost(ply, Side(ply % 2), sign * values[ply], sign * values[ply + 1]))
    return found


@pytest.mark.parametrize(
    ("before", "after", "grade"),
    [
        (0.3, 0.3, Grade.GOOD),
        (0.3, 0.2, Grade.GOOD),
        (0.3, 0.0, Grade.INACCURACY),
        (0.3, -0.3, Grade.MISTAKE),
        (0.3, -0.8, Grade.BLUNDER),
        (1.0, 0.0, Grade.BLUNDER),
        (1.0, 0.65, Grade.GOOD),  # won either way
        (-0.65, -1.0, Grade.GOOD),  # lost either way
    ],
)
def test_grade_follows_cost_of_move(before: float, after: float, grade: Grade) -> None:
    assert Cost(0, Side.WHITE, before, after).grade is grade


def test_accuracy_counts_one_side_and_falls_with_mistakes() -> None:
    good, bad = Cost(0, Side.WHITE, 0.1, 0.1), Cost(2, Side.WHITE, 0.1, -0.9)
    assert accuracy([good, Cost(1, Side.BLACK, 0.0, -0.9)], Side.WHITE) == 100
    assert accuracy([good, bad], Side.WHITE) in range(40, 70)
    assert accuracy([bad], Side.WHITE) in range(20)
    assert accuracy([good], Side.BLACK) is None


def test_accuracy_ignores_moves_in_lost_position() -> None:
    good, bad = Cost(0, Side.WHITE, 0.0, 0.0), Cost(2, Side.WHITE, 0.0, -1.0)
    lost = [Cost(ply, Side.WHITE, -1.0, -1.0) for ply in range(4, 40, 2)]
    assert accuracy([good, bad, *lost], Side.WHITE) == accuracy([good, bad], Side.WHITE)
    assert accuracy(lost, Side.WHITE) is None


def test_turning_point_is_last_mistake_before_decision() -> None:
    values = told([0.0, -0.7, 0.2, 0.2, 0.1, -0.9, -0.9, -1.0])
    settled = settled_at(values, 7)
    assert settled == (4, Side.WHITE)
    assert moments(costs(values), WHITE, settled) == [(4, True), (0, False)]


def test_proven_mistake_is_turning_point_unless_given_back() -> None:
    first, later = Cost(2, Side.WHITE, 0.0, -1.0, is_proven=True), Cost(8, Side.WHITE, 0.0, -0.7)
    gift = Cost(5, Side.BLACK, 1.0, 0.0, is_proven=True)
    settled = (8, Side.WHITE)
    assert turning_ply([first, later], settled) == 2, "what came after is estimated"
    assert turning_ply([first, gift, later], settled) == 8


def test_opponents_blunder_is_turning_point_of_won_game() -> None:
    values = told([0.0, 0.0, 0.9, 0.9, 1.0])
    settled = settled_at(values, 4)
    assert moments(costs(values), WHITE, settled) == [(1, True)]


def test_missed_win_is_turning_point_of_draw() -> None:
    values = told([0.0, 0.0, 0.8, 0.0, 0.0])
    assert moments(costs(values), BOTH, settled_at(values, 4)) == [(2, True), (1, False)]


def test_quiet_game_has_no_moments() -> None:
    values = told([0.1, 0.0, 0.1, 0.0])
    assert settled_at(values, 3) is None
    assert moments(costs(values), BOTH, None) == []


def test_moments_are_limited_to_five() -> None:
    values = told([(-1.0) ** ply * 0.7 for ply in range(40)])
    assert len(moments(costs(values), BOTH, settled_at(values, 39))) <= MOMENTS_MAX


def test_own_mistakes_come_first() -> None:
    values = told([0.0, 0.0, 0.0, -0.7, 0.9, 0.9, 1.0])
    settled = settled_at(values, 6)
    assert moments(costs(values), WHITE, settled) == [(2, False), (3, True)]


def test_incomplete_values_decide_nothing() -> None:
    assert settled_at({0: 0.1}, 4) is None
