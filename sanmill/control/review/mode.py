"""Game review: the value of each position, where the game turned, what would have been better."""

from __future__ import annotations

from sanmill.control.board import intents
from sanmill.control.board.game_mode import GameMode
from sanmill.control.board.navigation import Navigation
from sanmill.control.context import Context
from sanmill.control.effects import Toast
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.views.types import GameView
from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.core.progress.statistics import VERSUS
from sanmill.core.text.i18n import text
from sanmill.engine.game import Game

from . import view as review_view
from .intents import LearnMistakes, PlayBest, TryAgain
from .judging import Judging

NAME = "review"


class Review(GameMode):
    """A review of a copy of the game; the game itself stays as it is."""

    def __init__(self, context: Context, game: Session) -> None:
        super().__init__(context, game.copy())
        self.game = game
        self.judging = Judging(self, game, self._show_first_moment)
        self.tried = ""  # the name of the game started from here
        self.best_shown = 0  # moves of the best line on the board
        self._has_jumped = False
        self.assemble(
            Navigation(self, last=self.judging.last),
            self.judging,
            handlers={
                intents.JumpTo: lambda _: self._show_best(0),
                PlayBest: lambda _: self.play_best(),
                TryAgain: lambda intent: self.try_again(intent.ply),
                intents.ExplorePosition: lambda _: self._explore(),
                LearnMistakes: lambda intent: self._learn(intent.side),
            },
        )

    def view(self) -> GameView:
        return review_view.review_view(self)

    def best_moves(self) -> tuple[Move, ...]:
        """The best line of the position shown."""
        line = self.judging.lines.get(self.cursor.ply)
        return line.moves if line else ()

    def shown_game(self) -> Game:
        """The position on the board: of the game, or after some moves of the best line."""
        if not self.best_shown:
            return self.cursor.game
        position = self.session.position_at(self.cursor.ply)
        game = Game(position.rules, position.start or None)
        for move in (*position.moves, *self.best_moves()[: self.best_shown]):
            game.play(move)
        return game

    def _explore(self) -> None:
        self.context.features.explorer.explore(self.session, self.best_moves()[: self.best_shown])

    def _learn(self, side: Side) -> None:
        """Add the mistakes of a side to the user's course; of a game that has several users, they say which."""
        is_new = self.context.features.course.add(self.game, side)
        self.context.tell(Toast((text("review.learning" if is_new else "review.learned"),)))

    def play_best(self) -> None:
        """Show the position after the next turn of the best line."""
        moves, end = self.best_moves(), self.best_shown + 1
        while end < len(moves) and moves[end].is_removal:
            end += 1
        if end <= len(moves):
            self._show_best(end)

    def _show_best(self, moves: int) -> None:
        self._has_jumped = True
        self.best_shown = moves

    def _show_first_moment(self) -> None:
        """Show where the game turned, unless the user looks elsewhere."""
        first = None if self._has_jumped else next(iter(self.judging.moments()), None)
        if first is not None:
            self.cursor.show(first[0])

    def try_again(self, ply: int) -> None:
        """Start a practice game from a ply; it does not count."""
        old = self.session.info
        mode, players = old.mode, old.players
        if not self.human_sides:  # a watched game: take over the side to move
            level = max(player.level for player in players)
            engine = Player(True, level, players[0].style)
            mode = VERSUS
            players = (Player(), engine) if self.cursor.states[ply].side is Side.WHITE else (engine, Player())
        game = Session(mode, old.rules, players, start=old.start)
        for move in (*self.cursor.line[:ply], *self.best_moves()[: self.best_shown]):
            game.play(move)
        game.info.counts = False
        game.is_flipped = self.session.is_flipped
        self.tried = game.info.name
        self.context.current.open(game)


def is_about(review: Review, game: Session) -> bool:
    """Whether a review shows a game as it stands."""
    return review.game is game and review.cursor.mainline.moves[: review.judging.last] == game.cursor.played
