"""``sanmill leak``: turns that drop value, by exact values of a small game; stopping; the table in a text."""

from __future__ import annotations

import json
import random
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.core.game.phase import PHASES, PLACING
from sanmill.engine.game import Game
from sanmill.engine.tablebase.tablebase import TablebaseBuild
from sanmill.tools import leak_cli
from sanmill.tools.leak import Judge, Leak, count_leaks, drawn_openings
from sanmill.tools.match import MatchGame
from tests.kit.patience import HANG

RULES = "Board=1 PiecesCount=4"
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    TablebaseBuild(RULES, folder, max_pieces=8, threads=2, is_compressed=True).run()
    return folder


def command(tables: Path, *more: str) -> list[str]:
    small = ["--variant", "", "--rules", RULES, "--tables", str(tables), "--opening-plies", "2", "--movetime", "5"]
    return [*small, "--hash", "16", "--concurrency", "2", *more]


def test_value_dropping_turns_are_found(tables: Path) -> None:
    judge, dice = Judge(RULES, tables, megabytes=8), random.Random(1)
    drops = 0
    for _ in range(6):
        game = Game(RULES)
        while game.result is None and len(game.history) < 40:
            game.play(dice.choice(game.legal()))
        turns = judge.turns("", game.history)
        assert sum(len(turn.moves) for turn in turns) == len(game.history)
        for turn in turns:
            if not turn.is_judged:
                continue
            before = after = Game(RULES, turn.position)
            assert judge.value(before) == turn.before
            for move in turn.moves:
                after.play(move)
            value = judge.value(after)
            assert value is not None
            assert turn.after == (value if after.side is turn.side else -value)
            drops += turn.drops
    assert drops


def test_turns_are_counted_for_the_player_of_each_colour(tables: Path) -> None:
    judge, leaks = Judge(RULES, tables, megabytes=8), (Leak(), Leak())
    moves = [Move(text) for text in ("c4", "b2", "e5")]
    turns = judge.turns("", moves)
    assert [turn.side for turn in turns] == [Side.WHITE, Side.BLACK, Side.WHITE]
    count_leaks(MatchGame(0, 1, moves), turns, leaks)  # the second player has White
    assert [leak.turns[PLACING] for leak in leaks] == [1, 2]


def test_win_lost_by_repetition_is_counted(tables: Path) -> None:
    judge, leaks = Judge(RULES, tables, megabytes=8), (Leak(), Leak())
    start = "*OO*@@**/O****@** w m s 3 0 3 0"
    value = judge.value(Game(RULES, start))
    turns = judge.turns(start, [])
    assert value is not None
    game = MatchGame(0, 0, [], reason="threefold")
    count_leaks(game, turns, leaks)
    assert leaks[0].unfinished == 0  # no turn was played
    played = judge.turns(start, [Game(RULES, start).legal()[0]])
    count_leaks(game, played, leaks)
    assert leaks[0].unfinished + leaks[1].unfinished == (played[-1].before != 0)


def test_openings_are_drawn_and_reproducible_by_seed(tables: Path) -> None:
    judge = Judge(RULES, tables, megabytes=8)
    openings = drawn_openings(judge, 3, 5, seed=2)
    assert len({opening.position for opening in openings}) == 5
    assert {judge.value(Game(RULES, opening.position)) for opening in openings} == {0}
    assert openings == drawn_openings(judge, 3, 5, seed=2)


def test_perfect_player_drops_nothing_and_beginner_does(
    tables: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document, facts, drops = tmp_path / "MEASUREMENTS.md", tmp_path / "leak.json", tmp_path / "drops.txt"
    document.write_text("Before\n<!-- leak -->\nold\n<!-- /leak -->\nafter\n", encoding="utf-8")
    files = ["--document", str(document), "--json", str(facts), "--drops", str(drops)]
    assert leak_cli.main(command(tables, "1", "perfect", "--games", "4", "--perfect-games", "2", *files)) == 0
    beginner, perfect = json.loads(facts.read_text(encoding="utf-8"))
    assert sum(beginner[phase]["drops"] for phase in PHASES) > 0
    assert sum(perfect[phase]["drops"] for phase in PHASES) == 0
    assert perfect["placing"]["turns"] > 8
    opponent = beginner["perfect_opponent"]
    assert sum(opponent[phase]["drops"] for phase in PHASES) == 0
    assert beginner["against_perfect"]["won"] == 0
    shown = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[0] for line in shown[2:]] == ["| 1", "| Perfect"]
    assert document.read_text(encoding="utf-8").splitlines()[2:-2] == shown
    listed = drops.read_text(encoding="utf-8").splitlines()
    assert len(listed) == sum(beginner[phase]["drops"] for phase in PHASES)
    assert all(line.count(" ; ") == 3 for line in listed)


def test_incomplete_tablebase_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    TablebaseBuild(RULES, tmp_path, max_pieces=7, threads=2).run()
    assert leak_cli.main(command(tmp_path, "1", "--games", "1")) == 2
    assert "8 are needed" in capsys.readouterr().err


@pytest.mark.usefixtures("interruptible")
def test_interrupt_prints_results_so_far(tables: Path, tmp_path: Path) -> None:
    script = "import sys; from sanmill.tools.leak_cli import main; sys.exit(main(sys.argv[1:]))"
    facts = tmp_path / "leak.json"
    words = command(tables, "2", "--games", "200", "--json", str(facts), "--drops", str(tmp_path / "drops"))
    process = subprocess.Popen(
        [sys.executable, "-c", script, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    while not (tmp_path / "drops").exists() or not (tmp_path / "drops").stat().st_size:
        assert process.poll() is None, shlex.join(words)
    process.send_signal(signal.SIGINT)
    printed = process.communicate(timeout=HANG)[0]
    assert process.returncode == 130
    assert "| 2 | " in printed
    assert json.loads(facts.read_text(encoding="utf-8"))[0]["games"] > 0
