"""Runs of puzzles: chooses what comes next, records every attempt, keeps personal bests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from sanmill.control.context import Context
from sanmill.control.effects import Go
from sanmill.control.routes import PLAY
from sanmill.core.progress.puzzle_progress import PuzzleProgress
from sanmill.core.text.i18n import Text
from sanmill.engine.puzzles.generator import Puzzle
from sanmill.engine.tablebase.turns import TurnJudgement

from . import mode as puzzle
from .mode import SavedPuzzle, Task
from .run import FIRST_RATING, LEFT, PuzzleRun
from .run_mode import RunMode
from .supply import Supply


class Records(Protocol):
    """Where attempts and bests are recorded, and who judges."""

    progress: PuzzleProgress

    def judge(
        self, rules: str, position: str, moves: tuple[str, ...], then: Callable[[TurnJudgement | None], None]
    ) -> None: ...
    def record(self, task: Task, *, is_right: bool) -> None: ...
    def ended(self, task: Task, *, is_solved: bool) -> None: ...
    def save(self) -> None: ...


class Runs:
    """The runner of the run that was started last."""

    def __init__(self, context: Context, records: Records, supply: Supply) -> None:
        self._context = context
        self._records = records
        self._supply = supply
        self._run: PuzzleRun | None = None
        self._used: set[str] = set()  # positions of the run

    def prepare(self) -> None:
        """Have the next puzzle ready."""
        mode = self._mode
        self._supply.prepare(mode.run.target if mode and not mode.run.is_over else FIRST_RATING)

    @property
    def _mode(self) -> RunMode | None:
        mode = self._context.current.mode
        return mode if isinstance(mode, RunMode) else None

    def running(self, kind: str) -> PuzzleRun | None:
        """The run of this kind that is under way."""
        mode = self._mode
        return mode.run if mode and mode.run.kind == kind and not mode.run.is_over else None

    def start(self, kind: str) -> None:
        if self.running(kind) is None:
            self.end(LEFT)
            self._used.clear()
            self._enter(PuzzleRun(kind), last_theme="")
        self._context.tell(Go(PLAY))

    def _enter(self, run: PuzzleRun, last_theme: str) -> None:
        taken = self._supply.take(run.rating, run.target, self._used, last_theme)
        self._put_on_board(taken, run)
        self._supply.prepare(run.target)

    def _put_on_board(self, taken: Puzzle, run: PuzzleRun) -> None:
        run.rating = taken.rating
        self._run = run
        self._used.add(taken.position)
        self._context.current.enter(RunMode(self._context, self, Task(taken, None, run.kind), run))

    def mode_entered(self) -> None:
        """Something else on the board ends a run; what was solved counts."""
        if self._run and self._mode is None:
            self._finish(self._run, LEFT)
            self._run = None

    def restore(self, saved: SavedPuzzle, run: PuzzleRun) -> RunMode:
        """The saved puzzle; one that was tried gives way to the next one. The time of a rush did not stand still."""
        mode = puzzle.restore(saved, lambda task: RunMode(self._context, self, task, run))
        self._run = run
        self._used.add(saved.task.puzzle.position)
        if run.is_timed and run.is_begun:
            self._finish(run, LEFT)
        if saved.is_counted and not run.is_over:
            taken = self._supply.take(run.rating, run.target, self._used, saved.task.puzzle.theme)
            run.rating = taken.rating
            mode = RunMode(self._context, self, Task(taken, None, run.kind), run)
        return mode

    def _finish(self, run: PuzzleRun, how: str) -> None:
        if not run.is_over:
            run.finish(how, self._context.clock.now())
            run.is_best = self._records.progress.end_run(run.kind, run.solved)
            self._records.save()

    # The runner of a mode.

    @property
    def best(self) -> int:
        return self._records.progress.bests.get(self._run.kind, 0) if self._run else 0

    def end(self, how: str) -> None:
        if self._run:
            self._finish(self._run, how)

    def judge(
        self, rules: str, position: str, moves: tuple[str, ...], then: Callable[[TurnJudgement | None], None]
    ) -> None:
        self._records.judge(rules, position, moves, then)

    def tried(self, task: Task, *, is_right: bool) -> int:
        """Count the attempt; the puzzles of a run are not rated."""
        if self._run:
            self._run.solved += is_right
            self._run.failed += [] if is_right else [task.puzzle.position]
        self._records.record(task, is_right=is_right)
        return 0

    def reward(self, task: Task, change: int | None) -> Text | None:
        """A run has its own."""
        return None

    def ended(self, task: Task, *, is_solved: bool) -> None:
        self._records.ended(task, is_solved=is_solved)

    def start_next(self, task: Task, *, is_skipped: bool) -> None:
        if self._run:
            self._enter(self._run, task.puzzle.theme)
