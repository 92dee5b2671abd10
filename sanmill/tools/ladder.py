"""``python -m sanmill ladder``: measure each level against the one below, and the lowest against a bot."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from sanmill.core.progress.ladder import Ladder, LadderStep, read_ladder, write_ladder
from sanmill.engine.search.options import option

from .bots import BOTS
from .command import DEFAULT, add_concurrency, command, whole
from .marked_table import write_table
from .match import MatchPlan, PlayerConfig
from .match_cli import OWN, measure, own_command

BOTTOM = "mills"
BOTTOM_NAME = "a bot that only closes the mills it sees"
TOP_LEVELS = 2
BY_SEARCH = (("OwnBook", "false"), ("ProvePlacing", "false"))  # as all levels but the highest play anyway
HEAD = "| Level | Against | Games | Score |\n| ---: | :--- | ---: | ---: |"


@command("ladder")
def main(arguments: Sequence[str]) -> int:
    wanted = _parser().parse_args(arguments)
    ladder = _recorded(wanted)
    games = {step.level: step.games for step in ladder.steps}
    engine = own_command() if wanted.engine == OWN else wanted.engine
    print(HEAD, flush=True)
    for level in _levels(wanted.levels):
        step = _measure(level, engine, wanted)
        print(row(step, ladder), flush=True)
        if step.games < games.get(level, 0) and not wanted.replace:
            kept = f"level {level}: the recorded match of {games[level]} games is kept"
            print(f"sanmill ladder: {kept}; --replace takes one of {step.games}", file=sys.stderr)
            continue
        ladder = ladder.with_step(step)
        if wanted.out:
            write_ladder(wanted.out, ladder)
    if wanted.document:
        write_table(wanted.document, "ladder", lambda _: table(ladder))
    return 0


def _recorded(wanted: argparse.Namespace) -> Ladder:
    """The ladder in the output file, if there is one, measured under the same conditions."""
    new = Ladder(wanted.variant, wanted.nodes)
    if not wanted.out or not wanted.out.exists():
        return new
    known = read_ladder(wanted.out)
    if replace(known, steps=()) == new:
        return known
    if wanted.replace:
        return new
    raise ValueError(f"{wanted.out} holds {known.variant} with {known.full_nodes} nodes a move; --replace discards it")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="sanmill ladder", description="Measures each level against the one below.")
    add = parser.add_argument
    add("--games", type=whole(1), default=200, metavar="N", help=f"for each step {DEFAULT}")
    add("--top-games", type=whole(1), default=100, metavar="N", help=f"for the two highest levels {DEFAULT}")
    add("--levels", default="", metavar="N-N", help="only these, like 3 or 5-8 (default: all)")
    add("--nodes", type=whole(1), default=200_000, metavar="N", help=f"for a move of the highest level {DEFAULT}")
    add("--variant", default="nine_mens_morris", help=f"one that sanmill variants lists {DEFAULT}")
    add("--opening-plies", type=whole(0), default=4, metavar="N", help=f"random moves at the start {DEFAULT}")
    add("--seed", type=int, default=1, metavar="N", help=f"of the openings {DEFAULT}")
    add_concurrency(parser)
    add("--engine", default=OWN, metavar="COMMAND", help="a UCI engine (default: the one built here)")
    add("--out", type=Path, metavar="FILE", help="write the steps to this JSON file; other levels in it stay")
    add("--replace", action="store_true", help="also replace recorded matches of more games or other conditions")
    add("--document", type=Path, metavar="FILE", help="write the table between the ladder marks of this file")
    return parser


def _levels(text: str) -> range:
    level = option("Level")
    first, _, last = text.partition("-")
    levels = range(int(first or level.minimum), int(last or first or level.maximum) + 1)
    if not levels or levels[0] < level.minimum or levels[-1] > level.maximum:
        raise ValueError(f"levels lie between {level.minimum} and {level.maximum}")
    return levels


def _player(level: int, command: str, wanted: argparse.Namespace) -> PlayerConfig:
    if not level:
        return PlayerConfig(BOTTOM, BOTTOM)
    go = f"nodes {wanted.nodes}" if level == _levels("")[-1] else ""
    return PlayerConfig(command, str(level), (("Level", str(level)), ("Hash", "16"), *BY_SEARCH), go)


def _measure(level: int, command: str, wanted: argparse.Namespace) -> LadderStep:
    assert BOTTOM in BOTS
    plan = MatchPlan(
        players=(_player(level, command, wanted), _player(level - 1, command, wanted)),
        games=wanted.top_games if level > _levels("")[-1] - TOP_LEVELS else wanted.games,
        rules=wanted.variant,
        opening_plies=wanted.opening_plies,
        seed=wanted.seed,
        concurrency=wanted.concurrency,
    )
    score = measure(plan)
    percent, error = round(100 * score.rate, 1), round(100 * score.rate_error, 1)
    return LadderStep(level, plan.players[1].name, score.games, percent, error, score.draws)


def row(step: LadderStep, ladder: Ladder) -> str:
    is_full = step.level == _levels("")[-1]
    level = f"{step.level}, {ladder.full_nodes:,} nodes a move" if is_full else str(step.level)
    opponent = BOTTOM_NAME if step.opponent == BOTTOM else step.opponent
    drawn = "" if step.draws is None else f", {step.draws} drawn"
    return f"| {level} | {opponent} | {step.games} | {step.score:.1f} ± {step.error:.1f} %{drawn} |"


def table(ladder: Ladder) -> str:
    return "\n".join([HEAD, *(row(step, ladder) for step in ladder.steps)])
