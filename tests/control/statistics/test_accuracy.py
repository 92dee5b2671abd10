"""The share of one's turns that kept the value: asked when a game ends, told by its review, counted once."""

from __future__ import annotations

from pathlib import Path

from sanmill.control.board.intents import Answer, Resign, TapPoint
from sanmill.control.intents import Open
from sanmill.control.play.intents import StartTwoPlayers, StartVersus
from sanmill.control.routes import REVIEW
from sanmill.control.statistics.intents import ResetStatistics
from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.core.progress.statistics import Kept
from sanmill.engine.messages import AnalysisDone, GameJudged, SearchLine, Stage, TablebaseStatus
from sanmill.engine.puzzles.jobs import JudgeGame
from tests.kit.fake_worker import Bench, MemoryStore

RULES = "nine_mens_morris"
SHIPPED = TablebaseStatus(RULES, Stage.SHIPPED, 11, path=Path("shipped"), most=18)


def played(store: MemoryStore | None = None) -> tuple[Bench, JudgeGame]:
    """A game of two turns, given up."""
    bench = Bench(store)
    bench.tablebases.known[RULES] = SHIPPED
    bench.do(StartVersus(), TapPoint("d6"))
    bench.answer("f4")
    bench.do(TapPoint("b4"))
    bench.answer("d2")
    bench.do(Resign(), Answer(True))
    (asked,) = (request for request in bench.jobs.puzzles if isinstance(request, JudgeGame))
    return bench, asked


def kept(bench: Bench) -> tuple[Kept, ...]:
    return bench.controller.features.results.statistics.summary("versus").kept


def test_finished_game_is_judged_once() -> None:
    bench, asked = played()
    assert (asked.position.moves, asked.side, asked.tables) == (("d6", "f4", "b4", "d2"), Side.WHITE, Path("shipped"))
    event = GameJudged(asked.ticket, (("placing", True), ("placing", None)))
    bench.controller.receive(event)
    bench.controller.receive(event)
    assert kept(bench) == (Kept(1, 1), Kept(0, 0), Kept(0, 0))
    again = Bench(bench.store)
    again.tablebases.known[RULES] = SHIPPED
    again.controller.update()
    assert not any(isinstance(request, JudgeGame) for request in again.jobs.puzzles)
    assert kept(again) == (Kept(1, 1), Kept(0, 0), Kept(0, 0))


def test_review_replaces_accuracy_without_double_counting() -> None:
    bench, asked = played()
    bench.controller.receive(GameJudged(asked.ticket, (("placing", True), ("placing", None))))
    bench.do(Open(REVIEW))
    for _ in range(9):
        review = bench.view.review
        assert review is not None
        if review.progress == 1:
            break
        command = bench.jobs.commands[-1]
        ply = len(command.position.moves)
        best = SearchLine(Move("c5"), 0, 0, 1, True, -1, (Move("c5"),))
        score = -19_000 if ply == 2 else 0
        own = SearchLine(Move((*asked.position.moves, "a1")[ply]), score, 0, 1, True, -1, (Move("a1"),))
        bench.controller.receive(AnalysisDone(command.ticket, (best, own), 1))
    assert kept(bench) == (Kept(1, 2), Kept(0, 0), Kept(0, 0))
    bench.do(ResetStatistics())
    assert kept(bench) == (Kept(0, 0), Kept(0, 0), Kept(0, 0))


def test_only_single_player_games_with_tablebase_are_judged() -> None:
    bench = Bench()
    bench.do(StartVersus(), TapPoint("d6"), Resign(), Answer(True))
    bench.tablebases.known[RULES] = SHIPPED
    bench.do(StartTwoPlayers(), TapPoint("d6"), Resign(), Answer(True))
    assert not any(isinstance(request, JudgeGame) for request in bench.jobs.puzzles)
