"""The judgements of a review: the engine judges the moves of every position, from the last to the first.

It judges as the coach does during a game. The review can be used while that runs, paused and resumed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sanmill.control.board import intents
from sanmill.control.board.game_mode import GameMode
from sanmill.control.board.judge import Judgement, judge, judge_request
from sanmill.control.board.mode import Part
from sanmill.control.engine_requests import Purpose, SearchRequest
from sanmill.control.games.session import Session
from sanmill.control.views import verdicts
from sanmill.core.game import review as moments
from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.core.game.phase import phase_of
from sanmill.core.game.review import Cost, outcome
from sanmill.core.progress.statistics import accuracy_of
from sanmill.engine.messages import AnalysisDone, SearchLine, WorkFailed


class Judging(Part):
    """What is known of the positions and moves of a game. The values of positions are noted in the game as well."""

    def __init__(self, review: GameMode, game: Session, on_judged: Callable[[], None]) -> None:
        super().__init__()
        self._review = review
        self._game = game
        self._on_judged = on_judged
        self.last = review.cursor.game_ply
        self.lines: dict[int, SearchLine] = {}  # the best line of each position
        self.choices: dict[int, tuple[SearchLine, ...]] = {}  # all lines of the positions of judged moves
        self.judgements: dict[int, Judgement] = {}  # of the moves played, by the ply before them
        self.is_paused = False
        self.has_failed = False
        self.handlers = {intents.SetPaused: lambda intent: self.pause(intent.is_paused)}
        self.receivers = {AnalysisDone: self.receive_lines, WorkFailed: self.receive_failure}

    def side_at(self, ply: int) -> Side:
        return self._review.cursor.states[ply].side

    @property
    def judged(self) -> frozenset[Side]:
        """Whose moves are judged: those of the only person, otherwise both sides'."""
        people = self._review.human_sides
        return people if len(people) == 1 else frozenset(Side)

    @property
    def viewer(self) -> Side:
        """The side from which values are shown."""
        return next(iter(self.judged)) if len(self.judged) == 1 else Side.WHITE

    def pause(self, is_paused: bool) -> None:
        self.is_paused = is_paused
        self.has_failed = False

    def plan_search(self) -> SearchRequest | None:
        """Judge the moves of the next position, unless paused; the last one comes first."""
        if self.is_paused or self.has_failed:
            return None
        for ply in range(self.last, -1, -1):
            if ply not in self.lines and not self._review.cursor.states[ply].result:
                return judge_request(
                    Purpose.ANALYSIS, self._review.session.position_at(ply), self._review.cursor.states[ply]
                )
        return None

    def forget_estimates(self) -> None:
        """Judge again what no tablebase has proven: there is another one now."""
        self.judgements = {ply: judgement for ply, judgement in self.judgements.items() if judgement.is_proven}
        self.choices = {ply: lines for ply, lines in self.choices.items() if ply in self.judgements}
        self.lines = {
            ply: line
            for ply, line in self.lines.items()
            if line.is_proven and (ply in self.judgements or ply == self.last)
        }

    def receive_failure(self, _request: SearchRequest, _event: WorkFailed) -> None:
        """Pause with an error."""
        self.has_failed = True

    def receive_lines(self, request: SearchRequest, event: AnalysisDone) -> None:
        """Store the judgement of a move, and the value of its position in the game as well."""
        if not event.lines:
            self.has_failed = True
            return
        ply = len(request.position.moves)
        self._take_lines(ply, event.lines)
        if self.is_done:
            if len(self._review.human_sides) == 1:
                results = self._review.context.features.results
                results.note_accuracy(self._review.session.info.name, accuracy_of(self._turns()))
            self._review.context.features.course.collect(self._game)
        self._on_judged()

    def _turns(self) -> Iterator[tuple[str, bool | None]]:
        """The phase of each judged turn, and whether it kept the value; None where that is not proven."""
        ply = 0
        while ply < self.last:
            start = ply
            ply += 1
            while ply < self.last and Move(self._review.cursor.line[ply]).is_removal:
                ply += 1
            if self.side_at(start) in self.judged:
                costs = [self.judgements[each].cost for each in range(start, ply) if each in self.judgements]
                yield phase_of(self._review.cursor.states[start]), is_kept(costs, ply - start)

    def _take_lines(self, ply: int, lines: tuple[SearchLine, ...]) -> None:
        self.lines[ply] = lines[0]
        self._game.cursor.mainline.values[ply] = verdicts.value_of(lines[0], self.side_at(ply))
        if ply < self.last:
            judgement = judge(
                self._review.session.position_at(ply),
                self._review.cursor.states[ply],
                lines,
                self._review.cursor.line[ply],
            )
            if judgement:
                self.judgements[ply], self.choices[ply] = judgement, lines

    @property
    def steps(self) -> tuple[int, int]:
        """The searches done, and all of them."""
        plies = [ply for ply in range(self.last + 1) if not self._review.cursor.states[ply].result]
        return (sum(ply in self.lines for ply in plies), len(plies))

    @property
    def is_done(self) -> bool:
        done, total = self.steps
        return done >= total

    # Findings.

    def values(self) -> dict[int, float]:
        """The known values of positions, by ply; 1 is a win for White."""
        known = {ply: verdicts.value_of(line, self.side_at(ply)) for ply, line in self.lines.items()}
        for ply in range(self.last + 1):
            result = self._review.cursor.states[ply].result
            if result:
                known[ply] = 0.0 if result.winner is None else 1.0 if result.winner is Side.WHITE else -1.0
        return known

    def costs(self) -> dict[int, Cost]:
        """What each judged move cost, by the ply before it."""
        return {ply: self.judgements[ply].cost for ply in sorted(self.judgements)}

    def moments(self) -> list[tuple[int, bool]]:
        """The plies worth showing, and whether the game turned there."""
        found = list(self.costs().values())
        return moments.moments(found, self.judged, moments.settled_at(self.values(), self.last))

    @property
    def own_turning(self) -> int | None:
        """The ply before the own mistake that decided the game."""
        return next(
            (ply for ply, is_turning in self.moments() if is_turning and self.side_at(ply) in self.judged), None
        )

    @property
    def first_own(self) -> int | None:
        """The own turning point, as soon as it is known; in the end the worst own mistake."""
        if self.own_turning is not None or not self.is_done:
            return self.own_turning
        own = [ply for ply, _ in self.moments() if self.side_at(ply) in self.judged]
        return max(own, key=lambda ply: self.judgements[ply].cost.lost, default=None)

    @property
    def first_to_show(self) -> int | None:
        """The first of one's own; in the end what there is."""
        found = [ply for ply, _ in self.moments()] if self.is_done else []
        return next((ply for ply in (self.first_own, *found) if ply is not None), None)

    def mistakes_of(self, side: Side) -> int:
        return sum(cost.is_slip and cost.side is side for cost in self.costs().values())


def is_kept(costs: list[Cost], plies: int) -> bool | None:
    """Whether the moves of a turn kept the win or the draw; ``None`` if that is not proven or the game was lost."""
    if costs and costs[0].is_proven and outcome(costs[0].before) < 0:
        return None
    if any(cost.is_proven and cost.lost for cost in costs):
        return False
    return True if len(costs) == plies and all(cost.is_proven for cost in costs) else None
