"""Proofs of moves as commands of the search thread, with real tables of a small game."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from pathlib import Path

import pytest

from sanmill.core.move import Move
from sanmill.engine.game import Game
from sanmill.engine.messages import (
    Limits,
    Position,
    ProofDone,
    ProofProgress,
    Prove,
    ProveValue,
    SearchEvent,
)
from sanmill.engine.proof import Prover
from sanmill.engine.searcher import Searcher
from sanmill.engine.tablebase import Tablebase
from sanmill.engine.worker import EngineWorker
from tests.kit import tablebase_file
from tests.kit.patience import HANG
from tests.kit.tablebase_file import RULES


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tablebase_file.make(tmp_path_factory.mktemp("tables"))


@pytest.fixture
def events() -> queue.Queue[SearchEvent]:
    return queue.Queue()


@pytest.fixture
def worker(events: queue.Queue[SearchEvent]) -> Iterator[EngineWorker]:
    worker = EngineWorker(events.put)
    yield worker
    worker.close()


def answer(events: queue.Queue[SearchEvent]) -> ProofDone:
    event = events.get(timeout=HANG)
    while isinstance(event, ProofProgress):
        event = events.get(timeout=HANG)
    assert isinstance(event, ProofDone)
    return event


def values(path: Path, moves: tuple[str, ...]) -> dict[Move, int | None]:
    """By a prover of its own: the best turn of each move."""
    game = Game(RULES)
    for move in moves:
        game.play(move)
    state = Prover(RULES, Tablebase(RULES, path)).run(game, ticket=1)
    assert state.is_complete
    best: dict[Move, int | None] = {}
    for turn in state.turns:
        assert turn.wdl is not None
        best[turn.moves[0]] = max(turn.wdl, best.get(turn.moves[0]) or -1) if turn.moves[0] in best else turn.wdl
    return best


@pytest.mark.parametrize("moves", [(), ("b2",), ("a1", "b2", "c3", "a3", "c1")])
def test_every_move_gets_its_value(
    tables: Path, worker: EngineWorker, events: queue.Queue[SearchEvent], moves: tuple[str, ...]
) -> None:
    worker.submit(Prove(1, Position(RULES, moves), (("TablePath", str(tables)),)))
    done = answer(events)
    assert done.ticket == 1
    assert {proven.move: proven.wdl for proven in done.moves} == values(tables, moves)


def test_the_value_of_the_position_alone_names_a_best_move(
    tables: Path, worker: EngineWorker, events: queue.Queue[SearchEvent]
) -> None:
    worker.submit(ProveValue(1, Position(RULES), (("TablePath", str(tables)),)))
    moves = answer(events).moves
    value = max(wdl for wdl in values(tables, ()).values() if wdl is not None)
    assert any(proven.wdl == value for proven in moves)
    assert all(proven.upper <= value for proven in moves)


def test_a_proof_stopped_before_it_began_answers_without_one(tables: Path) -> None:
    searcher = Searcher()
    searcher.stop(5)
    done = searcher.prove(Prove(5, Position(RULES), (("TablePath", str(tables)),)))
    assert any(proven.wdl is None for proven in done.moves)
    done = searcher.prove(Prove(6, Position(RULES), (("TablePath", str(tables)),)))
    assert all(proven.wdl is not None for proven in done.moves)


def test_the_newest_command_wins(tables: Path, worker: EngineWorker, events: queue.Queue[SearchEvent]) -> None:
    for ticket in (1, 2, 3):
        worker.submit(Prove(ticket, Position(RULES), (("TablePath", str(tables)),), Limits(is_infinite=True)))
    assert [answer(events).ticket for _ in range(3)] == [1, 2, 3]


def test_without_tables_only_the_book_answers(
    tmp_path: Path, worker: EngineWorker, events: queue.Queue[SearchEvent]
) -> None:
    worker.submit(Prove(1, Position("nine_mens_morris"), (("TablePath", str(tmp_path / "none")),)))
    assert {proven.wdl for proven in answer(events).moves} == {0}, "every first move draws"
    worker.submit(Prove(2, Position(RULES), (("TablePath", str(tmp_path / "none")),)))
    assert {proven.wdl for proven in answer(events).moves} == {None}
