"""Sharing the game in progress, or what the mode on the board shares instead."""

from __future__ import annotations

from typing import Protocol

from sanmill.control.feature import Context, Feature
from sanmill.control.games.session import Session
from sanmill.control.routes import Route
from sanmill.control.views.types import GameView, ShareView

from .view import share_view


class Sharer(Protocol):
    """A mode that may share something else than the game in progress."""

    def share(self) -> ShareView | None: ...


class ShareContext(Context, Protocol):
    @property
    def mode(self) -> Sharer: ...
    @property
    def session(self) -> Session | None: ...
    @property
    def game_view(self) -> GameView | None: ...


class Share(Feature):
    """Has no intents of its own."""

    def __init__(self, context: ShareContext) -> None:
        super().__init__()
        self._context = context

    def view(self, route: Route) -> ShareView | None:
        context = self._context
        game, view = context.session, context.game_view
        of_game = share_view(game, view, context.title_of(game.info.rules)) if game and view else None
        return context.mode.share() or of_game
