"""Endgame tablebases from Python: building, probing, checking; killed builds; corrupt files."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from sanmill.core.game.move import Move
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.tablebase.tablebase import RatedTurn, Tablebase, TablebaseBuild, TbValue
from sanmill.tools.tablebase_cli import main, summary

SMALL = "six_mens_morris"
ROOT = Path(__file__).resolve().parents[3]


def build(folder: Path, rules: str = SMALL, *, max_pieces: int = 8, threads: int = 2, small: bool = False) -> Tablebase:
    TablebaseBuild(rules, folder, max_pieces=max_pieces, threads=threads, is_compressed=small).run()
    return Tablebase(rules, folder)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".part"}


def test_three_against_three_has_known_counts(tmp_path: Path) -> None:
    (subspace,) = build(tmp_path, "nine_mens_morris", max_pieces=6).subspaces()
    assert (subspace.wins, subspace.losses, subspace.draws, subspace.max_dtw) == (140_621, 28_736, 269, 25)
    assert subspace.positions == 169_626
    assert subspace.dtw_step == 1


def test_probe_returns_known_values(tmp_path: Path) -> None:
    tb = build(tmp_path, "nine_mens_morris", max_pieces=6)

    def value(fen: str) -> TbValue | None:
        return tb.probe(Game("nine_mens_morris", fen))

    assert value("OO**@***/**@*****/@**O**** w m s 3 0 3 0") == TbValue(1, 1)
    assert str(value("O*******/**@*O***/@**O***@ w m s 3 0 3 0")) == "loss 18"
    assert value("OOO@****/@**@****/******** w m r 3 0 3 0 1 0") == TbValue(1, 1)
    assert value("********/********/******** w p p 0 9 0 9") is None
    assert value("O@*O*@O*/@O@*O@OO/@*O@@O*@ w m s 9 0 9 0") is None


def test_subspaces_agree_with_their_successors(tmp_path: Path) -> None:
    tb = build(tmp_path)
    assert tb.max_pieces == 8
    for subspace in tb.subspaces():
        tb.check(subspace, samples=500, seed=7)


def turns_by_play(game: Game, tb: Tablebase, moves: tuple[Move, ...] = ()) -> list[RatedTurn]:
    """The turns of the side to move, found by playing them."""
    side, turns = game.side, []
    for move in game.legal():
        game.play(move)
        if game.result:
            turns.append(RatedTurn((*moves, move), {side: 1, None: 0}.get(game.result.winner, -1), 1))
        elif game.side is side:
            turns += turns_by_play(game, tb, (*moves, move))
        else:
            value = tb.probe(game)
            assert value is not None
            turns.append(RatedTurn((*moves, move), -value.wdl, None if value.dtw is None else value.dtw + 1))
        game.undo()
    return turns


@pytest.mark.parametrize("changes", ["", "StalemateAction=1", "StalemateAction=5 MayRemoveMultiple=true"])
def test_tablebase_turns_equal_turns_by_play(tmp_path: Path, changes: str) -> None:
    rules = f"{SMALL} {changes}"
    tb = build(tmp_path, rules, max_pieces=7)
    chance = random.Random(3)
    lengths = set()
    for _ in range(200):
        points = [*"OOOO@@@*********"]
        chance.shuffle(points)
        board = "".join(points[:8]) + "/" + "".join(points[8:])
        game = Game(rules, f"{board} w m s 4 0 3 0")
        position = game.position
        turns = list(tb.turns(game))
        assert game.position == position
        assert turns == turns_by_play(game, tb)
        lengths |= {len(turn.moves) for turn in turns if turn}
    assert {1, 2} <= lengths


def test_turn_leaving_the_tablebase_is_none(tmp_path: Path) -> None:
    game = Game(SMALL)
    assert set(build(tmp_path, max_pieces=6).turns(game)) == {None}


@pytest.mark.parametrize(
    ("rules", "reason"), [("russian_mill", "OneTimeUseMill"), ("morabaraba", "RestrictRepeatedMillsFormation")]
)
def test_rules_with_history_are_refused(tmp_path: Path, rules: str, reason: str) -> None:
    with pytest.raises(EngineError, match=reason):
        TablebaseBuild(rules, tmp_path, max_pieces=6)
    with pytest.raises(EngineError, match=reason):
        Tablebase(rules, tmp_path)


def test_memory_limit_is_enforced(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="MB of memory"):
        TablebaseBuild("nine_mens_morris", tmp_path, max_pieces=18, memory=1 << 20).run()


def test_stopped_build_is_resumed(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    whole.mkdir()
    parts.mkdir()
    build(whole, threads=1)
    stopped = TablebaseBuild(SMALL, parts, max_pieces=8)
    stopped.stop()
    with pytest.raises(EngineError, match="stopped"):
        stopped.run()
    assert contents(parts) == {}
    build(parts, max_pieces=7)
    build(parts, threads=2)
    assert contents(parts) == contents(whole)


@pytest.mark.parametrize("is_small", [False, True])
def test_killed_build_resumes_to_identical_files(tmp_path: Path, is_small: bool) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    whole.mkdir()
    parts.mkdir()
    build(whole, "nine_mens_morris", max_pieces=7, small=is_small)
    script = "import sys; from sanmill.tools.tablebase_cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", script, "build", "--max-pieces", "7", "--out", str(parts)]
    command += ["--small"] if is_small else []
    for delay in (0.0, 0.02, 0.0, 0.05, 0.01, 0.1):  # after the next file came or went
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
        before = set(os.listdir(parts))
        while process.poll() is None and set(os.listdir(parts)) == before:
            time.sleep(0.005)
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False).returncode == 0
    assert contents(parts) == contents(whole)


def _cut(data: bytes) -> bytes:
    return data[:-1]


def _change(place: int) -> Callable[[bytes], bytes]:
    return lambda data: data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (_cut, "(expected "),
        (_change(0), "not a tablebase file"),
        (_change(8), "format version 3 (expected 2)"),
        (_change(20), "corrupt header"),
        (_change(1000), "corrupt data"),
        (lambda data: b"", "shorter than"),
    ],
)
def test_damaged_file_is_refused_and_rebuilt(tmp_path: Path, spoil: Callable[[bytes], bytes], message: str) -> None:
    build(tmp_path, max_pieces=7)
    before = contents(tmp_path)
    file = next(tmp_path.glob("*-4-3.values"))
    file.write_bytes(spoil(file.read_bytes()))
    tb = Tablebase(SMALL, tmp_path)
    assert message in tb.warning
    assert tb.warning.startswith("subspace 4-3: ")
    assert file.name not in tb.warning
    assert str(tmp_path) not in tb.warning
    assert {(subspace.mover, subspace.other) for subspace in tb.subspaces()} == {(3, 3), (3, 4)}
    build(tmp_path, max_pieces=7)
    assert contents(tmp_path) == before


def test_subspace_of_other_rules_is_refused(tmp_path: Path) -> None:
    build(tmp_path, max_pieces=6)
    (file,) = tmp_path.glob("*-3-3.values")
    build(tmp_path, f"{SMALL} MayFly=true", max_pieces=6)
    (other,) = set(tmp_path.glob("*-3-3.values")) - {file}
    file.write_bytes(other.read_bytes())
    with pytest.raises(EngineError, match="built for other rules"):
        Tablebase(SMALL, tmp_path)


def test_concurrent_probes_agree(tmp_path: Path) -> None:
    tb = build(tmp_path)
    game = Game(SMALL, "OO**@***/**@**O@* w m s 3 0 3 0")
    expected = tb.probe(game)
    answers: list[TbValue | None] = []
    copies = [game.copy() for _ in range(4)]
    threads = [
        threading.Thread(target=lambda g=copy: answers.extend(tb.probe(g) for _ in range(500))) for copy in copies
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(answers) == {expected}


def test_command_line_builds_shows_and_probes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = ["--variant", SMALL, "--tables", str(tmp_path)]
    assert main(["build", "--variant", SMALL, "--max-pieces", "7", "--out", str(tmp_path), "--threads", "2"]) == 0
    assert "4-3        25,190        23,861             0         1,329      25" in capsys.readouterr().out
    assert main(["info", *place]) == 0
    assert "complete up to 7 pieces" in capsys.readouterr().out
    assert main(["verify", *place, "--samples", "50"]) == 0
    assert capsys.readouterr().out.count("50 positions agree") == 3
    assert main(["probe", *place, "OO**@***/**@**O@* w m s 3 0 3 0"]) == 0
    assert capsys.readouterr().out.split()[0] in ("win", "loss", "draw")
    assert main(["probe", *place, "nonsense"]) == 2
    assert main(["info", "--tables", str(tmp_path / "nowhere")]) == 2
    assert "nowhere: No such file" in capsys.readouterr().err


def test_compressed_tablebase_keeps_win_draw_and_loss(tmp_path: Path) -> None:
    exact, small = tmp_path / "exact", tmp_path / "small"
    exact.mkdir()
    small.mkdir()
    build(exact)
    for _ in range(2):
        TablebaseBuild(SMALL, small, max_pieces=8, dtw_up_to=7, is_compressed=True).run()
    assert {path.suffix for path in small.iterdir()} == {".packed"}
    left = next(exact.glob("*-4-4.values"))  # as left by a killed build
    (small / left.name).write_bytes(left.read_bytes())
    TablebaseBuild(SMALL, small, max_pieces=8, dtw_up_to=7, is_compressed=True).run()
    assert {path.suffix for path in small.iterdir()} == {".packed"}
    tb, full = Tablebase(SMALL, small), Tablebase(SMALL, exact)
    assert tb.max_pieces == 8
    assert sum(subspace.bytes for subspace in tb.subspaces()) < sum(subspace.bytes for subspace in full.subspaces()) / 5
    for subspace in tb.subspaces():
        assert bool(subspace.dtw_step) == (subspace.mover + subspace.other <= 7)
        tb.check(subspace, samples=200, seed=3)
    for fen in (
        "OO**@***/**@*OO@* w m s 4 0 3 0",
        "OO**@***/**@**O@@ b m s 3 0 4 0",
        "OO*O@***/**@**O@@ w m s 4 0 4 0",
    ):
        game = Game(SMALL, fen)
        value, expected = tb.probe(game), full.probe(game)
        assert value is not None
        assert expected is not None
        assert value.wdl == expected.wdl
        assert value.dtw in (None, expected.dtw)


def test_summary_adds_up(tmp_path: Path) -> None:
    subspaces = list(build(tmp_path, max_pieces=6).subspaces())
    assert summary(subspaces).splitlines()[-1].split()[1] == f"{sum(subspace.positions for subspace in subspaces):,}"
