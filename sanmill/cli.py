"""The command line: the app, a game in the terminal, the UCI engine, the list of variants, developer tools.

Each command imports its modules when it runs, so that none pays for another's imports.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import random
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from . import __version__

if TYPE_CHECKING:
    from .core.model import GameState, Result, Side
    from .engine.game import Game
    from .tools.terminal_opponent import Opponent

CANNOT_START = 2
INTERRUPTED = 130
HUMAN, AI = "human", "ai"
PLAYERS = (HUMAN, AI, "random")
# Commands with a parser of their own.
APP = "app"
TOOLS = {
    APP: ("sanmill.app", "open the app; so does sanmill alone"),
    "match": ("sanmill.tools.match_cli", "let two engines play many games"),
    "ladder": ("sanmill.tools.ladder", "measure the levels, each by the one below"),
    "soak": ("sanmill.tools.soak", "play many fast games in which nothing may go wrong"),
    "tables": ("sanmill.tools.tablebase_cli", "endgame tables: build, info, verify, probe"),
}

HELP = """\
d6          place a piece on d6
a4-a7       move a piece from a4 to a7
xd6         take the piece on d6; b4xd6 and a4-a7xd6 do both at once
moves       list what can be played now
undo, redo  take back, play again
fen         show the position as text
save FILE   keep the game in a file
help, quit  these words, the way out"""


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
        os.environ.setdefault("KIVY_NO_ARGS", "1")  # Kivy must not parse the arguments
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

    players = (options.white, options.black)
    opponent: Opponent | None = None
    try:
        game = Game(f"{options.variant} {options.rules}".strip(), options.position)
        if AI in players:
            opponent = _make_opponent(game.rules_text, options)
        _TerminalGame(game, players, options.position, random.Random(options.seed), opponent).run()
    finally:
        if opponent:
            opponent.close()
    return 0


def _make_opponent(rules: str, options: argparse.Namespace) -> Opponent:
    from .tools.terminal_opponent import Opponent

    settings = {"Level": options.level, "Style": options.style, "MoveTimeMs": options.movetime}
    if options.seed:
        settings["Seed"] = str(options.seed)
    return Opponent(rules, options.position or "", tuple(settings.items()))


@dataclass
class _TerminalGame:
    """A game in the terminal: shows the board, reads moves and commands."""

    game: Game
    players: tuple[str, str]
    position: str | None
    dice: random.Random
    opponent: Opponent | None
    is_shown: bool = False  # whether the board on the screen is current

    def run(self) -> None:
        """Play until the user quits; without a human player until the game is over."""
        print(f"Rules: {self.game.rules_text}. O is White, @ is Black. Type help for help.")
        while True:
            view = self.game.view
            if view.result is None and self.players[view.side] != HUMAN:
                self._play_by_computer(view.side)
                continue
            self._show(view)
            if HUMAN not in self.players:
                return
            try:
                words = input("> ").split()
            except EOFError:
                print()
                return
            if words and words[0].lower() == "quit":
                return
            self._execute(words)

    def _show(self, view: GameState) -> None:
        if not self.is_shown:
            print(f"\n{self.game.drawing()}\n{_result_words(view.result) if view.result else self._request(view)}")
        self.is_shown = True

    def _request(self, view: GameState) -> str:
        """Who is to move and what kind of move is due."""
        example = self.game.legal()[0]
        if view.pending_removals[view.side]:
            request = "take a piece"
        elif view.may_place:
            request = f"place a piece, {view.in_hand[view.side]} in hand" + (", or move one" if view.may_move else "")
        else:
            request = "move a piece; it may fly" if view.may_fly[view.side] else "move a piece"
        return f"{_name(view.side)}: {request} (like {example})."

    def _execute(self, words: list[str]) -> None:
        commands: dict[str, Callable[[], None]] = {
            "moves": self._show_moves,
            "undo": self._undo,
            "redo": self._redo,
            "fen": lambda: print(self.game.position),
            "help": lambda: print(HELP),
        }
        command = commands.get(" ".join(words).lower())
        if command:
            command()
        elif words and words[0].lower() == "save":
            self._save(" ".join(words[1:]))
        elif words:
            self._play_words("".join(words).lower())

    def _play_words(self, text: str) -> None:
        """Play a turn; if part of it is illegal or belongs to the other side, nothing of it is played."""
        from .engine.errors import EngineError
        from .engine.rules import refusal_text

        side = self.game.view.side
        trial = self.game.copy()
        hint = "" if self.game.result else " Type moves to see what you can play."
        try:
            for move in re.findall("x?[^x]+|x", text):
                refusal = trial.refusal(move)
                if refusal == "unreadable":
                    print(f"{text!r} is neither a move nor a command. Type moves or help.")
                    return
                if trial.view.side != side:
                    print(f"After that it is {_name(trial.view.side)}'s turn.")
                    return
                if refusal != "none":
                    print(_sentence(refusal_text(refusal)) + hint)
                    return
                trial.play(move)
        except EngineError as error:
            print(_sentence(str(error)) + hint)
            return
        self._replace_game(trial)

    def _play_by_computer(self, side: Side) -> None:
        if self.players[side] == AI and self.opponent:
            move = self.opponent.choose(self.game.history)
        else:
            move = self.dice.choice(self.game.legal())
        self.game.play(move)
        self.is_shown = False
        print(f"{_name(side)} plays {move}.")

    def _replace_game(self, game: Game) -> None:
        self.game = game
        self.is_shown = False

    def _undo(self) -> None:
        """Undo to the last move of a human player, including the replies of the computer."""
        game = self.game.copy()
        while game.undo():
            if self.players[game.view.side] == HUMAN:
                self._replace_game(game)
                return
        print("There is nothing to take back.")

    def _redo(self) -> None:
        game = self.game.copy()
        if not game.redo():
            print("There is nothing to play again.")
            return
        while self.players[game.view.side] != HUMAN and game.redo():
            pass
        self._replace_game(game)

    def _show_moves(self) -> None:
        legal = self.game.legal()
        print(textwrap.fill(" ".join(legal), break_on_hyphens=False) if legal else "The game is over.")

    def _save(self, name: str) -> None:
        from .core.record import Record, write

        if not name:
            print("Type save and the name of a file.")
            return
        record = Record({"White": self.players[0], "Black": self.players[1]}, result=_score(self.game.result))
        record.rules = self.game.rules_text
        record.position = self.position
        for move in self.game.history:
            record.tree.play(move)
        try:
            Path(name).expanduser().write_text(write(record), encoding="utf-8")
        except (OSError, ValueError, RuntimeError) as error:
            print(f"The game is not saved: {getattr(error, 'strerror', None) or error}.")
        else:
            print(f"Saved in {name}.")


# Texts.


def _name(side: Side) -> str:
    return side.name.capitalize()


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _score(result: Result | None) -> str:
    if result is None:
        return "*"
    return "1/2-1/2" if result.winner is None else ("1-0", "0-1")[result.winner]


def _result_words(result: Result) -> str:
    from .core.model import Reason

    loser = "Nobody" if result.winner is None else _name(result.winner.other)
    causes = {
        Reason.FEW_PIECES: f"{loser} has too few pieces left.",
        Reason.NO_MOVES: f"{loser} cannot move.",
        Reason.BOARD_FULL: "The board is full.",
        Reason.N_MOVES: "No piece has been taken for too long.",
        Reason.THREEFOLD: "The position came up again.",
    }
    if result.winner is None:
        causes[Reason.FEW_PIECES] = "Both sides have too few pieces left."
        causes[Reason.NO_MOVES] = "There is no move left."
    verdict = "Draw." if result.winner is None else f"{_name(result.winner)} wins."
    return f"{verdict} {causes[result.reason]}"
