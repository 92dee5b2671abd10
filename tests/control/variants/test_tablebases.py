"""The line about endgame tables: its words, its buttons, and a build that a kill interrupted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from sanmill.control.intents import BuildTablebase, RemoveTablebase, StopTablebase
from sanmill.control.variants.tablebases import size_words, view_of
from sanmill.core.i18n import text
from sanmill.engine.messages import Stage, TablebaseChanged, TablebaseStatus
from tests.kit.fake_worker import Bench, FakeTablebases, MemoryStore

SIX = "six_mens_morris"


@pytest.mark.parametrize(
    ("stage", "words", "actions"),
    [
        (Stage.UNKNOWN, "endings.unknown", []),
        (Stage.SHIPPED, "endings.shipped", []),
        (Stage.ABSENT, "endings.absent", ["endings.build"]),
        (Stage.BUILDING, "endings.building", ["endings.stop"]),
        (Stage.STOPPED, "endings.stopped", ["endings.go_on", "endings.remove"]),
        (Stage.BUILT, "endings.built", ["endings.remove"]),
        (Stage.FAILED, "endings.failed", ["endings.go_on", "endings.remove"]),
    ],
)
def test_words_and_buttons(stage: Stage, words: str, actions: list[str]) -> None:
    tablebases = FakeTablebases()
    tablebases.known[SIX] = TablebaseStatus(SIX, stage, 12, 300_000, 0.5, folder=Path("x"))
    view = view_of(tablebases, SIX, text)
    assert view.words.key == words
    assert [action.label.key for action in view.actions] == actions
    assert view.done == (0.5 if stage is Stage.BUILDING else None)
    tablebases.is_read_only = True
    assert view_of(tablebases, SIX, text) == replace(view, actions=())


@pytest.mark.parametrize("reason", ["OneTimeUseMill", "RestrictRepeatedMillsFormation", "other"])
def test_a_refusal_says_why(reason: str) -> None:
    tablebases = FakeTablebases()
    tablebases.known[SIX] = TablebaseStatus(SIX, Stage.REFUSED, reason=reason)
    assert view_of(tablebases, SIX, text).words.key == f"endings.refused.{reason}"


def test_one_build_at_a_time() -> None:
    tablebases = FakeTablebases()
    tablebases.building = "twelve_mens_morris"
    view = view_of(tablebases, SIX, text)
    assert view.words.key == "endings.busy"
    assert not view.actions[0].is_enabled


def test_a_killed_build_goes_on_and_a_stopped_one_does_not() -> None:
    bench = Bench()
    bench.do(BuildTablebase(SIX))
    assert bench.tablebases.wanted == [f"build {SIX}"]
    assert Bench(bench.store).tablebases.wanted == [f"build {SIX}"]
    bench.do(StopTablebase())
    assert Bench(bench.store).tablebases.wanted == []
    bench.do(BuildTablebase(SIX))
    bench.controller.receive(TablebaseChanged(TablebaseStatus(SIX, Stage.BUILT, 12, folder=Path("x"))))
    assert Bench(bench.store).tablebases.wanted == []
    bench.do(BuildTablebase(SIX), RemoveTablebase(SIX))
    assert Bench(bench.store).tablebases.wanted == []
    assert Bench(MemoryStore()).tablebases.wanted == []


def test_sizes_are_short() -> None:
    assert [size_words(size) for size in (2_000, 1_426_888, 15_400_000)] == ["0.1", "1.4", "15"]
