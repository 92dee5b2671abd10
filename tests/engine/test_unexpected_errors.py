"""A defect on a background thread: it is reported, and whoever waits for the thread gets an answer."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sanmill.core.game.model import Side
from sanmill.engine.messages import (
    ExploreOpening,
    GameJudged,
    ImportProblem,
    ImportStage,
    JudgeGame,
    JudgeTurn,
    MakePuzzle,
    OpeningExplored,
    Position,
    PuzzleMade,
    PuzzleRequest,
    Stage,
    TurnJudged,
)
from sanmill.engine.puzzles import worker as puzzle_worker
from sanmill.engine.puzzles.worker import PuzzleWorker
from sanmill.engine.search import opening_worker
from sanmill.engine.search.opening_worker import OpeningWorker
from sanmill.engine.tablebase import importing as tablebase_import
from sanmill.engine.tablebase import registry as tablebase_registry
from sanmill.engine.tablebase.registry import TablebaseRegistry
from tests.kit import tablebase_file
from tests.kit.patience import HANG
from tests.kit.tablebase_file import NAME, RULES

SHIPPED = Path(__file__).resolve().parents[2] / "assets" / "tables"
DEFECT = ZeroDivisionError("a defect")


def fail(*_: object, **__: object) -> None:
    raise DEFECT


@pytest.fixture
def reported(monkeypatch: pytest.MonkeyPatch) -> Iterator[queue.Queue[BaseException | None]]:
    """What was reported; a test leaves nothing else there."""
    reports: queue.Queue[BaseException | None] = queue.Queue()
    monkeypatch.setattr(threading, "excepthook", lambda details: reports.put(details.exc_value))
    yield reports
    assert reports.get(timeout=HANG) is DEFECT
    assert reports.empty()


@pytest.fixture
def events() -> queue.Queue[Any]:
    return queue.Queue()


@pytest.fixture
def registry(tmp_path: Path, events: queue.Queue[Any]) -> Iterator[TablebaseRegistry]:
    made = TablebaseRegistry(SHIPPED, tmp_path / "tables", events.put)
    made.of(RULES)
    assert events.get(timeout=HANG).status.stage is Stage.ABSENT
    yield made
    made.close()


def until(events: queue.Queue[Any], stage: Stage | ImportStage) -> Any:
    while True:
        status = events.get(timeout=HANG).status
        if status.stage is stage:
            return status


@pytest.mark.usefixtures("reported")
@pytest.mark.parametrize("place", ["file_info", "Tablebase", "_size"])
def test_failing_import_is_reported(
    registry: TablebaseRegistry, events: queue.Queue[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    whole = tablebase_file.make(tmp_path)
    monkeypatch.setattr(tablebase_import, place, fail)
    registry.inspect_file(RULES, NAME, lambda: whole.open("rb"))
    failed = until(events, ImportStage.FAILED)
    assert (failed.problem, failed.cause, failed.name) == (ImportProblem.UNREADABLE, "ZeroDivisionError", NAME)
    assert registry.importing.is_idle


@pytest.mark.usefixtures("reported")
def test_failing_examination_is_reported(
    registry: TablebaseRegistry, events: queue.Queue[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tablebase_registry, "examine", fail)
    registry.of("six_mens_morris")
    assert until(events, Stage.FAILED).rules == "six_mens_morris"


@pytest.mark.usefixtures("reported")
def test_failing_build_is_reported(
    registry: TablebaseRegistry, events: queue.Queue[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_build", fail)
    registry.build(RULES)
    assert until(events, Stage.FAILED).rules == RULES
    assert registry.building == ""


@pytest.mark.usefixtures("reported")
@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        (MakePuzzle(1, RULES, SHIPPED, theme="block", seed="1", rating=900), PuzzleMade(1, None)),
        (JudgeTurn(1, RULES, SHIPPED, "", ("a1",)), TurnJudged(1, None)),
        (JudgeGame(1, Position(RULES, ("a1",)), SHIPPED, Side.WHITE), GameJudged(1, ())),
    ],
    ids=["puzzle", "turn", "game"],
)
def test_failing_puzzle_request_is_answered(
    events: queue.Queue[Any], monkeypatch: pytest.MonkeyPatch, request_: PuzzleRequest, answer: object
) -> None:
    monkeypatch.setattr(puzzle_worker, "Tablebase", fail)
    worker = PuzzleWorker(events.put)
    worker.ask(request_)
    assert events.get(timeout=HANG) == answer
    worker.close()


@pytest.mark.usefixtures("reported")
def test_failing_opening_request_is_answered(events: queue.Queue[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening_worker, "Prover", fail)
    worker = OpeningWorker(events.put)
    worker.explore(ExploreOpening(1, Position(RULES, ()), None))
    assert events.get(timeout=HANG) == OpeningExplored(1, (), 1.0)
    worker.close()
