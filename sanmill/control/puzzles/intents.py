"""Intents about puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sanmill.control.intents import BoardIntent, Intent
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


class NextPuzzle(BoardIntent):
    """Another puzzle of the same theme."""


class ShowSolution(BoardIntent):
    """Play the solution of the puzzle."""


class RetryPuzzle(BoardIntent):
    """Back to where the puzzle went wrong, or to its start."""
