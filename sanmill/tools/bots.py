"""Opponents without a search: one plays at random, one closes every mill it can."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from sanmill.core.game.move import Move
from sanmill.engine.game import Game

from .uci_client import PlayResult

Choice = Callable[[Game, random.Random], str]


def choose_random(game: Game, dice: random.Random) -> str:
    return dice.choice(game.legal())


def choose_mills(game: Game, dice: random.Random) -> str:
    """A move that closes a mill, if there is one, otherwise any; removals are random."""
    legal = game.legal()
    trial = game.copy()
    closing: list[str] = []
    for move in map(Move, legal):
        if move.is_removal:
            continue
        trial.play(move)
        if move.end in trial.view.in_mills:
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

    def new_game(self, game: Game) -> None:
        self._game = game.copy()

    def choose(self, moves: Sequence[str], start: str = "") -> PlayResult:
        assert self._game is not None, "new_game comes first"
        self._game.play(*moves[self._game.view.ply :])
        return PlayResult(Move(self._choice(self._game, self._dice)))

    def close(self) -> None:
        """Nothing to end."""
