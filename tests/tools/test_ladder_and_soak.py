"""Ladder and soak in small: what they print, and that a soak sees what goes wrong."""

from __future__ import annotations

import pytest

from sanmill.engine.messages import AnalysisDone, Command, MoveChosen
from sanmill.engine.searcher import Searcher
from sanmill.tools import ladder, soak


def test_a_ladder_is_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert ladder.main(["--levels", "1-2", "--games", "4"]) == 0
    head, rule, first, second = capsys.readouterr().out.splitlines()
    assert len({row.count("|") for row in (head, rule, first, second)}) == 1
    assert first.startswith("| 1 | a bot that only closes mills | 4 | ")
    assert second.startswith("| 2 | 1 | 4 | ")


@pytest.mark.parametrize("levels", ["0", "13", "5-4", "x"])
def test_levels_that_are_not_there(levels: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert ladder.main(["--levels", levels]) == 2
    assert "sanmill ladder: " in capsys.readouterr().err


def test_a_small_soak(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "PAUSE_SECONDS", 0.2)
    monkeypatch.setattr(soak, "STOPS", 5)
    assert soak.main(["--games", "30"]) == 0
    said = capsys.readouterr().out
    assert "30 games in " in said
    assert "faults: 0" in said
    assert "nine_mens_morris (console)" in said
    assert "longest pause of the main thread while " in said


def test_a_soak_sees_an_engine_that_gives_up(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    think = Searcher.think

    def give_up(searcher: Searcher, command: Command) -> MoveChosen | AnalysisDone:
        answer = think(searcher, command)
        return MoveChosen(command.ticket, "", (), 0, 0) if len(command.situation.moves) == 3 else answer

    monkeypatch.setattr(Searcher, "think", give_up)
    faults: list[str] = []
    assert len(list(soak._soak_worker(15, 1, faults))) == 15
    assert len(faults) == 15
    assert "nine_mens_morris: MoveChosen(" in faults[0]
