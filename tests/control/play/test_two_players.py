"""Two people on one phone, and the rules that are announced when they apply."""

from __future__ import annotations

import random
from functools import partial

import pytest

from sanmill.control.board.intents import Answer, Flip, OfferDraw, Redo, Rematch, Resign, TapPoint, Undo
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.intents import Open
from sanmill.control.play.intents import StartTwoPlayers
from sanmill.control.routes import HOME, PLAY
from sanmill.control.variants.rule_set import builtin_names
from sanmill.control.views.types import GameView
from sanmill.core import settings
from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from tests.kit.fake_worker import Bench


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.do(StartTwoPlayers())
    return bench


def start_from(bench: Bench, position: str, rules: str = "nine_mens_morris") -> GameView:
    bench.controller.start(Session("two_players", rules, (Player(), Player()), start=position))
    return bench.view


def play(bench: Bench, move: str) -> GameView:
    return bench.do(*map(TapPoint, Move(move).points))


def test_taps_play_both_sides_without_engine(bench: Bench) -> None:
    assert bench.do(TapPoint("d6")).status.key == "status.side.place"
    view = bench.do(TapPoint("f4"))
    assert [move.words for move in view.moves] == ["d6", "f4"]
    assert bench.jobs.commands == []


def test_undo_takes_back_turn_with_removal(bench: Bench) -> None:
    for move in ("a1", "b2", "d1", "b4", "g1", "xb2"):
        play(bench, move)
    assert bench.view.moves[-1].words == "g1xb2"
    assert bench.do(Undo()).board.ply == 4
    assert bench.do(Redo()).board.ply == 6
    assert bench.view.board.last_removed == "b2"


def test_draw_needs_agreement(bench: Bench) -> None:
    view = bench.do(TapPoint("d6"), OfferDraw())
    assert view.prompt is not None
    assert [action.label.key for action in view.prompt.actions] == ["play.draw_decline", "play.draw_accept"]
    assert bench.do(Answer(False)).result is None
    view = bench.do(OfferDraw(), Answer(True))
    assert view.result is not None
    assert view.result.reason.key == "reason.draw.agreed"


def test_resigned_game_shows_no_rule_notice(bench: Bench) -> None:
    assert bench.view.notice is not None
    assert bench.do(Resign(), Answer(True)).notice is None


def test_side_to_move_resigns(bench: Bench) -> None:
    view = bench.do(TapPoint("d6"), Resign(), Answer(True))
    assert view.result is not None
    assert (view.result.winner, view.result.headline.key) == (Side.WHITE, "result.wins")


def test_start_of_flying_is_announced(bench: Bench) -> None:
    start_from(bench, "********/*@***@**/OO@*@*O* w m s 3 0 4 0 0 0 0 0 0 0 0 0 9")
    play(bench, "a4-a7")
    view = play(bench, "xb2")
    assert view.notice is not None
    assert (view.notice.key, view.notice.count) == ("notice.flies", 3)


def test_repeated_position_is_announced(bench: Bench) -> None:
    start_from(bench, "O*******/OO******/O@@*@@@* w m s 4 0 5 0 0 0 0 0 0 0 0 0 9")
    for move in ("f6-f4", "a4-a7", "f4-f6"):
        play(bench, move)
    view = play(bench, "a7-a4")
    assert view.notice is not None
    assert view.notice.key == "notice.twice"
    for move in ("f6-f4", "a4-a7", "f4-f6", "a7-a4"):
        view = play(bench, move)
    assert view.result is not None
    assert view.result.reason.key == "reason.draw.threefold"


def test_approaching_n_move_draw_is_announced(bench: Bench) -> None:
    start_from(bench, "O*******/OO******/O@@@@@** w m s 4 0 5 0 0 0 0 0 0 0 0 89 60")
    view = play(bench, "f6-f4")
    assert view.notice is not None
    assert (view.notice.key, view.notice.count) == ("notice.quiet", 10)


def test_two_removals_are_counted_down(bench: Bench) -> None:
    rules = "nine_mens_morris MayRemoveMultiple=true"
    start_from(bench, "********/*@***@**/O****OO* w p p 3 6 2 7 0 0 0 0 0 0 0 0 4", rules)
    bench.do(TapPoint("g7"))
    assert not bench.view.board.removable
    start_from(bench, "********/*@***@@*/OO***OO* w p p 4 5 3 6 0 0 0 0 0 0 0 0 4", rules)
    view = bench.do(TapPoint("a7"))
    assert (view.status.key, view.status.count) == ("status.side.mill", 2)
    view = bench.do(TapPoint("b2"))
    assert (view.status.key, view.status.count) == ("status.side.take_more", 1)


