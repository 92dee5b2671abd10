"""The lessons, each played to its end on the real board; the first minutes: one question, four touches."""

from __future__ import annotations

import pytest

from sanmill.control import lesson_plans as lessons
from sanmill.control.board.intents import ClearChoice, Drop, Lift, TapPoint
from sanmill.control.intents import Open
from sanmill.control.lesson_plans import BY_NAME, FIRST, LESSONS, RULES, Plan
from sanmill.control.lessons import mode as lesson
from sanmill.control.lessons.intents import StartLesson
from sanmill.control.lessons.mode import position_of
from sanmill.control.play.intents import StartFirstGame, StartTwoPlayers
from sanmill.control.play.set_up import SetUp
from sanmill.control.routes import Kind, Route
from sanmill.control.views.types import GameView
from sanmill.core.game.model import Content, Reason, Side
from sanmill.engine.game import Game
from tests.kit.fake_worker import Bench

PLANS = pytest.mark.parametrize("plan", BY_NAME.values(), ids=lambda plan: plan.name)


def mode_of(bench: Bench) -> lesson.Lesson:
    mode = bench.controller.current.mode
    assert isinstance(mode, lesson.Lesson)
    return mode


def touch(bench: Bench, point: str) -> GameView:
    """Tap a point and watch what follows."""
    bench.do(TapPoint(point))
    bench.clock.turn(3)
    return bench.view


def test_first_run_asks_one_question() -> None:
    view = Bench(is_first_run=True).view
    assert view.mode == "lesson"
    assert view.prompt is not None
    assert [action.intent for action in view.prompt.actions] == [StartFirstGame(3, is_coached=False), StartLesson()]


def test_first_lesson_takes_four_touches() -> None:
    bench = Bench(is_first_run=True)
    bench.do(StartLesson())
    for number in range(4):
        assert bench.view.board.pulses, number
        view = touch(bench, min(bench.view.board.pulses))
        assert not view.is_refusal
    assert view.status.key == "learn.first.done"
    assert view.board.mills
    assert not view.board.pulses


def test_first_touch_of_all_closes_mill_and_starts_lesson() -> None:
    bench = Bench(is_first_run=True)
    assert bench.view.board.pulses == {"g7"}
    view = bench.do(TapPoint("c3"))
    assert view.notice is not None
    assert view.status.key == "lesson.welcome"
    view = bench.do(TapPoint("g7"))
    assert view.board.mills
    assert view.status.key == "learn.first.2"
    assert view.board.pulses == {"g1", "a4"}


def test_capture_is_seen_before_the_next_step() -> None:
    bench = Bench(is_first_run=True)
    view = bench.do(TapPoint("g7"), TapPoint("g1"))
    assert view.board.last_removed == "g1"
    assert view.status.key == "lesson.well_done"
    assert not view.board.pulses
    bench.clock.turn(3)
    assert bench.view.status.key == "learn.first.3"
    assert bench.view.board.last_removed == ""


def test_touch_does_not_wait_for_the_next_step() -> None:
    bench = Bench(is_first_run=True)
    view = bench.do(TapPoint("g7"), TapPoint("g1"), TapPoint("b4"))
    assert view.status.key == "learn.first.3"
    view = bench.do(StartLesson("place"), TapPoint("d6"), TapPoint("f6"))
    assert view.status.key == "learn.place.2"
    assert len([content for content in view.board.contents if content is not Content.EMPTY]) == 3


def test_first_lesson_offers_only_to_skip_and_ends_in_game_against_first_opponent() -> None:
    bench = Bench(is_first_run=True)
    bench.do(StartLesson())
    while bench.view.board.pulses:
        prompt = bench.view.prompt
        assert prompt is not None
        assert [action.intent for action in prompt.actions] == [StartFirstGame(1, is_coached=True)]
        assert not prompt.has_main
        touch(bench, min(bench.view.board.pulses))
    prompt = bench.view.prompt
    assert prompt is not None
    assert prompt.actions[-1].intent == StartFirstGame(1, is_coached=True)
    bench.clock.turn(10)
    assert bench.view.mode == "versus"
    assert bench.view.top.level == 1
    bench.do(StartLesson())
    while bench.view.board.pulses:
        touch(bench, min(bench.view.board.pulses))
    bench.clock.turn(10)
    assert bench.view.mode == "lesson", "who repeats the lesson goes on when he likes"


def test_wrong_touch_is_explained() -> None:
    bench = Bench(is_first_run=True)
    view = bench.do(StartLesson(), TapPoint("c3"))
    assert view.notice is not None
    assert view.notice.key == "lesson.missed"
    assert view.board.pulses == {"g7"}
    view = bench.do(StartLesson("mill"), TapPoint("g7"), TapPoint("d2"))
    assert view.notice is not None
    assert view.notice.key == "refusal.in_mill"
    assert view.board.lit
    assert view.board.removable == view.board.pulses == {"c5"}


