"""The analysis of a game: verdicts on the moves of the position shown, and evaluations along the lines."""

from __future__ import annotations

from sanmill.control.engine_requests import Purpose, SearchRequest
from sanmill.control.games.session import Session
from sanmill.control.views import verdicts
from sanmill.engine.messages import Line

from .judge import judge_request


class Analysis:
    """Builds the requests and stores the results. Off at the start of a game."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._cursor = session.cursor
        self.lines: tuple[Line, ...] = ()  # of the position shown, best first
        self.is_on = False
        self.has_numbers = False  # scores beside the verdicts
        self.is_graph_shown = False  # in the record of the game
        self.is_panel_shown = False  # a graph beside the board

    def switch(self, is_on: bool) -> None:
        self.is_on = is_on
        self.has_numbers = self.has_numbers and is_on

    def show_numbers(self, has_numbers: bool) -> None:
        self.has_numbers = has_numbers

    def show_graph(self, is_shown: bool) -> None:
        """While a graph is shown, missing evaluations are searched."""
        self.is_graph_shown = is_shown

    def show_panel(self, is_shown: bool) -> None:
        self.is_panel_shown = is_shown

    def request(self) -> SearchRequest:
        """Judge every move of the position shown."""
        return judge_request(Purpose.ANALYSIS, self._session.position_at(self._cursor.ply), self._cursor.state)

    def evaluation_request(self, *, has_bar: bool) -> SearchRequest | None:
        """Evaluate the position shown for the bar, then those missing in the graph."""
        cursor = self._cursor
        has_graph = self.is_graph_shown or self.is_panel_shown
        plies = [*([cursor.ply] if has_bar else ()), *(range(len(cursor.states)) if has_graph else ())]
        ply = next((ply for ply in plies if ply not in cursor.values and not cursor.states[ply].result), None)
        if ply is None:
            return None
        return judge_request(Purpose.EVALUATION, self._session.position_at(ply), cursor.states[ply])

    def receive(self, moves: tuple[str, ...], lines: tuple[Line, ...]) -> None:
        """Store the lines of the position shown, and the value of any."""
        if lines and moves == self._cursor.line[: self._cursor.ply]:
            self.lines = lines
        self.evaluate(moves, lines)

    def forget(self) -> None:
        """Another position is shown."""
        self.lines = ()

    def evaluate(self, moves: tuple[str, ...], lines: tuple[Line, ...]) -> None:
        """Store the value of a position on every line that contains it."""
        ply = len(moves)
        for variation in (self._cursor.mainline, self._cursor.variation):
            if lines and variation.moves[:ply] == moves:
                variation.values[ply] = verdicts.value_of(lines[0], variation.states[ply].side)
