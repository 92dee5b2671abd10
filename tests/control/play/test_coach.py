"""The coach: it speaks without blocking, of what can be seen at low levels, and says the same every time."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from sanmill.control.board.intents import Answer, ConfirmTurn, MoveNow, RejectTurn, Resign, TapPoint, Undo
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.intents import Open
from sanmill.control.play.intents import SetCoach, StartVersus
from sanmill.control.routes import REVIEW
from sanmill.control.views.types import GameView
from sanmill.core import settings
from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.core.progress.statistics import GameResult
from sanmill.core.text.i18n import Translator
from sanmill.engine.game import Game
from sanmill.engine.messages import AnalysisDone, Position, SearchLine, WorkFailed
from sanmill.engine.search.jobs import Analyse, Think
from sanmill.engine.search.searcher import Searcher
from tests.kit.fake_worker import Bench

ROOT = Path(__file__).resolve().parents[3]
TICKETS = itertools.count(1)
SLIP = {"d6": -200}  # every other move is level


@pytest.fixture
def bench() -> Bench:
    """A game against a level whose coach judges by outcome and score, not the first game."""
    bench = Bench()
    bench.controller.features.results.statistics.games.append(
        GameResult("first", "versus", "nine_mens_morris", (0, 1), Side.WHITE, Side.WHITE, 20, False, None)
    )
    bench.settings.set(settings.LEVEL, 6)
    bench.do(StartVersus(), SetCoach(True))
    return bench


def judge(bench: Bench, scores: dict[str, int]) -> GameView:
    """Answer the judgement that the coach waits for."""
    command = bench.jobs.commands[-1]
    assert isinstance(command, Analyse)
    assert command.limits.nodes, "never by time"
    game = Game(command.position.rules, command.position.start or None)
    for move in command.position.moves:
        game.play(move)
    lines = [SearchLine(each, scores.get(each, 0), 0, 5, False, -1, (each,)) for each in game.legal()]
    bench.controller.receive(AnalysisDone(command.ticket, tuple(sorted(lines, key=lambda line: -line.score)), 5))
    return bench.view


def said(view: GameView) -> str:
    return view.speech.words.key if view.speech else ""


def answer_of(view: GameView) -> object:
    return view.speech.answer.intent if view.speech and view.speech.answer else None


@pytest.mark.parametrize("is_judged_first", [True, False])
def test_mistake_is_told_and_can_be_taken_back_while_opponent_waits(bench: Bench, is_judged_first: bool) -> None:
    if is_judged_first:
        judge(bench, SLIP)
        assert not bench.view.board.badges, "it does not tell before"
        bench.do(TapPoint("d6"))
    else:
        bench.do(TapPoint("d6"))
        bench.clock.turn(0.5)
        assert bench.view.top.is_thinking, "the judgement looks like the opponent's thinking"
        judge(bench, SLIP)
    view = bench.view
    assert (said(view), answer_of(view)) == ("coach.ahead", RejectTurn())
    assert bench.view.prompt is None
    assert ConfirmTurn() not in [action.intent for action in view.actions], "nothing has to be answered"


def test_opponent_waits_for_the_warning_to_be_read_and_then_plays(bench: Bench) -> None:
    judge(bench, SLIP)
    bench.do(TapPoint("d6"))
    bench.controller.receive(bench.jobs.answer(bench.jobs.commands[-1], "f4"))
    bench.clock.turn(1.5)
    assert bench.view.board.last_to == "d6"
    bench.clock.turn(1.5)
    assert bench.view.board.last_to == "f4"
    assert (said(bench.view), answer_of(bench.view)) == ("coach.ahead", None), "it can still be read"
    assert any(words.key == "coach.ahead" for words in bench.view.log), "it can be read again"
    bench.do(TapPoint("a1"))
    assert not bench.view.speech


def test_move_now_ends_the_wait(bench: Bench) -> None:
    judge(bench, SLIP)
    bench.do(TapPoint("d6"))
    bench.controller.receive(bench.jobs.answer(bench.jobs.commands[-1], "f4"))
    assert bench.do(MoveNow()).board.last_to == "f4"


@pytest.mark.parametrize("intent", [RejectTurn(), Undo()])
def test_taking_back_returns_the_turn(bench: Bench, intent: RejectTurn | Undo) -> None:
    judge(bench, SLIP)
    view = bench.do(TapPoint("d6"), intent)
    assert (view.board.ply, view.speech) == (0, None)
    assert bench.do(TapPoint("a1")).board.ply == 1


@pytest.mark.parametrize(
    "scores",
    [
        {},
        {"a1": 60, "d6": 20},  # a little worse
        dict.fromkeys(["a1", "d6", "f4"], 900) | {"d6": 300},  # won either way
        {"a1": 20000, "d6": 400},  # proven or not
    ],
)
def test_harmless_move_is_not_commented(bench: Bench, scores: dict[str, int]) -> None:
    judge(bench, scores)
    view = bench.do(TapPoint("d6"))
    assert view.speech is None
    assert isinstance(bench.jobs.commands[-1], Think)


def test_only_good_move_is_praised(bench: Bench) -> None:
    legal = [point.name for point in bench.view.board.board.points]
    judge(bench, {each: -300 for each in legal if each != "d6"})
    assert said(bench.do(TapPoint("d6"))) == "coach.good"
    view = bench.answer("f4")
    assert view.board.last_to == "f4"
    assert said(view) == "coach.good", "it stays until the next move"


def test_failed_judgement_does_not_block_game(bench: Bench) -> None:
    bench.do(TapPoint("d6"))
    bench.controller.receive(WorkFailed(bench.jobs.commands[-1].ticket, "out of order"))
    assert isinstance(bench.jobs.commands[-1], Think)


def test_confirmed_turn_keeps_its_own_question(bench: Bench) -> None:
    bench.settings.set(settings.CONFIRM, True)
    judge(bench, SLIP)
    view = bench.do(TapPoint("d6"))
    assert (said(view), answer_of(view)) == ("coach.ahead", None)
    assert [action.intent for action in view.actions] == [RejectTurn(), ConfirmTurn()]
    assert bench.do(RejectTurn()).board.ply == 0
    bench.do(TapPoint("d6"))
    judge(bench, SLIP)
    bench.do(ConfirmTurn())
    assert isinstance(bench.jobs.commands[-1], Think)


# Against a low level: what can be seen.


def play(bench: Bench, own: str, scores: dict[str, int] | None = None) -> GameView:
    """Play a turn of the user's whose every move is judged."""
    for move in own.replace("x", " x").split():
        if isinstance(bench.jobs.commands[-1], Analyse):
            judge(bench, scores or {})
        bench.do(*map(TapPoint, Move(move).points))
        if isinstance(bench.jobs.commands[-1], Analyse):
            judge(bench, scores or {})
    return bench.view


