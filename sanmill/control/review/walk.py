"""The walk through the mistakes of a game: each is shown before it was made, and the user looks for a better move."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from sanmill.control.board import intents
from sanmill.control.board.game_mode import GameMode
from sanmill.control.board.judge import Judgement
from sanmill.control.board.mode import Part
from sanmill.control.board.timers import Timers
from sanmill.core.game.move import Move
from sanmill.core.game.review import Grade
from sanmill.engine.game import Game

from .intents import NextMistake, PlayBest
from .judging import Judging

SEEN = 1.4  # seconds that a wrong try stays on the board


class TryWorth(Enum):
    """What a try is worth."""

    RIGHT = "right"
    NEARLY = "nearly"  # better than the move played, though not good
    SAME = "same"  # as the move played
    WRONG = "wrong"


@dataclass(frozen=True)
class Try:
    """A move that the user tried instead of a mistake."""

    move: Move
    answer: TryWorth
    judgement: Judgement  # of this move


class Walk(Part):
    """The moves on the board after the position of the game, and the mistakes done with."""

    def __init__(self, review: GameMode, judging: Judging) -> None:
        super().__init__()
        self._review = review
        self._judging = judging
        self._timers = Timers(review.context.clock)
        self.shown: tuple[Move, ...] = ()  # on the board after the position shown
        self.done: dict[int, bool] = {}  # mistakes done with, by ply: whether the user found something better
        self.last_try: Try | None = None  # at the position shown
        self.handlers = {
            intents.JumpTo: lambda _: self.reset(),
            NextMistake: lambda _: self.show_next(),
            PlayBest: lambda _: self.play_best(),
        }

    def reset(self) -> None:
        self._timers.cancel()
        self.shown, self.last_try = (), None

    def close(self) -> None:
        self._timers.cancel()

    # Mistakes.

    @property
    def mistakes(self) -> list[int]:
        """The plies of the mistakes to look at, in the order of their cards."""
        judging = self._judging
        return [ply for ply, _ in judging.moments() if judging.side_at(ply) in judging.judged]

    @property
    def is_open(self) -> bool:
        """Whether the position shown waits for something better."""
        ply = self._review.cursor.ply
        return ply in self.mistakes and ply not in self.done and not self.is_right

    @property
    def is_right(self) -> bool:
        return self.last_try is not None and self.last_try.answer is TryWorth.RIGHT

    @property
    def next_ply(self) -> int | None:
        """The next mistake that is not done with, after the one shown and then from the first."""
        plies, ply = self.mistakes, self._review.cursor.ply
        start = plies.index(ply) + 1 if ply in plies else 0
        return next((each for each in (*plies[start:], *plies[:start]) if each != ply and each not in self.done), None)

    def show_next(self) -> None:
        ply = self.next_ply
        if ply is not None:
            self._review.cursor.show(ply)
            self._review.reset()

    # Moves after the position shown.

    @property
    def line(self) -> tuple[Move, ...]:
        """The best line of the position shown, or that of a right try."""
        if self.last_try and self.is_right:
            return self.last_try.judgement.played.moves
        best = self._judging.lines.get(self._review.cursor.ply)
        return best.moves if best else ()

    def game(self) -> Game:
        """The position on the board."""
        review = self._review
        if not self.shown:
            return review.cursor.game
        position = review.session.position_at(review.cursor.ply)
        game = Game(position.rules, position.start or None)
        for move in (*position.moves, *self.shown):
            game.play(move)
        return game

    def play_best(self) -> None:
        """Show the position after the next turn of the line."""
        if self.last_try and not self.is_right:
            self.reset()
        moves, end = self.line, len(self.shown) + 1
        while end < len(moves) and moves[end].is_removal:
            end += 1
        if end <= len(moves):
            if self.is_open:
                self.done[self._review.cursor.ply] = False
            self.shown = moves[:end]

    # Tries.

    def attempt(self, move: str) -> None:
        """Judge a try; one that is not right stays on the board for a moment."""
        ply = self._review.cursor.ply
        played = self._judging.judgements[ply]
        line = next((line for line in self._judging.choices[ply] if line.move == move), None)
        if line is None:
            return
        judgement = Judgement(played.position, played.state, played.best, line)
        self.last_try = Try(Move(move), _answer_of(judgement, played), judgement)
        self.shown = (Move(move),)
        if self.is_right:
            self.done[ply] = True
            self._timers.cancel()
        else:
            self._timers.set("try", SEEN, self._show_mistake)

    def _show_mistake(self) -> None:
        self.take_back()
        self._review.context.update()

    def take_back(self) -> None:
        """Take a wrong try from the board; what was said of it stays."""
        if self.last_try and not self.is_right:
            self._timers.cancel()
            self.shown = ()


def _answer_of(tried: Judgement, played: Judgement) -> TryWorth:
    if tried.cost.grade is Grade.GOOD:
        return TryWorth.RIGHT
    if tried.played.move == played.played.move:
        return TryWorth.SAME
    return TryWorth.NEARLY if tried.cost.lost < played.cost.lost / 2 else TryWorth.WRONG
