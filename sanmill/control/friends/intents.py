"""Intents about games with friends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sanmill.control.intents import Intent
from sanmill.core.reports.breadcrumbs import Recorded
from sanmill.engine import turn_code


class StartFriendGame(Intent):
    """A game with a friend, as set."""


@dataclass(frozen=True)
class ReceiveTurn(Intent):
    """Take a friend's turn from a text that has its code somewhere."""

    text: str


class PasteTurn(Intent):
    """Take a friend's turn from the clipboard."""


@dataclass(frozen=True)
class SendTurn(Intent):
    """Hand out the message of the game on the board, to another app or as a file."""

    recorded: ClassVar[Recorded] = {"is_file": bool}
    is_file: bool = False


@dataclass(frozen=True)
class OpenFriendGame(Intent):
    """Put a game with a friend on the board."""

    game: int


@dataclass(frozen=True)
class DeleteFriendGame(Intent):
    """Delete a game with a friend; the last one deleted can be restored."""

    game: int


class RestoreFriendGame(Intent):
    """Restore the game deleted last."""


def is_turn(text: str) -> bool:
    """Whether a text has the code of a friend's turn somewhere."""
    return turn_code.is_code(text)