def test_board_flips_and_rematch_starts_new_game(bench: Bench) -> None:
    assert bench.do(Flip()).top.side is Side.WHITE
    bench.do(TapPoint("d6"), Resign(), Answer(True))
    view = bench.do(Rematch())
    assert view.moves == ()
    assert view.result is None


@pytest.mark.parametrize("variant", builtin_names())
def test_games_of_all_variants_are_playable_by_taps(bench: Bench, variant: str) -> None:
    bench.settings.set(settings.VARIANT, variant)
    view = bench.do(StartTwoPlayers())
    chance = random.Random(variant)
    for _ in range(160):
        if view.is_over:
            break
        session = bench.controller.current.session
        assert session is not None
        move = chance.choice(session.cursor.game.legal())
        before = view.board.ply
        view = play(bench, move)
        assert view.board.ply == before + 1, (move, view.notice)
    assert view.moves


# The clock.


@pytest.fixture
def timed() -> Bench:
    bench = Bench()
    bench.settings.set(settings.MINUTES, 5)
    bench.do(StartTwoPlayers())
    return bench


def clocks(bench: Bench) -> tuple[str, str]:
    """What the clocks of White, below, and Black show."""
    shown = []
    for strip in (bench.view.bottom, bench.view.top):
        assert strip.detail is not None
        shown.append(dict(strip.detail.values)["time"])
    return (shown[0], shown[1])


def test_clock_is_hidden_when_disabled() -> None:
    bench = Bench()
    assert bench.do(StartTwoPlayers()).top.detail is None


def test_clock_runs_for_side_to_move_after_first_move(timed: Bench) -> None:
    timed.clock.turn(20)
    assert clocks(timed) == ("5:00", "5:00")
    assert not timed.view.keeps_awake
    assert timed.do(TapPoint("d6")).keeps_awake
    timed.clock.turn(90)
    assert clocks(timed) == ("5:00", "3:30")
    timed.do(TapPoint("f4"))
    timed.clock.turn(0.6)
    assert clocks(timed) == ("5:00", "3:30"), "a second that has begun is still there"
    timed.clock.turn(61)
    assert clocks(timed) == ("3:59", "3:30")


def test_timeout_loses_and_rematch_resets_clock(timed: Bench) -> None:
    timed.do(TapPoint("d6"))
    timed.clock.turn(301)
    result = timed.view.result
    assert result is not None
    assert (result.reason.key, result.winner) == ("reason.side.time", Side.WHITE)
    assert not timed.view.keeps_awake
    assert timed.do(Undo()).is_over
    timed.do(Rematch())
    assert clocks(timed) == ("5:00", "5:00")


def test_clock_pauses_off_the_board_until_touch(timed: Bench) -> None:
    timed.do(TapPoint("d6"))
    timed.clock.turn(10)
    controller = timed.controller
    moves = (partial(timed.go, HOME), partial(timed.go, PLAY))
    for leave, come_back in (moves, (controller.pause, controller.resume)):
        before = clocks(timed)
        leave()
        timed.clock.turn(100)
        come_back()
        timed.clock.turn(100)
        assert clocks(timed) == before
        assert timed.view.notice is not None
        assert timed.view.notice.key == "notice.clock_paused"
        assert not timed.view.keeps_awake
        timed.do(TapPoint("d6"))
        assert timed.view.is_refusal, "the point is taken, but the players are back"
        timed.clock.turn(10)
        assert clocks(timed)[1] < before[1]
    timed.do(Undo())
    timed.do(Open(HOME), Open(PLAY))
    assert timed.do(TapPoint("d6")).notice is None, "a game that did not begin has no clock to pause"


def test_clock_survives_kill_and_stops_while_suspended(timed: Bench) -> None:
    timed.do(TapPoint("d6"))
    timed.clock.turn(100)
    timed.clock._now += 3600  # nothing is called while the app is suspended
    timed.clock.turn(1)
    again = Bench(timed.store)
    white, black = clocks(again)
    assert white == "5:00"
    assert "3:10" <= black <= "3:20"
    again.clock.turn(10)
    assert clocks(again)[1] == black, "nobody has touched the board yet"
    again.do(TapPoint("d6"))
    again.clock.turn(10)
    assert clocks(again)[1] < black
