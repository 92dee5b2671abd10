"""The computer opponent of a game in the terminal. It waits for the worker, so that Ctrl-C works during a search."""

from __future__ import annotations

import queue
from collections.abc import Sequence

from sanmill.engine.errors import EngineError
from sanmill.engine.messages import Limits, MoveChosen, Position, SearchEvent, Think, WorkFailed
from sanmill.engine.worker import EngineWorker


class Opponent:
    """Plays one game with given options."""

    def __init__(self, rules: str, start: str, settings: Sequence[tuple[str, str]]) -> None:
        self._rules = rules
        self._start = start
        self._settings = tuple(settings)
        self._events: queue.Queue[SearchEvent] = queue.Queue()
        self._worker = EngineWorker(self._events.put)
        self._ticket = 0
        self.choose((), Limits(depth=1))  # raises an error if an option is wrong

    def choose(self, moves: Sequence[str], limits: Limits | None = None) -> str:
        """The move after these moves; empty when the game is over."""
        self._ticket += 1
        position = Position(self._rules, tuple(moves), self._start)
        self._worker.submit(Think(self._ticket, position, self._settings, limits or Limits()))
        event = self._events.get()
        if isinstance(event, WorkFailed):
            raise EngineError(event.message)
        assert isinstance(event, MoveChosen)
        return event.move

    def close(self) -> None:
        self._worker.close()
