"""``python -m sanmill ladder``: each level against the one below, and the lowest against a bot that only sees mills.

The table it prints is the one in the README.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from sanmill.engine.errors import EngineError
from sanmill.engine.options import options

from .bots import BOTS
from .elo import Score
from .match import Match, Plan, Seat
from .match_cli import OWN, check_players, own_command

CANNOT_START = 2
INTERRUPTED = 130
BOTTOM = "mills"
HEAD = "| level | against | games | score | won | drawn | lost | Elo |\n|---:|:---|---:|---:|---:|---:|---:|---:|"


def main(arguments: Sequence[str]) -> int:
    """Measure the ladder and return the exit code."""
    wanted = _parser().parse_args(arguments)
    try:
        command = own_command() if wanted.engine == OWN else wanted.engine
        levels = _levels(wanted.levels)
        print(HEAD, flush=True)
        for level in levels:
            print(_row(level, _measure(level, command, wanted)), flush=True)
    except (EngineError, ValueError) as error:
        print(f"sanmill ladder: {error}", file=sys.stderr)
        return CANNOT_START
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="sanmill ladder", description="Measures the levels, each by the one below.")
    add = parser.add_argument
    add("--games", type=int, default=400, help="for each step (default: %(default)s)")
    add("--levels", default="", metavar="N-N", help="only these, like 3 or 5-8")
    add("--movetime", type=int, default=200, metavar="MS", help="of the highest level (default: %(default)s)")
    add("--variant", default="nine_mens_morris", help="(default: %(default)s)")
    add("--opening-plies", type=int, default=4, metavar="N", help="random moves at the start (default: %(default)s)")
    add("--seed", type=int, default=1, help="of the openings (default: %(default)s)")
    add(
        "--concurrency", type=int, default=os.cpu_count() or 1, metavar="N", help="games at a time, default %(default)s"
    )
    add("--engine", default=OWN, metavar="COMMAND", help="a console engine; ours if none is named")
    return parser


def _levels(text: str) -> range:
    level = next(option for option in options() if option.name == "Level")
    first, _, last = text.partition("-")
    levels = range(int(first or level.least), int(last or first or level.most) + 1)
    if not levels or levels[0] < level.least or levels[-1] > level.most:
        raise ValueError(f"levels lie between {level.least} and {level.most}")
    return levels


def _seat(level: int, command: str, movetime: int) -> Seat:
    if not level:
        return Seat(BOTTOM, BOTTOM)
    return Seat(command, str(level), (("Level", str(level)), ("MoveTimeMs", str(movetime)), ("Hash", "16")))


def _measure(level: int, command: str, wanted: argparse.Namespace) -> Score:
    assert BOTTOM in BOTS
    plan = Plan(
        seats=(_seat(level, command, wanted.movetime), _seat(level - 1, command, wanted.movetime)),
        games=wanted.games,
        rules=wanted.variant,
        opening_plies=wanted.opening_plies,
        seed=wanted.seed,
        concurrency=wanted.concurrency,
    )
    check_players(plan)
    match = Match(plan)
    match.run(lambda played: None)
    forfeits = [played.reason for played in match.played.values() if played.forfeit]
    if forfeits:
        raise EngineError(f"level {level}: {len(forfeits)} games forfeited, the first: {forfeits[0]}")
    return match.score


def _row(level: int, score: Score) -> str:
    below = level - 1 or f"a bot that only closes {BOTTOM}"
    return (
        f"| {level} | {below} | {score.games} | {100 * score.rate:.1f} ± {100 * score.rate_error:.1f} % "
        f"| {score.wins} | {score.draws} | {score.losses} | {score.elo:+.0f} ± {score.elo_error:.0f} |"
    )
