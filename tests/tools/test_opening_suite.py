"""Matches from a suite of openings with known values."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.tablebase.tablebase import Tablebase
from sanmill.tools import match_cli, tablebase_cli
from sanmill.tools.match import Match, MatchPlan, PlayerConfig, make_opening
from sanmill.tools.opening_suite import ConversionStats, Opening, random_openings, read_openings

SHIPPED = Path(__file__).resolve().parents[2] / "assets" / "tables"
NINE = "nine_mens_morris"
WON = "OO**@***/**@*****/@**O**** w m s 3 0 3 0"
LOST = "O*******/**@*O***/@**O***@ b m s 3 0 3 0"


def test_suite_file_is_read_with_values(tmp_path: Path) -> None:
    path = tmp_path / "some.fen"
    path.write_text(f"# a comment\n\n{WON} ; win\n{LOST}\n", encoding="utf-8")
    assert read_openings(path, NINE) == (Opening(WON, 1), Opening(LOST, None))
    assert str(Opening(WON, 1)) == f"{WON} ; win"
    assert [opening.side.name for opening in read_openings(path, NINE)] == ["WHITE", "BLACK"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [("nonsense", "line 1"), (f"{WON} ; good", "'good'"), ("", "holds no position")],
)
def test_invalid_suite_file_is_refused_with_line_number(tmp_path: Path, line: str, reason: str) -> None:
    path = tmp_path / "bad.fen"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(EngineError, match=reason):
        read_openings(path, NINE)


def test_random_positions_have_requested_pieces_and_values() -> None:
    tables = Tablebase(NINE, SHIPPED)
    found = list(islice(random_openings(tables, NINE, pieces=range(7, 9), values=(1, 0), seed=3), 6))
    for number, opening in enumerate(found):
        game = Game(NINE, opening.position)
        verdict = tables.probe(game)
        assert verdict is not None
        assert verdict.wdl == opening.value == (1, 0)[number % 2]
        assert 7 <= sum(game.view.on_board) <= 8
    assert found == list(islice(random_openings(tables, NINE, pieces=range(7, 9), values=(1, 0), seed=3), 6))


def test_positions_are_played_twice_and_tallied() -> None:
    players = (PlayerConfig("mills", "mills"), PlayerConfig("random", "random"))
    plan = MatchPlan(players, games=8, openings=(Opening(WON, 1), Opening(LOST, None)), opening_plies=0, concurrency=2)
    assert [make_opening(plan, pair).position.partition(" ")[0] for pair in range(3)] == [
        position.partition(" ")[0] for position in (WON, LOST, WON)
    ]
    match = Match(plan)
    match.run(lambda played: None)
    first, second = match.conversions
    assert (first.won, second.won, first.lost, second.lost) == (2, 2, 2, 2)
    assert first.converted == 2, "a mill that is seen wins at once"
    assert second.saved == 0
    assert match.games[2].record(plan).position == LOST


def test_tally_is_printed_in_words() -> None:
    tally = ConversionStats()
    for value, points in ((1, 1.0), (1, 0.5), (0, 0.5), (0, 0.0), (0, 1.0), (-1, 0.5)):
        tally.count(value, points)
    assert str(tally) == (
        "converts 1 of 2 won positions, holds 2 of 3 drawn ones and wins 1 of them, saves 1 of 1 lost ones"
    )


def test_command_line_writes_and_plays_positions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wanted = ["positions", "--tables", str(SHIPPED), "--pieces", "6-7", "--count", "2", "--values", "win"]
    assert tablebase_cli.main(wanted) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.rpartition(" ; ")[2] for line in lines] == ["win", "win"]
    path = tmp_path / "won.fen"
    path.write_text("\n".join(lines), encoding="utf-8")
    result = tmp_path / "result.json"
    arguments = ["mills", "random", "--openings", str(path), "--games", "4", "--json", str(result)]
    assert match_cli.main(arguments) == 0
    assert "won positions" in capsys.readouterr().out
    facts = json.loads(result.read_text(encoding="utf-8"))
    assert facts["opening_plies"] == 0
    assert sum(tally["won"] for tally in facts["tallies"]) == 4
    assert tablebase_cli.main(["positions", "--tables", str(SHIPPED), "--values", "nice"]) == 2
    assert match_cli.main(["mills", "random", "--openings", str(tmp_path / "none.fen")]) == 2
