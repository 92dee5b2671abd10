"""Game review: the value of each position, where the game turned, what would have been better."""

from __future__ import annotations

from sanmill.control.board import intents
from sanmill.control.board.game_mode import GameMode
from sanmill.control.board.navigation import Navigation
from sanmill.control.board.taps import Refuse
from sanmill.control.board.touch import Touch
from sanmill.control.context import Context
from sanmill.control.effects import Toast
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.views.types import GameView
from sanmill.core.game.model import Side
from sanmill.core.progress.statistics import VERSUS
from sanmill.core.text.i18n import text

from . import view as review_view
from .intents import LearnMistakes, NextMistake, PlayBest, TryAgain
from .judging import Judging
from .walk import Walk

NAME = "review"


class Review(GameMode):
    """A review of a copy of the game; the game itself stays as it is."""

    def __init__(self, context: Context, game: Session) -> None:
        super().__init__(context, game.copy())
        self.game = game
        self.tried = ""  # the name of the game started from here
        self.tried_turn = 0  # of that game, its first turn
        self._has_looked = False  # the user chose a position or tried a move
        self._first_shown: int | None = None  # the ply
        self.judging = Judging(self, game, self._show_first_moment)
        self.walk = Walk(self, self.judging)
        self.touch = Touch(self, self._refusal, absorbs=self._absorbs, enter=self._try_move)
        self.assemble(
            Navigation(self, last=self.judging.last),
            self.judging,
            self.walk,
            self.touch,
            handlers={
                intents.JumpTo: lambda _: self._look_elsewhere(),
                PlayBest: lambda _: self._look_elsewhere(),
                NextMistake: lambda _: self._look_elsewhere(),
                TryAgain: lambda intent: self.try_again(intent.ply),
                intents.ExplorePosition: lambda _: self._explore(),
                LearnMistakes: lambda intent: self._learn(intent.side),
            },
        )

    def view(self) -> GameView:
        return review_view.review_view(self)

    def _explore(self) -> None:
        self.context.features.explorer.explore(self.session, self.walk.shown)

    def _learn(self, side: Side) -> None:
        """Add the mistakes of a side to the user's course; of a game that has several users, they say which."""
        is_new = self.context.features.course.add(self.game, side)
        self.context.tell(Toast((text("review.learning" if is_new else "review.learned"),)))

    def _refusal(self) -> Refuse | None:
        """Why the user may not move: there is nothing to find, or a move is on the board."""
        is_free = self.walk.is_open and not self.walk.shown
        return None if is_free else Refuse(text("review.touched"))

    def _absorbs(self) -> bool:
        """Whether a tap does no more than say what can be done; a wrong try leaves the board before it."""
        self._look_elsewhere()
        self.walk.take_back()
        if self.walk.is_open:
            return False
        self.context.tell(Toast((text("review.touched"),)))
        return True

    def _try_move(self, move: str) -> None:
        self._look_elsewhere()
        self.touch.reset()
        self.walk.attempt(move)

    def _look_elsewhere(self) -> None:
        self._has_looked = True

    def _show_first_moment(self) -> None:
        """Show where the game turned, by what is known so far, unless the user looks elsewhere."""
        ply = self.judging.first_to_show
        if ply is not None and ply != self._first_shown and not self._has_looked:
            self._first_shown = ply
            self.cursor.show(ply)
            self.reset()

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
        for move in (*self.cursor.line[:ply], *(self.walk.shown if ply == self.cursor.ply else ())):
            game.play(move)
        game.info.counts = False
        game.is_flipped = self.session.is_flipped
        self.tried, self.tried_turn = game.info.name, self.cursor.states[ply].turn
        self.context.current.open(game)


def is_about(review: Review, game: Session) -> bool:
    """Whether a review shows a game as it stands."""
    return review.game is game and review.cursor.mainline.moves[: review.judging.last] == game.cursor.played
