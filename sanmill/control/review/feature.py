"""The page of the review: opening it reviews the game in progress, leaving it returns to the game."""

from __future__ import annotations

from pathlib import Path

from sanmill.control.context import Context
from sanmill.control.feature import Feature
from sanmill.control.games.session import Session
from sanmill.control.intents import Open
from sanmill.control.routes import REVIEW, Route
from sanmill.control.views.types import Action, GameView
from sanmill.core.text.i18n import text
from sanmill.engine.messages import TablebaseChanged

from .mode import Review, is_about


class Reviews(Feature):
    """Keeps the last review; the user may return to it."""

    answers_every_intent = True

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._last: Review | None = None
        self._path: Path | None = None  # of the tablebase that its estimates were made with
        self.receivers = {TablebaseChanged: self._receive_tablebase}

    def appear(self, route: Route) -> None:
        """Review the game in progress, or return to its review; from a game tried there return to the reviewed one."""
        last, game = self._last, self._context.current.session
        if game is None or self._context.current.mode is last:
            return
        if last and last.tried == game.info.name:
            game = self._context.current.session = last.game
        review = self.prepared(game)
        if review:
            self._context.current.enter(review)

    def prepared(self, game: Session) -> Review | None:
        """The review of a game as it stands: the last one, or a new one."""
        if self._last and is_about(self._last, game):
            return self._last
        if not game.can_be_reviewed:
            return None
        self._path = self._context.tablebases.of(game.info.rules).path
        self._last = Review(self._context, game)
        return self._last

    def close(self, route: Route) -> None:
        self._context.current.resume()

    def view(self, route: Route) -> GameView:
        return self._context.current.mode.view()

    def way_back(self, session: Session) -> tuple[int, Action] | None:
        """For a game started from a position of the last review: the turn it began with, and the way back."""
        last = self._last
        if last is None or last.tried != session.info.name:
            return None
        return last.tried_turn, Action("history", text("play.to_review"), Open(REVIEW))

    def _receive_tablebase(self, event: TablebaseChanged) -> None:
        """Estimate again with another tablebase."""
        status, last = event.status, self._last
        if last and status.rules == last.session.info.rules and status.is_available and status.path != self._path:
            self._path = status.path
            last.judging.forget_estimates()
