"""A network learned from a few games: kept between runs, adopted only if it wins, recorded in a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from sanmill.core.progress.elo import Score
from sanmill.engine.tablebase.tablebase import TablebaseBuild
from sanmill.tools import learn
from sanmill.tools.marked_table import replaced
from tests.kit.make import make

VARIANT = "three_mens_morris"
SAMPLE, OUTCOME = 12, 10  # bytes of a sample, and where its outcome is


@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    make("learn")
    monkeypatch.setattr(learn, "CHUNK", 20)


@pytest.mark.usefixtures("few_games")
@pytest.mark.long
def test_interrupted_run_continues_and_is_reproducible(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    def run(work: str, *more: str) -> Path:
        arguments = [VARIANT, "--games=40", "--match-games=2", "--nodes=50", "--concurrency=2", *more]
        code = learn.main([*arguments, f"--work={tmp_path / work}", f"--out={tmp_path / 'out'}"])
        assert code == 1  # two games prove nothing
        return tmp_path / work / f"{VARIANT}-1" / "round-2" / "networks" / f"{VARIANT}.nnue"

    network = run("one")
    first = network.read_bytes()
    assert "held back" in capfd.readouterr().out
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "one").rglob("*.samples")}
    assert len(times) == 4
    network.unlink()
    assert run("one").read_bytes() == first
    assert {path: path.stat().st_mtime_ns for path in times} == times
    assert run("two").read_bytes() == first
    assert run("three", f"--start={network.parent}").read_bytes() != first
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("few_games")
def test_tablebase_labels_positions_with_values(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    tables = tmp_path / "tables"
    tables.mkdir()
    TablebaseBuild(VARIANT, tables, max_pieces=6, threads=1).run()
    base = tmp_path / f"{VARIANT}-1"
    games, exact = base / "round-1" / "00000.samples", base / "exact" / "00000.samples"

    def run() -> bytes:
        arguments = [VARIANT, "--games=20", "--rounds=1", "--match-games=2", "--nodes=50", "--concurrency=1"]
        learn.main([*arguments, f"--work={tmp_path}", f"--out={tmp_path / 'out'}", f"--tables={tables}"])
        assert "held back" in capfd.readouterr().out
        assert (base / "exact" / "networks" / f"{VARIANT}.nnue").exists()
        return exact.read_bytes()

    first = run()
    results = bytearray(games.read_bytes())
    assert len(first) > len(results)  # positions near those of games were added
    results[OUTCOME::SAMPLE] = bytes(len(results) // SAMPLE)
    assert bytes(results) != games.read_bytes()
    games.write_bytes(results)
    exact.unlink()
    (base / "exact" / "networks" / f"{VARIANT}.nnue").unlink()
    assert run() == first  # the results of the games do not matter


def test_result_becomes_table_row() -> None:
    table = learn.with_row(learn.HEAD, VARIANT, Score(30, 5, 5))
    table = learn.with_row(table, "twelve_mens_morris", Score(10, 0, 0))
    table = learn.with_row(table, VARIANT, Score(20, 20, 0, (0, 0, 0, 20, 0)))
    rows = table.splitlines()[2:]
    assert [row.split("|")[1].strip() for row in rows] == ["twelve_mens_morris", VARIANT]
    assert "| 40 | 75.0 ± " in rows[1]


def test_only_the_named_table_is_replaced() -> None:
    text = "before\n<!-- networks -->\nold\n<!-- /networks -->\n<!-- leak -->\nkept\n<!-- /leak -->\nafter\n"
    assert replaced(text, "networks", lambda table: f"{table.strip()} and new") == text.replace("old", "old and new")
    with pytest.raises(ValueError, match="networks"):
        replaced("no table", "networks", str)
