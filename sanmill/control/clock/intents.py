"""Intents of the clock for a wooden board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sanmill.control.intents import Intent
from sanmill.core.game.model import Side
from sanmill.core.reports.breadcrumbs import Recorded


@dataclass(frozen=True)
class PressClock(Intent):
    """A side presses its half: it has moved, and the time of the other runs. During a pause the clock goes on."""

    recorded: ClassVar[Recorded] = {"side": Side}
    side: Side


@dataclass(frozen=True)
class PauseClock(Intent):
    recorded: ClassVar[Recorded] = {"is_paused": bool}
    is_paused: bool


class ResetClock(Intent):
    """Back to the times as set; the screen has asked."""


class SwapSides(Intent):
    """The players change places."""
