"""Which turns of a played game kept the value, with the shipped tables and book and with those of a small game."""

from __future__ import annotations

import queue
from pathlib import Path

from sanmill.core.game.model import Side
from sanmill.engine.game import Game
from sanmill.engine.jobs import Jobs
from sanmill.engine.messages import Event, GameJudged, Position
from sanmill.engine.puzzles.jobs import JudgeGame
from sanmill.engine.puzzles.played_turns import played_turns
from sanmill.engine.search.book import open_book
from sanmill.engine.search.proof import Prover
from sanmill.engine.search.searcher import Searcher
from sanmill.engine.tablebase.tablebase import Tablebase
from tests.kit.patience import HANG

NINE = "nine_mens_morris"
SHIPPED = Path(__file__).resolve().parents[3] / "assets" / "tables"
ENDING = "********/*****@**/O*@*@*OO w m s 3 0 3 0 0 0 0 0 0 0 0 0 9"  # d7-a1 and any removal wins; a7-f6 loses


def turns(start: str, *moves: str, side: Side = Side.WHITE) -> list[tuple[str, bool | None]]:
    prover = Prover(NINE, Tablebase(NINE, SHIPPED), open_book(), megabytes=1)
    return list(played_turns(prover, Game(NINE, start or None), moves, side))


def test_tablebase_judges_flying_turns() -> None:
    assert turns(ENDING, "d7-a1", "xg4") == [("flying", True)]
    assert turns(ENDING, "a7-f6", "g4-d2") == [("flying", False)]
    assert turns(ENDING, "d7-a1") == [("flying", None)], "the game ended before the removal"


def test_turn_in_lost_position_is_not_judged() -> None:
    game = Game(NINE, ENDING)
    for move in ("a7-f6", "g4-d2"):  # the first gives the win away, and the game is lost
        game.play(move)
    value = Tablebase(NINE, SHIPPED).probe(game)
    assert value is not None
    assert value.wdl < 0
    assert turns(game.position, game.legal()[0]) == [("flying", None)]


def test_book_judges_first_moves_only() -> None:
    placed = ("d6", "f4", "b4", "d2", "a1", "g7")
    assert [phase for phase, _ in turns("", *placed)] == ["placing"] * 3
    kept = [is_kept for _, is_kept in turns("", *placed)]
    assert kept[:2] == [True, True]
    assert kept[2] is None
    assert len(turns("", *placed, side=Side.BLACK)) == 3


def test_worker_answers_once_even_for_invalid_game(tmp_path: Path) -> None:
    events: queue.Queue[Event] = queue.Queue()
    jobs = Jobs(events.put, Searcher)
    try:
        jobs.submit(JudgeGame(1, Position(NINE, ("d7-a1", "xg4"), ENDING), SHIPPED, Side.WHITE))
        jobs.submit(JudgeGame(2, Position(NINE, ("a1-a1",)), SHIPPED, Side.WHITE))
        jobs.submit(JudgeGame(3, Position(NINE, ("d6",)), tmp_path / "none", Side.WHITE))
        answers = [events.get(timeout=HANG) for _ in range(3)]
    finally:
        jobs.close()
    assert answers[:2] == [GameJudged(1, (("flying", True),)), GameJudged(2, ())]
    assert isinstance(answers[2], GameJudged)
