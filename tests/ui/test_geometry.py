"""Where points lie, which one a finger means, where an arrow key leads."""

from __future__ import annotations

import pytest

from sanmill.engine.game import Game
from sanmill.ui.board import meshes
from sanmill.ui.board.geometry import Geometry

BOARDS = {"nine_mens_morris": 24, "twelve_mens_morris": 24, "six_mens_morris": 16, "three_mens_morris": 9}


@pytest.mark.parametrize("variant", BOARDS)
@pytest.mark.parametrize("side", [160, 312, 352, 713])
@pytest.mark.parametrize("is_flipped", [False, True])
def test_nearest_finds_all_points(variant: str, side: int, is_flipped: bool) -> None:
    geometry = Geometry(Game(variant).board, 4, 100, side, is_flipped)
    assert len(geometry.board.points) == BOARDS[variant]
    for point in geometry.board.points:
        x, y = geometry.at(point.name)
        assert x - geometry.radius > 4
        assert x + geometry.radius < 4 + side
        assert geometry.nearest(x + geometry.step * 0.4, y - geometry.step * 0.2) == point.name
    assert geometry.nearest(-500, -500) == ""


def test_touch_targets_are_a_full_cell_at_360_dp() -> None:
    assert Geometry(Game().board, 4, 0, 352).step >= 48


def test_arrows_reach_all_points() -> None:
    geometry = Geometry(Game().board, 0, 0, 352)
    reached, waiting = {"a1"}, ["a1"]
    while waiting:
        here = waiting.pop()
        for direction in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            there = geometry.towards(here, *direction)
            if there and there not in reached:
                reached.add(there)
                waiting.append(there)
    assert len(reached) == 24
    assert geometry.towards("a1", 1, 0) == "d1"
    assert geometry.towards("a1", 0, -1) == ""


def test_stroke_fades_at_edges_and_ends() -> None:
    width = 4.0
    vertices = meshes.stroke(((0.0, 0.0), (20.0, 0.0)), width).vertices
    places = [(vertices[at], vertices[at + 1], vertices[at + 2]) for at in range(0, len(vertices), 4)]
    solid = [(x, y) for x, y, u in places if u == 0.75]
    assert {abs(y) for _, y in solid} == {(width - meshes.FRINGE) / 2}
    assert all(0 < x < 20 for x, _ in solid)
    assert {u for x, y, u in places if abs(y) > width / 2 or not 0 <= x <= 20} == {0.25}


def test_closed_stroke_has_no_ends_and_polygon_reaches_corners() -> None:
    corners = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    frame = meshes.stroke(corners, 2.0, True)
    assert len(frame.vertices) == 4 * 4 * len(corners)
    assert max(frame.indices) == 4 * len(corners) - 1
    square = meshes.polygon(corners)
    assert max(square.vertices[::4]) == pytest.approx(10 + meshes.FRINGE / 2)
    assert min(square.vertices[::4]) == pytest.approx(-meshes.FRINGE / 2)
