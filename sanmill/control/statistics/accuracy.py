"""The share of a person's turns that kept the value, from proven values only.

When a game ends, a background thread says what tablebase and book know at once; a review of the game may know more.
"""

from __future__ import annotations

from collections.abc import Callable

from sanmill.control.games.session import Session
from sanmill.control.ports import JobsPort, Tablebases
from sanmill.core.progress.statistics import Accuracy, accuracy_of
from sanmill.engine.messages import GameJudged
from sanmill.engine.puzzles.jobs import JudgeGame


class AccuracyOfGames:
    """Has finished games judged, and gives the answers to ``note``, with the key of the game."""

    def __init__(self, note: Callable[[str, Accuracy], None], tablebases: Tablebases, jobs: JobsPort) -> None:
        self._note = note
        self._tablebases = tablebases
        self._jobs = jobs
        self._asked: dict[int, str] = {}  # keys of games

    def ask(self, session: Session) -> None:
        """Judge a finished game of one person."""
        sides, path = session.info.human_sides, self._tablebases.of(session.info.rules).path
        if len(sides) == 1 and path is not None:
            ticket = self._jobs.new_ticket()
            self._asked[ticket] = session.info.name
            self._jobs.submit(JudgeGame(ticket, session.position, path, next(iter(sides))))

    def receive(self, event: GameJudged) -> None:
        key = self._asked.pop(event.ticket, None)
        if key is not None:
            self._note(key, accuracy_of(event.turns))
