"""The jobs of the search: choose a move, analyse a position."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sanmill.engine.jobs import Job, Work
from sanmill.engine.messages import AnalysisDone, Limits, MoveChosen, Position

if TYPE_CHECKING:
    from .searcher import Searcher


@dataclass(frozen=True)
class SearchJob(Job):
    ticket: int
    position: Position
    options: tuple[tuple[str, str], ...] = ()
    limits: Limits = field(default_factory=Limits)
    late_seconds: float = 0.0
    quiet_seconds: float = 0.0

    def __str__(self) -> str:
        options = " ".join(f"{name}={value}" for name, value in self.options)
        return f"search: {type(self).__name__} {self.ticket}\n{self.position}\noptions: {options}\n{self.limits}"

    def run(self, work: Work) -> MoveChosen | AnalysisDone:
        searcher: Searcher = work.keep("searcher", work.make_searcher)
        if not work.is_stopped:
            searcher.prepare(self)
        with work.stoppable(lambda: searcher.stop(self.ticket), searcher.peek if isinstance(self, Analyse) else None):
            return searcher.think(self)


class Think(SearchJob):
    """Choose a move at the strength that the options set."""


class Analyse(SearchJob):
    """Evaluate every legal move at full strength, by iterative deepening and while placing by proof.

    A search that depth and nodes alone limit has the same answer every time.
    """
