"""Two machines play: hold, step, speed."""

from __future__ import annotations

import pytest

from sanmill.control.board.intents import JumpTo, SetAnalysis, SetPaused, TapPoint
from sanmill.control.play.intents import ChangeSpeed, StartWatch, Step
from sanmill.engine.search.jobs import Analyse
from tests.kit.fake_worker import Bench


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.do(StartWatch())
    return bench


def test_engines_play_at_their_own_levels(bench: Bench) -> None:
    assert dict(bench.jobs.commands[-1].options)["Level"] == "6"
    bench.answer()
    assert dict(bench.jobs.commands[-1].options)["Level"] == "4"
    assert bench.answer().board.ply == 2


def test_watched_game_ends(bench: Bench) -> None:
    for _ in range(600):
        if bench.view.is_over:
            break
        bench.answer()
    assert bench.view.result is not None
    assert not bench.view.keeps_awake
    assert bench.label_keys()[0] == "play.rematch"


def test_paused_game_can_be_stepped(bench: Bench) -> None:
    bench.answer()
    assert bench.view.keeps_awake
    view = bench.do(SetPaused(True))
    assert view.status.key == "status.held"
    assert not view.keeps_awake
    bench.controller.receive(bench.jobs.answer(bench.jobs.commands[-1]))
    bench.clock.turn(9)
    assert bench.view.board.ply == 1
    bench.do(Step())
    assert bench.answer().board.ply == 2
    assert bench.view.status.key == "status.held"


def test_chosen_speed_is_kept(bench: Bench) -> None:
    bench.answer()
    bench.do(ChangeSpeed())
    assert bench.label_keys()[2] == "watch.speed.fast"
    command = bench.jobs.commands[-1]
    bench.controller.receive(bench.jobs.answer(command))
    bench.clock.turn(0.3)
    assert bench.view.board.ply == 2


def test_looking_back_pauses_and_allows_analysis(bench: Bench) -> None:
    bench.answer()
    bench.answer()
    view = bench.do(JumpTo(1), SetAnalysis(True))
    assert view.is_looking_back
    assert isinstance(bench.jobs.commands[-1], Analyse)
    assert len(bench.jobs.commands[-1].position.moves) == 1
    view = bench.do(SetPaused(False))
    assert not view.is_looking_back


def test_tap_while_watching_is_refused(bench: Bench) -> None:
    view = bench.do(TapPoint("a1"))
    assert view.notice is not None
    assert view.notice.key == "refusal.watching"
