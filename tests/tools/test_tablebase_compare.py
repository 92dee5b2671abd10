"""``tables verify --against``: every stored position and samples of all subspaces equal the uncompressed values."""

from __future__ import annotations

from pathlib import Path

import pytest

from sanmill.engine.game import Game
from sanmill.engine.tablebase.tablebase import Tablebase, TablebaseBuild
from sanmill.tools.tablebase_cli import main

SMALL = "Board=1 PiecesCount=4"
SIX, FIVE = "six_mens_morris", "Board=1 PiecesCount=5"


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Uncompressed values, and all pieces compressed, of which some no game reaches."""
    raw, coded = tmp_path_factory.mktemp("raw"), tmp_path_factory.mktemp("coded")
    TablebaseBuild(SMALL, raw, max_pieces=8, threads=2).run()
    TablebaseBuild(SMALL, coded, max_pieces=8, threads=2, dtw_up_to=6, is_compressed=True).run()
    return raw, coded


def compare(tables: Path, against: Path, *more: str, rules: str = SMALL) -> int:
    return main(
        ["verify", "--variant", "", "--rules", rules, "--tables", str(tables), "--against", str(against), *more]
    )


def test_samples_and_stored_positions_agree(folders: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    raw, coded = folders
    assert compare(coded, raw, "--samples", "300", "--all") == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
    assert [line[0] for line in lines] == ["3-3", "4-3", "3-4", "4-4"]
    assert {line[1] for line in lines} == {"300"}
    solved = {f"{each.mover}-{each.other}": each for each in Tablebase(SMALL, raw).subspaces()}
    stored = {f"{each.mover}-{each.other}" for each in Tablebase(SMALL, coded).subspaces()}
    whole = {line[0]: [int(number.replace(",", "")) for number in line[3:]] for line in lines if len(line) > 3}
    assert set(whole) == stored < set(solved)
    for name, (positions, wins, draws, losses, left_out) in whole.items():
        assert positions == wins + draws + losses + left_out == solved[name].positions
    assert whole["4-4"][-1] > 0  # mills although nobody has lost a piece
    assert whole["3-3"][1:] == [solved["3-3"].wins, solved["3-3"].draws, solved["3-3"].losses, 0]


def test_damaged_values_are_refused(
    folders: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw, coded = folders
    for path in raw.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    changed = next(tmp_path.glob("*-3-3.values"))
    content = bytearray(changed.read_bytes())
    content[-1] = content[-1] ^ 1
    changed.write_bytes(bytes(content))
    assert compare(coded, tmp_path, "--all") == 2
    assert "3-3" in capsys.readouterr().err


@pytest.mark.parametrize(("rules", "layers", "more"), [(SIX, 4, []), (FIVE, 1, ["--all"])], ids=["six", "five"])
def test_placing_layers_present_in_both_agree(
    rules: str, layers: int, more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw, coded = tmp_path / "raw", tmp_path / "coded"
    pieces = 2 * Game(rules).rule("PiecesCount")
    for folder in (raw, coded):
        folder.mkdir()
        TablebaseBuild(rules, folder, max_pieces=pieces, threads=2, is_compressed=folder is coded).run()
    solved = {each.name: each for each in Tablebase(rules, raw).layers()}
    assert list(solved) == ["6: 2-2", "6: 3-2", "6: 2-3", "6: 3-3"][:layers]
    assert compare(coded, raw, "--samples", "300", *more, rules=rules) == 0
    told = {line[:7].strip(): line[7:].split() for line in capsys.readouterr().out.splitlines()[-layers:]}
    assert list(told) == list(solved)
    for name, layer in solved.items():
        samples, _, *whole = (int(number.replace(",", "")) for number in told[name])
        assert samples == 300
        if more:
            positions, wins, draws, losses, left_out = whole
            assert (wins, draws, losses) == (layer.wins, layer.draws, layer.losses)
            assert positions - left_out == layer.positions
    for path in raw.glob("*.layer"):
        path.unlink()
    assert compare(coded, raw, "--samples", "300", rules=rules) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"not in {raw}, not compared: {', '.join(solved)}"
