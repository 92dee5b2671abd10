"""``python -m sanmill leak``: how often each level, Perfect or any UCI engine drops value, against exact values."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sanmill.core.game.phase import PHASES
from sanmill.core.progress.elo import Score
from sanmill.engine.errors import EngineError
from sanmill.engine.search.options import option

from .command import DEFAULT, INTERRUPTED, add_concurrency, add_rules, command, whole
from .leak import Judge, JudgedTurn, Leak, count_leaks, drawn_openings
from .marked_table import write_table
from .match import Match, MatchGame, MatchPlan, PlayerConfig
from .match_cli import check_players, own_command

PERFECT, ITSELF = "perfect", "itself"
PROGRESS_SECONDS = 10.0
HEAD = (
    "| Player | Games | Placing | Moving | Flying | Wins not finished | Against Perfect: won, drawn, lost |\n"
    "| :--- | ---: | ---: | ---: | ---: | ---: | ---: |"
)
WORDS = {1: "win", 0: "draw", -1: "loss"}
DESCRIPTION = """\
Play games of each player against itself or a given opponent, and report the share of its turns that drop value, by
exact values; then the result against perfect play. A PLAYER is a level (1 to 12), "perfect", or the command of a UCI
engine in quotes. Games begin with random moves that leave a drawn position. Ctrl-C ends it and prints what is known."""


@dataclass
class OpponentGames:
    """The games of a player against one opponent, and the opponent's turns."""

    leak: Leak = field(default_factory=Leak)
    score: Score = field(default_factory=Score)


@dataclass
class Measured:
    name: str
    leak: Leak = field(default_factory=Leak)
    own: OpponentGames = field(default_factory=OpponentGames)
    perfect: OpponentGames = field(default_factory=OpponentGames)


@command("leak")
def main(arguments: Sequence[str]) -> int:
    options = _parser().parse_args(arguments)
    rows: list[Measured] = []
    code = 0
    run = LeakRun(options)
    print(HEAD, flush=True)
    try:
        for player in options.players or _everybody():
            rows.append(Measured(player))
            run.measure(rows[-1])
            print(row(rows[-1]), flush=True)
    except KeyboardInterrupt:
        code = INTERRUPTED
        print(row(rows[-1]) if rows else "", flush=True)
    if options.json:
        facts = [_facts(each) for each in rows]
        options.json.write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")
    if options.document and not code:
        write_table(options.document, "leak", lambda _: table(rows))
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="sanmill leak", description=DESCRIPTION)
    add = parser.add_argument
    add("players", nargs="*", metavar="PLAYER", help="a level, perfect, or an engine (default: all levels and Perfect)")
    add("--tables", type=Path, required=True, metavar="PATH", help="the complete tablebase: the file of make perfect")
    add_rules(parser)
    add("--games", type=whole(1), default=100, metavar="N", help=f"of each player against its opponent {DEFAULT}")
    add("--perfect-games", type=whole(0), metavar="N", help="of each player against Perfect (default: as many)")
    add("--against", default=ITSELF, metavar="PLAYER", help="the opponent (default: %(default)s)")
    add("--movetime", type=whole(1), default=200, metavar="MS", help=f"of level 12, Perfect, engines {DEFAULT}")
    add("--opening-plies", type=whole(0), default=4, metavar="N", help=f"random moves at the start {DEFAULT}")
    add("--seed", type=int, default=1, metavar="N", help=f"of openings and levels {DEFAULT}")
    add("--hash", type=whole(1), default=512, metavar="MB", help=f"memory for exact values {DEFAULT}")
    add_concurrency(parser)
    add("--drops", type=Path, metavar="FILE", help="list the positions in which value was dropped")
    add("--json", type=Path, metavar="FILE", help="write all counts there")
    add("--document", type=Path, metavar="FILE", help="write the table between the leak marks of this file")
    return parser


def _everybody() -> list[str]:
    levels = option("Level")
    return [*map(str, range(levels.minimum, levels.maximum + 1)), PERFECT]


