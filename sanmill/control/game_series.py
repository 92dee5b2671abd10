"""Fast games in the background, one series at a time."""

from __future__ import annotations

from sanmill.control.ports import JobsPort
from sanmill.engine.jobs import GAMES
from sanmill.engine.search.self_play import PlaySeries, Series


class GameSeries:
    """Plays series of games; an event comes after each game and at the end."""

    def __init__(self, jobs: JobsPort) -> None:
        self._jobs = jobs
        self._ticket = 0

    def start(self, series: Series) -> int:
        """Stop the series before and play this one; its events have the ticket that is returned."""
        self.stop()
        self._ticket = self._jobs.new_ticket()
        self._jobs.submit(PlaySeries(self._ticket, series))
        return self._ticket

    def stop(self) -> None:
        """End the series after the games played so far."""
        self._jobs.stop(GAMES, self._ticket)
