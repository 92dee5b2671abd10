"""Matches between good and bad players: openings, forfeits, results, saved games."""

from __future__ import annotations

import json
import random
import shlex
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from sanmill.core.game.move import Move
from sanmill.core.game.record import read
from sanmill.core.progress.elo import Sprt
from sanmill.engine.game import Game
from sanmill.tools import match_cli
from sanmill.tools.bots import choose_mills
from sanmill.tools.match import Match, MatchGame, MatchPlan, PlayerConfig, make_opening
from sanmill.tools.match_material import Material, count_material
from tests.kit.patience import HANG
from tests.kit.replay import final_game

ROOT = Path(__file__).resolve().parents[2]
FAKE = f"{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'tests' / 'kit' / 'fake_engine.py'))}"
MILLS, RANDOM = PlayerConfig("mills", "mills"), PlayerConfig("random", "random")


@pytest.fixture(autouse=True)
def fakes_find_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def fake(flaw: str, *, go: str = "", timeout: float = 20.0) -> PlayerConfig:
    return PlayerConfig(f"{FAKE} {shlex.quote(flaw)}", flaw, (), go, timeout)


def run(plan: MatchPlan) -> Match:
    match = Match(plan)
    match.run(lambda played: None)
    return match


def test_mill_closing_bot_beats_random_bot() -> None:
    match = run(MatchPlan((MILLS, RANDOM), games=10))
    assert (match.score.wins, match.score.pairs) == (10, (0, 0, 0, 0, 5))
    assert sorted(match.games) == list(range(10))
    assert match.forfeits == ({}, {})


def test_greedy_bot_closes_mills() -> None:
    game = Game()
    for move in "d6 a1 f6 a4".split():
        game.play(move)
    assert choose_mills(game, random.Random(1)) == "b6"
    game.play("b6")
    assert choose_mills(game, random.Random(1)) in ("xa1", "xa4")


def test_openings_are_played_twice_with_colours_swapped() -> None:
    plan = MatchPlan((RANDOM, RANDOM), games=6, opening_plies=5, seed=3)
    match = run(plan)
    openings = [match.games[number].moves[:5] for number in range(6)]
    assert openings[0::2] == openings[1::2]
    assert len({tuple(opening) for opening in openings}) == 3
    assert [match.games[number].white for number in range(6)] == [0, 1, 0, 1, 0, 1]
    assert list(make_opening(plan, 2).history) == openings[4]


def test_opening_that_ends_the_game_is_refused() -> None:
    with pytest.raises(ValueError, match="too long"):
        run(MatchPlan((RANDOM, RANDOM), games=2, opening_plies=2000, rules="three_mens_morris"))


@pytest.mark.parametrize(
    ("flaw", "kind"),
    [
        ("hangs", "timeout"),
        ("floods", "timeout"),
        ("dies", "died"),
        ("plays a1-a1", "illegal"),
        ("gives up", "garbage"),
        ("talks", "garbage"),
        ("stutters", "garbage"),
    ],
)
def test_faulty_engine_forfeits_and_match_continues(flaw: str, kind: str) -> None:
    before = threading.active_count()
    match = run(MatchPlan((fake(flaw, timeout=0.6 if kind == "timeout" else HANG), RANDOM), games=2))
    assert match.forfeits == ({kind: 2}, {})
    assert match.score.losses == 2
    assert all(played.reason.startswith(f"forfeit, {kind}") for played in match.games.values())
    assert threading.active_count() <= before + 1  # a reader may still see the end of its pipe


def test_external_engine_plays_any_variant_to_the_end() -> None:
    players = (fake("behaves"), fake("behaves"))
    match = run(MatchPlan(players, games=2, rules="twelve_mens_morris NMoveRule=20"))
    assert match.forfeits == ({}, {})
    assert all(played.stats[0].moves and played.stats[0].depths for played in match.games.values())


