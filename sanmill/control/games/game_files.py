"""Games that come from records and are saved: what a record says about players, start and end."""

from __future__ import annotations

import time
from typing import Any

from sanmill.control.modes import two_players, versus, watch
from sanmill.core import record
from sanmill.core.fen import LETTERS
from sanmill.core.model import Side
from sanmill.core.record import UNFINISHED, Record, RecordError
from sanmill.core.saved_games import AUTOMATIC, KINDS, SAVED, IndexEntry, StoredGame
from sanmill.core.settings import LEVEL, STYLE
from sanmill.engine.errors import EngineError
from sanmill.engine.options import options
from sanmill.engine.replay import start_of

from .session import AGREED, NOTED, RESIGNED, SIDES, Player, Session, SessionError, Termination

MOVES_MOST = 5000  # of a game with its branches
TITLE_MOST = 80
NAME_MOST = 40
OWN = ("FEN", "SetUp", "Variant", "Rules", "Result", "Event")  # headers that are kept otherwise


def session_of(kept: Record) -> Session:
    """A game to play on or to look through. Every branch is played once; a RecordError tells what cannot be."""
    game = start_of(kept)
    players = (_player(kept.headers, "White"), _player(kept.headers, "Black"))
    machines = sum(player.is_machine for player in players)
    mode = (two_players.NAME, versus.NAME, watch.NAME)[machines]
    session = Session(mode, game.rules_text, players, start=kept.position or "")
    session.headers = {name: value for name, value in kept.headers.items() if name not in OWN}
    session.counts = False  # whoever played it
    session.title = clean_title(kept.headers.get("Event", ""))
    try:
        session.adopt(kept.tree, tuple(node.move for node in kept.tree.main_line))
    except (SessionError, EngineError) as failure:
        raise RecordError(0, str(failure)) from failure
    if session.present.result is None and kept.result != UNFINISHED:
        loser = {"1-0": Side.BLACK, "0-1": Side.WHITE}.get(kept.result)
        kind = kept.headers.get("Termination", "")
        fits = kind == (AGREED if loser is None else RESIGNED)
        session.termination = Termination(kind if fits else NOTED, loser)
    return session


def _player(headers: dict[str, str], side: str) -> Player:
    """Who played a side: a machine when its level stands there."""
    level, style = headers.get(f"{side}Level", ""), headers.get(f"{side}Style", "")
    if not level.isdigit() or not LEVEL.bounded(options()).accepts(int(level[:3])):
        return Player()
    return Player(True, int(level), style if STYLE.bounded(options()).accepts(style) else STYLE.default)


def clean_title(title: str) -> str:
    """A title in one line, or none."""
    title = " ".join(title.split())[:TITLE_MOST].strip()
    return "" if title in ("?", "-") else title


def stored_game(session: Session, order: float | None = None) -> StoredGame:
    """A game as it is saved."""
    kind = SAVED if session.is_kept else AUTOMATIC
    order = time.time() if order is None else order
    file = {
        "record": session.text,
        "kind": kind,
        "order": order,
        "ply": session.now,
        "counts": session.counts,
        "serious": session.is_rated,
    }
    return StoredGame(entry_of(session, kind, order), file)


def entry_of(session: Session, kind: str, order: float) -> IndexEntry:
    """What the index of the saved games says of one."""
    names = [clean_title(session.headers.get(side, ""))[:NAME_MOST] for side in SIDES]
    white, black = ("" if player.is_machine else name for player, name in zip(session.players, names))
    return IndexEntry(
        name=session.name,
        kind=kind,
        order=order,
        title=session.title,
        white=white,
        black=black,
        white_level=session.players[Side.WHITE].level,
        black_level=session.players[Side.BLACK].level,
        date=session.headers.get("Date", "")[:10],
        result=session.as_record().result,
        rules=session.rules,
        turns=session.moves_played,
        position="".join(LETTERS[content] for content in session.present.contents),
    )


def opened(name: str, content: dict[str, Any]) -> Session:
    """A kept game as a session of that name."""
    session = session_of(record.read(str(content["record"]), MOVES_MOST * 2))
    session.name = name
    session.is_kept = content.get("kind") == SAVED
    session.counts = bool(content.get("counts", False))
    session.is_rated = bool(content.get("serious", False))
    ply = content.get("ply")
    if isinstance(ply, int) and not session.is_over and 0 <= ply < len(session.line):
        session.rewind(ply)
    return session


def described(name: str, content: dict[str, Any]) -> IndexEntry | None:
    """The entry of a game whose file is all there is of it."""
    try:
        session = opened(name, content)
    except RecordError:
        return None
    kind, order = content.get("kind"), content.get("order")
    return entry_of(
        session,
        kind if kind in KINDS and isinstance(kind, str) else SAVED,
        float(order) if isinstance(order, (int, float)) else 0.0,
    )


def retitled(text: str, title: str) -> str:
    """The text of a game with another title."""
    kept = record.read(text)
    kept.headers = {"Event": title, **{name: value for name, value in kept.headers.items() if name != "Event"}}
    return record.write(kept)
