"""Everything survives the end of the process: the game, its present, its players, its branches."""

from __future__ import annotations

from typing import Any

import pytest

from sanmill.control.board.intents import Answer, JumpTo, Resign, TapPoint, Undo
from sanmill.control.lessons.intents import StartLesson
from sanmill.control.play.intents import ChangeHand, Resume, StartSetUp, StartTwoPlayers, StartVersus, StartWatch
from sanmill.core.game.model import Side
from tests.kit.fake_worker import Bench, MemoryStore


def test_restored_game_continues_thinking() -> None:
    bench = Bench()
    bench.do(StartVersus(), TapPoint("d6"))
    again = Bench(bench.store)
    assert again.view.board.contents == bench.view.board.contents
    assert again.jobs.commands[-1].position.moves == ("d6",)
    assert again.answer("f4").board.last_to == "f4"


def test_undone_moves_can_be_redone_after_restart() -> None:
    bench = Bench()
    bench.do(StartTwoPlayers(), TapPoint("d6"), TapPoint("f4"), Undo())
    again = Bench(bench.store)
    assert again.view.moves == bench.view.moves
    assert again.view.board.ply == 1


def test_branches_and_result_survive_restart() -> None:
    bench = Bench()
    bench.do(StartTwoPlayers(), TapPoint("d6"), TapPoint("f4"), JumpTo(1), TapPoint("a1"), Answer(True))
    bench.do(Resign(), Answer(True))
    again = Bench(bench.store)
    assert again.record == bench.record
    assert "(" in again.record
    assert again.view.result == bench.view.result


def test_watched_game_is_restored_paused() -> None:
    bench = Bench()
    bench.do(StartWatch())
    bench.answer()
    assert Bench(bench.store).view.status.key == "status.held"


def test_lesson_in_between_keeps_the_game() -> None:
    bench = Bench()
    bench.do(StartTwoPlayers(), TapPoint("d6"), StartLesson())
    assert bench.view.mode == "lesson"
    view = bench.do(Resume())
    assert (view.mode, view.board.last_to) == ("two_players", "d6")
    assert Bench(bench.store).view.board.last_to == "d6"


def test_position_in_set_up_survives_restart() -> None:
    bench = Bench()
    bench.do(StartTwoPlayers(), TapPoint("d6"), StartSetUp(), TapPoint("a1"), ChangeHand(Side.BLACK, 4))
    again = Bench(bench.store)
    assert again.view == bench.view
    assert again.do(Resume()).board.last_to == "d6"
    assert Bench(again.store).view.mode == "two_players"
    again.store.files["set_up"] = {"rules": "nine_mens_morris", "contents": [7]}
    assert Bench(again.store).view.mode == "two_players"


def test_pause_stops_engine_and_resume_restarts_it() -> None:
    bench = Bench()
    bench.do(StartVersus(), TapPoint("d6"))
    command = bench.jobs.commands[-1]
    bench.controller.pause()
    assert bench.jobs.stopped == [command.ticket]
    bench.controller.receive(bench.jobs.answer(command))
    assert bench.view.board.ply == 1
    bench.controller.resume()
    assert bench.jobs.commands[-1].ticket > command.ticket
    assert bench.answer("f4").board.last_to == "f4"


@pytest.mark.parametrize(
    "damage",
    [
        {"info": {"players": [[1]]}},
        {"moves": "1. z9"},
        {"moves": "1. ((("},
        {"moves": "1. d6 d6", "length": 2},
        {"length": 2},
        {"variations": {"0": 1}},
        {"ply": "x"},
        {"ply": 2},
        {"info": {"mode": "chess"}},
        {"info": {"mode": "watch"}},
        {"values": [1]},
    ],
)
def test_damaged_game_is_replaced_by_new_one(damage: dict[str, Any]) -> None:
    bench = Bench()
    bench.do(StartVersus(), TapPoint("d6"))
    store = MemoryStore()
    content = bench.store.files["game"]
    store.files["game"] = {**content, **damage, "info": {**content["info"], **damage.get("info", {})}}
    again = Bench(store)
    assert again.controller.current.session is None
    assert store.quarantined == ["game"]
    assert again.view.mode == "versus"


def test_invalid_headers_do_not_prevent_start() -> None:
    """The game is written as a record at every start."""
    bench = Bench()
    bench.do(StartTwoPlayers(), TapPoint("d6"))
    headers = {"bad name": "x", "Site": "two\nlines", "FEN": "elsewhere", "White": "Ann"}
    bench.store.files["game"]["info"]["headers"] = headers
    again = Bench(bench.store)
    assert again.view.board.last_to == "d6"
    session = again.controller.current.session
    assert session is not None
    assert session.info.headers == {"Site": "two lines", "White": "Ann"}


@pytest.mark.parametrize(("kind", "loser"), [("resigned", None), ("agreed", 0), ("time", None)])
def test_contradictory_termination_is_only_noted(kind: str, loser: int | None) -> None:
    bench = Bench()
    bench.do(StartTwoPlayers(), TapPoint("d6"))
    bench.store.files["game"]["info"]["termination"] = {"kind": kind, "loser": loser}
    again = Bench(bench.store)
    assert again.controller.current.session is not None
    assert again.controller.current.session.reason == "noted"