def test_engine_without_go_arguments_is_supported() -> None:
    match = run(MatchPlan((fake("takes a bare go"), fake("takes a bare go")), games=1, max_plies=10))
    assert [played.reason for played in match.games.values()] == ["too long"]
    match = run(MatchPlan((fake("takes a bare go", go="depth 1", timeout=3.0), RANDOM), games=1))
    assert match.forfeits[0] == {"timeout": 1}
    assert "go takes nothing" in match.games[0].reason


def test_sprt_stops_match() -> None:
    match = run(MatchPlan((MILLS, RANDOM), games=1000, sprt=Sprt(0, 100)))
    assert 32 <= match.score.games < 40


def test_internal_error_ends_match() -> None:
    with pytest.raises(Exception, match="no variant"):
        run(MatchPlan((RANDOM, RANDOM), games=2, rules="nonsense"))


# The command.


def test_command_saves_games_and_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = (
        f"mills random --games 4 --variant lasker_morris --save {tmp_path / 'games'} --json {tmp_path / 'result.json'}"
    )
    assert match_cli.main(words.split()) == 0
    said = capsys.readouterr()
    assert "mills  against  random   [lasker_morris]" in said.out
    assert "4 games: +4 =0 -0, 100.0 %" in said.out
    facts = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))
    assert (facts["games"], facts["wins"], facts["pairs"], facts["elo"]) == (4, 4, [0, 0, 0, 0, 2], None)
    games = sorted((tmp_path / "games").iterdir())
    assert len(games) == 4
    for path in games:
        record = read(path.read_text(encoding="utf-8"))
        result = final_game(record).result
        assert result
        assert record.headers["Termination"] == result.reason.value
        assert record.headers["White" if record.result == "1-0" else "Black"] == "mills"


def test_command_draws_overlong_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert match_cli.main(["random", "random", "--games", "2", "--max-plies", "6"]) == 0
    assert "6.0 plies a game; terminations: too long 2" in capsys.readouterr().out


