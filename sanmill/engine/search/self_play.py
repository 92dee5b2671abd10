"""A few fast games of the engine against itself: to try out rules, or one set of options against another."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from sanmill.core.game.model import Side
from sanmill.engine.game import Game
from sanmill.engine.jobs import GAMES, Job, Work
from sanmill.engine.messages import Limits, MoveChosen, Position, Trial, TrialProgress

from .jobs import Think
from .searcher import Searcher

MOVES_MAX = 400  # after which a game counts as drawn
RESOURCES = (("Hash", "4"), ("Threads", "1"))
Options = tuple[tuple[str, str], ...]
LEVEL: Options = (("Level", "7"),)


@dataclass(frozen=True)
class Series:
    """Games of two players by their options, the same whenever they are played. Every opening is played twice, with the
    colours exchanged."""

    rules: str
    games: int
    players: tuple[Options, Options] = (LEVEL, LEVEL)
    limits: Limits = field(default_factory=Limits)  # of a search; none: those of the level
    opening: int = 2  # random moves, so that games differ
    seed: int = 1


def side_of_first(game: int) -> Side:
    """The side of the first player in a game, counted from 0."""
    return Side(game % 2)


def play(series: Series, report: Callable[[Trial], bool]) -> Trial:
    """Play games. ``report`` is called before the first game, before each move and after each game; when it returns
    False, the unfinished game is dropped."""
    trial = Trial()
    searchers = (Searcher(), Searcher())
    ticket = 0
    while len(trial.winners) < series.games and report(trial):
        number = len(trial.winners)
        dice = random.Random(f"{series.seed} {number // 2}")
        shared = (*RESOURCES, ("Seed", str(1000 * series.seed + number + 1)))
        game = Game(series.rules)
        moves: tuple[str, ...] = ()
        while game.result is None and len(moves) < MOVES_MAX:
            if not report(trial):
                return trial
            ticket += 1
            if len(moves) < series.opening:
                move = dice.choice(game.legal())
            else:
                player = int(game.side is not side_of_first(number))
                options = (*shared, *series.players[player])
                answer = searchers[player].think(Think(ticket, Position(series.rules, moves), options, series.limits))
                assert isinstance(answer, MoveChosen)
                move = answer.move
            game.play(move)
            moves = (*moves, move)
        winner = game.result.winner if game.result else None
        trial = Trial((*trial.winners, winner), (*trial.lengths, game.view.turn))
    report(trial)
    return trial


@dataclass(frozen=True)
class PlaySeries(Job):
    """Play a series and tell of each game. A stop ends it after the games played so far."""

    ticket: int
    series: Series

    queue = GAMES

    def nothing_found(self) -> TrialProgress:
        return TrialProgress(self.ticket, Trial(), is_over=True)

    def run(self, work: Work) -> TrialProgress:
        done = 0

        def report(trial: Trial) -> bool:
            nonlocal done
            if len(trial.winners) != done:
                done = len(trial.winners)
                work.emit(TrialProgress(self.ticket, trial, is_over=False))
            return not work.is_stopped

        return TrialProgress(self.ticket, play(self.series, report), is_over=True)
