"""Intents about puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sanmill.control.intents import BoardIntent, Intent
from sanmill.core.progress.puzzle_progress import RUNS
from sanmill.core.reports.breadcrumbs import Recorded
from sanmill.engine.puzzles.generator import THEMES


class StartDaily(Intent):
    """The puzzle of the day."""


@dataclass(frozen=True)
class StartPractice(Intent):
    """A puzzle of a theme, under the rules set for practice."""

    recorded: ClassVar[Recorded] = {"theme": THEMES}
    theme: str


@dataclass(frozen=True)
class ChooseRules(Intent):
    """Practise under these rules."""

    rules: str


@dataclass(frozen=True)
class StartRun(Intent):
    """A streak or a rush; one that is under way goes on."""

    recorded: ClassVar[Recorded] = {"kind": RUNS}
    kind: str


class RetryFailed(Intent):
    """Try the puzzles again that were not solved, the last one first."""


@dataclass(frozen=True)
class RetryTried(Intent):
    """Try a puzzle of the history again."""

    position: str


class EndRun(BoardIntent):
    """End the run on the board; what was solved counts."""


class NextPuzzle(BoardIntent):
    """Another puzzle of the same theme."""


class ShowSolution(BoardIntent):
    """Play the solution of the puzzle."""


class RetryPuzzle(BoardIntent):
    """Back to where the puzzle went wrong, or to its start."""
