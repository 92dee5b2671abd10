"""The first minutes: one question, four touches."""

from __future__ import annotations

from sanmill.control.intents import Drop, Lift, Open, StartLesson, TapPoint
from tests.control.fake_worker import Bench


def test_the_first_run_asks_one_question() -> None:
    view = Bench(is_first_run=True).view
    assert view.mode == "lesson"
    assert view.prompt is not None
    assert [action.intent for action in view.prompt.actions] == [Open("known_game"), StartLesson()]


def test_four_touches() -> None:
    bench = Bench(is_first_run=True)
    bench.do(StartLesson())
    for touch in range(4):
        assert bench.view.board.pulses, touch
        view = bench.do(TapPoint(min(bench.view.board.pulses)))
        assert not view.is_refusal
    assert view.status.key == "lesson.done"
    assert view.board.mills
    assert not view.board.pulses


def test_a_touch_elsewhere_is_told_where() -> None:
    bench = Bench(is_first_run=True)
    view = bench.do(StartLesson(), TapPoint("c3"))
    assert view.notice is not None
    assert view.notice.key == "lesson.missed"
    assert view.board.pulses == {"g7"}


def test_the_piece_can_be_dragged_as_well() -> None:
    bench = Bench(is_first_run=True)
    bench.do(StartLesson(), TapPoint("g7"), TapPoint("g1"))
    assert bench.do(Lift("f6"), Drop("g7")).status.key == "lesson.done"


def test_it_can_be_had_again_and_leads_to_a_game() -> None:
    bench = Bench()
    assert bench.do(StartLesson()).mode == "lesson"
    bench.controller.first_game(1, is_coached=True)
    assert bench.view.mode == "versus"
    assert bench.view.top.detail is not None
    assert dict(bench.view.top.detail.values) == {"level": 1}
