"""``tables build --complete``: one checked file, after a kill as well."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sanmill.engine.game import Game
from sanmill.engine.search.proof import Prover
from sanmill.engine.tablebase.tablebase import Tablebase, file_info
from sanmill.tools.tablebase_cli import main

ROOT = Path(__file__).resolve().parents[2]
SMALL = "Board=2 PiecesCount=5"  # nine points: solved in a moment
LAYERED = "Board=1 PiecesCount=5"  # sixteen points: the values after four placements are stored too
COMPLETE = ["build", "--complete", "--rules", SMALL, "--threads", "2"]


def test_complete_build_leaves_one_file_for_all_commands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path("nine_mens_morris.tablebase")
    assert main(COMPLETE) == 0
    printed = capsys.readouterr().out
    for words in ("GB of disk", "GB of memory", "format version 3, complete up to 8 pieces", "SHA-256 "):
        assert words in printed
    assert os.listdir(tmp_path) == [file.name]
    made = file.stat().st_mtime_ns
    assert main(COMPLETE) == 0  # redoes nothing
    assert file.stat().st_mtime_ns == made
    place = ["--rules", SMALL, "--tables", str(file)]
    assert main(["info", *place]) == 0
    assert f"checksum {file_info(file).checksum:016x}" in capsys.readouterr().out
    assert main(["verify", *place, "--samples", "50"]) == 0
    assert "intact" in capsys.readouterr().out
    assert main(["positions", *place, "--pieces", "6-8", "--values", "win", "--count", "1"]) == 0
    position = capsys.readouterr().out.partition(" ;")[0]
    assert main(["probe", *place, position]) == 0
    assert capsys.readouterr().out.startswith("win ")


def test_placing_layers_are_in_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, rules = tmp_path / "five.tablebase", ["--rules", LAYERED]
    assert main(["build", "--complete", *rules, "--threads", "2", "--out", str(file)]) == 0
    tablebase = Tablebase(LAYERED, file)
    assert (tablebase.has_layers, tablebase.layer_hands, file_info(file).layer_subspaces) == (True, 6, 1)
    (layer,) = tablebase.layers()
    assert (layer.hands, layer.mover, layer.other) == (6, 2, 2)
    assert layer.positions == layer.wins + layer.draws + layer.losses > 0
    assert main(["info", *rules, "--tables", str(file)]) == 0
    assert "placing phase, by pieces in hand" in capsys.readouterr().out
    assert main(["verify", *rules, "--tables", str(file), "--samples", "50"]) == 0
    state = Prover(LAYERED, tablebase).run(Game(LAYERED), ticket=1)
    assert state.is_complete
    assert state.probes > 0


@pytest.mark.parametrize("rules", [SMALL, LAYERED])
def test_killed_build_resumes_to_identical_file(tmp_path: Path, rules: str) -> None:
    whole, killed = tmp_path / "whole.tablebase", tmp_path / "killed.tablebase"
    build = [*COMPLETE, "--rules", rules]
    assert main([*build, "--out", str(whole)]) == 0
    script = "import sys; from sanmill.tools.tablebase_cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", script, *build, "--out", str(killed)]

    def seen() -> set[Path]:
        return set(tmp_path.rglob("*"))

    for delay in (0.0, 0.03, 0.1, 0.3):  # after the next file came or went
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
        before = seen()
        while process.poll() is None and seen() == before:
            time.sleep(0.005)
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False).returncode == 0
    assert killed.read_bytes() == whole.read_bytes()
    assert seen() == {whole, killed}


def test_full_disk_is_refused_before_writing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    full = shutil.disk_usage(tmp_path)._replace(free=10)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: full)
    assert main([*COMPLETE, "--out", str(tmp_path / "any.tablebase")]) == 2
    assert "the disk is too small" in capsys.readouterr().err
    assert os.listdir(tmp_path) == []
