"""Import of games from files, the clipboard and share codes; faults are reported with their line."""

from __future__ import annotations

import time
from dataclasses import dataclass

from sanmill.core import record
from sanmill.core.collection import NotGamesError, checked, decode, split
from sanmill.core.i18n import Text, text
from sanmill.core.record import RecordError
from sanmill.engine import share_code

from .game_files import MOVES_MOST, session_of
from .session import Session

GAMES_MOST = 1000  # of a file
ALL_MOVES_MOST = 200_000
SECONDS_MOST = 15.0
FAULTS_MOST = 50  # listed one by one


@dataclass(frozen=True)
class Imported:
    """The games of a text, and a sentence about each fault."""

    sessions: tuple[Session, ...] = ()
    faults: tuple[Text, ...] = ()
    more_faults: int = 0  # than are listed


def read_games(data: bytes | str) -> Imported:
    """Read every game; slow, not for the main thread."""
    try:
        written = decode(data) if isinstance(data, bytes) else checked(data)
    except NotGamesError as error:
        return Imported(faults=(text(f"import.{error.kind}"),))
    imported = _read_records(written)
    if imported.sessions or not share_code.is_code(written):
        return imported
    try:
        return Imported((session_of(share_code.read(written)),))
    except (share_code.CodeError, RecordError) as error:
        return Imported(faults=(text("import.bad_code", cause=str(error)),))


def _read_records(written: str) -> Imported:
    sessions: list[Session] = []
    faults: list[Text] = []
    moves, wrong, end = 0, 0, time.monotonic() + SECONDS_MOST
    for count, part in enumerate(split(written)):
        if count == GAMES_MOST or moves > ALL_MOVES_MOST or time.monotonic() > end:
            faults = [*faults[: FAULTS_MOST - 1], text("import.too_many", count)]
            break
        try:
            session = session_of(record.read(part.text, MOVES_MOST))
        except RecordError as error:
            wrong += 1
            if len(faults) < FAULTS_MOST:
                faults.append(_fault(error, part.line))
        else:
            if session.cursor.tree.root.children or session.info.start:
                sessions.append(session)
                moves += len(session.cursor.turns)
            else:
                wrong += 1
                faults.append(text("import.no_moves", line=part.line + 1))
    return Imported(tuple(sessions), tuple(faults[:FAULTS_MOST]), max(0, wrong - FAULTS_MOST))


def _fault(error: RecordError, first: int) -> Text:
    if error.line:
        return text("import.fault", line=first + error.line, cause=error.words)
    return text("import.fault_somewhere", line=first + 1, cause=error.words)
