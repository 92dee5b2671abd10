"""A hint has a reason where there is one."""

from __future__ import annotations

import pytest

from sanmill.control.board.intents import AskHint, TapPoint
from sanmill.control.play.intents import StartVersus
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import text
from sanmill.engine.messages import AnalysisDone, SearchLine
from tests.kit.fake_worker import Bench


def hinted(*lines: tuple[str, int, bool]) -> Bench:
    """A hint after White's d6 and an answer; each line is a move, its score and whether it is proven."""
    bench = Bench()
    bench.do(StartVersus(), TapPoint("d6"))
    bench.answer("f4")
    bench.do(AskHint())
    found = tuple(
        SearchLine(Move(move), score, 0, 10, is_proven, -1, (Move(move),)) for move, score, is_proven in lines
    )
    bench.controller.receive(AnalysisDone(bench.jobs.commands[-1].ticket, found, 10))
    return bench


def test_of_several_draws_one_with_a_reason_is_suggested() -> None:
    bench = hinted(("c5", 3, True), ("b6", 1, True), ("d2", 0, True))
    assert bench.view.board.ghost is None
    assert bench.view.board.lit
    assert bench.view.notice == text("proof.after", words=text("hint.prepares"), proof=text("proof.draws"))
    view = bench.do(AskHint())
    assert view.board.ghost
    assert view.board.ghost.end == "b6"
    assert bench.do(AskHint()).board.last_to == "b6"


@pytest.mark.parametrize("second", [("b6", 300, False), ("b6", -19_000, True)], ids=["estimated", "lost"])
def test_best_move_is_not_given_up_for_a_reason(second: tuple[str, int, bool]) -> None:
    bench = hinted(("c5", 0, True), second)
    assert bench.view.board.ghost
    assert bench.view.board.ghost.end == "c5"
    assert bench.view.notice == text("proof.after", words=text("hint.place", point="c5"), proof=text("proof.draws"))
