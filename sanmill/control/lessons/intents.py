"""Intents about the lessons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sanmill.control.intents import BoardIntent, Intent
from sanmill.control.lesson_plans import BY_NAME as LESSONS
from sanmill.core.reports.breadcrumbs import Recorded


@dataclass(frozen=True)
class StartLesson(Intent):
    """A lesson by name; by default the first one."""

    recorded: ClassVar[Recorded] = {"name": LESSONS}
    name: str = "first"


class NextStep(BoardIntent):
    """Show the step of a lesson by making its touch."""
