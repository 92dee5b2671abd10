"""The moments of a game from the values of its positions."""

from __future__ import annotations

from sanmill.core.model import Side
from sanmill.core.review import MOMENTS_MAX, candidates, costs, moments, settled_at

BOTH = frozenset(Side)
WHITE = frozenset({Side.WHITE})


def sides(count: int) -> list[Side]:
    return [Side(ply % 2) for ply in range(count)]


def told(values: list[float]) -> dict[int, float]:
    return dict(enumerate(values))


def test_an_move_costs_the_side_that_played_it() -> None:
    known = costs(sides(3), told([0.0, -0.5, 0.4, 0.4]))
    assert [(cost.side, round(cost.lost, 1)) for cost in known] == [
        (Side.WHITE, 0.5),
        (Side.BLACK, 0.9),
        (Side.WHITE, 0.0),
    ]


def test_the_turning_point_is_the_last_slip_before_all_was_settled() -> None:
    values = told([0.0, -0.4, 0.2, 0.2, 0.1, -0.9, -0.9, -1.0])
    settled = settled_at(values, 7)
    assert settled == (4, Side.WHITE)
    assert moments(costs(sides(7), values), WHITE, settled) == [(4, True), (0, False)]


def test_the_other_side_s_blunder_turns_a_game_one_won() -> None:
    values = told([0.0, 0.0, 0.9, 0.9, 1.0])
    settled = settled_at(values, 4)
    assert moments(costs(sides(4), values), WHITE, settled) == [(1, True)]


def test_a_draw_turns_where_a_win_was_let_go() -> None:
    values = told([0.0, 0.0, 0.8, 0.0, 0.0])
    assert moments(costs(sides(4), values), BOTH, settled_at(values, 4)) == [(2, True), (1, False)]


def test_a_quiet_game_has_no_moments() -> None:
    values = told([0.1, 0.0, 0.1, 0.0])
    assert settled_at(values, 3) is None
    assert moments(costs(sides(3), values), BOTH, None) == []


def test_there_are_never_more_than_five() -> None:
    values = told([(-1.0) ** ply * 0.5 for ply in range(40)])
    known = costs(sides(39), values)
    assert len(moments(known, BOTH, settled_at(values, 39))) <= MOMENTS_MAX
    assert len(candidates(known, BOTH, None)) >= MOMENTS_MAX


def test_what_is_not_known_yet_costs_nothing() -> None:
    values = {3: 0.5, 4: 0.6}
    assert [cost.ply for cost in costs(sides(4), values)] == [3]
    assert settled_at({0: 0.1}, 4) is None
