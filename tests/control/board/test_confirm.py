"""Moves that wait to be kept; ways to move a piece; what the engine is told of the settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sanmill.control.board.intents import (
    ConfirmTurn,
    Drop,
    JumpTo,
    Lift,
    OfferDraw,
    PressPoint,
    RejectTurn,
    Resign,
    ReturnToNow,
    TapPoint,
    Undo,
)
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.play.intents import StartTwoPlayers, StartVersus
from sanmill.core import settings
from sanmill.core.settings import Setting
from sanmill.engine.messages import Stage, TablebaseStatus
from tests.kit.fake_worker import Bench

MIDDLE = "*OO**@**/@O*@**O*/O@@*@@*O w m s 6 0 7 0 0 0 0 0 0 0 0 12 14"
MILL = "********/*@***@@*/OO***OO* w p p 4 5 3 6 0 0 0 0 0 0 0 0 4"
LAST = "********/*****@**/O*@*@*OO w m s 3 0 3 0 0 0 0 0 0 0 0 0 9"


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.settings.set(settings.CONFIRM, True)
    return bench


def start(bench: Bench, position: str, *, is_versus: bool = True) -> None:
    other = Player(True, 3, "balanced") if is_versus else Player()
    mode = "versus" if is_versus else "two_players"
    bench.controller.start(Session(mode, "nine_mens_morris", (Player(), other), start=position))


def test_move_waits_for_confirmation(bench: Bench) -> None:
    bench.do(StartVersus(), TapPoint("d6"))
    assert bench.view.board.last_to == "d6"
    assert bench.view.status.key == "status.unconfirmed"
    assert bench.label_keys() == ["play.take_back", "play.keep"]
    assert bench.jobs.commands == []
    assert bench.do(TapPoint("f4")).notice.key == "refusal.unconfirmed"  # type: ignore[union-attr]
    bench.do(ConfirmTurn())
    assert len(bench.jobs.commands) == 1
    bench.answer("f4")
    assert bench.view.status.key == "status.you.place"
    assert "play.keep" not in bench.label_keys()


def test_rejected_move_leaves_no_trace(bench: Bench) -> None:
    bench.do(StartVersus(), TapPoint("d6"), RejectTurn())
    assert bench.view.board.ply == 0
    assert bench.view.moves == ()
    assert bench.view.status.key == "status.you.place"
    assert "d6" not in bench.record
    bench.do(RejectTurn(), ConfirmTurn())
    assert bench.view.board.ply == 0


def test_mill_waits_together_with_its_removal(bench: Bench) -> None:
    start(bench, MILL)
    assert bench.do(TapPoint("a7")).status.key == "status.you.mill"
    view = bench.do(TapPoint(min(bench.view.board.removable)))
    assert view.status.key == "status.unconfirmed"
    assert bench.do(RejectTurn()).board.ply == 0
    assert bench.view.moves == ()


def test_win_counts_only_after_confirmation(bench: Bench) -> None:
    start(bench, LAST)
    bench.do(TapPoint("d7"), TapPoint("a1"), TapPoint("b2"))
    assert bench.view.result is None
    assert not bench.view.is_over
    assert bench.controller.features.results.statistics == Bench().controller.features.results.statistics
    assert bench.do(RejectTurn()).board.ply == 0
    bench.do(TapPoint("d7"), TapPoint("a1"), TapPoint("b2"), ConfirmTurn())
    assert bench.view.result is not None


def test_unconfirmed_move_survives_restart(bench: Bench) -> None:
    bench.do(StartVersus(), TapPoint("d6"))
    again = Bench(bench.store)
    assert again.view.status.key == "status.unconfirmed"
    assert again.jobs.commands == []
    again.do(ConfirmTurn())
    assert len(again.jobs.commands) == 1


@pytest.mark.parametrize("is_versus", [True, False])
def test_other_actions_keep_or_end_confirmation(bench: Bench, is_versus: bool) -> None:
    bench.do(StartVersus() if is_versus else StartTwoPlayers(), TapPoint("d6"))
    bench.do(OfferDraw(), JumpTo(0))
    assert bench.view.is_looking_back
    assert bench.do(ReturnToNow()).status.key == "status.unconfirmed"
    assert bench.do(Undo()).board.ply == 0
    assert bench.view.status.key in ("status.you.place", "status.side.place")
    bench.do(TapPoint("d6"), Resign())
    assert bench.view.prompt is not None
    bench.do(bench.view.prompt.actions[-1].intent)
    assert bench.view.is_over


def test_disabled_confirmation_plays_at_once(bench: Bench) -> None:
    bench.settings.set(settings.CONFIRM, False)
    bench.do(StartVersus(), TapPoint("d6"))
    assert len(bench.jobs.commands) == 1


def test_drag_only_input_refuses_tap_to_move(bench: Bench) -> None:
    bench.settings.restore()
    bench.settings.set(settings.INPUT, "drag")
    start(bench, MIDDLE)
    view = bench.do(TapPoint("e4"))
    assert view.notice is not None
    assert view.notice.key == "refusal.drag"
    assert view.board.chosen == ""
    assert bench.do(PressPoint("e4")).board.chosen == "e4"
    assert bench.do(TapPoint("f4")).board.ply == 1
    start(bench, MIDDLE)
    assert bench.do(Lift("e4"), Drop("f4")).board.ply == 1
    start(bench, MILL)
    assert bench.do(TapPoint("a7")).board.ply == 1


# What the engine is told.


def told(bench: Bench) -> dict[str, str]:
    return dict(bench.jobs.commands[-1].options)


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        (settings.STYLE, "attacking"),
        (settings.SHUFFLE, False),
        (settings.ALGORITHM, "mtdf"),
        (settings.THREADS, 4),
        (settings.HASH, 64),
    ],
    ids=lambda each: getattr(each, "key", ""),
)
def test_engine_uses_configured_options(setting: Setting[Any], value: Any) -> None:
    bench = Bench()
    bench.settings.set(setting, value)
    bench.do(StartVersus(), TapPoint("d6"))
    assert told(bench)[setting.engine_option] == str(value).lower()


@pytest.mark.parametrize(
    ("level", "seconds", "expected"),
    [(5, 20, {}), (12, 20, {"MoveTime": "20"}), (13, 1, {"MoveTimeMs": "2500"}), (13, 20, {"MoveTimeMs": "20000"})],
)
def test_only_highest_levels_use_configured_time(level: int, seconds: int, expected: dict[str, str]) -> None:
    bench = Bench()
    bench.settings.set(settings.TIME, seconds)
    players = (Player(), Player(True, level, "balanced"))
    bench.tablebases.known["nine_mens_morris"] = TablebaseStatus(
        "nine_mens_morris", Stage.SHIPPED, 9, 1, path=Path("tables")
    )
    bench.controller.start(Session("versus", "nine_mens_morris", players))
    bench.do(TapPoint("d6"))
    options = told(bench)
    assert {name: value for name, value in options.items() if name.startswith("MoveTime")} == expected
    assert options["Level"] == str(min(level, 12))


def test_help_ignores_style_and_algorithm() -> None:
    bench = Bench()
    bench.settings.set(settings.ALGORITHM, "random")
    bench.settings.set(settings.THREADS, 2)
    bench.settings.set(settings.EVALUATION, True)
    bench.do(StartTwoPlayers())
    options = told(bench)
    assert options["Threads"] == "2"
    assert "Algorithm" not in options
    view = bench.answer()
    assert view.evaluation is not None
    assert view.evaluation.value is not None
    assert view.evaluation.words is None
