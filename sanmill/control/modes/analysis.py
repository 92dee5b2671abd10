"""The analysis of a game: verdicts on the moves of the position shown, and evaluations along the lines."""

from __future__ import annotations

from sanmill.control.engine_requests import Purpose, SearchRequest
from sanmill.control.games.session import Session
from sanmill.control.views import verdicts
from sanmill.engine.messages import Limits, Line

FULL_STRENGTH = (("Shuffle", "false"),)  # the default level is the highest
EVALUATION_MS, ANALYSIS_MS = 120, 4000


class Analysis:
    """Builds the requests and stores the results."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._cursor = session.cursor
        self.lines: tuple[Line, ...] = ()  # of the position shown
        self.is_graph_shown = False

    def show_graph(self, is_shown: bool) -> None:
        """While the graph is shown, missing evaluations are searched."""
        self.is_graph_shown = is_shown

    def request(self, purpose: Purpose) -> SearchRequest:
        """Analyse every move of the position shown."""
        position = self._session.position_at(self._cursor.ply)
        return SearchRequest(purpose, position, (), Limits(time_ms=ANALYSIS_MS), is_analysis=True)

    def evaluation_request(self, *, has_bar: bool) -> SearchRequest | None:
        """Evaluate the position shown for the bar, then those missing in the graph."""
        cursor = self._cursor
        plies = [*([cursor.ply] if has_bar else ()), *(range(len(cursor.states)) if self.is_graph_shown else ())]
        ply = next((ply for ply in plies if ply not in cursor.values and not cursor.states[ply].result), None)
        if ply is None:
            return None
        position = self._session.position_at(ply)
        return SearchRequest(Purpose.EVALUATION, position, FULL_STRENGTH, Limits(time_ms=EVALUATION_MS))

    def receive(self, moves: tuple[str, ...], lines: tuple[Line, ...]) -> None:
        """Store the lines of an analysis; an empty result keeps the earlier lines."""
        self.lines = lines or self.lines
        self.evaluate(moves, self.lines)

    def evaluate(self, moves: tuple[str, ...], lines: tuple[Line, ...]) -> None:
        """Store the value of a position on every line that contains it."""
        ply = len(moves)
        for variation in (self._cursor.mainline, self._cursor.variation):
            if lines and variation.moves[:ply] == moves:
                variation.values[ply] = verdicts.value_of(lines[0], variation.states[ply].side)
