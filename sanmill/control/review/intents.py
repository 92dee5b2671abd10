"""Intents about the review of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sanmill.control.intents import BoardIntent
from sanmill.core.game.model import Side
from sanmill.core.reports.breadcrumbs import Recorded


class NextMistake(BoardIntent):
    """The next mistake that nothing better was found for yet."""


class PlayBest(BoardIntent):
    """Play the best line of a reviewed position on the board, one turn further each time."""


@dataclass(frozen=True)
class TryAgain(BoardIntent):
    """Start a practice game from the position at a ply."""

    recorded: ClassVar[Recorded] = {"ply": int}
    ply: int


@dataclass(frozen=True)
class LearnMistakes(BoardIntent):
    """Add the mistakes of a side to the user's course."""

    recorded: ClassVar[Recorded] = {"side": Side}
    side: Side
