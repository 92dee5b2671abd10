"""Marks of the analysis: judged by the tablebase there is, and again when there is another."""

from __future__ import annotations

from pathlib import Path

from sanmill.control.board.intents import AskHint, SetAnalysis, TapPoint
from sanmill.control.play.intents import StartTwoPlayers
from sanmill.control.views.types import Verdict
from sanmill.core.game.move import Move
from sanmill.engine.messages import AnalysisDone, SearchLine, Stage, TablebaseChanged, TablebaseStatus
from sanmill.engine.search.jobs import Analyse
from tests.kit.fake_worker import Bench, game_of

RULES = "nine_mens_morris"
COMPLETE = TablebaseStatus(RULES, Stage.ADDED, 18, path=Path("added"), most=18)
SHIPPED = TablebaseStatus(RULES, Stage.SHIPPED, 11, path=Path("shipped"), most=18)


def analysed(status: TablebaseStatus) -> Bench:
    bench = Bench()
    bench.tablebases.known[RULES] = status
    bench.do(StartTwoPlayers(), TapPoint("d6"), SetAnalysis(True))
    assert isinstance(bench.jobs.commands[-1], Analyse)
    return bench


def marks(bench: Bench) -> dict[str, tuple[Verdict, bool]]:
    return {badge.point: (badge.verdict, badge.is_proven) for badge in bench.view.board.badges}


def test_marks_appear_at_once_and_agree_with_hint() -> None:
    bench = analysed(COMPLETE)
    command = bench.jobs.commands[-1]
    legal = [Move(move) for move in game_of(command.position).legal()]
    lines = [SearchLine(move, 0 if move == "f4" else -19_000, 0, 10, True, -1, (move,)) for move in legal]
    lines.sort(key=lambda line: -line.score)
    bench.controller.receive(AnalysisDone(command.ticket, tuple(lines), 10))
    shown = marks(bench)
    assert shown.pop("f4") == (Verdict.LEVEL, True)
    assert set(shown.values()) == {(Verdict.WORSE, True)}
    assert bench.jobs.commands[-1] is command, "nothing is left to search"
    bench.do(AskHint())
    assert bench.view.notice is not None
    assert dict(bench.view.notice.values)["proof"].key == "proof.draws"


def test_best_moves_and_blunders_are_marked() -> None:
    bench = analysed(SHIPPED)
    command = bench.jobs.commands[-1]
    legal = [Move(move) for move in game_of(command.position).legal()]
    scores = [*(200 - 10 * number for number in range(len(legal) - 6)), -300, -310, -320, -330, -340, -350]
    lines = tuple(
        SearchLine(move, score, 0, 10, False, -1, (move, Move("g1"), Move("a1"))) for move, score in zip(legal, scores)
    )
    bench.controller.receive(AnalysisDone(command.ticket, lines, 10))
    assert list(marks(bench)) == [*legal[:3], *legal[-4:]]
    assert {verdict for verdict, _ in list(marks(bench).values())[3:]} == {Verdict.WORSE}
    words = bench.view.evaluation and bench.view.evaluation.words
    assert words
    assert dict(words.values)["moves"] == legal[0], "one move, not a line like a code"


def test_new_tablebase_triggers_new_analysis() -> None:
    bench = analysed(SHIPPED)
    bench.answer(score=200)
    assert set(marks(bench).values()) == {(Verdict.BETTER, False)}
    bench.tablebases.known[RULES] = COMPLETE
    bench.controller.receive(TablebaseChanged(0, COMPLETE))
    command = bench.jobs.commands[-1]
    assert isinstance(command, Analyse)
    assert dict(command.options)["TablePath"] == "added"
    bench.tablebases.known[RULES] = SHIPPED
    bench.controller.receive(TablebaseChanged(0, SHIPPED))
    assert bench.jobs.stopped[-1] == command.ticket
    assert dict(bench.jobs.commands[-1].options)["TablePath"] == "shipped"
