"""Fast games on a background thread, one series at a time."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from sanmill.core.executor import Executor
from sanmill.engine.errors import EngineError
from sanmill.engine.messages import Trial, TrialProgress
from sanmill.engine.search import self_play
from sanmill.engine.search.self_play import Series
from sanmill.engine.thread_priority import lower_priority

log = logging.getLogger(__name__)


class GameSeries:
    """Plays series of games; ``emit`` is called on their thread after each game and at the end."""

    def __init__(self, emit: Callable[[TrialProgress], None]) -> None:
        self._emit = emit
        self._ticket = 0
        self._stop = threading.Event()
        self._executor = Executor("games", lower_priority)

    def start(self, series: Series) -> int:
        """Stop the series before and play this one; its events have the ticket that is returned."""
        self._stop.set()
        self._stop = threading.Event()
        self._ticket += 1
        self._executor.submit(self._run, self._ticket, series, self._stop)
        return self._ticket

    def stop(self) -> None:
        """End the series after the games played so far."""
        self._stop.set()

    def close(self) -> None:
        self._stop.set()
        self._executor.close(0, is_cancelled=True)

    def _run(self, ticket: int, series: Series, stop: threading.Event) -> None:
        done = 0

        def report(trial: Trial) -> bool:
            nonlocal done
            if len(trial.winners) != done:
                done = len(trial.winners)
                self._emit(TrialProgress(ticket, trial, is_over=False))
            return not stop.is_set()

        trial = Trial()
        try:
            trial = self_play.play(series, report)
        except EngineError as error:
            log.error("the games cannot be played: %s", error)
        finally:
            self._emit(TrialProgress(ticket, trial, is_over=True))
