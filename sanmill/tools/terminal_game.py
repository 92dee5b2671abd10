"""A game in the terminal: shows the board, reads moves and commands."""

from __future__ import annotations

import os
import random
import re
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sanmill.core.game.model import GameState, Reason, Result, Side
from sanmill.core.game.record import Record, write
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.messages import SearchLine
from sanmill.engine.rules import refusal_text
from sanmill.engine.search.options import option

from .terminal_opponent import EngineOpponent

PLAYERS = HUMAN, COMPUTER, RANDOM = ("human", "computer", "random")
EQUAL = 60  # a score below this is about equal
HELP = """\
d6          place a piece on d6
a4-a7       move a piece from a4 to a7
xd6         take the piece on d6; b4xd6 and a4-a7xd6 do both at once
moves       list what can be played now
hint        show a good move
eval        say who stands better
level N     set the level of the computer; level alone shows it
undo, redo  undo or redo a move
resign      resign the game
fen         show the position as text
save FILE   save the game to a file
help, quit  show this list, leave"""
WHITE_PIECE, BLACK_PIECE, BOLD, PLAIN = "\033[1;33m", "\033[1;36m", "\033[1m", "\033[0m"


def has_colours() -> bool:
    """Whether the terminal shows colours and its user wants them (no-color.org)."""
    is_known = os.environ.get("TERM", "dumb") != "dumb" or "WT_SESSION" in os.environ
    return sys.stdout.isatty() and is_known and not os.environ.get("NO_COLOR")


@dataclass
class TerminalGame:
    """The game and its players; ``opponent`` plays the sides of the computer."""

    game: Game
    players: tuple[str, str]
    position: str | None
    dice: random.Random
    opponent: EngineOpponent | None
    is_shown: bool = False  # whether the board on the screen is current
    resigned: Side | None = None
    helper: EngineOpponent | None = None  # gives hints where the computer plays no side

    def run(self) -> None:
        """Play until the user quits; without a human player until the game is over."""
        white, black = self._paint("O", WHITE_PIECE), self._paint("@", BLACK_PIECE)
        print(f"Rules: {self.game.rules_text}. {white} is White, {black} is Black. Type help for help.")
        while True:
            view = self.game.view
            if not self.is_over and self.players[view.side] != HUMAN:
                self._play_by_computer(view.side)
                continue
            self._show(view)
            if HUMAN not in self.players:
                return
            # Not input(prompt): it drops an exception raised while it flushes, Ctrl-C among them.
            print("> ", end="", flush=True)
            line = sys.stdin.readline()
            if not line:
                print()
                return
            words = line.split()
            if words and words[0].lower() == "quit":
                return
            self._execute(words)

    def _show(self, view: GameState) -> None:
        if not self.is_shown:
            words = self._paint(self._result_words(), BOLD) if self.is_over else self._request(view)
            print(f"\n{self._drawing()}\n{words}")
        self.is_shown = True

    @property
    def is_over(self) -> bool:
        return self.game.result is not None or self.resigned is not None

    def _result_words(self) -> str:
        if self.resigned is not None:
            return f"{_name(self.resigned.other)} wins. {_name(self.resigned)} resigned."
        assert self.game.result is not None
        return _result_words(self.game.result)

    def _paint(self, words: str, colour: str) -> str:
        return f"{colour}{words}{PLAIN}" if has_colours() else words

    def _drawing(self) -> str:
        colours = {"O": WHITE_PIECE, "@": BLACK_PIECE}
        return re.sub("[O@]", lambda piece: self._paint(piece[0], colours[piece[0]]), self.game.drawing())

    def _request(self, view: GameState) -> str:
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
            "hint": self._hint,
            "eval": self._evaluate,
            "resign": self._resign,
            "help": lambda: print(HELP),
        }
        command = commands.get(" ".join(words).lower())
        if command:
            command()
        elif words and words[0].lower() == "save":
            self._save(" ".join(words[1:]))
        elif words and words[0].lower() == "level":
            self._set_level(" ".join(words[1:]))
        elif words:
            self._play_words("".join(words).lower())

    def _play_words(self, text: str) -> None:
        """Play a turn; if part of it is illegal or belongs to the other side, nothing of it is played."""
        if self.resigned is not None:
            print(f"{_name(self.resigned)} resigned. Type undo to play on.")
            return
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
        if self.players[side] == COMPUTER and self.opponent:
            move = self.opponent.choose(self.game.history)
        else:
            move = self.dice.choice(self.game.legal())
        self.game.play(move)
        self.is_shown = False
        print(f"{_name(side)} plays {move}.")

    def _replace_game(self, game: Game) -> None:
        self.game = game
        self.is_shown = False

    # Help and the end.

    def _best_line(self, game: Game) -> SearchLine:
        adviser = self.opponent or self.helper
        if adviser is None:
            adviser = self.helper = EngineOpponent(self.game.rules_text, self.position or "", ())
        return adviser.best_line(game.history)

    def _hint(self) -> None:
        if self.is_over:
            print(self._result_words())
            return
        game, turn = self.game.copy(), ""
        while game.result is None and (not turn or game.view.pending_removals[self.game.side]):
            move = self._best_line(game).move
            game.play(move)
            turn += move
        print(f"Try {self._paint(turn, BOLD)}.")

    def _evaluate(self) -> None:
        if self.is_over:
            print(self._result_words())
        else:
            print(evaluation_words(self._best_line(self.game), self.game.side))

    def _set_level(self, level: str) -> None:
        levels = option("Level")
        if self.opponent is None:
            print("The computer plays no side in this game.")
        elif not level:
            print(f"The computer plays at level {self.opponent.level} of {levels.maximum}.")
        elif not level.isdecimal() or not levels.minimum <= int(level) <= levels.maximum:
            print(f"Levels go from {levels.minimum} to {levels.maximum}.")
        else:
            self.opponent.level = str(int(level))
            print(f"The computer plays at level {self.opponent.level} from now on.")

    def _resign(self) -> None:
        """The human to move resigns, or the only one."""
        if self.is_over:
            print("The game is over.")
            return
        side = self.game.view.side
        self.resigned = side if self.players[side] == HUMAN else side.other
        self.is_shown = False

    # Undo, redo, saving.

    def _undo(self) -> None:
        """Undo a resignation, or to the last move of a human player, including the replies of the computer."""
        if self.resigned is not None:
            self.resigned = None
            self.is_shown = False
            return
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
        if not name:
            print("Type save and the name of a file.")
            return
        record = Record({"White": self.players[0], "Black": self.players[1]}, result=self._score())
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

    def _score(self) -> str:
        if not self.is_over:
            return "*"
        winner = self.game.result.winner if self.game.result else None
        winner = winner if self.resigned is None else self.resigned.other
        return "1/2-1/2" if winner is None else ("1-0", "0-1")[winner]


# Texts.


def _name(side: Side) -> str:
    return side.name.capitalize()


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def evaluation_words(line: SearchLine, side: Side) -> str:
    """Who stands better by the best line of a side."""
    better = _name(side if line.score > 0 else side.other)
    proof = ", proven" if line.is_proven else ""
    if line.is_proven and not line.score:
        return "A draw, proven."
    if line.is_proven and line.dtw > 0:
        return f"{better} wins in {line.dtw} turn{'s' if line.dtw > 1 else ''}, proven."
    if line.mate or line.is_proven:
        return f"{better} wins{proof}."
    score = line.score if side is Side.WHITE else -line.score
    words = "About equal" if abs(score) < EQUAL else f"{better} stands better"
    return f"{words} ({score / 100:+.1f} for White)."


def _result_words(result: Result) -> str:
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
