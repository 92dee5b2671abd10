"""``python -m sanmill match``: play a match, show its progress, save games and result."""

from __future__ import annotations

import argparse
import json
import math
import os
import shlex
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sanmill.core.game.record import write
from sanmill.core.progress.elo import Score, Sprt
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.paths import BUILD, console_paths

from .bots import BOTS
from .command import DEFAULT, INTERRUPTED, add_concurrency, add_rules, command, whole
from .match import Match, MatchGame, MatchPlan, PlayerConfig, PlayerStats
from .match_material import count_material
from .opening_suite import read_openings
from .uci_client import UciEngine, check_start, command_words

PROGRESS_SECONDS = 10.0  # between lines where there is no terminal
OWN = "sanmill"
OPENING_PLIES = 4
DESCRIPTION = """\
Play games between two mill engines. ENGINE is a program, a command in quotes, "sanmill" for the UCI engine built here,
or one of the bots "random" (any legal move) and "mills" (closes every mill it sees, else random)."""


@command("match")
def main(arguments: Sequence[str]) -> int:
    options = _parser().parse_args(arguments)
    match = Match(make_plan(options))
    for warning in check_players(match.plan):
        print(f"warning: {warning}", file=sys.stderr)
    folder = Path(options.save) if options.save else None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    progress = MatchProgress(match)
    code = 0
    try:
        match.run(lambda game: _report(game, match, progress, folder))
    except KeyboardInterrupt:
        code = INTERRUPTED
    progress.end()
    print(summary(match))
    if options.material:
        for player, material in zip(match.plan.players, count_material(match)):
            print(f"{player.name}: {material.per_game(len(match.games))}")
    if options.json:
        Path(options.json).write_text(json.dumps(facts(match), indent=2) + "\n", encoding="utf-8")
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="sanmill match", description=DESCRIPTION)
    add = parser.add_argument
    add("engines", nargs=2, metavar="ENGINE", help="the first and the second player")
    add("--games", type=whole(1), default=100, metavar="N", help=f"1 or more, two for each opening {DEFAULT}")
    add_rules(parser, "")
    add("--position", default="", metavar="FEN", help="start from this position")
    add("--openings", metavar="FILE", help="start from the positions of a file, each twice with colours reversed")
    add("--opening-plies", type=whole(0), metavar="N", help="random moves at the start (default: 4; 0 with --openings)")
    add("--seed", type=int, default=1, metavar="N", help=f"of the openings {DEFAULT}")
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--movetime", type=whole(1), metavar="MS", help="milliseconds for a move (default: no limit)")
    limits.add_argument("--nodes", type=whole(1), metavar="N", help="nodes for a move")
    limits.add_argument("--depth", type=whole(1), metavar="N", help="plies for a move")
    add(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="UCI option for both engines; may be repeated",
    )
    for number in ("1", "2"):
        add(f"--name{number}", metavar="NAME", help=f"name of engine {number} in the results (default: its own)")
        add(
            f"--option{number}",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help=f"UCI option for engine {number}",
        )
        add(f"--go{number}", metavar="TEXT", help=f'what follows "go" for engine {number}; "" for a bare go')
    add_concurrency(parser)
    add("--processor-time", action="store_true", help="let engines measure their processor time; only on Linux")
    add("--grace", type=float, default=5.0, metavar="S", help=f"seconds on top of twice the move time {DEFAULT}")
    add("--timeout", type=float, default=60.0, metavar="S", help=f"seconds for a move without a move time {DEFAULT}")
    add("--max-plies", type=whole(1), default=1000, metavar="N", help=f"then the game is drawn {DEFAULT}")
    add(
        "--sprt",
        nargs=2,
        type=float,
        metavar=("ELO0", "ELO1"),
        help="stop when the test accepts one of the two differences in Elo",
    )
    add("--alpha", type=float, default=0.05, metavar="P", help=f"of the SPRT, 0 to 1 {DEFAULT}")
    add("--beta", type=float, default=0.05, metavar="P", help=f"of the SPRT, 0 to 1 {DEFAULT}")
    add("--material", action="store_true", help="count pieces taken and sacrificed")
    add("--save", metavar="FOLDER", help="save every game there")
    add("--json", metavar="FILE", help="write the result there")
    return parser


def own_command() -> str:
    for path in console_paths():
        if path.is_file():
            return str(path)
    raise EngineError("the UCI engine is not built; run: make engine")


