"""A run of puzzles, ever harder: a streak until the first mistake, or a rush against the clock. Plain data."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Annotated

from sanmill.core.progress.puzzle_progress import RUNS, RUSH, STREAK
from sanmill.core.storage.stored import Count, EngineText, OneOf, Range

RUSH_SECONDS = 180
MISTAKES = {STREAK: 1, RUSH: 3}  # that end a run
FIRST_RATING, STEPS = 760, {STREAK: 45, RUSH: 30}  # of the puzzles of a run: the first one, and from each to the next
# How a run ended.
TIME, MISTAKE, LEFT = ENDS = ("time", "mistake", "left")


@dataclass
class PuzzleRun:
    """The time of a rush runs from its first move on. It is not stopped: who leaves the board ends it."""

    kind: Annotated[str, OneOf(RUNS)]
    solved: Annotated[int, Range(0, 100_000)] = 0
    failed: Annotated[list[EngineText], Count(max(MISTAKES.values()))] = field(default_factory=list)  # positions
    rating: Annotated[int, Range(0, 10_000)] = 0  # of the puzzle on the board
    is_begun: bool = False  # a move was played
    seconds: Annotated[int, Range(0, RUSH_SECONDS)] = RUSH_SECONDS  # left, once the run is over
    end: Annotated[str, OneOf(("", *ENDS))] = ""  # how it ended; empty before
    is_best: bool = False
    _deadline: float | None = field(default=None, init=False)

    @property
    def is_over(self) -> bool:
        return bool(self.end)

    @property
    def is_timed(self) -> bool:
        return self.kind == RUSH

    @property
    def is_failed(self) -> bool:
        """Whether the last mistake allowed was made."""
        return len(self.failed) >= MISTAKES[self.kind]

    @property
    def target(self) -> int:
        """The rating wanted for the next puzzle."""
        return FIRST_RATING + STEPS[self.kind] * (self.solved + len(self.failed))

    def begin(self, now: float) -> None:
        """A move is played: the time runs."""
        if not self.is_begun:
            self.is_begun = True
            self._deadline = now + RUSH_SECONDS if self.is_timed else None

    def left(self, now: float) -> float:
        """Seconds left of a rush."""
        return self.seconds if self._deadline is None else max(0.0, self._deadline - now)

    def seconds_left(self, now: float) -> int:
        """The same, rounded up."""
        return math.ceil(self.left(now))

    def finish(self, end: str, now: float) -> None:
        self.seconds = self.seconds_left(now) if end != TIME else 0
        self.end, self._deadline = end, None
