"""The page of the opening explorer: it opens where it was left, and leaving it returns to the game."""

from __future__ import annotations

from sanmill.control.context import Context
from sanmill.control.effects import Go
from sanmill.control.feature import Feature
from sanmill.control.games.session import Session
from sanmill.control.opening_requests import OpeningRequests
from sanmill.control.routes import EXPLORER, Route
from sanmill.control.views.types import GameView
from sanmill.core.storage.store import Store
from sanmill.engine.messages import OpeningExplored

from . import mode as explorer
from .mode import Explorer


class Explorers(Feature):
    """Keeps the last explorer."""

    answers_every_intent = True

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._last: Explorer | None = None
        self.openings = OpeningRequests(context.jobs)
        self.receivers = {OpeningExplored: self._receive_proof}

    def appear(self, route: Route) -> None:
        if self._context.current.mode is not self._last:
            self._last = self._last or explorer.new_explorer(self._context)
            self._context.current.enter(self._last)

    def close(self, route: Route) -> None:
        if self._context.current.mode is self._last:
            self._context.current.leave_mode()

    def view(self, route: Route) -> GameView:
        return self._context.current.mode.view()

    def mode_entered(self) -> None:
        self.openings.cancel()

    def pause(self) -> None:
        self.openings.suspend()

    def resume(self) -> None:
        self.openings.resume()

    def explore(self, session: Session, best: tuple[str, ...] = ()) -> None:
        """Open the position shown of a game, or that after some moves of its best line."""
        self._last = explorer.explore(self._context, session, best)
        self._context.current.enter(self._last)
        self._context.tell(Go(EXPLORER))

    def restore(self, store: Store) -> Explorer | None:
        saved = store.load(explorer.FILE, explorer.EXPLORER)
        self._last = explorer.restore(self._context, saved) if saved else None
        return self._last

    def _receive_proof(self, event: OpeningExplored) -> None:
        if self._last and self.openings.is_current(event):
            self._last.values.receive_proof(event)
