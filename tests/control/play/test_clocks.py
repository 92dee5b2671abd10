"""Clocks: increment, delay, unequal times, undo; and the computer, which plays by its clock."""

from __future__ import annotations

import pytest

from sanmill.control.board.intents import Answer as AnswerPrompt
from sanmill.control.board.intents import (
    ConfirmTurn,
    Redo,
    RejectTurn,
    Rematch,
    Resign,
    SetPaused,
    TapPoint,
    Undo,
)
from sanmill.control.games import strength
from sanmill.control.games.game_clock import GameClock
from sanmill.control.play.intents import StartTwoPlayers, StartVersus
from sanmill.control.routes import HOME, PLAY
from sanmill.core import settings
from sanmill.core.game.model import Side
from sanmill.core.settings import Setting
from sanmill.engine.jobs import ENGINE
from sanmill.engine.search.move_time import time_for_move
from tests.kit.fake_worker import Bench, game_of


def clock_of(bench: Bench) -> GameClock:
    session = bench.controller.current.session
    assert session is not None
    assert session.info.clock is not None
    return session.info.clock


def two_players(*chosen: tuple[Setting[int], int], is_delay: bool = False) -> Bench:
    bench = Bench()
    bench.settings.set(settings.MINUTES, 5)
    bench.settings.set(settings.DELAY, is_delay)
    for setting, value in chosen:
        bench.settings.set(setting, value)
    bench.do(StartTwoPlayers())
    return bench


def versus(level: int = 3, minutes: int = 1, side: str = "white", bonus: int = 0) -> Bench:
    bench = Bench()
    bench.settings.set(settings.LEVEL, level)
    bench.settings.set(settings.VERSUS_MINUTES, minutes)
    bench.settings.set(settings.VERSUS_BONUS, bonus)
    bench.settings.set(settings.SIDE, side)
    bench.do(StartVersus())
    return bench


def test_increment_is_added_after_each_turn_but_the_first() -> None:
    bench = two_players((settings.BONUS, 3))
    bench.do(TapPoint("d6"))
    bench.clock.turn(10)
    bench.do(TapPoint("f4"))
    assert clock_of(bench).left == pytest.approx([300, 293]), "no time ran for the first turn"
    bench.clock.turn(1)
    bench.do(TapPoint("d2"))
    assert clock_of(bench).left == pytest.approx([302, 293])


def test_increment_is_added_once_for_a_turn_with_a_removal() -> None:
    bench = two_players((settings.BONUS, 10))
    bench.do(*map(TapPoint, ("a1", "b2", "d1", "b4", "g1")))
    before = clock_of(bench).left[Side.WHITE]
    bench.clock.turn(5)
    bench.do(TapPoint("b2"))
    assert bench.view.moves[-1].words == "g1xb2"
    assert clock_of(bench).left[Side.WHITE] == pytest.approx(before - 5 + 10)


def test_undo_takes_increments_back_and_redo_gives_them_again() -> None:
    bench = two_players((settings.BONUS, 5))
    for point in ("d6", "f4", "d2", "b4"):
        bench.do(TapPoint(point))
        bench.clock.turn(2)
    clock = clock_of(bench)
    before = list(clock.left)
    for _ in range(3):
        bench.do(Undo(), Redo())
    assert clock.left == pytest.approx(before), "no time is won by undo and redo"
    bench.do(Undo())
    assert clock.left == pytest.approx([before[0], before[1] - 5])


def test_turn_to_be_confirmed_goes_on_for_its_player() -> None:
    bench = two_players((settings.BONUS, 5))
    bench.settings.set(settings.CONFIRM, True)
    bench.do(TapPoint("d6"), ConfirmTurn(), TapPoint("f4"))
    bench.clock.turn(20)
    assert clock_of(bench).left == pytest.approx([300, 280]), "Black has not confirmed"
    bench.do(RejectTurn(), TapPoint("d2"), RejectTurn(), TapPoint("d2"))
    assert clock_of(bench).left == pytest.approx([300, 280]), "no increment for turns that are rejected"
    bench.do(ConfirmTurn())
    assert clock_of(bench).left == pytest.approx([300, 285])
    bench.clock.turn(10)
    assert clock_of(bench).left == pytest.approx([290, 285])


