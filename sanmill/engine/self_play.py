"""A few fast games of the engine against itself, to try out a set of rules."""

from __future__ import annotations

import random
from collections.abc import Callable

from .game import Game
from .messages import MoveChosen, Position, Think, Trial
from .searcher import Searcher

LEVEL = 7
MOVES_MAX = 400  # after which a game counts as drawn
OPENING = 2  # random moves, so that games differ
OPTIONS = (("Level", str(LEVEL)), ("Hash", "4"), ("Threads", "1"))


def play(rules: str, games: int, report: Callable[[Trial], bool], *, seed: int = 1) -> Trial:
    """Play games. ``report`` is called before the first game, before each move and after each game; when it returns
    False, the unfinished game is dropped."""
    trial = Trial()
    dice = random.Random(seed)
    searcher = Searcher()
    ticket = 0
    while len(trial.winners) < games and report(trial):
        game = Game(rules)
        while game.result is None and len(game.history) < MOVES_MAX:
            if not report(trial):
                return trial
            moves = game.history
            ticket += 1
            if len(moves) < OPENING:
                move = dice.choice(game.legal())
            else:
                answer = searcher.think(Think(ticket, Position(rules, moves), OPTIONS))
                assert isinstance(answer, MoveChosen)
                move = answer.move
            game.play(move)
        winner = game.result.winner if game.result else None
        trial = Trial((*trial.winners, winner), (*trial.lengths, game.view.turn))
    report(trial)
    return trial