def start_low(*moves: str, start: str = "") -> Bench:
    """A game against level 1 after these moves."""
    bench = Bench()
    session = Session("versus", "nine_mens_morris", (Player(), Player(True, 1, "balanced")), start=start)
    for move in moves:
        session.play(move)
    bench.settings.set(settings.COACH, True)
    bench.controller.start(session)
    return bench


PRAISED = ("a1", "d7", "g1", "d6")  # White is about to close a mill on d1


def praised() -> Bench:
    """White has been praised for a mill, and has two pieces in a line again."""
    bench = start_low(*PRAISED)
    assert said(play(bench, "d1xd7")) == "coach.closes"
    bench.answer("d5")
    return bench


def test_closed_mill_is_never_criticised_whatever_it_costs() -> None:
    bench = start_low(*PRAISED)
    assert said(play(bench, "d1xd7", {"d1": -20000, "xd7": -20000})) in ("", "coach.closes")
    assert answer_of(bench.view) is None


def test_turn_is_judged_with_its_removal() -> None:
    bench = start_low(*PRAISED)
    judge(bench, {})
    bench.do(TapPoint("d1"))
    assert bench.view.speech is None, "the turn is not complete"
    judge(bench, {})
    assert said(bench.do(TapPoint("d7"))) == "coach.closes"


def test_next_praise_has_other_words() -> None:
    bench = praised()
    for own, reply in (("b4", "f6"), ("b2", "f4")):
        play(bench, own)
        bench.answer(reply)
    assert said(play(bench, "b6xf4")) == "coach.other.closes"


def test_missed_mill_is_told_after_praise() -> None:
    bench = praised()
    play(bench, "b4")
    bench.answer("f6")
    play(bench, "b2")
    bench.answer("f4")
    view = play(bench, "c5")
    assert (said(view), answer_of(view)) == ("coach.mill_missed", RejectTurn())
    assert view.speech
    assert dict(view.speech.words.values)["point"] == "b6"
    assert view.board.lit, "the line is lit"


