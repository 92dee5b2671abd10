"""Intents about the course."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sanmill.control.intents import BoardIntent, Intent
from sanmill.core.progress.course import Spot
from sanmill.core.reports.breadcrumbs import Recorded


class StartCourse(Intent):
    """Practice what is due."""


@dataclass(frozen=True)
class PracticeSpot(Intent):
    """Practice a weak spot, whether it is due or not."""

    spot: Spot


@dataclass(frozen=True)
class SetCollecting(Intent):
    """Stop going through games, or go on."""

    recorded: ClassVar[Recorded] = {"is_on": bool}
    is_on: bool


class ForgetExercise(BoardIntent):
    """Take the exercise on the board out of the course."""
