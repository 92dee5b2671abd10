"""Sharing the game in progress, or what the mode on the board shares instead."""

from __future__ import annotations

from sanmill.control.context import Context
from sanmill.control.feature import Feature
from sanmill.control.routes import Route

from .view import ShareView, share_view


class Share(Feature):
    """Has no intents of its own."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context

    def view(self, route: Route) -> ShareView | None:
        context = self._context
        game, view = context.current.session, context.current.view
        of_game = share_view(game, view, context.title_of(game.info.rules)) if game and view else None
        return context.current.mode.share() or of_game
