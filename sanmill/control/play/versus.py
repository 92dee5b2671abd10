"""A person against the engine."""

from __future__ import annotations

import random
from dataclasses import replace

from sanmill.control.board import intents
from sanmill.control.board.actions import MENU, menu_of
from sanmill.control.board.annotation import Annotation
from sanmill.control.board.awake import Awake
from sanmill.control.board.clock import Clock
from sanmill.control.board.drawing import Drawing
from sanmill.control.board.game_end import REMATCH, GameEnd
from sanmill.control.board.game_mode import GameMode
from sanmill.control.board.game_view import game_view, result_of
from sanmill.control.board.help import Help
from sanmill.control.board.messages import Messages
from sanmill.control.board.navigation import Navigation, TakeBack
from sanmill.control.board.opponent import Opponent
from sanmill.control.board.touch import Touch
from sanmill.control.context import Context
from sanmill.control.games import new_game
from sanmill.control.games.clock_settings import VERSUS_CLOCK
from sanmill.control.games.game_info import TIMED_OUT, Player
from sanmill.control.games.people import opponent_name
from sanmill.control.games.session import Session
from sanmill.control.views.types import Action, GameView, ResultView
from sanmill.core import settings
from sanmill.core.progress.statistics import VERSUS
from sanmill.core.settings import Settings
from sanmill.core.text.i18n import text

from .coach import Coach, Preparation
from .intents import TryLevel
from .manners import Manners
from .turning import TurningPoint


def new_session(chosen: Settings) -> Session:
    side = chosen.get(settings.SIDE)
    if side == "either":
        side = random.choice(("white", "black"))
    is_rated = chosen.get(settings.RATED)
    engine = Player(
        True,
        chosen.get(settings.LEVEL),
        chosen.get(settings.STYLE),
        algorithm=settings.ALGORITHM.default if is_rated else "",  # what the levels were rated with
        weights="" if is_rated else chosen.get(settings.WEIGHTS),
    )
    players = (Player(), engine) if side == "white" else (engine, Player())
    session = new_game.new_session(VERSUS, chosen, players, is_rated=is_rated)
    session.info.clock = None if is_rated else VERSUS_CLOCK.clock(chosen, is_swapped=side != "white")
    return session


class Versus(GameMode):
    """One side is the user's, the other the engine's. The coach may comment on the user's moves.

    A rated game has no undo, no hints and no clock, so that ratings compare games under the same conditions; only rated
    games change the rating. A loss on time stays.
    """

    def __init__(self, context: Context, session: Session) -> None:
        super().__init__(context, session)
        self.messages = Messages(self)
        self.coach = Coach(self, self.messages)
        self.touch = Touch(self, self.refusal)
        self.clock = Clock(self, self.touch)
        self.undo = TakeBack(self, self.touch, final=TIMED_OUT)
        self.opponent = Opponent(
            self,
            self.touch,
            self.messages,
            is_held=self.clock.is_holding,
            awaits=self.coach.is_judging,
            reply_from=lambda: self.coach.reply_from,
            clock=self.clock,
        )
        self.help = Help(self, self.touch, self.messages, self.opponent.is_turn)
        self.annotation = Annotation(self)
        self.drawing = Drawing(self)
        self.awake = Awake(self)
        self.manners = Manners(self)
        self.turning = TurningPoint(self)
        self.assemble(
            self.messages,
            self.clock,
            self.opponent,
            self.coach,
            self.help,
            Preparation(self, self.coach, self.touch),
            self.touch,
            self.undo,
            self.annotation,
            self.drawing,
            self.awake,
            self.manners,
            self.turning,
            Navigation(self),
            GameEnd(self, self.touch, self._rematch),
            handlers={TryLevel: lambda intent: self._try_level(intent.level)},
        )

    def view(self) -> GameView:
        return game_view(
            self,
            *(self.touch, self.help, self.clock, self.manners, self.coach, self.messages),
            *(self.annotation, self.drawing, self.awake, self.opponent, self.turning),
            result=self._result(),
            actions=self._strict_actions() if self.is_strict else self._actions(),
            overflow=self._menu(),
        )

    def _result(self) -> ResultView | None:
        """The result: after a win with the next opponent, after a loss with another try from the turning point."""
        result = result_of(self)
        if result is None:
            return None
        if self.way_back:
            return replace(result, main=self.way_back[1])
        if result.is_loss:
            return replace(result, main=self.turning.action, kind_words=self.turning.kind_words)
        level = self.context.features.results.suggested_level(self.session)
        if level is None:
            return result
        play = text("result.play", name=opponent_name(level))
        return replace(result, main=Action("play_arrow", play, TryLevel(level)))

    def _rematch(self) -> Session:
        """The same opponent, sides swapped."""
        white, black = self.session.info.players
        return self._again((black, white), is_swapped=True)

    def _again(self, players: tuple[Player, Player], *, is_swapped: bool = False) -> Session:
        rematch, clock = self.session.rematch(players), self.session.info.clock
        rematch.info.clock = clock.anew(is_swapped=is_swapped) if clock else None
        return rematch

    def _try_level(self, level: int) -> None:
        """A rematch at another level, which becomes the level of new games."""
        self.context.settings.set(settings.LEVEL, level)
        white, black = (replace(each, level=level) if each.is_engine else each for each in self.session.info.players)
        self.context.current.open(self._again((black, white)))

    # Actions.

    def _actions(self) -> tuple[Action, ...]:
        """Five that keep their places: undo, redo, hint, coach, menu. The third becomes what there is to do instead."""
        return (self.undo.action, self.undo.redo_action, self._middle(), self.coach.button, MENU)

    def _strict_actions(self) -> tuple[Action, ...]:
        retry = (Action("replay", text("play.retry"), intents.Retry()),) if self.has_failed else ()
        return (*retry, self._draw_action(), Action("flag", text("play.resign"), intents.Resign()), MENU)

    def _middle(self) -> Action:
        is_engine_turn = self.opponent.is_turn()
        if self.session.is_over:
            return REMATCH
        if self.has_failed:
            return Action("replay", text("play.retry"), intents.Retry())
        if is_engine_turn and self.opponent.is_hurry_due:
            return Action("fast_forward", text("play.move_now"), intents.MoveNow())
        return replace(self.help.hint_action, is_enabled=not is_engine_turn)

    def _draw_action(self) -> Action:
        present = self.cursor.present
        can_draw = not self.session.is_over and present.side in self.human_sides and not present.is_placing
        return Action("handshake", text("play.offer_draw"), intents.OfferDraw(), is_enabled=can_draw)

    def _menu(self) -> tuple[Action, ...]:
        """Draw and resign stand in the menu unless the game is rated."""
        resign = Action("flag", text("play.resign"), intents.Resign(), is_enabled=not self.session.is_over)
        own = () if self.session.info.is_rated else (self._draw_action(), resign)
        return menu_of(self, self.help, *own, *self.clock.buttons, *self.drawing.buttons)
