"""What is proven, the state of the tablebase and of a file being added, and a build that a kill interrupted."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest

from sanmill.control.intents import Intent
from sanmill.control.variants.intents import (
    AddTablebase,
    BuildTablebase,
    DropTablebase,
    InspectTablebase,
    RemoveTablebase,
    StopTablebase,
)
from sanmill.control.variants.tablebases import size_words, view_of
from sanmill.core.resources import CATALOGUES
from sanmill.core.text.i18n import Number, Translator, text
from sanmill.engine.messages import (
    ImportStage,
    ImportStatus,
    Stage,
    TablebaseChanged,
    TablebaseFileError,
    TablebaseStatus,
)
from tests.kit.fake_worker import Bench, FakeTablebases, MemoryStore

SIX = "six_mens_morris"


@pytest.mark.parametrize(
    ("stage", "words", "actions"),
    [
        (Stage.UNKNOWN, "tablebase.unknown", []),
        (Stage.SHIPPED, "tablebase.shipped", []),
        (Stage.ADDED, "tablebase.added", ["tablebase.remove"]),
        (Stage.ABSENT, "tablebase.absent", ["tablebase.build"]),
        (Stage.BUILDING, "tablebase.building", ["tablebase.stop"]),
        (Stage.STOPPED, "tablebase.stopped", ["tablebase.go_on", "tablebase.remove"]),
        (Stage.BUILT, "tablebase.built", ["tablebase.remove"]),
        (Stage.FAILED, "tablebase.failed", ["tablebase.go_on", "tablebase.remove"]),
    ],
)
def test_stage_determines_text_and_buttons(stage: Stage, words: str, actions: list[str]) -> None:
    tablebases = FakeTablebases()
    tablebases.known[SIX] = TablebaseStatus(SIX, stage, 9, 300_000, 0.5, path=Path("x"), most=12)
    view = view_of(tablebases, SIX, text)
    assert view.words.key == words
    assert [action.label.key for action in view.actions] == actions
    assert view.offers_file == (stage in (Stage.SHIPPED, Stage.ADDED, Stage.ABSENT, Stage.BUILT))
    assert view.done == (0.5 if stage is Stage.BUILDING else None)
    tablebases.is_read_only = True
    assert view_of(tablebases, SIX, text) == replace(view, actions=(), offers_file=False)


@pytest.mark.parametrize(
    ("pieces", "most", "has_layers", "words"),
    [
        (0, 18, False, "perfect.nothing"),
        (11, 18, False, "perfect.endings"),
        (18, 18, False, "perfect.moving"),  # to prove the first moves takes minutes
        (18, 18, True, "perfect.everything"),
        (12, 12, False, "perfect.everything"),
    ],
)
def test_proven_range_is_described(pieces: int, most: int, has_layers: bool, words: str) -> None:
    tablebases, path = FakeTablebases(), Path("x") if pieces else None
    status = TablebaseStatus(SIX, Stage.ADDED, pieces or 9, path=path, least=6, most=most, has_layers=has_layers)
    tablebases.known[SIX] = status
    view = view_of(tablebases, SIX, text)
    assert (view.proven.key, view.pieces, view.least, view.most) == (words, pieces, 6, most)
    assert view.offers_file == (words != "perfect.everything"), "where everything is proven, nothing can be added"


def test_proven_placements_are_named() -> None:
    tablebases = FakeTablebases()
    tablebases.known[SIX] = TablebaseStatus(SIX, Stage.SHIPPED, 11, path=Path("x"), least=6, most=18, layer_hands=10)
    assert view_of(tablebases, SIX, text).proven == text("perfect.endings_and_opening", pieces=11, placed=8)
    status = tablebases.known[SIX]
    assert (status.can_prove(11), status.can_prove(10)) == (True, False)


FILE = ImportStatus(ImportStage.READY, SIX, "six.tablebase", 12, 165_400_000, 3_000_000_000)


@pytest.mark.parametrize(
    ("status", "words", "actions", "done"),
    [
        (replace(FILE, stage=ImportStage.INSPECTING), "perfect.inspecting", [DropTablebase()], None),
        (FILE, "perfect.ready", [DropTablebase(), AddTablebase()], None),
        (replace(FILE, stage=ImportStage.COPYING, done=0.25), "perfect.copying", [DropTablebase()], 0.25),
        (replace(FILE, stage=ImportStage.CHECKING, done=0.5), "perfect.checking", [DropTablebase()], 0.5),
    ],
)
def test_import_stage_determines_text_and_buttons(
    status: ImportStatus, words: str, actions: list[Intent], done: float | None
) -> None:
    tablebases = FakeTablebases()
    tablebases.importing = status
    view = view_of(tablebases, SIX, text)
    assert (view.words.key, [action.intent for action in view.actions], view.done) == (words, actions, done)
    assert not view.offers_file
    assert {"name": "six.tablebase", "pieces": 12, "size": Number(165.4), "free": Number(3000)}.items() <= dict(
        view.words.values
    ).items()
    other = view_of(tablebases, "three_mens_morris", text)
    assert other.words.key == "tablebase.absent"
    assert other.can_add == (status.stage is ImportStage.READY), "one file at a time"


@pytest.mark.parametrize("error", TablebaseFileError)
def test_failed_import_is_explained_and_can_be_repeated(error: TablebaseFileError) -> None:
    tablebases = FakeTablebases()
    rules = "" if error is TablebaseFileError.INTERRUPTED else SIX
    tablebases.importing = replace(FILE, stage=ImportStage.FAILED, rules=rules, error=error, reason="no such file")
    view = view_of(tablebases, SIX, text)
    assert (view.words.key, view.has_failed) == (f"perfect.failed.{error.value}", True)
    assert view.offers_file
    assert view.can_add


def test_file_intents_are_forwarded_to_registry() -> None:
    bench = Bench()
    bench.do(InspectTablebase(SIX, "six.tablebase", io.BytesIO), AddTablebase(), DropTablebase(), RemoveTablebase(SIX))
    assert bench.tablebases.wanted == [f"inspect six.tablebase for {SIX}", "add", "drop", f"remove {SIX}"]


@pytest.mark.parametrize("reason", ["OneTimeUseMill", "RestrictRepeatedMillsFormation", "other"])
def test_refused_rules_are_explained(reason: str) -> None:
    tablebases = FakeTablebases()
    tablebases.known[SIX] = TablebaseStatus(SIX, Stage.REFUSED, reason=reason)
    assert view_of(tablebases, SIX, text).words.key == f"tablebase.refused.{reason}"


def test_only_one_build_runs_at_a_time() -> None:
    tablebases = FakeTablebases()
    tablebases.building = "twelve_mens_morris"
    view = view_of(tablebases, SIX, text)
    assert view.words.key == "tablebase.busy"
    assert not view.actions[0].is_enabled


def test_killed_build_resumes_and_stopped_build_does_not() -> None:
    bench = Bench()
    bench.do(BuildTablebase(SIX))
    assert bench.tablebases.wanted == [f"build {SIX}"]
    assert Bench(bench.store).tablebases.wanted == [f"build {SIX}"]
    bench.do(StopTablebase())
    assert Bench(bench.store).tablebases.wanted == []
    bench.do(BuildTablebase(SIX))
    bench.controller.receive(TablebaseChanged(0, TablebaseStatus(SIX, Stage.BUILT, 12, path=Path("x"))))
    assert Bench(bench.store).tablebases.wanted == []
    bench.do(BuildTablebase(SIX), RemoveTablebase(SIX))
    assert Bench(bench.store).tablebases.wanted == []
    assert Bench(MemoryStore()).tablebases.wanted == []


def test_sizes_are_short() -> None:
    shown = [size_words(size) for size in (2_000, 1_426_888, 15_400_000)]
    for language, expected in (("en", ["0.1", "1.4", "15"]), ("de", ["0,1", "1,4", "15"])):
        say = Translator(CATALOGUES, language)
        assert [say.number(each.value, each.places) for each in shown] == expected
