"""Two people on one device."""

from __future__ import annotations

from dataclasses import replace

from sanmill.control.board import intents
from sanmill.control.board.actions import MENU, MOVES, menu_of
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
from sanmill.control.board.touch import Touch
from sanmill.control.context import Context
from sanmill.control.games import new_game
from sanmill.control.games.clock_settings import TWO_PLAYERS_CLOCK
from sanmill.control.games.game_info import AGREED, SIDES, TIMED_OUT, Player, Termination
from sanmill.control.games.session import Session
from sanmill.control.views.texts import side_name
from sanmill.control.views.types import Action, GameView
from sanmill.core import settings
from sanmill.core.progress.statistics import TWO_PLAYERS
from sanmill.core.settings import Settings
from sanmill.core.text.i18n import text
from sanmill.core.text.names import one_line

NAME_MAX = 16


def new_session(chosen: Settings) -> Session:
    session = new_game.new_session(TWO_PLAYERS, chosen, (Player(), Player()))
    for side, setting in zip(SIDES, (settings.WHITE_NAME, settings.BLACK_NAME)):
        name = one_line(chosen.get(setting), NAME_MAX)
        if name:
            session.info.headers[side] = name
    session.info.clock = TWO_PLAYERS_CLOCK.clock(chosen)
    return session


class TwoPlayers(GameMode):
    """Both sides are people; the engine only helps when asked. A loss on time stays."""

    def __init__(self, context: Context, session: Session) -> None:
        super().__init__(context, session)
        self.messages = Messages(self)
        self.touch = Touch(self, self.refusal)
        self.clock = Clock(self, self.touch)
        self.undo = TakeBack(self, self.touch, final=TIMED_OUT)
        self.help = Help(self, self.touch, self.messages)
        self.annotation = Annotation(self)
        self.drawing = Drawing(self)
        self.awake = Awake(self)
        self.assemble(
            self.messages,
            self.clock,
            self.help,
            self.touch,
            self.undo,
            self.annotation,
            self.drawing,
            self.awake,
            Navigation(self),
            GameEnd(self, self.touch, self._rematch),
            handlers={intents.OfferDraw: lambda _: self._offer_draw()},
        )

    def _offer_draw(self) -> None:
        """Ask the other person."""
        if self.cursor.is_live and not self.session.is_over and not self.session.is_unconfirmed:
            side = self.cursor.present.side
            self.touch.ask(
                "play.draw_question",
                "play.draw_accept",
                lambda: self.finish(Termination(AGREED)),
                no="play.draw_decline",
                side=side_name(side),
                other=side_name(side.other),
            )

    def _rematch(self) -> Session:
        """The players change sides and take their names along."""
        info = self.session.info
        white, black = info.players
        rematch = self.session.rematch((black, white))
        for side, other in (SIDES, SIDES[::-1]):
            if side in info.headers:
                rematch.info.headers[other] = info.headers[side]
        rematch.info.clock = info.clock.anew(is_swapped=True) if info.clock else None
        return rematch

    def view(self) -> GameView:
        """The upper strip can be turned for two people who sit face to face."""
        view = game_view(
            self,
            *(self.touch, self.help, self.clock, self.messages, self.annotation, self.drawing, self.awake),
            result=result_of(self),
            actions=self._actions(),
            overflow=self._menu(),
        )
        return replace(view, top=replace(view.top, is_turned=self.context.settings.get(settings.FACE_TO_FACE)))

    def _actions(self) -> tuple[Action, ...]:
        return (self.undo.action, self.undo.redo_action, REMATCH if self.session.is_over else MOVES, MENU)

    def _menu(self) -> tuple[Action, ...]:
        is_on = not self.session.is_over
        return menu_of(
            self,
            self.help,
            replace(self.help.hint_action, is_enabled=is_on),
            Action("handshake", text("play.offer_draw"), intents.OfferDraw(), is_enabled=is_on),
            Action("flag", text("play.resign"), intents.Resign(), is_enabled=is_on),
            *self.clock.buttons,
            *self.drawing.buttons,
        )
