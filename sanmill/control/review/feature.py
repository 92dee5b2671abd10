"""The page of the review: opening it reviews the game in progress, leaving it returns to the game."""

from __future__ import annotations

from pathlib import Path

from sanmill.control.context import Context
from sanmill.control.feature import Feature
from sanmill.control.games.session import Session
from sanmill.control.routes import Route
from sanmill.control.views.types import GameView
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
        if last and is_about(last, game):
            self._context.current.enter(last)
        elif game.can_be_reviewed:
            self._path = self._context.tablebases.of(game.info.rules).path
            self._last = Review(self._context, game)
            self._context.current.enter(self._last)

    def close(self, route: Route) -> None:
        self._context.current.resume()

    def view(self, route: Route) -> GameView:
        return self._context.current.mode.view()

    def is_tried(self, session: Session) -> bool:
        """Whether a game was started from a position of the last review."""
        return self._last is not None and self._last.tried == session.info.name

    def _receive_tablebase(self, event: TablebaseChanged) -> None:
        """Estimate again with another tablebase."""
        status, last = event.status, self._last
        if last and status.rules == last.session.info.rules and status.is_available and status.path != self._path:
            self._path = status.path
            last.judging.forget_estimates()