class LeakRun:
    """Plays the matches of one player after the other and judges their games as they end."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._rules = f"{options.variant} {options.rules}".strip()
        self._judge = Judge(self._rules, options.tables, megabytes=options.hash)
        games = max(options.games, options.perfect_games or 0)
        plies, seed = options.opening_plies, options.seed
        self._openings = drawn_openings(self._judge, plies, max(1, (games + 1) // 2), seed)
        self._shown = time.monotonic()
        if options.drops:
            options.drops.write_text("", encoding="utf-8")

    def measure(self, measured: Measured) -> None:
        options = self._options
        against = measured.name if options.against == ITSELF else options.against
        if against == measured.name:
            measured.own.leak = measured.leak
        self._play(measured, against, options.games, measured.own)
        games = options.games if options.perfect_games is None else options.perfect_games
        if measured.name != PERFECT or against != PERFECT:
            self._play(measured, PERFECT, games, measured.perfect)

    def _play(self, measured: Measured, against: str, games: int, played: OpponentGames) -> None:
        if not games:
            return
        plan = MatchPlan(
            players=(self._player(measured.name, 0), self._player(against, 1)),
            games=games,
            rules=self._rules,
            openings=self._openings,
            opening_plies=0,
            seed=self._options.seed,
            concurrency=self._options.concurrency,
        )
        check_players(plan)
        match = Match(plan)

        def report(game: MatchGame) -> None:
            if game.forfeit:
                raise EngineError(f"{plan.players[1 - (game.winner or 0)].name}: {game.reason}")
            turns = self._judge.turns(plan.opening(game.number).position, game.moves)
            count_leaks(game, turns, (measured.leak, played.leak))
            played.score = match.score
            self._keep(plan, game, turns)
            self._show(measured, against, len(match.games), games)

        match.run(report)

    def _player(self, name: str, number: int) -> PlayerConfig:
        """Levels play as in the app with the bundled tables; Perfect has the complete ones."""
        options = self._options
        if not name.isdigit() and name != PERFECT:
            return PlayerConfig(name, name, go=f"movetime {options.movetime}", movetime=options.movetime / 1000)
        level = str(option("Level").maximum) if name == PERFECT else name
        settings = [("Level", level), ("MoveTimeMs", str(options.movetime)), ("Seed", str(2 * options.seed + number))]
        if name == PERFECT:
            settings += [("TablePath", str(options.tables.resolve())), ("Hash", "64"), ("ProofFirst", "true")]
        else:
            settings += [("Hash", "16")]
        return PlayerConfig(own_command(), f"{name} ({number + 1})", tuple(settings), timeout=600.0)

    def _keep(self, plan: MatchPlan, game: MatchGame, turns: Sequence[JudgedTurn]) -> None:
        if not self._options.drops:
            return
        players = (game.white, 1 - game.white)
        with self._options.drops.open("a", encoding="utf-8") as file:
            for turn in turns:
                if turn.drops:
                    name = plan.players[players[turn.side]].name
                    values = f"{WORDS[turn.before or 0]} to {WORDS[turn.after or 0]}"
                    file.write(f"{turn.position} ; {''.join(turn.moves)} ; {values} ; {name}\n")

    def _show(self, measured: Measured, against: str, done: int, games: int) -> None:
        is_terminal = sys.stderr.isatty()
        if not is_terminal and time.monotonic() - self._shown < PROGRESS_SECONDS:
            return
        self._shown = time.monotonic()
        drops, turns = measured.leak.total
        text = f"{measured.name} against {against}: {done} of {games} games, {drops} of {turns} turns drop value"
        print(f"\r\x1b[K{text}" if is_terminal else text, end="" if is_terminal else "\n", file=sys.stderr, flush=True)


def row(measured: Measured) -> str:
    leak, score = measured.leak, measured.perfect.score
    phases = " | ".join(share(leak.drops[phase], leak.turns[phase]) for phase in PHASES)
    result = f"{score.wins}, {score.draws}, {score.losses}" if score.games else ""
    name = measured.name.capitalize()
    return f"| {name} | {measured.own.score.games + score.games} | {phases} | {leak.unfinished} | {result} |"


def share(drops: int, turns: int) -> str:
    """``2.10 % of 8,812``."""
    if not turns:
        return "none"
    return f"{100 * drops / turns:.2f} % of {turns:,}" if drops else f"0 of {turns:,}"


def table(rows: Sequence[Measured]) -> str:
    return "\n".join([HEAD, *map(row, rows)])


def _facts(measured: Measured) -> dict[str, Any]:
    score = measured.perfect.score
    return {
        "player": measured.name,
        "games": measured.own.score.games,
        **_leak_facts(measured.leak),
        "against_perfect": {"won": score.wins, "drawn": score.draws, "lost": score.losses},
        "perfect_opponent": _leak_facts(measured.perfect.leak),
    }


def _leak_facts(leak: Leak) -> dict[str, Any]:
    phases = {phase: {"turns": leak.turns[phase], "drops": leak.drops[phase]} for phase in PHASES}
    return {**phases, "not_judged": leak.unknown, "wins_not_finished": leak.unfinished}
