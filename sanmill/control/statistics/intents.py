"""Intents about the statistics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sanmill.control.intents import Intent
from sanmill.core.game.model import Side
from sanmill.core.progress.statistics import MODES, VERSUS
from sanmill.core.reports.breadcrumbs import Recorded


@dataclass(frozen=True)
class FilterGames(Intent):
    """Count the games of a mode, of some rules and of the user's side; empty and ``None`` stand for any."""

    recorded: ClassVar[Recorded] = {"mode": MODES, "side": Side}
    mode: str = VERSUS
    rules: str = ""
    side: Side | None = None


class ResetStatistics(Intent):
    """Delete every counted game; the screen has asked."""