def test_restored_clock_counts_no_turn_twice() -> None:
    bench = two_players((settings.BONUS, 5))
    bench.do(*map(TapPoint, ("d6", "f4", "d2", "b4")))
    before = list(clock_of(bench).left)
    bench.controller.pause()
    again = Bench(bench.store)
    again.do(TapPoint("f4"))
    assert clock_of(again).left == pytest.approx(before)


def test_delay_passes_before_the_time_runs() -> None:
    bench = two_players((settings.BONUS, 5), is_delay=True)
    bench.do(TapPoint("d6"))
    bench.clock.turn(4)
    assert clock_of(bench).left == pytest.approx([300, 300])
    bench.clock.turn(3)
    bench.do(TapPoint("f4"))
    assert clock_of(bench).left == pytest.approx([300, 298])
    bench.clock.turn(5)
    bench.do(TapPoint("d2"))
    assert clock_of(bench).left == pytest.approx([300, 298]), "each turn has its delay"


def test_unequal_times_go_with_their_players_to_the_rematch() -> None:
    bench = two_players((settings.BLACK_MINUTES, 1))
    assert clock_of(bench).left == [300, 60]
    bench.do(TapPoint("d6"), Resign(), AnswerPrompt(True), Rematch())
    assert clock_of(bench).left == [60, 300]


def test_exported_game_names_its_time_control() -> None:
    assert '[TimeControl "300+3"]' in two_players((settings.BONUS, 3)).record
    assert '[TimeControl "300d3"]' in two_players((settings.BONUS, 3), is_delay=True).record
    assert '[TimeControl "300:60"]' in two_players((settings.BLACK_MINUTES, 1)).record


def test_user_pauses_and_continues_the_clock() -> None:
    bench = two_players()
    assert not [each for each in bench.view.overflow if each.intent == SetPaused(True) and each.is_enabled]
    bench.do(TapPoint("d6"))
    assert SetPaused(True) in [each.intent for each in bench.view.overflow]
    bench.do(SetPaused(True))
    bench.clock.turn(60)
    assert clock_of(bench).left == [300, 300]
    assert not bench.view.keeps_awake
    assert SetPaused(False) in [each.intent for each in bench.view.overflow]
    bench.do(SetPaused(False))
    bench.clock.turn(60)
    assert clock_of(bench).left == pytest.approx([300, 240])


def test_paused_clock_is_saved_to_the_second() -> None:
    bench = two_players()
    bench.do(TapPoint("d6"))
    bench.clock.turn(7)
    bench.controller.pause()
    assert clock_of(Bench(bench.store)).left == pytest.approx([300, 293])


def test_last_seconds_are_marked() -> None:
    bench = two_players((settings.BLACK_MINUTES, 1))
    bench.do(TapPoint("d6"))
    bench.clock.turn(49)
    assert not bench.view.top.is_low
    bench.clock.turn(1.5)
    assert (bench.view.top.is_low, bench.view.top.seconds_left) == (True, 10)


# Against the computer.


def test_rated_game_has_no_clock() -> None:
    bench = versus()
    bench.settings.set(settings.RATED, True)
    bench.do(StartVersus())
    session = bench.controller.current.session
    assert session is not None
    assert session.info.clock is None


def test_loss_on_time_against_the_computer_is_told_to_you_and_stays() -> None:
    bench = versus()
    bench.do(TapPoint("d6"))
    bench.answer("f4")
    bench.clock.turn(61)
    result = bench.view.result
    assert result is not None
    assert (result.reason.key, result.is_loss) == ("reason.you.time", True)
    assert bench.do(Undo()).is_over
    assert not bench.view.keeps_awake


def test_computer_has_its_own_time() -> None:
    bench = Bench()
    bench.settings.set(settings.VERSUS_MINUTES, 10)
    bench.settings.set(settings.COMPUTER_MINUTES, 1)
    for side, left in (("white", [600, 60]), ("black", [60, 600])):
        bench.settings.set(settings.SIDE, side)
        bench.do(StartVersus())
        assert clock_of(bench).left == left


def test_search_is_limited_by_the_clock_and_once_for_each_move() -> None:
    bench = versus(level=12)
    bench.do(TapPoint("d6"))
    wanted = bench.jobs.commands[-1]
    assert wanted.limits.clock_ms == 1000, "no more than without a clock: 60 s would leave 2 s for each move"
    bench.clock.turn(0.7)
    bench.controller.update()
    assert bench.jobs.commands[-1] is wanted, "the time that passes does not start another search"
    clock_of(bench).left[Side.BLACK] = 3.0
    bench.answer("f4")
    bench.do(TapPoint("d2"))
    assert bench.jobs.commands[-1].limits.clock_ms < 100


