"""The record as a list: turns, notes, branches; looking anywhere, cutting off and putting back."""

from __future__ import annotations

from typing import Any

from sanmill.control.board.intents import (
    Answer,
    DeleteBranch,
    JumpTo,
    LookAt,
    Promote,
    RestoreBranch,
    ReturnToNow,
    SetAnalysis,
    SetNote,
    TapPoint,
    Undo,
)
from sanmill.control.intents import Open
from sanmill.control.play.intents import StartTwoPlayers, StartVersus
from sanmill.control.routes import Kind, Route
from sanmill.control.views.types import HistoryView
from tests.kit.fake_worker import Bench

MILL = "d6 f4 b6 d2 f6 xd2".split()  # White closes b6 d6 f6


def taps(words: str) -> list[Any]:
    return [TapPoint(word.lstrip("x")) for word in words.split()]


def branched() -> Bench:
    """1. d6 f4 2. b4 (2. a1 g1) with the game at b4."""
    bench = Bench()
    bench.do(StartTwoPlayers(), Open(Route(Kind.MOVES)), *taps("d6 f4 a1 g1"))
    bench.do(JumpTo(2), TapPoint("b4"), Answer(True))
    return bench


def history(bench: Bench) -> HistoryView:
    view = bench.view.history
    assert view is not None
    return view


def written(bench: Bench) -> list[str]:
    """The rows as lines of text."""
    lines = []
    for row in history(bench).rows:
        cells = [cell.words if cell else "…" for cell in (row.white, row.black)]
        lines.append("  " * row.depth + (row.comment or f"{row.label} {' '.join(cells)}"))
    return lines


def number_of(bench: Bench, words: str) -> int:
    cells = (cell for row in history(bench).rows for cell in (row.white, row.black) if cell)
    return next(cell.number for cell in cells if cell.words == words)


def test_turns_are_listed_with_removals() -> None:
    bench = Bench()
    bench.do(StartTwoPlayers(), Open(Route(Kind.MOVES)), *taps(" ".join(MILL)))
    assert written(bench) == ["1. d6 f4", "2. b6 d2", "3. f6xd2 …"]
    bench.do(SetNote("a mill", (1,)))
    assert written(bench) == ["1. d6 f4", "2. b6 d2", "3. f6xd2! …", "a mill"]
    assert history(bench).comment == "a mill"
    assert "$1 {a mill}" in bench.record


def test_history_is_built_only_when_visible() -> None:
    bench = Bench()
    assert bench.do(StartTwoPlayers(), TapPoint("d6")).history is None


def test_playing_from_earlier_position_makes_variation() -> None:
    bench = branched()
    assert written(bench) == ["1. d6 f4", "2. b4 …", "  2. a1 g1"]
    assert "2. b4 (2. a1 g1)" in bench.record


def test_variation_can_be_viewed_and_left() -> None:
    bench = branched()
    view = bench.do(LookAt(number_of(bench, "g1")))
    assert view.is_looking_back
    assert view.board.last_to == "g1"
    assert [move.words for move in view.moves] == ["d6", "f4", "a1", "g1"]
    assert view.board.ply == 4
    view = bench.do(ReturnToNow())
    assert (view.board.last_to, view.is_looking_back) == ("b4", False)
    assert bench.do(LookAt(0)).board.ply == 0
    assert bench.do(LookAt(999)).board.ply == 0
    assert bench.do(Undo()).board.ply == 2


def test_variation_can_be_continued() -> None:
    bench = branched()
    bench.do(LookAt(number_of(bench, "g1")), TapPoint("a7"))
    assert bench.view.prompt is not None
    view = bench.do(Answer(True))
    assert not view.is_looking_back
    assert written(bench) == ["1. d6 f4", "2. a1 …", "  2. b4 …", "2… … g1", "3. a7 …"]


def test_replaying_known_variation_makes_it_the_game() -> None:
    bench = branched()
    bench.do(LookAt(number_of(bench, "a1")), TapPoint("g1"), Answer(True))
    assert bench.view.board.ply == 4
    assert "2. a1 (2. b4) 2... g1" in bench.record


def test_promoting_changes_order_not_game() -> None:
    bench = branched()
    bench.do(LookAt(number_of(bench, "a1")))
    assert history(bench).can_promote
    bench.do(Promote())
    assert written(bench) == ["1. d6 f4", "2. a1 …", "  2. b4 …", "2… … g1"]
    assert not history(bench).can_promote
    assert bench.do(ReturnToNow()).board.last_to == "b4"


def test_only_branches_can_be_deleted_and_restored() -> None:
    bench = branched()
    assert not history(bench).can_delete
    bench.do(DeleteBranch())
    bench.do(LookAt(number_of(bench, "g1")))
    assert history(bench).can_delete
    before = bench.record
    view = bench.do(DeleteBranch())
    assert written(bench) == ["1. d6 f4", "2. b4 …", "  2. a1 …"]
    assert view.board.last_to == "a1"
    bench.do(RestoreBranch())
    assert bench.record == before
    bench.do(LookAt(number_of(bench, "a1")), DeleteBranch())
    assert written(bench) == ["1. d6 f4", "2. b4 …"]
    assert bench.view.board.last_to == "f4"
    bench.do(RestoreBranch(), RestoreBranch())
    assert bench.record == before


def test_undone_moves_can_be_deleted_and_restored() -> None:
    bench = Bench()
    bench.do(StartTwoPlayers(), Open(Route(Kind.MOVES)), *taps("d6 f4 a1"), Undo(), Undo())
    bench.do(LookAt(number_of(bench, "f4")), DeleteBranch())
    assert written(bench) == ["1. d6 …"]
    bench.do(RestoreBranch())
    assert written(bench) == ["1. d6 f4", "2. a1 …"]
    assert [move.is_taken_back for move in bench.view.moves] == [False, True, True]


def test_engine_plays_while_variation_is_viewed() -> None:
    bench = Bench()
    bench.do(StartVersus(), Open(Route(Kind.MOVES)), TapPoint("d6"))
    bench.answer("f4")
    bench.do(Undo(), TapPoint("a1"))
    bench.do(LookAt(number_of(bench, "f4")))
    assert bench.view.board.last_to == "f4"
    view = bench.answer("b2")
    assert view.board.last_to == "f4"
    assert bench.do(ReturnToNow()).board.last_to == "b2"


def test_evaluations_belong_to_their_variation() -> None:
    bench = branched()
    bench.do(SetAnalysis(True))
    bench.answer(score=40)
    bench.do(LookAt(number_of(bench, "g1")))
    bench.answer(score=90)
    graph = bench.view.evaluation.graph if bench.view.evaluation else ()
    assert graph[4] is not None
    bench.do(ReturnToNow())
    assert bench.view.evaluation is not None
    assert len(bench.view.evaluation.graph) == 4


def test_notes_and_branches_survive_restart() -> None:
    bench = branched()
    bench.do(LookAt(number_of(bench, "g1")), SetNote("why not } here", (2,)), Promote())
    again = Bench(bench.store)
    again.do(Open(Route(Kind.MOVES)))
    assert written(again) == ["1. d6 f4", "2. a1 …", "  2. b4 …", "2… … g1?", "why not ) here"]
    assert again.view.board.last_to == "b4"
