"""Intents of the exercise with coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sanmill.control.board.intents import POINTS
from sanmill.control.intents import Intent
from sanmill.core.reports.breadcrumbs import Recorded

FIND, NAME = KINDS = ("find", "name")  # a point by its name, the name of a point


@dataclass(frozen=True)
class StartCoordinates(Intent):
    recorded: ClassVar[Recorded] = {"kind": KINDS}
    kind: str = FIND


@dataclass(frozen=True)
class AnswerPoint(Intent):
    """The point that was touched, or whose name was chosen."""

    recorded: ClassVar[Recorded] = {"point": POINTS}
    point: str


class StopCoordinates(Intent):
    """Give the exercise up; it does not count."""
