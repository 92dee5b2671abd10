"""The job that judges a position in the background, for the course; as the review does it."""

from __future__ import annotations

from dataclasses import dataclass

from sanmill.engine.jobs import COURSE, Work
from sanmill.engine.messages import PositionJudged

from .jobs import Analyse


@dataclass(frozen=True)
class JudgePosition(Analyse):
    queue = COURSE

    def nothing_found(self) -> PositionJudged:
        return PositionJudged(self.ticket, ())

    def run(self, work: Work) -> PositionJudged:  # type: ignore[override]
        lines = super().run(work).lines
        return PositionJudged(self.ticket, () if work.is_stopped else lines)
