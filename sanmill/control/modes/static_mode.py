"""What the modes without a game have in common: nothing thinks, and they are kept as they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sanmill.control.games.session import Session
from sanmill.control.intents import Intent
from sanmill.control.ports import Host, Job
from sanmill.control.views.types import GameView
from sanmill.engine.messages import SearchEvent


class StaticMode:
    """A board to touch that is no game: a position being set up, a lesson."""

    file = ""  # the name it is kept under

    def __init__(self, host: Host) -> None:
        self.host = host
        self.handlers: dict[type[Intent], Callable[[Any], None]] = {}

    def begin(self) -> None:
        """Nothing thinks here."""
        self.host.run(None)

    def end(self) -> None:
        """Nothing is under way here."""

    def kept(self) -> Session | None:
        """No game to come back to."""
        return None

    def receive(self, job: Job, event: SearchEvent) -> None:
        """Nothing was asked."""

    def handle(self, intent: Intent) -> None:
        """Do what the user asks."""
        handler = self.handlers.get(type(intent))
        if handler:
            handler(intent)
            self.host.changed()

    def view(self) -> GameView:
        """What there is to see."""
        raise NotImplementedError

    def save(self) -> dict[str, Any]:
        """Everything needed to come back to this moment."""
        raise NotImplementedError
