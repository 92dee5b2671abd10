"""Intents that start a game or return to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sanmill.control.intents import BoardIntent, Intent
from sanmill.core.game.model import Side
from sanmill.core.reports.breadcrumbs import Recorded


class StartVersus(Intent):
    """A game against the engine, as set."""


class StartTwoPlayers(Intent):
    """A game of two people on one device, as set."""


class StartWatch(Intent):
    """A game between two engines, as set."""


class StartSetUp(Intent):
    """Set up a position on an empty board."""


@dataclass(frozen=True)
class StartFirstGame(Intent):
    """The game after the first lesson: unrated, at a low level, coached for beginners."""

    recorded: ClassVar[Recorded] = {"level": int, "is_coached": bool}
    level: int
    is_coached: bool


class Resume(Intent):
    """Return to the game in progress."""


@dataclass(frozen=True)
class ShowPanel(Intent):
    """The play screen has room for a graph beside the board, or no longer; sent when its size changes."""

    recorded: ClassVar[Recorded] = {"is_shown": bool}
    is_shown: bool


@dataclass(frozen=True)
class TryLevel(BoardIntent):
    recorded: ClassVar[Recorded] = {"level": int}
    level: int


@dataclass(frozen=True)
class SetCoach(BoardIntent):
    recorded: ClassVar[Recorded] = {"is_on": bool}
    is_on: bool


class Step(BoardIntent):
    """Play one turn, then pause."""


class ChangeSpeed(BoardIntent):
    """Cycle through slow, normal and fast."""


@dataclass(frozen=True)
class SetTurn(BoardIntent):
    recorded: ClassVar[Recorded] = {"side": Side}
    side: Side


@dataclass(frozen=True)
class ChangeHand(BoardIntent):
    """Add to or take from the pieces in a side's hand."""

    recorded: ClassVar[Recorded] = {"side": Side, "change": int}
    side: Side
    change: int


class ClearBoard(BoardIntent):
    """Remove every piece."""


class Check(BoardIntent):
    """Check whether the position can be played."""


@dataclass(frozen=True)
class PlayPosition(BoardIntent):
    """Play from the position set up, against the engine or with two players."""

    recorded: ClassVar[Recorded] = {"is_versus": bool}
    is_versus: bool


class TryTurningPoint(BoardIntent):
    """Start a practice game from the own mistake that decided the game."""