def on_processor_time(command: str) -> str:
    """The command of an engine to which its processor time is the time, so that other programs cost it none."""
    if command in BOTS:
        return command
    clock = BUILD / "processor_clock.so"
    if not clock.is_file():
        raise EngineError("the clock of processor time is not built; run: make -C engine_c clock")
    return shlex.join(["env", f"LD_PRELOAD={clock}", *command_words(command)])


def _pairs(texts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    for text in texts:
        if "=" not in text:
            raise ValueError(f"write an option as NAME=VALUE, not {text!r}")
    return tuple((name, value) for name, _, value in (text.partition("=") for text in texts))


def make_plan(options: argparse.Namespace) -> MatchPlan:
    rules = f"{options.variant} {options.rules}".strip() or "nine_mens_morris"
    openings = read_openings(Path(options.openings), rules) if options.openings else ()
    standard_plies = 0 if openings else OPENING_PLIES
    return MatchPlan(
        players=_distinguished(_player(options, "1"), _player(options, "2")),
        games=options.games,
        rules=rules,
        start=options.position,
        openings=openings,
        opening_plies=standard_plies if options.opening_plies is None else options.opening_plies,
        seed=options.seed,
        concurrency=options.concurrency,
        max_plies=options.max_plies,
        sprt=Sprt(options.sprt[0], options.sprt[1], options.alpha, options.beta) if options.sprt else None,
    )


def _distinguished(first: PlayerConfig, second: PlayerConfig) -> tuple[PlayerConfig, PlayerConfig]:
    """Two players of one name get a number each."""
    if first.name != second.name:
        return first, second
    return replace(first, name=f"{first.name} (1)"), replace(second, name=f"{second.name} (2)")


def _player(options: argparse.Namespace, number: str) -> PlayerConfig:
    command: str = options.engines[int(number) - 1]
    settings = _pairs(getattr(options, f"option{number}"))
    program = os.path.basename((command_words(command) or [""])[0])
    name = getattr(options, f"name{number}") or " ".join([program, *map("=".join, settings)])
    limits = [f"{kind} {getattr(options, kind)}" for kind in ("movetime", "nodes", "depth") if getattr(options, kind)]
    go = getattr(options, f"go{number}")
    command = own_command() if command == OWN else command
    return PlayerConfig(
        command=on_processor_time(command) if options.processor_time else command,
        name=name,
        settings=(*_pairs(options.option), *settings),
        go=" ".join(limits) if go is None else go,
        timeout=2 * options.movetime / 1000 + options.grace if options.movetime and go is None else options.timeout,
        movetime=options.movetime / 1000 if options.movetime and go is None and not options.processor_time else 0.0,
    )


def check_players(plan: MatchPlan) -> list[str]:
    """Warnings; an EngineError if the rules, the position or a player would spoil every game."""
    Game(plan.rules, plan.start or None)
    warnings: list[str] = []
    for player in plan.players:
        if player.command not in BOTS:
            engine = UciEngine(player.command, player.settings, go=player.go, timeout=player.timeout)
            warnings += [
                f"{player.name} plays with {option.name} {option.default} by default, below its full strength"
                for option in check_start(engine, plan.rules)
            ]
    return warnings


def measure(plan: MatchPlan) -> Score:
    """The score of a match whose games were all played to their end."""
    check_players(plan)
    match = Match(plan)
    match.run(lambda game: None)
    forfeits = [game.reason for game in match.games.values() if game.forfeit]
    if forfeits:
        names = " against ".join(player.name for player in plan.players)
        raise EngineError(f"{names}: {len(forfeits)} games forfeited, the first: {forfeits[0]}")
    return match.score


def _report(game: MatchGame, match: Match, progress: MatchProgress, folder: Path | None) -> None:
    if folder:
        path = folder / f"{game.number + 1:05d}.txt"
        path.write_text(write(game.record(match.plan)), encoding="utf-8")
    progress.show(game)


class MatchProgress:
    """A line with the current score, rewritten in a terminal and repeated now and then elsewhere."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._is_terminal = sys.stderr.isatty()
        self._shown = 0.0

    def show(self, game: MatchGame) -> None:
        if game.forfeit:
            loser = self._match.plan.players[1 - (game.winner or 0)].name
            self._write(f"game {game.number + 1}: {loser} loses by {game.reason}\n")
        if self._is_terminal or time.monotonic() - self._shown > PROGRESS_SECONDS:
            self._shown = time.monotonic()
            self._write(_standing(self._match) + ("" if self._is_terminal else "\n"))

    def end(self) -> None:
        if self._is_terminal:
            self._write("")

    def _write(self, text: str) -> None:
        print(f"\r\x1b[K{text}" if self._is_terminal else text, end="", file=sys.stderr, flush=True)


def _standing(match: Match) -> str:
    score, sprt = match.score, match.plan.sprt
    text = f"{score.games}/{match.plan.games}  {score}"
    if sprt:
        lower, upper = sprt.bounds
        text += f"  LLR {sprt.likelihood(score):+.2f} ({lower:.2f} … {upper:.2f})"
    return text


def summary(match: Match) -> str:
    plan, score = match.plan, match.score
    lines = [f"{plan.players[0].name}  against  {plan.players[1].name}   [{plan.rules}]"]
    lines.append(f"{score.games} games: {score}, superiority {100 * score.superiority:.1f} %")
    lines.append(f"pairs 0 ½ 1 1½ 2: {' '.join(map(str, score.pairs))}")
    if plan.sprt:
        verdict = plan.sprt.verdict(score)
        lines.append(
            f"SPRT {plan.sprt.elo0:g} … {plan.sprt.elo1:g}: LLR {plan.sprt.likelihood(score):+.2f}, "
            f"{f'{verdict} taken' if verdict else 'undecided'}"
        )
    for index, player in enumerate(plan.players):
        stats = total_stats(match, index)
        moves = max(1, stats.moves)
        lines.append(
            f"{player.name}: {1000 * stats.seconds / moves:.1f} ms, depth {stats.depths / moves:.1f}, "
            f"{stats.nodes / moves:.0f} nodes a move; {stats.removals / max(1, score.games):.2f} removals a game"
        )
    if any(opening.value is not None for opening in plan.openings):
        lines += [f"{player.name}: {stats}" for player, stats in zip(plan.players, match.conversions)]
    plies = sum(len(game.moves) for game in match.games.values())
    lines.append(f"{plies / max(1, score.games):.1f} plies a game; terminations: {_counted(terminations(match))}")
    for index, player in enumerate(plan.players):
        stats = total_stats(match, index)
        if stats.overruns:
            given = f"{1000 * player.movetime:.0f} ms"
            lines.append(f"warning: {player.name} overran {given} in {stats.overruns} of {stats.moves} moves")
    for player, forfeits in zip(plan.players, match.forfeits):
        if forfeits:
            lines.append(f"forfeits of {player.name}: {_counted(dict(forfeits))}")
    return "\n".join(lines)


def terminations(match: Match) -> dict[str, int]:
    reasons = ["forfeit" if game.forfeit else game.reason for game in match.games.values()]
    return {reason: reasons.count(reason) for reason in sorted(set(reasons))}


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "none"


def total_stats(match: Match, player: int) -> PlayerStats:
    total = PlayerStats()
    for game in match.games.values():
        for name, value in vars(game.stats[player]).items():
            setattr(total, name, getattr(total, name) + value)
    return total


def facts(match: Match) -> dict[str, Any]:
    """The result as JSON; its keys stay as other programs know them."""
    plan, score = match.plan, match.score
    return {
        "rules": plan.rules,
        "seed": plan.seed,
        "opening_plies": plan.opening_plies,
        "players": [
            {
                "name": player.name,
                "command": player.command,
                "options": dict(player.settings),
                "go": player.go,
                "forfeits": dict(forfeits),
                **vars(total_stats(match, index)),
            }
            for index, (player, forfeits) in enumerate(zip(plan.players, match.forfeits))
        ],
        **score_facts(score),
        "tallies": [vars(stats) for stats in match.conversions],
        "ends": terminations(match),
        "sprt": None
        if plan.sprt is None
        else {**vars(plan.sprt), "llr": plan.sprt.likelihood(score), "verdict": plan.sprt.verdict(score)},
    }


def score_facts(score: Score) -> dict[str, Any]:
    """A score as JSON; infinite values are null."""
    numbers = {"elo": score.elo, "elo_error": score.elo_error}
    return {
        "games": score.games,
        **vars(score),
        "rate": score.rate,
        "rate_error": score.rate_error,
        **{name: number if math.isfinite(number) else None for name, number in numbers.items()},
    }