def test_allowed_mill_is_told_after_praise() -> None:
    bench = praised()
    play(bench, "b4")
    bench.answer("f6")
    play(bench, "c3")
    bench.answer("f4")
    view = play(bench, "e3", {"f2": 50})
    assert said(view) == "coach.mill_allowed"
    assert view.speech
    assert dict(view.speech.words.values)["point"] == "f2"


def test_piece_that_one_shut_in_is_shown() -> None:
    bench = start_low(start="***@***@/O**@*@**/**O*OO@O w m s 5 0 5 0 0 0 0 0 0 0 0 0 9")
    assert said(play(bench, "g4-g1xf2")) == "coach.closes"
    bench.answer("e3-d3")
    view = play(bench, "d6-d7", {"d1-d2": 50})
    assert said(view) == "coach.shut_in"
    assert view.board.blocked == {"a7"}
    bench.answer("b2-d2")
    assert not bench.view.board.blocked


def test_warning_comes_once_in_five_turns() -> None:
    bench = praised()
    spoken = []
    for own, reply in (("b4", "f6"), ("b2", "f4"), ("c5", "g7"), ("e3", "c3")):
        spoken.append(said(play(bench, own)))
        bench.answer(reply)
    assert spoken.count("coach.mill_missed") == 1


def test_nothing_is_said_before_the_third_piece_of_a_first_game() -> None:
    bench = start_low()
    judge(bench, {})
    for own, reply in (("a7", "d2"), ("a4", "f2")):
        assert said(play(bench, own)) == ""
        bench.answer(reply)
    assert said(play(bench, "b2")) == "coach.stops"


# With the real engine.


@pytest.fixture(scope="module")
def searcher() -> Searcher:
    return Searcher(ROOT / "assets" / "tables")


def answer(bench: Bench, searcher: Searcher) -> None:
    command = bench.jobs.commands[-1]
    event = searcher.think(type(command)(next(TICKETS), command.position, command.options, command.limits))
    bench.controller.receive(type(event)(**{**vars(event), "ticket": command.ticket}))


OPEN_MILL = ("a7", "d2", "e5", "f2")  # White has to stop Black on b2


def start(bench: Bench, moves: tuple[str, ...]) -> None:
    session = Session("versus", "nine_mens_morris", (Player(), Player(True, 6, "balanced")))
    for move in moves:
        session.play(move)
    bench.settings.set(settings.COACH, True)
    bench.controller.start(session)


def test_verdict_is_same_in_twenty_runs(searcher: Searcher) -> None:
    """Earlier searches, which fill the transposition table, do not change the verdict."""
    told = set()
    for index in range(20):
        bench = Bench()
        start(bench, OPEN_MILL)
        other = Position("nine_mens_morris", OPEN_MILL[: index % 4])
        searcher.think(Think(next(TICKETS), other, (("Level", str(1 + index % 6)), ("MoveTimeMs", "20"))))
        if index % 2:
            answer(bench, searcher)
        bench.do(TapPoint("c3"))
        if not index % 2:
            answer(bench, searcher)
        assert bench.view.speech is not None
        told.add(Translator(ROOT / "i18n").say(bench.view.speech.words))
    assert told == {"That turns a draw into a loss."}


def test_coach_and_review_agree(searcher: Searcher) -> None:
    """The review has the moments that the coach warned of, and the coach warned of those but the first two turns."""
    bench = Bench()
    start(bench, ())
    spoken = set()
    for own, reply in (("a7", "d2"), ("e5", "f2"), ("c3", "b2"), ("g1", "")):
        if not bench.view.bottom.is_turn:
            break
        answer(bench, searcher)
        ply = bench.view.board.ply
        if answer_of(bench.do(TapPoint(own))):
            spoken.add(ply)
        if reply:
            bench.answer(reply)
            if reply == "b2":
                bench.answer("xe5")
    bench.do(Resign(), Answer(True), Open(REVIEW))
    for _ in range(40):
        if bench.view.review and bench.view.review.progress >= 1:
            break
        answer(bench, searcher)
    assert bench.view.review is not None
    assert spoken
    assert {moment.ply for moment in bench.view.review.moments if moment.ply in (4, 7)} == spoken
