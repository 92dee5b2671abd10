"""Sessions as JSON, which restores the moment, and as records, which other programs read."""

from __future__ import annotations

from typing import Any

from sanmill.core import record
from sanmill.core.gametree import GameTree
from sanmill.core.model import Side
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game

from .cursor import LineError
from .game_info import SIDES, Player, Termination
from .session import Session


class SessionError(Exception):
    """A saved game or position that cannot be read."""


# Records.


def record_of(session: Session) -> record.Record:
    """The game with its headers and variations."""
    info = session.info
    own = ("Event", "Termination", *(f"{side}{part}" for side in SIDES for part in ("Level", "Style")))
    headers = {name: value for name, value in info.headers.items() if name not in own}
    if info.title:
        headers = {"Event": info.title, **headers}
    for side, player in zip(SIDES, info.players):
        if player.is_engine:
            headers.update({side: "Sanmill", f"{side}Level": str(player.level), f"{side}Style": player.style})
    if info.termination:
        headers["Termination"] = info.termination.kind
    written = record.Record(headers, tree=session.cursor.tree)
    written.rules = info.rules
    if info.start:
        written.position = info.start
    is_over, winner = _outcome(session)
    if is_over:
        written.result = "1/2-1/2" if winner is None else "1-0" if winner is Side.WHITE else "0-1"
    return written


def _outcome(session: Session) -> tuple[bool, Side | None]:
    """Whether the main line of the record has ended, and who won it. A promoted variation may not be the game's."""
    cursor = session.cursor
    main = tuple(node.move for node in cursor.tree.main_line)
    if main[: cursor.game_ply] == cursor.played:
        return (session.is_over, session.winner)
    game = Game(session.info.rules, session.info.start or None)
    for move in main:
        game.play(move)
    return (game.result is not None, game.result.winner if game.result else None)


def record_text(session: Session) -> str:
    """The game in portable notation."""
    return record.write(record_of(session))


# JSON. The keys are those of earlier versions.


def save(session: Session) -> dict[str, Any]:
    """Everything needed to restore the session."""
    info, cursor = session.info, session.cursor
    termination = info.termination
    return {
        "name": info.name,
        "title": info.title,
        "is_kept": info.is_saved,
        "headers": dict(info.headers),
        "mode": info.mode,
        "serious": info.is_rated,
        "counts": info.counts,
        "record": record_text(session),
        "rules": info.rules,
        "start": info.start,
        "line": list(cursor.mainline.moves),
        "now": cursor.game_ply,
        "players": [[player.is_engine, player.level, player.style] for player in info.players],
        "ending": [termination.kind, termination.loser] if termination else None,
        "unsure": session.unconfirmed,
        "flipped": session.is_flipped,
        "values": {str(ply): value for ply, value in cursor.mainline.values.items()},
        "foreseen": _expected_replies(cursor.tree, cursor.mainline.moves),
    }


def restore(saved: dict[str, Any]) -> Session:
    """The session that was saved; raises SessionError."""
    try:
        white, black = (Player(bool(engine), int(level), str(style)) for engine, level, style in saved["players"])
        session = Session(
            str(saved["mode"]),
            str(saved["rules"]),
            (white, black),
            start=str(saved["start"]),
            is_rated=bool(saved.get("serious", False)),
        )
        info, cursor = session.info, session.cursor
        info.name = str(saved.get("name", info.name))
        info.title, info.is_saved = str(saved.get("title", "")), bool(saved.get("is_kept", False))
        info.headers = {str(name): str(value) for name, value in saved.get("headers", {}).items()}
        info.counts = bool(saved.get("counts", True))
        cursor.adopt(record.read(saved["record"]).tree, tuple(saved["line"]))
        _restore_expected_replies(cursor.tree, cursor.line, saved.get("foreseen", {}))
        session.rewind(int(saved["now"]))
        if saved["ending"]:
            kind, loser = saved["ending"]
            info.termination = Termination(str(kind), None if loser is None else Side(loser))
        unconfirmed = saved.get("unsure")
        if unconfirmed is not None and 0 <= int(unconfirmed) < cursor.game_ply:
            session.unconfirmed = int(unconfirmed)
        session.is_flipped = bool(saved["flipped"])
        cursor.mainline.values.update({int(ply): float(value) for ply, value in saved["values"].items()})
    except (KeyError, TypeError, ValueError, AttributeError, EngineError, LineError, record.RecordError) as error:
        raise SessionError(str(error)) from error
    return session


def _expected_replies(tree: GameTree, moves: tuple[str, ...]) -> dict[str, str]:
    """The replies the engine expected along a line, by ply."""
    end = tree.find(moves)
    return {str(ply): node.foreseen for ply, node in enumerate(end.path if end else (), 1) if node.foreseen}


def _restore_expected_replies(tree: GameTree, moves: tuple[str, ...], saved: dict[str, str]) -> None:
    end = tree.find(moves)
    for ply, node in enumerate(end.path if end else (), 1):
        node.foreseen = str(saved.get(str(ply), ""))
