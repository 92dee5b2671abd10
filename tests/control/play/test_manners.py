"""The opponent is a person: it has a name and a face, says hello, and takes a game as it comes."""

from __future__ import annotations

import pytest

from sanmill.control.board.intents import Answer, JumpTo, Resign, TapPoint
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.play.intents import StartTwoPlayers, StartVersus, StartWatch
from sanmill.control.views.types import Mood
from sanmill.core import settings
from sanmill.core.text.i18n import text
from tests.kit.fake_worker import Bench

LAST = "********/*****@**/O*@*@*OO w m s 3 0 3 0 0 0 0 0 0 0 0 0 9"  # d7-a1 and any taking wins
MILL = "********/*@***@@*/OO***OO* w p p 4 5 3 6 0 0 0 0 0 0 0 0 4"  # a7 closes one


def said(bench: Bench) -> str:
    return bench.view.speech.words.key if bench.view.speech else ""


def mood(bench: Bench) -> Mood:
    """Of the opponent."""
    return bench.view.top.mood


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.settings.set(settings.LEVEL, 4)
    bench.do(StartVersus())
    return bench


def test_opponent_says_hello_until_first_move_and_something_at_the_end(bench: Bench) -> None:
    assert said(bench) == "person.mia.hello"
    bench.do(TapPoint("d6"))
    assert said(bench) == ""
    bench.answer("f4")
    assert said(bench) == ""
    bench.do(Resign(), Answer(True))
    assert said(bench) == "person.mia.won"
    bench.do(JumpTo(1))
    assert said(bench) == "", "while looking back"


def test_hello_stays_when_opponent_moves_first(bench: Bench) -> None:
    bench.settings.set(settings.SIDE, "black")
    bench.do(StartVersus())
    bench.answer("d6")
    assert said(bench) == "person.mia.hello"
    bench.do(TapPoint("f4"))
    assert said(bench) == ""


def test_opponent_is_called_by_name(bench: Bench) -> None:
    name = text("level.4.name")
    bench.do(TapPoint("d6"))
    assert bench.view.status == text("status.their_turn", side=name)
    bench.clock.turn(0.5)
    assert bench.view.status == text("status.thinking", side=name)
    for reply, own in (("f4", "b4"), ("f6", "a1")):
        bench.answer(reply)
        bench.do(TapPoint(own))
    bench.answer("f2")
    assert bench.view.status == text("status.side.mill", 1, side=name)


def test_opponent_thinks_and_is_glad_and_sorry_at_captures(bench: Bench) -> None:
    assert (bench.view.top.level, mood(bench)) == (4, Mood.CALM)
    bench.do(TapPoint("d6"))
    bench.clock.turn(0.5)
    assert mood(bench) is Mood.THINKING
    for reply, own in (("f4", "b4"), ("f6", "a1")):
        bench.answer(reply)
        bench.do(TapPoint(own))
    bench.answer("f2")
    bench.answer("xa1")
    assert mood(bench) is Mood.GLAD
    bench.do(TapPoint("a7"))
    assert mood(bench) is Mood.CALM
    session = Session("versus", "nine_mens_morris", (Player(), Player(True, 4, "balanced")), start=MILL)
    bench.controller.start(session)
    assert bench.do(TapPoint("a7")).top.mood is Mood.SORRY
    assert bench.view.bottom.level == 0, "the user has no portrait"


def test_opponent_is_sorry_when_beaten_and_glad_when_not(bench: Bench) -> None:
    session = Session("versus", "nine_mens_morris", (Player(), Player(True, 4, "balanced")), start=LAST)
    bench.controller.start(session)
    view = bench.do(TapPoint("d7"), TapPoint("a1"), TapPoint("g4"))
    assert view.result is not None
    assert (view.result.level, view.result.mood, view.top.mood) == (4, Mood.SORRY, Mood.SORRY)
    assert view.result.reason == text("reason.side.two_pieces", side=text("level.4.name"))
    assert said(bench) == "person.mia.lost"
    bench.do(StartVersus(), TapPoint("d6"), Resign(), Answer(True))
    assert bench.view.result is not None
    assert bench.view.result.mood is Mood.GLAD


def test_watched_players_have_names_unless_they_are_the_same() -> None:
    bench = Bench()
    for white, black, names in ((4, 11, ("level.4.name", "level.11.name")), (6, 6, ("side.white", "side.black"))):
        bench.settings.set(settings.WATCH_WHITE, white)
        bench.settings.set(settings.WATCH_BLACK, black)
        view = bench.do(StartWatch())
        assert (view.bottom.name.key, view.top.name.key) == names
        assert (view.bottom.level, view.top.level) == (white, black)
        assert said(bench) == ""


def test_two_players_have_neither_portrait_nor_lines() -> None:
    view = Bench().do(StartTwoPlayers())
    assert (view.bottom.level, view.top.level, view.speech) == (0, 0, None)
