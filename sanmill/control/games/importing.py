"""Import of games from files, the clipboard and share codes; faults are reported with their line."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sanmill.core import record
from sanmill.core.collection import NotGamesError, checked, decode, split
from sanmill.core.i18n import Text, text
from sanmill.core.record import SIZE_MAX, Record, RecordError
from sanmill.engine import share_code

from .game_files import MOVES_MAX, session_of
from .session import Session

log = logging.getLogger(__name__)

GAME_SIZE_MAX = SIZE_MAX - 100_000  # leaves room for what saving adds: move numbers and headers
GAMES_MAX = 1000  # of a file
ALL_MOVES_MAX = 200_000
SECONDS_MAX = 15.0
FAULTS_MAX = 50  # listed one by one


@dataclass(frozen=True)
class Imported:
    """The games of a text, and a sentence about each fault."""

    sessions: tuple[Session, ...] = ()
    faults: tuple[Text, ...] = ()
    more_faults: int = 0  # than are listed


def read_games(data: bytes | str, is_cancelled: Callable[[], bool] = lambda: False) -> Imported:
    """Read every game; slow, not for the main thread. ``is_cancelled`` is asked before each."""
    try:
        written = decode(data) if isinstance(data, bytes) else checked(data)
    except NotGamesError as error:
        return Imported(faults=(text(f"import.{error.kind}"),))
    imported = _read_records(written, is_cancelled)
    if imported.sessions or not share_code.is_code(written):
        return imported
    try:
        return Imported((_session(share_code.read, written),))
    except share_code.CodeError as error:
        return Imported(faults=(text("import.bad_code", cause=text(f"import.code.{error.kind}")),))
    except RecordError as error:
        return Imported(faults=(text("import.bad_code", cause=error.words),))


def _read_records(written: str, is_cancelled: Callable[[], bool]) -> Imported:
    sessions: list[Session] = []
    faults: list[Text] = []
    moves, wrong, end = 0, 0, time.monotonic() + SECONDS_MAX
    for count, part in enumerate(split(written)):
        if is_cancelled():
            break
        if count == GAMES_MAX or moves > ALL_MOVES_MAX or time.monotonic() > end:
            faults = [*faults[: FAULTS_MAX - 1], text("import.too_many", count)]
            break
        try:
            session = _session(record.read, part.text, MOVES_MAX, GAME_SIZE_MAX)
        except RecordError as error:
            wrong += 1
            if len(faults) < FAULTS_MAX:
                faults.append(_fault(error, part.line))
        else:
            sessions.append(session)
            moves += len(session.cursor.turns)
    return Imported(tuple(sessions), tuple(faults), max(0, wrong - FAULTS_MAX))


def _session(read: Callable[..., Record], *source: Any) -> Session:
    """The session of a record. A failure of any kind is a fault of this game and costs no other."""
    try:
        session = session_of(read(*source))
    except (RecordError, share_code.CodeError):
        raise
    except Exception as failure:
        log.exception("a game could not be imported")
        raise RecordError(0, repr(failure), text("record.unreadable")) from failure
    if not session.cursor.tree.root.children and not session.info.start:
        raise RecordError(1, "a record without moves", text("record.no_game"))
    return session


def _fault(error: RecordError, first: int) -> Text:
    if error.line:
        return text("import.fault", line=first + error.line, cause=error.words)
    return text("import.fault_somewhere", line=first + 1, cause=error.words)
