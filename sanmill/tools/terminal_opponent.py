"""An opponent at the terminal: it waits for the worker's answer, so that Ctrl-C is heard while it thinks."""

from __future__ import annotations

import queue
from collections.abc import Sequence

from sanmill.engine.errors import EngineError
from sanmill.engine.messages import Limits, MoveChosen, SearchEvent, Situation, Think, WorkFailed
from sanmill.engine.worker import EngineWorker


class Opponent:
    """Plays one game with the options it was given."""

    def __init__(self, rules: str, start: str, settings: Sequence[tuple[str, str]]) -> None:
        self._rules = rules
        self._start = start
        self._settings = tuple(settings)
        self._events: queue.Queue[SearchEvent] = queue.Queue()
        self._worker = EngineWorker(self._events.put)
        self._ticket = 0
        self.choose((), Limits(depth=1))  # says at once what is wrong with the options

    def choose(self, moves: Sequence[str], limits: Limits | None = None) -> str:
        """What it plays after these moves; nothing when the game is over."""
        self._ticket += 1
        situation = Situation(self._rules, tuple(moves), self._start)
        self._worker.submit(Think(self._ticket, situation, self._settings, limits or Limits()))
        event = self._events.get()
        if isinstance(event, WorkFailed):
            raise EngineError(event.message)
        assert isinstance(event, MoveChosen)
        return event.move

    def close(self) -> None:
        """End its thread."""
        self._worker.close()
