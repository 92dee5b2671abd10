"""The coach: the same verdict every time, a better move with its reason, silence where nothing is in danger."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from sanmill.control.board.intents import Answer, ConfirmTurn, RejectTurn, Resign, TapPoint, Undo
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.intents import Open
from sanmill.control.play.intents import SetCoach, StartVersus
from sanmill.control.routes import REVIEW
from sanmill.control.views.types import GameView
from sanmill.core import settings
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import Translator
from sanmill.engine.messages import AnalysisDone, Position, SearchLine, WorkFailed
from sanmill.engine.search.jobs import Analyse, Think
from sanmill.engine.search.searcher import Searcher
from tests.kit.fake_worker import Bench

ROOT = Path(__file__).resolve().parents[3]
TICKETS = itertools.count(1)
SLIP = {"d6": -200}  # every other move is level


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.do(StartVersus(), SetCoach(True))
    return bench


def judge(bench: Bench, scores: dict[str, int]) -> GameView:
    """Answer the judgement that the coach waits for."""
    command = bench.jobs.commands[-1]
    assert isinstance(command, Analyse)
    assert command.limits.nodes, "never by time"
    legal = [point.name for point in bench.view.board.board.points]
    lines = [SearchLine(Move(each), scores.get(each, 0), 0, 5, False, -1, (Move(each),)) for each in legal]
    bench.controller.receive(AnalysisDone(command.ticket, tuple(sorted(lines, key=lambda line: -line.score)), 5))
    return bench.view


def key_of(view: GameView) -> str:
    return dict(view.notice.values)["cost"].key if view.notice and view.notice.key == "coach.remark" else ""


@pytest.mark.parametrize("is_judged_first", [True, False])
def test_mistake_shows_better_move_and_holds_opponent(bench: Bench, is_judged_first: bool) -> None:
    scores = {**SLIP, "a1": 20}
    if is_judged_first:
        judge(bench, scores)
        assert not bench.view.board.badges, "it does not tell before"
        bench.do(TapPoint("d6"))
    else:
        assert bench.do(TapPoint("d6")).status.key == "status.coach"
        judge(bench, scores)
    view = bench.view
    assert key_of(view) == "coach.behind"
    assert view.board.hint_to == "a1"
    assert [action.intent for action in view.actions] == [RejectTurn(), ConfirmTurn()]
    count = len(bench.jobs.commands)
    bench.clock.turn(30)
    assert len(bench.jobs.commands) == count, "the opponent waits"
    assert bench.do(TapPoint("f4")).is_refusal


def test_keeping_the_move_lets_opponent_play(bench: Bench) -> None:
    judge(bench, SLIP)
    view = bench.do(TapPoint("d6"), ConfirmTurn())
    assert view.notice is None
    assert view.board.hint_to == ""
    assert isinstance(bench.jobs.commands[-1], Think)
    assert bench.answer("f4").board.last_to == "f4"
    assert any(words.key == "coach.remark" for words in bench.view.log), "it can be read again"


@pytest.mark.parametrize("intent", [RejectTurn(), Undo()])
def test_taking_back_returns_the_turn(bench: Bench, intent: RejectTurn | Undo) -> None:
    judge(bench, SLIP)
    view = bench.do(TapPoint("d6"), intent)
    assert (view.board.ply, view.notice) == (0, None)
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
    assert view.notice is None
    assert isinstance(bench.jobs.commands[-1], Think)


def test_only_good_move_is_praised(bench: Bench) -> None:
    legal = [point.name for point in bench.view.board.board.points]
    judge(bench, {each: -300 for each in legal if each != "d6"})
    view = bench.do(TapPoint("d6"))
    assert view.notice is not None
    assert view.notice.key == "coach.good"
    view = bench.answer("f4")
    assert view.board.last_to == "f4"
    assert view.notice is not None
    assert view.notice.key == "coach.good", "it stays until the next move"


def test_failed_judgement_does_not_block_game(bench: Bench) -> None:
    bench.do(TapPoint("d6"))
    bench.controller.receive(WorkFailed(bench.jobs.commands[-1].ticket, "out of order"))
    assert isinstance(bench.jobs.commands[-1], Think)


def test_coach_and_confirmation_need_one_answer(bench: Bench) -> None:
    bench.settings.set(settings.CONFIRM, True)
    judge(bench, SLIP)
    assert key_of(bench.do(TapPoint("d6"))) == "coach.behind"
    assert bench.do(RejectTurn()).board.ply == 0
    bench.do(TapPoint("d6"))
    judge(bench, SLIP)
    bench.do(ConfirmTurn())
    assert isinstance(bench.jobs.commands[-1], Think)


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
    session = Session("versus", "nine_mens_morris", (Player(), Player(True, 3, "balanced")))
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
        assert bench.view.notice is not None
        told.add((Translator(ROOT / "i18n").say(bench.view.notice), bench.view.board.hint_to))
    assert told == {("That lets Black close a mill on b2. Better: b2. It holds the draw.", "b2")}


def test_coach_and_review_agree(searcher: Searcher) -> None:
    """The review has the same moments and better moves that the coach commented on."""
    bench = Bench()
    start(bench, ())
    spoken = {}
    for own, reply in (("a7", "d2"), ("e5", "f2"), ("c3", "b2"), ("g1", "")):
        if not bench.view.bottom.is_turn:
            break
        answer(bench, searcher)
        ply = bench.view.board.ply
        view = bench.do(TapPoint(own))
        if bench.view.actions[0].intent == RejectTurn():
            spoken[ply] = view.board.hint_to
            bench.do(ConfirmTurn())
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
    own_moments = [moment for moment in bench.view.review.moments if moment.ply in (0, 2, 4, 7)]
    assert spoken
    assert {moment.ply for moment in own_moments} == set(spoken)
    for moment in own_moments:
        better = [dict(words.values)["move"] for words in moment.lines if words.key == "review.better"]
        assert better == [spoken[moment.ply]]
