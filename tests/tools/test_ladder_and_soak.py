"""Ladder and soak on a small scale: their output, and that a soak detects errors."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from sanmill.core.game.move import Move
from sanmill.core.progress.ladder import read_ladder, write_ladder
from sanmill.engine.messages import AnalysisDone, MoveChosen
from sanmill.engine.search.jobs import SearchJob
from sanmill.engine.search.searcher import Searcher
from sanmill.tools import ladder, soak
from sanmill.tools.marked_table import replaced
from sanmill.tools.match_cli import own_command


def test_ladder_prints_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert ladder.main(["--levels", "1-2", "--games", "4"]) == 0
    head, rule, first, second = capsys.readouterr().out.splitlines()
    assert len({row.count("|") for row in (head, rule, first, second)}) == 1
    assert first.startswith("| 1 | a bot that only closes the mills it sees | 4 | ")
    assert second.startswith("| 2 | 1 | 4 | ")


def measure_level_2(folder: Path, games: int, *more: str) -> int:
    """Play a few games into a file that records eight for every level, and into a document."""
    out, document = folder / "ladder.json", folder / "MEASUREMENTS.md"
    recorded = read_ladder()
    write_ladder(out, replace(recorded, steps=tuple(replace(step, games=8) for step in recorded.steps)))
    document.write_text("Before\n<!-- ladder -->\nold\n<!-- /ladder -->\nafter\n", encoding="utf-8")
    files = ["--out", str(out), "--document", str(document)]
    return ladder.main(["--levels", "2", "--games", str(games), *files, *more])


@pytest.mark.parametrize(("games", "more"), [(8, ()), (4, ("--replace",))])
def test_measured_level_is_written_to_file_and_document(tmp_path: Path, games: int, more: tuple[str, ...]) -> None:
    assert measure_level_2(tmp_path, games, *more) == 0
    before, after = read_ladder().steps, read_ladder(tmp_path / "ladder.json")
    assert [step.score for step in after.steps if step.level != 2] == [step.score for step in before if step.level != 2]
    assert (after.steps[1].games, after.steps[1].opponent) == (games, "1")
    lines = (tmp_path / "MEASUREMENTS.md").read_text(encoding="utf-8").splitlines()
    assert lines[2:-2] == ladder.table(after).splitlines()


def test_smaller_match_keeps_recorded_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measure_level_2(tmp_path, 4) == 0
    assert read_ladder(tmp_path / "ladder.json").steps[1].score == read_ladder().steps[1].score
    said = capsys.readouterr()
    assert "| 2 | 1 | 4 | " in said.out
    assert "the recorded match of 8 games is kept" in said.err


def test_ladder_of_other_conditions_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measure_level_2(tmp_path, 8, "--variant", "six_mens_morris") == 2
    assert "--replace" in capsys.readouterr().err
    assert read_ladder(tmp_path / "ladder.json").variant == "nine_mens_morris"


def test_marked_table_matches_shipped_ladder() -> None:
    document = (Path(__file__).resolve().parents[1] / "MEASUREMENTS.md").read_text(encoding="utf-8")
    assert replaced(document, "ladder", lambda _: ladder.table(read_ladder())) == document


def test_top_level_is_measured_by_its_search_alone(tmp_path: Path) -> None:
    log = tmp_path / "log"
    engine = shlex.join(["sh", "-c", f"tee -a {shlex.quote(str(log))} | {shlex.quote(own_command())}"])
    assert ladder.main(["--levels", "12", "--top-games", "2", "--nodes", "100", "--engine", engine]) == 0
    said = log.read_text(encoding="utf-8").splitlines()
    assert "go nodes 100" in said
    for exact in ("OwnBook", "ProvePlacing"):
        assert said.count(f"setoption name {exact} value false") == sum("name Level value" in line for line in said) > 0


@pytest.mark.parametrize("levels", ["0", "13", "5-4", "x"])
def test_invalid_levels_are_refused(levels: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert ladder.main(["--levels", levels]) == 2
    assert "sanmill ladder: " in capsys.readouterr().err


def test_small_soak_reports_no_errors(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "PAUSE_SECONDS", 0.2)
    monkeypatch.setattr(soak, "STOPS", 5)
    assert soak.main(["--games", "30"]) == 0
    said = capsys.readouterr().out
    assert "30 games in " in said
    assert "errors: 0" in said
    assert "nine_mens_morris (console)" in said
    assert "longest pause of the main thread while " in said


def test_soak_detects_engine_without_move(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    think = Searcher.think

    def give_up(searcher: Searcher, command: SearchJob) -> MoveChosen | AnalysisDone:
        answer = think(searcher, command)
        return MoveChosen(command.ticket, Move(""), (), 0, 0) if len(command.position.moves) == 3 else answer

    monkeypatch.setattr(Searcher, "think", give_up)
    errors: list[str] = []
    assert len(list(soak.soak_jobs(15, 1, errors))) == 15
    assert len(errors) == 15
    assert "nine_mens_morris: MoveChosen(" in errors[0]
