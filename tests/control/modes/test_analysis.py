"""Marks of the analysis that turn from estimates to proofs while pieces are being placed."""

from __future__ import annotations

from pathlib import Path

from sanmill.control.intents import AskHint, SetAnalysis, StartTwoPlayers, TapPoint
from sanmill.control.views.types import Verdict
from sanmill.core.move import Move
from sanmill.engine.messages import (
    Analyse,
    ProofDone,
    ProofProgress,
    Prove,
    ProvenMove,
    Stage,
    TablebaseChanged,
    TablebaseStatus,
)
from tests.kit.fake_worker import Bench, game_of

RULES = "nine_mens_morris"
COMPLETE = TablebaseStatus(RULES, Stage.ADDED, 18, path=Path("added"), most=18)
SHIPPED = TablebaseStatus(RULES, Stage.SHIPPED, 11, path=Path("shipped"), most=18)


def analysed(status: TablebaseStatus) -> Bench:
    bench = Bench()
    bench.tablebases.known[RULES] = status
    bench.do(StartTwoPlayers(), TapPoint("d6"), SetAnalysis(True))
    assert isinstance(bench.worker.commands[-1], Analyse)
    bench.answer(score=200)
    return bench


def marks(bench: Bench) -> dict[str, tuple[Verdict, bool]]:
    return {badge.point: (badge.verdict, badge.is_proven) for badge in bench.view.board.badges}


def test_estimates_become_proofs_one_by_one() -> None:
    bench = analysed(COMPLETE)
    assert set(marks(bench).values()) == {(Verdict.BETTER, False)}
    command = bench.worker.commands[-1]
    assert isinstance(command, Prove)
    assert dict(command.options)["TablePath"] == "added"
    known = (ProvenMove(Move("f4"), 0, 0), ProvenMove(Move("b4"), -1, 0), ProvenMove(Move("a1"), -1, 1))
    bench.controller.receive(ProofProgress(command.ticket, known))
    assert marks(bench)["f4"] == (Verdict.LEVEL, True)
    assert marks(bench)["b4"] == (Verdict.LEVEL, False), "it does not win, whatever the estimate said"
    assert marks(bench)["a1"] == (Verdict.BETTER, False)
    legal = game_of(command.position).legal()
    proven = tuple(ProvenMove(Move(move), -1, -1) if move != "f4" else known[0] for move in legal)
    bench.controller.receive(ProofDone(command.ticket, proven))
    assert {is_proven for _, is_proven in marks(bench).values()} == {True}
    assert bench.worker.commands[-1] is command, "nothing is left to search"
    assert bench.view.evaluation is None or bench.view.evaluation.value == 0
    bench.do(AskHint())
    assert dict(bench.view.notice.values)["proof"].key == "proof.draws" if bench.view.notice else False


def test_a_move_ends_the_proof_and_its_late_answer_changes_nothing() -> None:
    bench = analysed(COMPLETE)
    command = bench.worker.commands[-1]
    bench.do(TapPoint("f4"))
    assert bench.worker.stopped[-1] == command.ticket
    bench.controller.receive(ProofDone(command.ticket, (ProvenMove(Move("d2"), 1, 1),)))
    assert not bench.view.board.badges
    assert isinstance(bench.worker.commands[-1], Analyse)
    bench.answer()
    assert bench.worker.commands[-1].position.moves == ("d6", "f4")


def test_a_proof_ends_when_another_page_comes_to_the_front_and_goes_on_at_the_board() -> None:
    bench = analysed(COMPLETE)
    command = bench.worker.commands[-1]
    bench.controller.hide_board()
    assert bench.worker.stopped[-1] == command.ticket
    bench.controller.update()
    assert not any(isinstance(each, Prove) for each in bench.worker.commands if each.ticket > command.ticket)
    bench.controller.show_board()
    again = bench.worker.commands[-1]
    assert isinstance(again, Prove)
    assert (again.position, again.ticket > command.ticket) == (command.position, True)


def test_without_complete_tables_no_proof_is_tried_until_they_are_added() -> None:
    bench = analysed(SHIPPED)
    assert not any(isinstance(command, Prove) for command in bench.worker.commands)
    bench.tablebases.known[RULES] = COMPLETE
    bench.controller.receive(TablebaseChanged(COMPLETE))
    assert isinstance(bench.worker.commands[-1], Prove)
    command = bench.worker.commands[-1]
    bench.tablebases.known[RULES] = SHIPPED
    bench.controller.receive(TablebaseChanged(SHIPPED))
    assert bench.worker.stopped[-1] == command.ticket
    assert isinstance(bench.worker.commands[-1], Analyse)
