"""A defect on a background thread: it is reported, and whoever waits for the thread gets an answer."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sanmill.core.game.model import Side
from sanmill.engine import jobs as jobs_module
from sanmill.engine.jobs import Job, Jobs
from sanmill.engine.messages import (
    GameJudged,
    ImportStage,
    OpeningExplored,
    Position,
    PuzzleMade,
    Stage,
    TablebaseFileError,
    Trial,
    TrialProgress,
    TurnJudged,
    WorkFailed,
)
from sanmill.engine.puzzles.jobs import JudgeGame, JudgeTurn, MakePuzzle
from sanmill.engine.search import self_play
from sanmill.engine.search.explore_opening import ExploreOpening
from sanmill.engine.search.self_play import PlaySeries, Series
from sanmill.engine.tablebase import examination
from sanmill.engine.tablebase import importing as tablebase_import
from sanmill.engine.tablebase.jobs import BuildSubspaces
from tests.kit import tablebase_file
from tests.kit.patience import HANG
from tests.kit.registry import Registry
from tests.kit.tablebase_file import NAME, RULES

SHIPPED = Path(__file__).resolve().parents[2] / "assets" / "tables"
DEFECT = ZeroDivisionError("a defect")


def fail(*_: object, **__: object) -> None:
    raise DEFECT


@pytest.fixture
def registry(tmp_path: Path) -> Iterator[Registry]:
    """A registry; a test leads to one report."""
    made = Registry(tmp_path / "tables")
    made.of(RULES)
    made.until(lambda status: status.stage is Stage.ABSENT)
    yield made
    while not made.errors:
        made.next()
    made.close()
    assert [error.message for error in made.errors] == ["a defect"]
    assert "ZeroDivisionError" in made.errors[0].trace


@pytest.mark.parametrize("place", ["file_info", "Tablebase", "_size"])
def test_failing_import_is_reported(
    registry: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    whole = tablebase_file.make(tmp_path)
    monkeypatch.setattr(tablebase_import, place, fail)
    registry.inspect_file(RULES, NAME, lambda: whole.open("rb"))
    failed = registry.imported(ImportStage.FAILED)
    assert (failed.error, failed.reason, failed.name) == (TablebaseFileError.UNREADABLE, "ZeroDivisionError", NAME)
    assert registry.importing.is_idle


def test_failing_examination_is_reported(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examination, "examine", fail)
    registry.of("six_mens_morris")
    assert registry.until(lambda status: status.stage is Stage.FAILED).rules == "six_mens_morris"


def test_failing_build_is_reported(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BuildSubspaces, "_build", fail)
    registry.build(RULES)
    assert registry.until(lambda status: status.stage is Stage.FAILED).rules == RULES
    assert registry.building == ""


@pytest.fixture
def events() -> queue.Queue[Any]:
    return queue.Queue()


@pytest.mark.parametrize(
    ("job", "answer"),
    [
        (MakePuzzle(1, RULES, SHIPPED, theme="block", seed="1", rating=900), PuzzleMade(1, None)),
        (JudgeTurn(1, RULES, SHIPPED, "", ("a1",)), TurnJudged(1, None)),
        (JudgeGame(1, Position(RULES, ("a1",)), SHIPPED, Side.WHITE), GameJudged(1, ())),
        (ExploreOpening(1, Position(RULES, ()), SHIPPED), OpeningExplored(1, (), 1.0)),
        (PlaySeries(1, Series(RULES, 2)), TrialProgress(1, Trial(), is_over=True)),
    ],
    ids=["puzzle", "turn", "game", "opening", "series"],
)
def test_job_with_defect_is_reported_and_answered(
    events: queue.Queue[Any], monkeypatch: pytest.MonkeyPatch, job: Job, answer: object
) -> None:
    monkeypatch.setattr(jobs_module, "Tablebase", fail)
    monkeypatch.setattr(self_play, "Searcher", fail)
    jobs = Jobs(events.put, fail)
    jobs.submit(job)
    failed = events.get(timeout=HANG)
    assert failed == WorkFailed(1, "a defect")
    assert "ZeroDivisionError" in failed.trace
    assert events.get(timeout=HANG) == answer
    jobs.close()
