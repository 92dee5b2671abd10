"""Exact values while placing, from Python: all turns, stopping, partial results, the opening book."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.search.book import Book
from sanmill.engine.search.proof import Prover
from sanmill.engine.tablebase.tablebase import Tablebase, TablebaseBuild

RULES = "Board=1 PiecesCount=4"


@pytest.fixture(scope="module")
def tablebase(tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    folder = tmp_path_factory.mktemp("tables")
    TablebaseBuild(RULES, folder, max_pieces=8, threads=2, is_compressed=True).run()
    return Tablebase(RULES, folder)


def test_turn_values_agree_with_resulting_positions(tablebase: Tablebase) -> None:
    prover, game = Prover(RULES, tablebase), Game(RULES)
    for move in ("c4", "b2", "e5"):
        game.play(move)
    state = prover.run(game, ticket=1)
    assert state.is_complete
    assert not prover.reason
    assert state.wdl == max(turn.lower for turn in state.turns)
    for ticket, turn in enumerate(state.turns, start=2):
        after = game.copy()
        for move in turn.moves:
            after.play(move)
        value = Prover(RULES, tablebase, megabytes=1).run(after, ticket=ticket, is_value_only=True).wdl
        assert value is not None
        assert turn.wdl == -value


def test_moving_phase_values_equal_tablebase(tablebase: Tablebase) -> None:
    game = Game(RULES, "OO***@**/O**@@*** w m s 3 0 3 0")
    state = Prover(RULES, tablebase).run(game, ticket=1)
    rated = {turn.moves: (turn.wdl, turn.dtw) for turn in tablebase.turns(game) if turn}
    assert {turn.moves: (turn.wdl, turn.dtw) for turn in state.turns} == rated


def test_stopped_proof_is_completed_by_later_run(tablebase: Tablebase) -> None:
    prover, game = Prover(RULES, tablebase), Game(RULES)
    prover.stop(5)
    assert prover.run(game, ticket=5).wdl is None
    assert prover.reason == "stopped"
    seen = threading.Thread(target=prover.peek)
    seen.start()
    assert prover.run(game, ticket=6).is_complete
    seen.join()


def test_written_book_gives_proven_values(tablebase: Tablebase, tmp_path: Path) -> None:
    prover, book = Prover(RULES, tablebase), Book.empty(RULES, 3)
    count = 0
    for placed in (3, 2, 1):
        for game in book.positions(placed, RULES):
            value = prover.run(game, ticket=(count := count + 1), is_value_only=True).wdl
            assert value is not None
            assert book.add(game, value)
    book.write(tmp_path / "small.book")
    read = Book.open(tmp_path / "small.book")
    with_book = Prover(RULES, None, read).run(Game(RULES), ticket=1)
    assert with_book.is_complete
    assert with_book.nodes == 0
    proven = {turn.moves: turn.wdl for turn in Prover(RULES, tablebase).run(Game(RULES), ticket=1).turns}
    assert {turn.moves: turn.wdl for turn in with_book.turns} == proven
    assert read.probe(Game("nine_mens_morris")) is None


@pytest.mark.parametrize("damage", [b"", b"SANMILLB", b"no book at all" * 40])
def test_damaged_book_is_refused(damage: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.book"
    path.write_bytes(damage)
    with pytest.raises(EngineError, match="not an opening book"):
        Book.open(path)
