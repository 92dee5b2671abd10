"""Saved games: a session from a record, and a session as a file with its index entry."""

from __future__ import annotations

import re
import time
from typing import Any

from sanmill.core import record
from sanmill.core.fen import LETTERS
from sanmill.core.model import Side
from sanmill.core.record import UNFINISHED, Record, RecordError
from sanmill.core.saved_games import AUTOMATIC, SAVED, IndexEntry, StoredGame
from sanmill.core.settings import LEVEL, STYLE
from sanmill.core.statistics import TWO_PLAYERS, VERSUS, WATCH
from sanmill.engine.errors import EngineError
from sanmill.engine.options import options
from sanmill.engine.replay import start_of

from .cursor import LineError
from .game_info import SIDES, Player, Termination, clean_title, other_headers
from .session import Session
from .session_file import record_of, record_text

MOVES_MAX = 5000  # of an imported game with its variations
NAME_MAX = 40


def session_of(source: Record) -> Session:
    """The session of a record; raises RecordError for what cannot be replayed."""
    game = start_of(source)
    players = (_player(source.headers, "White"), _player(source.headers, "Black"))
    engines = sum(player.is_engine for player in players)
    mode = (TWO_PLAYERS, VERSUS, WATCH)[engines]
    session = Session(mode, game.rules_text, players, start=source.position or "")
    info = session.info
    info.headers = other_headers(source.headers, players)
    info.counts = False  # the user may not have played it
    info.title = clean_title(source.headers.get("Event", ""))
    try:
        session.cursor.adopt(source.tree, tuple(node.move for node in source.tree.main_line))
    except (LineError, EngineError) as error:
        raise RecordError(0, str(error)) from error
    if session.cursor.present.result is None and source.result != UNFINISHED:
        loser = {"1-0": Side.BLACK, "0-1": Side.WHITE}.get(source.result)
        info.termination = Termination.read(source.headers.get("Termination", ""), loser)
    return session


def _player(headers: dict[str, str], side: str) -> Player:
    """The engine when the headers give a level, otherwise a person."""
    level, style = headers.get(f"{side}Level", ""), headers.get(f"{side}Style", "")
    number = int(level) if re.fullmatch("[0-9]{1,3}", level) else 0
    if not LEVEL.bounded(options()).accepts(number):
        return Player()
    return Player(True, number, style if STYLE.bounded(options()).accepts(style) else STYLE.default)


def stored_game(session: Session, order: float | None = None) -> StoredGame:
    """The file of a session with its index entry."""
    kind = SAVED if session.info.is_saved else AUTOMATIC
    order = time.time() if order is None else order
    file = {
        "record": record_text(session),
        "kind": kind,
        "order": order,
        "ply": session.cursor.game_ply,
        "counts": session.info.counts,
        "serious": session.info.is_rated,
    }
    return StoredGame(entry_of(session, kind, order), file)


def entry_of(session: Session, kind: str, order: float) -> IndexEntry:
    info = session.info
    names = [clean_title(info.headers.get(side, ""))[:NAME_MAX] for side in SIDES]
    white, black = ("" if player.is_engine else name for player, name in zip(info.players, names))
    return IndexEntry(
        name=info.name,
        kind=kind,
        order=order,
        title=info.title,
        white=white,
        black=black,
        white_level=info.players[Side.WHITE].level,
        black_level=info.players[Side.BLACK].level,
        date=clean_title(info.headers.get("Date", ""))[:10],
        result=record_of(session).result,
        rules=info.rules,
        turns=session.full_moves,
        position="".join(LETTERS[content] for content in session.cursor.present.contents),
    )


def open_game(name: str, content: dict[str, Any]) -> Session:
    """The session of a saved game; raises RecordError."""
    session = session_of(record.read_stored(content["record"]))
    info = session.info
    info.name = name
    info.is_saved = content["kind"] == SAVED
    info.counts, info.is_rated = content["counts"], content["serious"]
    if not session.is_over and 0 <= content["ply"] < len(session.cursor.line):
        session.rewind(content["ply"])
    return session


def entry_from_file(name: str, content: dict[str, Any]) -> IndexEntry | None:
    """The index entry of a file missing from the index; ``None`` when the file cannot be read."""
    try:
        session = open_game(name, content)
    except RecordError:
        return None
    return entry_of(session, content["kind"], content["order"])


def retitled(text: str, title: str) -> str:
    """The text of a record with another title."""
    changed = record.read_stored(text)
    changed.headers = {"Event": title, **{name: value for name, value in changed.headers.items() if name != "Event"}}
    return record.write(changed)
