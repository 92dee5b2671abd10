"""Intents about drills of openings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sanmill.control.intents import BoardIntent, Intent
from sanmill.core.game.model import Side
from sanmill.core.reports.breadcrumbs import Recorded


class StartDrills(Intent):
    """Practice what is due with the side chosen."""


@dataclass(frozen=True)
class PracticeOpening(Intent):
    """Practice one opening, whether it is due or not."""

    name: str


@dataclass(frozen=True)
class ChooseSide(Intent):
    """The side that is practiced."""

    recorded: ClassVar[Recorded] = {"side": Side}
    side: Side


class RetryDrill(BoardIntent):
    """Back to the position before a wrong move; a finished drill restarts."""


class ShowBetter(BoardIntent):
    """Show a move that is right."""


class NextDrill(BoardIntent):
    """Go on with the next opening that is due."""
