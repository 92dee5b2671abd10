"""Opponents without an engine: one plays at random, one closes every mill it sees."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from sanmill.engine.game import Game

from .uci_client import Thought

Choice = Callable[[Game, random.Random], str]


def choose_random(game: Game, dice: random.Random) -> str:
    """Any legal move."""
    return dice.choice(game.legal())


def choose_mills(game: Game, dice: random.Random) -> str:
    """A move that closes a mill if there is one, any otherwise. What it takes is left to chance."""
    legal = game.legal()
    trial = game.copy()
    closing: list[str] = []
    for move in legal:
        if move.startswith("x"):
            continue
        trial.play(move)
        if move.rpartition("-")[2] in trial.view.in_mills:  # the piece just set stands in a mill
            closing.append(move)
        trial.undo()
    return dice.choice(closing or legal)


BOTS: dict[str, Choice] = {"random": choose_random, "mills": choose_mills}


class Bot:
    """A player of a match that needs no process."""

    def __init__(self, choice: Choice, dice: random.Random) -> None:
        self._choice = choice
        self._dice = dice
        self._game: Game | None = None

    def begin(self, game: Game) -> None:
        """A new game; the bot follows it by itself."""
        self._game = game.copy()

    def choose(self, moves: Sequence[str], start: str = "") -> Thought:
        """What it plays after these moves."""
        assert self._game is not None, "begin comes first"
        for move in moves[self._game.view.ply :]:
            self._game.play(move)
        return Thought(self._choice(self._game, self._dice))

    def close(self) -> None:
        """There is nothing to end."""
