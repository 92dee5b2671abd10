"""The UCI engine driven by another program: search, stop, MultiPV, searchmoves."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sanmill.core.progress.rating import LEVELS
from sanmill.engine.game import Game
from sanmill.engine.rules import rules, variants
from sanmill.engine.search.options import options
from tests.kit.console import Console

INFO = re.compile(
    r"info depth (\d+)( multipv (\d+))? score (cp|mate) (-?\d+) nodes \d+ nps \d+ hashfull \d+ time \d+ pv( \S+)+"
)


@pytest.fixture
def console() -> Iterator[Console]:
    console = Console()
    yield console
    console.close()


def test_uci_lists_all_options_and_rules(console: Console) -> None:
    console.say("uci")
    lines = console.until("uciok")
    listed = [re.split(" name | type ", line)[1] for line in lines if line.startswith("option name ")]
    protocol = ["Clear Hash", "Ponder", "UCI_ShowWDL", "UCI_Opponent"]
    assert listed == ["Variant", *(option.name for option in options()), *protocol, *(rule.name for rule in rules())]
    assert any(line == "option name Level type spin default 12 min 1 max 12" for line in lines)
    names = " var ".join(variant.name for variant in variants())
    assert f"option name Variant type combo default {variants()[0].name} var {names}" in lines


def test_info_lines_have_fixed_format(console: Console) -> None:
    infos, move = console.ask("go depth 5")
    assert all(INFO.fullmatch(line) for line in infos), infos
    assert [int(line.split()[2]) for line in infos] == [1, 2, 3, 4, 5]
    assert infos[-1].partition(" pv ")[2].split()[0] == move


def test_last_info_line_counts_all_nodes(console: Console) -> None:
    infos, move = console.ask("go nodes 5000")
    assert infos[-1].partition(" nodes ")[2].split()[0] == "5000"
    assert infos[-1].partition(" pv ")[2].split()[0] == move


@pytest.mark.parametrize("nodes", [1, 100, 777, 20_000])
@pytest.mark.parametrize(
    "position",
    [
        "startpos moves d6 f4 d2",  # in the book
        "startpos moves d6 f4 d2 b4 a1 g7 g4",  # proven before the search
        "fen O@O@O*@*/@*O@O*@*/*@O*@O** w m s 7 0 8 0",
        "fen O****O@@/**O@****/O**@***@ w m s 4 0 5 0",
    ],
)
def test_search_takes_exactly_as_many_nodes_as_asked(console: Console, position: str, nodes: int) -> None:
    infos, _ = console.ask(f"position {position}", f"go nodes {nodes}")
    counted = [int(line.partition(" nodes ")[2].split()[0]) for line in infos]
    assert counted[-1] == nodes


def test_wdl_is_exact_where_value_is_proven(console: Console) -> None:
    console.say("setoption name UCI_ShowWDL value true")
    infos, _ = console.ask("position fen O*******/**@*O***/@**O***@ w m s 3 0 3 0", "go depth 3")
    assert all(" wdl 0 0 1000 " in line for line in infos)
    console.say("setoption name Variant value six_mens_morris")
    infos, _ = console.ask("position startpos", "go depth 5")
    for line in infos:
        win, draw, loss = (int(share) for share in line.partition(" wdl ")[2].split()[:3])
        assert win + draw + loss == 1000
        assert draw > win > 0


def test_eval_tells_proof_from_estimate(console: Console) -> None:
    console.say("position startpos moves d6", "eval")
    assert console.until("eval")[-1] == "eval draw proof"
    console.say("position fen O*******/**@*O***/@**O***@ w m s 3 0 3 0", "eval")
    assert console.until("eval")[-1] == "eval loss 18 proof"
    console.say("setoption name Variant value six_mens_morris", "position startpos moves d6", "eval")
    assert re.fullmatch(r"eval -?\d+ estimate", console.until("eval")[-1])


def test_elo_of_level_plays_as_level(console: Console) -> None:
    """Its moves are those of the level, with the same seed."""
    console.say("uci")
    assert f"option name UCI_Elo type spin default {LEVELS[11]} min {LEVELS[0]} max {LEVELS[11]}" in console.until(
        "uciok"
    )
    for level, rating in enumerate(LEVELS[:11], start=1):
        start = (f"setoption name Level value {level}", "setoption name UCI_LimitStrength value false")
        limited = (f"setoption name UCI_Elo value {rating}", "setoption name UCI_LimitStrength value true")
        answers = []
        for chosen in (start, ("setoption name Level value 12", *limited)):
            console.say("ucinewgame", *chosen, "setoption name Seed value 7", "setoption name Clear Hash")
            infos, move = console.ask("position startpos moves d6 f4 d2 b4 g7", "go")
            answers.append((infos[-1].partition(" nodes ")[2].split()[0], move))
        assert answers[0] == answers[1]


def test_multipv_lists_several_lines(console: Console) -> None:
    infos, move = console.ask("setoption name MultiPV value 256", "position startpos moves d6 f4", "go depth 3")
    game = Game()
    game.play("d6")
    game.play("f4")
    last = [line for line in infos if line.startswith("info depth 3 ")][-len(game.legal()) :]
    assert [int(line.split()[4]) for line in last] == list(range(1, 23))
    moves = [line.partition(" pv ")[2].split()[0] for line in last]
    assert sorted(moves) == sorted(game.legal())
    assert moves[0] == move
    assert all(INFO.fullmatch(line) for line in last)


def test_searchmoves_restricts_root_moves(console: Console) -> None:
    infos, move = console.ask("setoption name MultiPV value 5", "go depth 4 searchmoves a1 g7")
    assert move in ("a1", "g7")
    assert {line.partition(" pv ")[2].split()[0] for line in infos} == {"a1", "g7"}


def test_infinite_search_runs_until_stopped(console: Console) -> None:
    position = "********/********/@@@***** w m s 0 0 3 0"  # nothing to think about
    console.say(f"position fen {position}", "go infinite", "isready")
    console.until("readyok")
    console.say("position startpos", "setoption name Threads value 3", "go infinite", "isready")
    lines = console.until("readyok")
    assert sum(line.startswith("bestmove") for line in lines) <= 1  # that of the game that is over
    _, move = console.ask("stop")
    assert move in Game().legal()


def test_long_search_prints_current_move(console: Console) -> None:
    console.say("go infinite")
    console.until_match(r"info depth \d+ currmove [a-g][1-7] currmovenumber \d+")
    _, move = console.ask("stop")
    assert move in Game().legal()


def test_bundled_tablebases_are_default(console: Console) -> None:
    position = "position fen O*******/**@*O***/@**O***@ w m s 3 0 3 0"
    console.say("uci")
    listed = next(line for line in console.until("uciok") if "TablePath" in line)
    assert Path(listed.partition(" default ")[2], "..", "fonts").is_dir()
    console.say(position, "probe")
    assert console.until("probe")[-1] != "probe none"
    console.say("setoption name TablePath value <empty>", "probe")
    assert console.until("probe")[-1] == "probe none"


def test_two_hundred_stops_are_answered(console: Console) -> None:
    for _ in range(200):
        _, move = console.ask("go infinite", "stop")
        assert move in Game().legal()


def test_bare_go_uses_level(console: Console) -> None:
    infos, move = console.ask("setoption name Level value 1", "go")
    assert move in Game().legal()
    assert all(int(line.split(" nodes ")[1].split()[0]) < 1000 for line in infos)
    _, move = console.ask("setoption name Level value 12", "setoption name MoveTimeMs value 50", "go")
    assert move in Game().legal()


@pytest.mark.parametrize("level", range(1, 12))
def test_level_ignores_move_time(console: Console, level: int) -> None:
    """The same seed gives the same answer, whatever the move time."""
    answers = [
        console.ask(
            "ucinewgame",
            f"setoption name Level value {level}",
            "setoption name Seed value 0",
            "setoption name Seed value 7",
            f"setoption name MoveTimeMs value {milliseconds}",
            "position startpos moves d6 f4 d2",
            "go",
        )[1]
        for milliseconds in (1, 60_000)
    ]
    assert answers[0] == answers[1]


def test_repeated_search_gives_same_output(console: Console) -> None:
    wanted = ("setoption name Shuffle value false", "ucinewgame", "position startpos moves d6 f4", "go nodes 30000")
    first, second = (
        [re.sub(r" (nps|time) \d+", "", line) for line in infos]
        for infos, _ in (console.ask(*wanted), console.ask(*wanted))
    )
    assert first == second


@pytest.mark.parametrize(
    "command", ["setoption name Hash value 8", "position startpos", "ucinewgame", "go infinite", "probe", "bench"]
)
def test_state_change_stops_search(console: Console, command: str) -> None:
    console.say("setoption name OwnBook value false", "go depth 90")
    _, move = console.ask(command)
    assert move in Game().legal()
    console.say("isready")
    console.until("readyok")


@pytest.mark.parametrize("job", ["go depth 90", "go infinite", "go ponder", "go perft 40", "bench"])
@pytest.mark.parametrize("end", ["quit\n", ""])
def test_quit_or_end_of_input_ends_any_job(job: str, end: str) -> None:
    console = Console(sys.executable, "-m", "sanmill", "uci")
    console.say("setoption name OwnBook value false", job, "isready")
    console.until("readyok")
    assert console.close(end) == 0


def test_stop_ends_perft_and_bench(console: Console) -> None:
    for job, end in (("go perft 40", "info string perft: stopped"), ("bench", "info string bench: stopped")):
        console.say(job, "isready")
        console.until("readyok")
        console.say("stop")
        assert console.until(end)[-1] == end
