"""Intents that start a game or return to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sanmill.control.intents import Intent
from sanmill.core.reports.breadcrumbs import Recorded


@dataclass(frozen=True)
class StartVersus(Intent):
    """A game against the engine, as set."""


@dataclass(frozen=True)
class StartTwoPlayers(Intent):
    """A game of two people on one device, as set."""


@dataclass(frozen=True)
class StartWatch(Intent):
    """A game between two engines, as set."""


@dataclass(frozen=True)
class StartSetUp(Intent):
    """Set up a position on an empty board."""


@dataclass(frozen=True)
class StartFirstGame(Intent):
    """The game after the first lesson: unrated, at a low level, coached for beginners."""

    recorded: ClassVar[Recorded] = {"level": int, "is_coached": bool}
    level: int
    is_coached: bool


@dataclass(frozen=True)
class Resume(Intent):
    """Return to the game in progress."""