@pytest.mark.parametrize("level", [1, 6, 12, 13])
def test_level_stays_the_one_chosen(level: int) -> None:
    """The clock changes only the time, which ends no search of a level below the highest that nodes limit."""
    bench = versus(level=level)
    bench.do(TapPoint("d6"))
    timed = bench.jobs.commands[-1]
    bench.settings.set(settings.VERSUS_MINUTES, 0)
    bench.do(StartVersus(), TapPoint("d6"))
    free = bench.jobs.commands[-1]
    assert dict(timed.options).items() <= dict(free.options).items()
    assert (timed.limits.nodes, timed.limits.depth, timed.limits.time_ms) == (0, 0, 0)
    session = bench.controller.current.session
    assert session is not None
    player = session.info.players[Side.BLACK]
    assert timed.limits.clock_ms <= 1000 * strength.move_seconds(player, bench.settings)


def test_paused_clock_holds_the_computer() -> None:
    bench = versus()
    bench.do(TapPoint("d6"))
    bench.go(HOME)
    assert (ENGINE, bench.jobs.commands[-1].ticket) in bench.jobs.stops
    searches = len(bench.jobs.commands)
    bench.go(PLAY)
    bench.clock.turn(30)
    assert len(bench.jobs.commands) == searches
    assert bench.view.messages[0].key == "notice.clock_paused"
    bench.do(TapPoint("f4"))
    assert len(bench.jobs.commands) == searches + 1
    assert clock_of(bench).left == [60, 60]


@pytest.mark.parametrize(("minutes", "bonus"), [(1, 0), (1, 1), (3, 2)])
def test_computer_does_not_flag_in_a_long_game(minutes: int, bonus: int) -> None:
    """Each search takes all of its time, and a frame more; nothing is captured, so that the game is long."""
    bench = versus(level=12, minutes=minutes, side="black", bonus=bonus)
    turns = 0
    for _ in range(400):
        if bench.view.is_over:
            break
        session = bench.controller.current.session
        assert session is not None
        clock = clock_of(bench)
        clock.left[Side.BLACK] = 600.0  # the user has time
        if session.cursor.present.side is Side.WHITE:
            command = bench.jobs.commands[-1]
            bench.clock.turn(command.limits.clock_ms / 1000 + 0.02)
            bench.controller.receive(bench.jobs.answer(command, _quiet(game_of(command.position).legal(), turns)))
            bench.clock.turn(5)
            turns += 1
        else:
            bench.controller.current.mode.play(_quiet(session.cursor.game.legal(), turns))  # type: ignore[attr-defined]
            bench.controller.update()
    assert turns > 40
    assert clock_of(bench).left[Side.WHITE] > 0
    assert "time" not in (bench.view.result.reason.key if bench.view.result else "")


def _quiet(legal: tuple[str, ...], number: int) -> str:
    """A move that is not always the same, so that the game is not drawn by repetition."""
    return sorted(legal)[number * 7 % len(legal)]


def test_computer_takes_its_time_like_a_person() -> None:
    """Later in a game it seems to think, and not always as long; short of time it hurries."""
    waits = []
    for left in (900.0, 900.0, 900.0, 900.0, 6.0):
        bench = versus(minutes=15)
        for mine, reply in (("d6", "f4"), ("b4", "d2"), ("f6", "b6")):
            bench.do(TapPoint(mine))
            bench.answer(reply)
            bench.clock.turn(3)
        clock_of(bench).left[Side.BLACK] = left
        bench.do(TapPoint("a1"))
        began = bench.clock.now()
        bench.controller.receive(bench.jobs.answer(bench.jobs.commands[-1], "g1"))
        while bench.view.is_waiting:
            bench.clock.turn(0.05)
        waits.append(bench.clock.now() - began)
    assert all(0.3 < wait < 5 for wait in waits[:-1])
    assert len({round(wait, 1) for wait in waits[:-1]}) > 1
    assert waits[-1] < 0.3


def test_time_for_move_shares_what_is_left() -> None:
    assert time_for_move(60, 0) == pytest.approx(2, abs=0.01)
    assert time_for_move(60, 10) == pytest.approx(9.5, abs=0.01)
    assert time_for_move(-1, 0) == 0.001
