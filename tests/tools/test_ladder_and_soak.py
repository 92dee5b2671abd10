"""Ladder and soak on a small scale: their output, and that a soak detects faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from sanmill.core.ladder import read_ladder, write_ladder
from sanmill.core.move import Move
from sanmill.engine.messages import AnalysisDone, Command, MoveChosen
from sanmill.engine.searcher import Searcher
from sanmill.tools import ladder, soak


def test_a_ladder_is_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert ladder.main(["--levels", "1-2", "--games", "4"]) == 0
    head, rule, first, second = capsys.readouterr().out.splitlines()
    assert len({row.count("|") for row in (head, rule, first, second)}) == 1
    assert first.startswith("| 1 | a bot that only closes the mills it sees | 4 | ")
    assert second.startswith("| 2 | 1 | 4 | ")


def test_a_measured_level_is_written_to_the_file_and_the_readme(tmp_path: Path) -> None:
    out, readme = tmp_path / "ladder.json", tmp_path / "README.md"
    before = read_ladder()
    write_ladder(out, before)
    readme.write_text(f"Before\n{ladder.BEGIN}old\n{ladder.END}\nafter\n", encoding="utf-8")
    assert ladder.main(["--levels", "2", "--games", "4", "--out", str(out), "--readme", str(readme)]) == 0
    after = read_ladder(out)
    assert [step for step in after.steps if step.level != 2] == [step for step in before.steps if step.level != 2]
    assert (after.steps[1].games, after.steps[1].opponent) == (4, "1")
    assert readme.read_text(encoding="utf-8").splitlines()[2:-2] == ladder.table(after).splitlines()


def test_the_table_in_the_readme_is_made_from_the_shipped_file() -> None:
    readme = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
    assert ladder.with_table(readme, read_ladder()) == readme


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
        return MoveChosen(command.ticket, Move(""), (), 0, 0) if len(command.position.moves) == 3 else answer

    monkeypatch.setattr(Searcher, "think", give_up)
    faults: list[str] = []
    assert len(list(soak.soak_worker(15, 1, faults))) == 15
    assert len(faults) == 15
    assert "nine_mens_morris: MoveChosen(" in faults[0]
