"""The screen stays on while a game is played, also without a clock, but not over a game that is left lying."""

from __future__ import annotations

import pytest

from sanmill.control.board.awake import AWAKE_SECONDS
from sanmill.control.board.intents import Answer, Resign, TapPoint
from sanmill.control.intents import Open
from sanmill.control.play.intents import StartTwoPlayers, StartVersus
from sanmill.control.routes import HOME, PLAY
from tests.kit.fake_worker import Bench


@pytest.fixture(params=[StartVersus, StartTwoPlayers])
def bench(request: pytest.FixtureRequest) -> Bench:
    bench = Bench()
    bench.do(request.param())
    assert not bench.view.keeps_awake
    bench.do(TapPoint("d6"))
    return bench


def test_screen_stays_on_while_a_player_thinks(bench: Bench) -> None:
    bench.clock.turn(AWAKE_SECONDS - 1)
    assert bench.view.keeps_awake
    bench.do(TapPoint("d6"))
    bench.clock.turn(AWAKE_SECONDS - 1)
    assert bench.view.keeps_awake, "a tap that plays nothing counts"


def test_screen_sleeps_over_a_game_left_lying(bench: Bench) -> None:
    bench.clock.turn(AWAKE_SECONDS + 1)
    assert not bench.view.keeps_awake


def test_screen_sleeps_after_the_end(bench: Bench) -> None:
    assert not bench.do(Resign(), Answer(True)).keeps_awake


def test_screen_sleeps_after_the_board_was_hidden(bench: Bench) -> None:
    bench.do(Open(HOME))
    bench.go(PLAY)
    assert not bench.view.keeps_awake
    assert bench.do(TapPoint("d6")).keeps_awake