def test_lesson_accepts_dragging() -> None:
    bench = Bench(is_first_run=True)
    bench.do(StartLesson(), TapPoint("g7"), TapPoint("g1"))
    bench.clock.turn(3)
    assert bench.do(Lift("g4"), Drop("g7")).status.key == "learn.first.done"


def test_restarted_lesson_ends_in_game() -> None:
    bench = Bench()
    assert bench.do(StartLesson()).mode == "lesson"
    bench.do(StartFirstGame(1, is_coached=True))
    assert bench.view.mode == "versus"
    assert bench.view.top.detail is not None
    assert dict(bench.view.top.detail.values) == {"level": 1}


@PLANS
@pytest.mark.parametrize("choose", [min, max])
def test_lesson_can_be_played_to_its_end(plan: Plan, choose: object) -> None:
    assert callable(choose)
    bench = Bench()
    view = bench.do(StartLesson(plan.name))
    for step, wanted in enumerate(plan.steps):
        assert view.status == plan.words(step)
        assert view.board.pulses
        assert view.board.pulses <= set(wanted.points.split())
        side = mode_of(bench).game.view.side
        assert side is Side.WHITE, f"step {step + 1}: Black has to move"
        view = touch(bench, choose(view.board.pulses))
        assert not view.is_refusal
    assert view.status == plan.words(len(plan.steps))
    assert plan in bench.controller.features.lessons.progress
    assert plan in Bench(bench.store).controller.features.lessons.progress


@PLANS
def test_lesson_scenes_are_valid_positions(plan: Plan) -> None:
    for step in plan.steps:
        if not step.scene:
            continue
        set_up = SetUp(Bench().controller, RULES)
        for content, points in ((Content.WHITE, step.scene.white), (Content.BLACK, step.scene.black)):
            set_up.contents.update(dict.fromkeys(points.split(), content))
        set_up.hands = list(step.scene.in_hand)
        assert set_up.error() is None
        assert Game(RULES, position_of(step.scene)).view.side is Side.WHITE


@PLANS
def test_sliding_moves_follow_lines(plan: Plan) -> None:
    bench = Bench()
    bench.do(StartLesson(plan.name))
    neighbours = {point.name: point.neighbours for point in bench.view.board.board.points}
    while bench.view.board.pulses:
        start = bench.view.board.chosen
        point = min(bench.view.board.pulses)
        touch(bench, point)
        if start and plan.name != "fly":
            assert point in neighbours[start]


@pytest.mark.parametrize(
    ("name", "winner", "reason"),
    [
        ("block", Side.WHITE, Reason.NO_MOVES),
        ("end", Side.WHITE, Reason.FEW_PIECES),
        ("draw", None, Reason.N_MOVES),
    ],
)
def test_lesson_games_end_as_described(name: str, winner: Side | None, reason: Reason) -> None:
    bench = Bench()
    bench.do(StartLesson(name))
    results = []
    while bench.view.board.pulses:
        mode = mode_of(bench)
        game = mode.game
        touch(bench, min(bench.view.board.pulses))
        results.append(game.result)
    result = results[-1]
    assert result is not None
    assert (result.winner, result.reason) == (winner, reason)
    if name == "draw":
        assert [each.reason for each in results if each] == [Reason.THREEFOLD, Reason.N_MOVES]


@PLANS
def test_killed_lesson_resumes_at_its_step(plan: Plan) -> None:
    bench = Bench()
    bench.do(StartTwoPlayers(), TapPoint("d6"), StartLesson(plan.name))
    for _ in plan.steps:
        again = Bench(bench.store)
        assert again.view == bench.view
        touch(bench, min(bench.view.board.pulses))
    bench.do(StartTwoPlayers())
    assert Bench(bench.store).view.mode == "two_players"


def test_invalid_saved_lesson_is_set_aside() -> None:
    bench = Bench()
    bench.do(StartLesson("fly"))
    for damage in ({"name": "swim", "step": 1}, {"name": "fly"}, {"name": "fly", "step": "x"}):
        bench.store.files["lesson"] = damage
        assert Bench(bench.store).view.mode == "versus"
        assert "lesson" in bench.store.quarantined
    bench.store.files["lesson"] = {"name": "fly", "step": 99}
    assert Bench(bench.store).view.status.key == "learn.fly.done"


def test_back_clears_selection() -> None:
    bench = Bench()
    view = bench.do(StartLesson("fly"), TapPoint("b2"), ClearChoice())
    assert view.board.chosen == ""
    assert view.status.key == "learn.fly.1"


def test_lesson_offers_the_next() -> None:
    assert [lessons.after(plan) for plan in LESSONS] == [*LESSONS[1:], None]
    assert lessons.after(FIRST) is None
    bench = Bench()
    bench.do(StartLesson("block"), TapPoint("e5"), TapPoint("d5"))
    prompt = bench.view.prompt
    assert prompt is not None
    assert [action.intent for action in prompt.actions] == [Open(Route(Kind.LEARN)), StartLesson("fly")]
    assert bench.controller.features.lessons.progress.next() is LESSONS[0]
