"""A game with a friend on the board: one plays a turn, which may be taken back until it is sent."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from sanmill.control.board import intents
from sanmill.control.board.actions import MENU, MOVES, menu_of
from sanmill.control.board.annotation import Annotation
from sanmill.control.board.awake import Awake
from sanmill.control.board.drawing import Drawing
from sanmill.control.board.game_end import REMATCH, GameEnd
from sanmill.control.board.game_mode import GameMode
from sanmill.control.board.game_view import game_view, result_of
from sanmill.control.board.messages import Messages
from sanmill.control.board.mode import Part
from sanmill.control.board.navigation import Navigation, TakeBack
from sanmill.control.board.taps import Refuse
from sanmill.control.board.touch import Touch
from sanmill.control.context import Context
from sanmill.control.engine_requests import SearchRequest
from sanmill.control.games.game_info import AGREED, SIDES, Termination
from sanmill.control.games.session import Session
from sanmill.control.intents import Open
from sanmill.control.routes import Kind, Route
from sanmill.control.views.types import Action, GameView, ResultView
from sanmill.core.game.model import Side
from sanmill.core.text.i18n import Text, text

from .correspondence import FriendGame
from .intents import PasteTurn, SendTurn

ACCEPT_DRAW = Action("handshake", text("friends.accept_draw"), intents.OfferDraw())


class FriendGames(Protocol):
    """The games with friends, as their mode sees them."""

    def of(self, session: Session) -> FriendGame: ...
    def keep(self, session: Session) -> None: ...
    def offer_draw(self, session: Session) -> None: ...
    def rematch(self, game: FriendGame) -> Session: ...


class FriendMode(GameMode):
    """The engine has no part in it until the game is over. What changes goes to the games with friends at once."""

    def __init__(self, context: Context, session: Session) -> None:
        super().__init__(context, session)
        self.friends: FriendGames = context.features.friends
        self.messages = Messages(self)
        self.touch = Touch(self, self._refusal_of_past, self.refusal)
        self.undo = TakeBack(self, self.touch, first=self._first_own_ply)
        self.annotation = Annotation(self)
        self.drawing = Drawing(self)
        self.awake = Awake(self)
        self.assemble(
            self.messages,
            _Keeper(self),
            self.touch,
            self.undo,
            self.annotation,
            self.drawing,
            self.awake,
            Navigation(self),
            GameEnd(self, self.touch, lambda: self.friends.rematch(self.game)),
            handlers={intents.OfferDraw: lambda _: self._offer_draw()},
        )

    @property
    def game(self) -> FriendGame:
        """The game as it is kept."""
        return self.friends.of(self.session)

    @property
    def is_strict(self) -> bool:
        return not self.session.is_over

    def called(self, side: Side) -> Text:
        name = self.session.info.headers.get(SIDES[side], "")
        return text("strip.name", name=name) if name else super().called(side)

    def take(self, game: FriendGame) -> None:
        """Show what the game has come to: the friend's turn is played on the board."""
        self.show_present()
        played, moves = self.cursor.played, game.moves
        common = next((ply for ply, pair in enumerate(zip(played, moves)) if pair[0] != pair[1]), len(played))
        if min(common, len(moves)) < len(played):
            self.rewind(min(common, len(moves)))
        for move in moves[self.cursor.game_ply :]:
            self.play(move)
        self.session.info.headers.update({side: name for side, name in zip(SIDES, game.names) if name})
        if self.session.info.termination != game.termination and game.termination:
            self.finish(game.termination)

    def _refusal_of_past(self) -> Refuse | None:
        return None if self.cursor.is_live else Refuse(text("friends.refusal.past"))

    def _first_own_ply(self) -> int | None:
        """Where the user's turn that is not sent began."""
        game = self.game
        return game.known if game.known < len(game.moves) or not game.is_told else None

    def _offer_draw(self) -> None:
        """Offer a draw with the turn, or accept the friend's offer."""
        game, session = self.game, self.session
        if game.can_accept_draw:
            self.finish(Termination(AGREED))
        elif game.can_offer_draw:
            self.friends.offer_draw(session)

    # The view.

    def view(self) -> GameView:
        game = self.game
        return game_view(
            self,
            *(self.touch, _Offer(self), self.messages, self.annotation, self.drawing, self.awake),
            result=self._result(),
            status=self._status(game),
            actions=(self._first_action(game), self._send_action(game), MOVES, MENU),
            overflow=self._menu(game),
        )

    def _result(self) -> ResultView | None:
        """The friend is told of the end first."""
        result = result_of(self)
        return replace(result, main=self._send_action(self.game)) if result and self.game.is_due else result

    def _status(self, game: FriendGame) -> Text | None:
        if game.is_due:
            return text("friends.status.send")
        if self.session.is_over or game.is_own_turn:
            return None
        return text("friends.status.waiting", name=self.called(game.own.other))

    def _first_action(self, game: FriendGame) -> Action:
        if self.session.is_over and not game.is_due:
            return REMATCH
        if self.undo.undo_ply is not None:
            return self.undo.action
        if game.can_accept_draw:
            return ACCEPT_DRAW
        return self.undo.action if game.is_own_turn else Action("content_paste", text("friends.answer"), PasteTurn())

    def _send_action(self, game: FriendGame) -> Action:
        if game.is_due:
            return Action("send", text("friends.send"), SendTurn(), is_on=True)
        return Action("send", text("friends.send_again"), SendTurn(), is_enabled=not game.is_own_turn)

    def _menu(self, game: FriendGame) -> tuple[Action, ...]:
        offer = Action("handshake", text("play.offer_draw"), intents.OfferDraw(), is_enabled=game.can_offer_draw)
        return menu_of(
            self,
            None,
            Action("save", text("friends.send_file"), SendTurn(is_file=True), is_enabled=not game.is_own_turn),
            ACCEPT_DRAW if game.can_accept_draw else offer,
            Action("flag", text("play.resign"), intents.Resign(), is_enabled=not self.session.is_over),
            Action("mail", text("friends.title"), Open(Route(Kind.FRIENDS))),
            *self.drawing.buttons,
        )


class _Keeper(Part):
    """Keeps the game after every change; its mistakes go into the course once it is over."""

    def __init__(self, mode: FriendMode) -> None:
        super().__init__()
        self._mode = mode

    def plan_search(self) -> SearchRequest | None:
        session = self._mode.session
        if not session.is_unconfirmed:
            self._mode.friends.keep(session)
        if session.is_over and not self._mode.game.is_due:
            self._mode.context.features.course.collect(session)
        return None


class _Offer(Part):
    """Tells of a draw offered."""

    def __init__(self, mode: FriendMode) -> None:
        super().__init__()
        self._mode = mode

    def add_to(self, view: GameView) -> GameView:
        game = self._mode.game
        if game.draw_offer is None or game.is_over:
            return view
        name = self._mode.called(game.own.other)
        words = text("friends.you_offer") if game.draw_offer is game.own else text("friends.offers", name=name)
        return replace(view, messages=(*view.messages, words))
