"""The command line: the app, a game in the terminal, the UCI engine, the list of variants, developer tools.

Each command imports its modules when it runs, so that none pays for another's imports.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import __version__

if TYPE_CHECKING:
    from .tools.terminal_opponent import EngineOpponent

CANNOT_START = 2
INTERRUPTED = 130
# Commands with a parser of their own.
APP = "app"
TOOLS = {
    APP: ("sanmill.app", "open the app; so does sanmill alone"),
    "match": ("sanmill.tools.match_cli", "let two engines play many games"),
    "ladder": ("sanmill.tools.ladder", "measure the levels, each by the one below"),
    "leak": ("sanmill.tools.leak_cli", "how often levels and engines drop value, by the complete tables"),
    "learn": ("sanmill.tools.learn", "learn the evaluation of a variant"),
    "soak": ("sanmill.tools.soak", "play many fast games in which nothing may go wrong"),
    "rules": ("sanmill.tools.rules_cli", "check rules against those of the standard game"),
    "opening": ("sanmill.tools.opening_cli", "exact values of the turns of a position; builds the opening book"),
    "tables": ("sanmill.tools.tablebase_cli", "endgame tables: build, info, verify, probe, positions"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        code = _run(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print()
        return INTERRUPTED
    except BrokenPipeError:
        # The reader closed the pipe; discard the buffered output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code


def _run(words: list[str]) -> int:
    words = words or [APP]
    if words == [APP] and not _has_display():
        return _fail("there is no display to open a window on. To play here in the terminal, type: sanmill play")
    if words[0] in TOOLS:
        tool = importlib.import_module(TOOLS[words[0]][0])
        return int(tool.main(words[1:]))
    from .engine.errors import EngineError

    options = _parser().parse_args(words)
    try:
        return int(options.run(options))
    except EngineError as error:
        return _fail(error)


def _has_display() -> bool:
    is_open = sys.platform in ("win32", "darwin")
    return is_open or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))


def _parser() -> argparse.ArgumentParser:
    from .tools.terminal_players import AI, HUMAN, PLAYERS

    parser = argparse.ArgumentParser(prog="sanmill", description="The game of Mill and its variants.")
    parser.add_argument("--version", action="version", version=f"sanmill {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    play = commands.add_parser("play", help="play in the terminal")
    play.add_argument("--variant", default="", help="a named variant, see the command variants")
    play.add_argument("--rules", default="", help='changes to it, like "PiecesCount=12 MayFly=false"')
    play.add_argument("--white", choices=PLAYERS, default=HUMAN, help="who plays White (default: %(default)s)")
    play.add_argument("--black", choices=PLAYERS, default=AI, help="who plays Black (default: %(default)s)")
    play.add_argument("--level", default="3", help="how strong the AI is (default: %(default)s)")
    play.add_argument("--style", default="balanced", help="how the AI likes to play (default: %(default)s)")
    play.add_argument("--movetime", default="1000", metavar="MS", help="for the highest level (default: %(default)s)")
    play.add_argument("--seed", type=int, help="makes play the same each time")
    play.add_argument("--position", metavar="FEN", help="start from this position")
    play.set_defaults(run=_play)

    uci = commands.add_parser("uci", help="start the console engine")
    uci.add_argument("arguments", nargs=argparse.REMAINDER, help="handed on to it")
    uci.set_defaults(run=_uci)

    variants = commands.add_parser("variants", help="list the variants and what they change")
    variants.set_defaults(run=_variants)

    for name, (_, help_text) in TOOLS.items():
        commands.add_parser(name, help=help_text)
    return parser


def _fail(cause: object) -> int:
    print(f"sanmill: {cause}", file=sys.stderr)
    return CANNOT_START


def _variants(_: argparse.Namespace) -> int:
    from .engine.rules import variants

    listed = variants()
    width = max(len(variant.name) for variant in listed)
    for variant in listed:
        print(f"{variant.name:<{width}}  {variant.changes or 'the standard rules'}")
    return 0


def _uci(options: argparse.Namespace) -> int:
    from .engine.paths import console_paths

    paths = console_paths()
    for path in paths:
        if path.is_file():
            command = [str(path), *options.arguments]
            try:
                if os.name == "nt":
                    return subprocess.call(command)
                os.execv(command[0], command)
            except OSError as error:
                return _fail(f"the console engine cannot be started: {error}")
    looked = ", ".join(str(path) for path in paths)
    return _fail(f"the console engine is not there; run: make engine. Looked at: {looked}")


def _play(options: argparse.Namespace) -> int:
    from .engine.game import Game
    from .tools.terminal_game import TerminalGame
    from .tools.terminal_players import AI

    players = (options.white, options.black)
    opponent: EngineOpponent | None = None
    terminal: TerminalGame | None = None
    try:
        game = Game(f"{options.variant} {options.rules}".strip(), options.position)
        if AI in players:
            opponent = _make_opponent(game.rules_text, options)
        terminal = TerminalGame(game, players, options.position, random.Random(options.seed), opponent)
        terminal.run()
    finally:
        for each in (opponent, terminal.helper if terminal else None):
            if each:
                each.close()
    return 0


def _make_opponent(rules: str, options: argparse.Namespace) -> EngineOpponent:
    from .tools.terminal_opponent import EngineOpponent

    settings = {"Level": options.level, "Style": options.style, "MoveTimeMs": options.movetime}
    if options.seed:
        settings["Seed"] = str(options.seed)
    return EngineOpponent(rules, options.position or "", tuple(settings.items()))
