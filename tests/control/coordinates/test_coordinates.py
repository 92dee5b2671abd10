"""Ten points in a row by name: the first try counts, then the time; the best is kept."""

from __future__ import annotations

import pytest

from sanmill.control.coordinates.feature import TOTAL
from sanmill.control.coordinates.intents import FIND, KINDS, NAME, AnswerPoint, StartCoordinates, StopCoordinates
from sanmill.control.coordinates.view import CoordinatesView
from sanmill.control.routes import HOME, Kind, Route
from tests.kit.fake_worker import Bench, MemoryStore

COORDINATES = Route(Kind.COORDINATES)


def opened(store: MemoryStore | None = None) -> Bench:
    bench = Bench(store)
    bench.go(COORDINATES)
    return bench


def shown(bench: Bench) -> CoordinatesView:
    view: CoordinatesView = bench.shown(COORDINATES)
    return view


def asked(bench: Bench) -> str:
    """The point that the page asks for."""
    view = shown(bench)
    return next(iter(view.board.pulses), "") or str(dict(view.heading.values)["point"])


def other(bench: Bench) -> str:
    names = [each.point for each in shown(bench).names] or ["a1", "g7"]
    return next(name for name in names if name != asked(bench))


def play(bench: Bench, kind: str, *, seconds: float = 0, mistakes: int = 0) -> None:
    bench.do(StartCoordinates(kind))
    for number in range(TOTAL):
        if number < mistakes:
            bench.do(AnswerPoint(other(bench)))
        bench.clock.turn(seconds / TOTAL)
        bench.do(AnswerPoint(asked(bench)))


@pytest.mark.parametrize("kind", KINDS)
def test_ten_right_answers_make_a_best(kind: str) -> None:
    bench = opened()
    play(bench, kind, seconds=20)
    view = shown(bench)
    assert (view.heading.key, view.is_feast) == ("coordinates.new_best", True)
    assert dict(view.detail.values) == {"right": 10, "total": 10, "time": "0:20"}
    best = {each.kind: each.best for each in view.exercises}
    assert dict(best[kind].values) == {"right": 10, "total": 10, "time": "0:20"}
    again = opened(bench.store)
    assert {each.kind: each.best for each in shown(again).exercises} == best


def test_first_try_counts_before_time() -> None:
    bench = opened()
    play(bench, FIND, seconds=60)
    play(bench, FIND, seconds=10, mistakes=1)
    view = shown(bench)
    assert (view.heading.key, dict(view.detail.values)["right"]) == ("coordinates.done", 9)
    play(bench, FIND, seconds=50)
    assert shown(bench).heading.key == "coordinates.new_best"


def test_wrong_point_is_named_and_can_be_tried_again() -> None:
    bench = opened()
    bench.do(StartCoordinates(FIND))
    point, wrong = asked(bench), other(bench)
    bench.do(AnswerPoint(wrong))
    view = shown(bench)
    assert (view.detail.key, dict(view.detail.values)["point"], view.is_wrong) == ("coordinates.wrong", wrong, True)
    assert [str(shape) for shape in view.board.shapes] == [f"R{wrong}"]
    bench.do(AnswerPoint("z9"), AnswerPoint(point))
    view = shown(bench)
    assert not view.is_wrong
    assert [str(shape) for shape in view.board.shapes] == [f"G{point}"]


def test_names_are_four_with_the_right_one_and_a_wrong_one_is_crossed_out() -> None:
    bench = opened()
    bench.do(StartCoordinates(NAME))
    for _ in range(TOTAL):
        names = [each.point for each in shown(bench).names]
        assert len(set(names)) == 4
        assert asked(bench) in names
        bench.do(AnswerPoint(other(bench)))
        assert [each.is_wrong for each in shown(bench).names].count(True) == 1
        bench.do(AnswerPoint(asked(bench)))


def test_points_are_asked_once() -> None:
    bench = opened()
    bench.do(StartCoordinates(FIND))
    points = []
    for _ in range(TOTAL):
        points.append(asked(bench))
        bench.do(AnswerPoint(points[-1]))
    assert len(set(points)) == TOTAL


def test_exercise_that_is_left_does_not_count() -> None:
    bench = opened()
    for leave in (lambda: bench.go(HOME), bench.controller.pause, lambda: bench.do(StopCoordinates())):
        bench.do(StartCoordinates(FIND))
        bench.do(AnswerPoint(asked(bench)))
        leave()
        bench.controller.resume()
        bench.go(COORDINATES)
        assert shown(bench).exercises
    assert "coordinates" not in bench.store.files


def test_time_runs_on_the_page() -> None:
    bench = opened()
    bench.do(StartCoordinates(FIND))
    bench.clock.turn(61)
    assert dict(shown(bench).detail.values)["time"] == "1:01"


def test_damaged_best_is_dropped() -> None:
    store = MemoryStore()
    store.files["coordinates"] = {"scores": {"find": {"right": 99, "seconds": -1}, "name": {"right": 7, "seconds": 30}}}
    bests = {each.kind: each.best.key for each in shown(opened(store)).exercises}
    assert bests == {FIND: "coordinates.new", NAME: "coordinates.best"}
