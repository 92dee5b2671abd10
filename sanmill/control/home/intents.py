"""Intents of the home screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sanmill.control.intents import Intent
from sanmill.core.reports.breadcrumbs import Recorded


@dataclass(frozen=True)
class ChooseOpponent(Intent):
    """Make an opponent the one of new games."""

    recorded: ClassVar[Recorded] = {"level": int}
    level: int