def test_command_plays_our_engine(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sanmill", "random", "--games", "2", "--nodes", "200", "--option1", "Hash=1", "--sprt", "0", "50"]
    assert match_cli.main(words) == 0
    assert "sanmill Hash=1  against  random" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("nonsense-engine random", "nonsense-engine does not start a game (start: "),
        ("random random --variant nonsense", "no variant"),
        ("sanmill random --option1 Hsh=9", "has no option Hsh; did you mean Hash?"),
        ("sanmill random --option1 Gravity=9", "has no option Gravity"),
        ("sanmill random --option1 Hash=0", "reports: info string error: setoption: Hash takes 1 to 4096"),
        ("random random --option Speed", "NAME=VALUE"),
    ],
)
def test_command_refuses_invalid_players(words: str, complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert match_cli.main(words.split()) == 2
    assert complaint in capsys.readouterr().err


def test_command_parses_nonstandard_engine_output(capsys: pytest.CaptureFixture[str]) -> None:
    """Depth and nodes at any place of the line, a level below full strength, an exceeded move time."""
    player = fake("has its own ways")
    words = [player.command, "random", "--games", "1", "--name1", "Odd", "--movetime", "1", "--max-plies", "8"]
    assert match_cli.main(words) == 0
    said = capsys.readouterr()
    assert "depth 12.0, 55 nodes a move" in said.out
    assert "warning: Odd overran 1 ms in 2 of 2 moves" in said.out
    assert "warning: Odd plays with Skill Level 5 by default, below its full strength" in said.err
    assert match_cli.main([*words[:-2], "--max-plies", "4", "--option1", "Skill Level=20"]) == 0
    assert "below its full strength" not in capsys.readouterr().err


def test_engine_may_measure_processor_time(capsys: pytest.CaptureFixture[str]) -> None:
    subprocess.run(["make", "-s", "-C", ROOT / "engine_c", "clock"], check=True)
    words = [fake("knows processor time").command, "random", "--games", "2", "--max-plies", "8"]
    assert match_cli.main([*words, "--processor-time"]) == 0
    assert "forfeits" not in capsys.readouterr().out
    assert match_cli.main(words) == 0
    assert "forfeits" in capsys.readouterr().out


def test_engines_of_same_name_are_numbered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert match_cli.main(["random", "random", "--games", "2", "--max-plies", "6", "--save", str(tmp_path)]) == 0
    assert "random (1)  against  random (2)" in capsys.readouterr().out
    first, second = (read(path.read_text(encoding="utf-8")).headers for path in sorted(tmp_path.iterdir()))
    assert (first["White"], first["Black"]) == (second["Black"], second["White"]) == ("random (1)", "random (2)")


def test_command_reports_forfeits(capsys: pytest.CaptureFixture[str]) -> None:
    player = fake("dies")
    assert match_cli.main([player.command, "random", "--games", "1", "--name1", "Bad"]) == 0
    said = capsys.readouterr()
    assert "forfeits of Bad: died 1" in said.out
    assert "game 1: Bad loses by forfeit, died: exit code 3" in said.err


def test_engine_in_folder_of_any_name_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    engine = tmp_path / 'it\'s "Ä" b' / "engine"
    engine.parent.mkdir()
    engine.symlink_to(match_cli.own_command())
    assert match_cli.main([str(engine), "random", "--games", "2", "--nodes", "50", "--max-plies", "6"]) == 0
    said = capsys.readouterr().out
    assert "engine  against  random" in said
    assert "forfeits" not in said


@pytest.mark.usefixtures("interruptible")
def test_interrupted_match_prints_results_so_far() -> None:
    command = [sys.executable, "-m", "sanmill", "match", "sanmill", "sanmill", "--movetime", "20", "--games", "100000"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        process.stderr.readline()  # after the first game
        process.send_signal(signal.SIGINT)
        said, errors = process.communicate(timeout=HANG)
    assert process.returncode == 130
    assert "sanmill (1)  against  sanmill (2)" in said
    assert "Traceback" not in errors


def test_match_game_becomes_record() -> None:
    plan = MatchPlan((MILLS, RANDOM), start="********/O*@*O***/******** b p p 2 7 1 8 0 0 0 0 0 0 0 0 2")
    played = MatchGame(4, 1, [Move("a1"), Move("d2")], winner=0, reason="few_pieces")
    record = played.record(plan)
    assert (record.headers["White"], record.result, record.position) == ("random", "0-1", plan.start)
    assert [node.move for node in record.tree.main_line] == ["a1", "d2"]


def material_of(moves: str, opening: int = 0) -> tuple[Material, Material]:
    match = Match(MatchPlan((MILLS, RANDOM), games=1))
    match.games[0] = MatchGame(0, 0, [Move(move) for move in moves.split()], opening)
    return count_material(match)


def test_piece_is_sacrificed_if_owner_allowed_the_mill() -> None:
    white, black = material_of("d6 a1 f6 a4 b6 xa1")
    assert (white.taken, white.sacrificed, black.taken, black.sacrificed) == (1, 0, 0, 1)
    assert (white.plies_behind, black.plies_behind) == (0, 1)


def test_unblocked_one_of_two_threats_is_a_sacrifice() -> None:
    assert material_of("d6 a1 f6 c3 f4 e3 b6 xa1")[1].sacrificed == 1


def test_closing_a_mill_instead_of_blocking_is_no_sacrifice() -> None:
    white, black = material_of("d6 a1 f6 d1 a7 g1 xa7 b6 xd1")
    assert (white.sacrificed, black.sacrificed) == (1, 0)
    assert (white.taken, black.taken) == (1, 1)


def test_opening_moves_are_no_sacrifices() -> None:
    assert material_of("d6 a1 f6 a4 b6 xa1", opening=4)[1].sacrificed == 0
