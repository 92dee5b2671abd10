"""Saved games: a session from a record, and a session as a file with its index entry."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Sequence

from sanmill.control.games.cursor import LineError
from sanmill.control.games.game_info import SIDES, GameInfo, Player, Termination, clean_title, other_headers
from sanmill.control.games.session import Session, full_moves
from sanmill.control.games.session_file import record_of, record_text, result_text
from sanmill.core.game import record
from sanmill.core.game.fen import LETTERS
from sanmill.core.game.model import Content, Side
from sanmill.core.game.record import UNFINISHED, Record, RecordError
from sanmill.core.progress.statistics import TWO_PLAYERS, VERSUS, WATCH
from sanmill.core.settings import LEVEL, STYLE
from sanmill.core.storage.saved_games import AUTOMATIC, SAVED, GameFile, IndexEntry, StoredGame
from sanmill.core.text.i18n import text
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.opening_names import named_plies, opening_of
from sanmill.engine.replay import start_of
from sanmill.engine.search.options import options

MOVES_MAX = 5000  # of an imported game with its variations
NAME_MAX = 40


def session_of(source: Record) -> Session:
    """The session of a record; raises RecordError for what cannot be replayed."""
    described = _info_of(source, start_of(source))
    session = Session(described.mode, described.rules, described.players, start=source.position or "")
    info = session.info
    info.headers, info.title, info.counts = described.headers, described.title, described.counts
    try:
        session.cursor.adopt(source.tree, tuple(node.move for node in source.tree.main_line))
    except (LineError, EngineError) as error:
        raise RecordError(0, text("record.unreadable")) from error
    if session.cursor.present.result is None and source.result != UNFINISHED:
        loser = {"1-0": Side.BLACK, "0-1": Side.WHITE}.get(source.result)
        info.termination = Termination.checked(source.headers.get("Termination", ""), loser)
    return session


def _info_of(source: Record, start: Game) -> GameInfo:
    """What the headers of a record say about the game."""
    players = (_player(source.headers, "White"), _player(source.headers, "Black"))
    mode = (TWO_PLAYERS, VERSUS, WATCH)[sum(player.is_engine for player in players)]
    return GameInfo(
        mode,
        start.rules_text,
        players,
        counts=False,  # the user may not have played it
        title=clean_title(source.headers.get("Event", "")),
        headers=other_headers(source.headers, players),
    )


def _player(headers: dict[str, str], side: str) -> Player:
    """The engine when the headers give a level, otherwise a person."""
    level, style = headers.get(f"{side}Level", ""), headers.get(f"{side}Style", "")
    number = int(level) if re.fullmatch("[0-9]{1,3}", level) else 0
    if not LEVEL.bounded(options()).accepts(number):
        return Player()
    return Player(True, number, style if STYLE.bounded(options()).accepts(style) else STYLE.default)


def stored_game(session: Session, order: float | None = None) -> StoredGame:
    kind = SAVED if session.info.is_saved else AUTOMATIC
    order = time.time() if order is None else order
    info, ply = session.info, session.cursor.game_ply
    file = GameFile(record_text(session), kind, order, ply, info.counts, info.is_rated)
    return StoredGame(entry_of(session, kind, order), file)


def entry_of(session: Session, kind: str, order: float) -> IndexEntry:
    cursor, info = session.cursor, session.info
    opening = opening_of(info.rules, cursor.mainline.states[: cursor.game_ply + 1])
    return _entry(info, kind, order, record_of(session).result, cursor.played, cursor.present.contents, opening)


def _entry(
    info: GameInfo,
    kind: str,
    order: float,
    result: str,
    played: Sequence[str],
    contents: Iterable[Content],
    opening: str,
) -> IndexEntry:
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
        result=result,
        rules=info.rules,
        turns=full_moves(played),
        position="".join(LETTERS[content] for content in contents),
        opening=opening,
    )


def open_game(name: str, file: GameFile) -> Session:
    """The session of a saved game; raises RecordError."""
    source = record.read_stored(file.record)
    session = session_of(source)
    info = session.info
    info.name = name
    info.is_saved = file.kind == SAVED
    info.counts, info.is_rated = file.counts, file.is_rated
    ply = _ply_of(source, file)
    if ply < len(session.cursor.line):
        session.rewind(ply)
    return session


def _ply_of(source: Record, file: GameFile) -> int:
    """How far the game stands along its main line; what comes after was undone, even the end of the game."""
    end = len(source.tree.main_line)
    return file.ply if source.result == UNFINISHED and 0 <= file.ply <= end else end


def entry_from_file(name: str, file: GameFile) -> IndexEntry | None:
    """The index entry of a file missing from the index; ``None`` when the file cannot be read.

    It replays the main line alone, without a session: an index may have to be made anew from thousands of files.
    """
    try:
        source = record.read_stored(file.record)
        game = start_of(source)
        info = _info_of(source, game)
        moves = [node.move for node in source.tree.main_line][: _ply_of(source, file)]
        states = [game.view]
        for move in moves:
            game.play(move)
            if len(states) <= named_plies():
                states.append(game.view)
        result = result_text(game.result.winner) if game.result else source.result
    except (RecordError, EngineError):
        return None
    info.name = name
    opening = opening_of(info.rules, states)
    return _entry(info, file.kind, file.order, result, moves, game.view.contents, opening)


def retitled(text: str, title: str) -> str:
    """The text of a record with another title."""
    changed = record.read_stored(text)
    changed.headers = {"Event": title, **{name: value for name, value in changed.headers.items() if name != "Event"}}
    return record.write(changed)
