"""Reads all games of a text or file at once, as an import does in steps."""

from __future__ import annotations

from dataclasses import dataclass

from sanmill.control.archive.importing import GAME_SIZE_MAX, GameReader
from sanmill.control.games.session import Session
from sanmill.core.text.i18n import Text


@dataclass(frozen=True)
class Imported:
    """The games of a text, and a sentence about each error."""

    sessions: tuple[Session, ...] = ()
    errors: tuple[Text, ...] = ()
    more_errors: int = 0  # than are listed


def read_games(data: bytes | str) -> Imported:
    reader = GameReader(data)
    sessions: list[Session] = []
    while not reader.is_done:
        sessions += reader.read(GAME_SIZE_MAX)
    return Imported(tuple(sessions), reader.errors, reader.more_errors)
