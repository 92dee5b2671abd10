"""``python -m sanmill play``: a game in the terminal."""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence

from sanmill.engine.game import Game
from sanmill.engine.search.options import option

from .command import add_rules, command, whole
from .terminal_game import COMPUTER, HUMAN, PLAYERS, TerminalGame
from .terminal_opponent import EngineOpponent


@command("play")
def main(arguments: Sequence[str]) -> int:
    options = _parser().parse_args(arguments)
    players = (options.white, options.black)
    opponent: EngineOpponent | None = None
    terminal: TerminalGame | None = None
    try:
        game = Game(f"{options.variant} {options.rules}".strip(), options.position)
        if COMPUTER in players:
            opponent = _opponent(game.rules_text, options)
        terminal = TerminalGame(game, players, options.position, random.Random(options.seed), opponent)
        terminal.run()
    finally:
        for each in (opponent, terminal.helper if terminal else None):
            if each:
                each.close()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sanmill play", description="Play in the terminal. Type help there for its commands."
    )
    level, time = option("Level"), option("MoveTimeMs")
    add = parser.add_argument
    add_rules(parser, "")
    for side, player in (("--white", HUMAN), ("--black", COMPUTER)):
        words = f"{', '.join(PLAYERS)} (default: %(default)s)"
        add(side, choices=PLAYERS, default=player, metavar="PLAYER", help=words)
    add(
        "--level",
        type=whole(level.minimum, level.maximum),
        default=3,
        metavar="N",
        help=f"strength of the computer, {level.minimum} to {level.maximum} (default: %(default)s)",
    )
    styles = option("Style").choices
    add(
        "--style",
        choices=styles,
        default=styles[0],
        metavar="STYLE",
        help=f"{', '.join(styles)} (default: %(default)s)",
    )
    add(
        "--movetime",
        type=whole(1, time.maximum),
        default=1000,
        metavar="MS",
        help=f"milliseconds for a move of the highest level, 1 to {time.maximum} (default: %(default)s)",
    )
    add(
        "--seed",
        type=whole(1, option("Seed").maximum),
        metavar="N",
        help="1 or more: the computer plays the same game each time (default: another one)",
    )
    add("--position", metavar="FEN", help="start from this position, in quotes (default: the empty board)")
    return parser


def _opponent(rules: str, options: argparse.Namespace) -> EngineOpponent:
    settings = {"Level": str(options.level), "Style": options.style, "MoveTimeMs": str(options.movetime)}
    if options.seed:
        settings["Seed"] = str(options.seed)
    return EngineOpponent(rules, options.position or "", tuple(settings.items()))
