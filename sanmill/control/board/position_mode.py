"""The base of modes without a game: no search runs, and their state is saved in a file of their own."""

from __future__ import annotations

from typing import Any

from sanmill.control.intents import Handlers
from sanmill.control.views.types import GameView, ShareView

from .mode import ModeContext, Receivers


class PositionMode:
    """A position that can be touched: in set-up or in a lesson."""

    file = ""  # the name its state is saved under
    session = None

    def __init__(self, context: ModeContext) -> None:
        self.context = context
        self.handlers: Handlers = {}
        self.receivers: Receivers = {}

    def plan_search(self) -> None:
        self.context.engine.submit(None)

    def close(self) -> None:
        """No timer to cancel."""

    def on_hidden(self) -> None:
        """Nothing runs."""

    def share(self) -> ShareView | None:
        return None

    def view(self) -> GameView:
        raise NotImplementedError

    def save(self) -> dict[str, Any]:
        raise NotImplementedError
