"""The computer in a game in the terminal, as opponent and as helper.

It waits for the search thread, so that Ctrl-C works during a search.
"""

from __future__ import annotations

import queue
from collections.abc import Sequence

from sanmill.engine.errors import EngineError
from sanmill.engine.jobs import Jobs
from sanmill.engine.messages import Event, Limits, MoveChosen, Position, SearchLine, WorkFailed
from sanmill.engine.search.jobs import Think
from sanmill.engine.search.searcher import Searcher

HELP = Limits(nodes=300_000)  # of hints and evaluations: nodes, so that the answer is always the same
FULL_STRENGTH = (("Level", "12"), ("Shuffle", "false"))


class EngineOpponent:
    def __init__(self, rules: str, start: str, settings: Sequence[tuple[str, str]]) -> None:
        self._rules = rules
        self._start = start
        self._settings = dict(settings)
        self._events: queue.Queue[Event] = queue.Queue()
        self._jobs = Jobs(self._events.put, Searcher)
        self.choose((), Limits(depth=1))  # raises an error if an option is wrong

    @property
    def level(self) -> str:
        return self._settings.get("Level", "")

    @level.setter
    def level(self, level: str) -> None:
        self._settings["Level"] = level

    def choose(self, moves: Sequence[str], limits: Limits | None = None) -> str:
        """The move after these moves; empty when the game is over."""
        return self._think(moves, tuple(self._settings.items()), limits or Limits()).move

    def best_line(self, moves: Sequence[str]) -> SearchLine:
        """The best line after these moves, at full strength; the game must not be over."""
        return self._think(moves, FULL_STRENGTH, HELP).lines[0]

    def _think(self, moves: Sequence[str], settings: tuple[tuple[str, str], ...], limits: Limits) -> MoveChosen:
        position = Position(self._rules, tuple(moves), self._start)
        self._jobs.submit(Think(self._jobs.new_ticket(), position, settings, limits))
        event = self._events.get()
        if isinstance(event, WorkFailed):
            raise EngineError(event.message)
        assert isinstance(event, MoveChosen)
        return event

    def close(self) -> None:
        self._jobs.close()
