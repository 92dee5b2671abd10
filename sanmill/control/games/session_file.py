"""Sessions as JSON, which restores the moment, and as records, which other programs read."""

from __future__ import annotations

from typing import Any

from sanmill.core.game import record
from sanmill.core.game.model import Side
from sanmill.core.game.tree import GameTree
from sanmill.core.progress.rating import LEVELS
from sanmill.core.progress.statistics import TWO_PLAYERS, VERSUS, WATCH
from sanmill.core.settings import ALGORITHM, STYLE, WEIGHTS
from sanmill.core.storage.json_schema import (
    ENGINE_TEXT,
    Default,
    Fields,
    FileSchema,
    Flag,
    Items,
    Nullable,
    Number,
    OneOf,
    Row,
    Table,
    Whole,
    Words,
)
from sanmill.core.storage.saved_games import NAME
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.search.options import options

from .cursor import LineError
from .game_clock import GameClock
from .game_info import SIDES, TERMINATIONS, Player, Termination, clean_title, other_headers
from .session import Session


class SessionError(Exception):
    """A saved game or position that cannot be read."""


# Records.


def record_of(session: Session) -> record.Record:
    """The game with its headers and variations."""
    info = session.info
    headers = other_headers(info.headers, info.players)
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
        written.result = result_text(winner)
    return written


def result_text(winner: Side | None) -> str:
    """The result of a finished game as records write it."""
    return "1/2-1/2" if winner is None else "1-0" if winner is Side.WHITE else "0-1"


def _outcome(session: Session) -> tuple[bool, Side | None]:
    """Whether the main line of the record has ended, and who won it. A promoted variation may not be the game's."""
    if is_on_main_line(session):
        return (session.is_over, session.winner)
    game = Game(session.info.rules, session.info.start or None)
    for node in session.cursor.tree.main_line:
        game.play(node.move)
    return (game.result is not None, game.result.winner if game.result else None)


def is_on_main_line(session: Session) -> bool:
    """Whether the moves played are the first ones of the record's main line."""
    cursor = session.cursor
    return tuple(node.move for node in cursor.tree.main_line)[: cursor.game_ply] == cursor.played


def record_text(session: Session) -> str:
    """The game in portable notation."""
    return record.write(record_of(session))


# JSON. The keys are those of earlier versions.

PLY = Words(6, "[0-9]+")
PLAYER = Row((Flag(), Whole(0, len(LEVELS)), Words(40)))
SCHEMA = FileSchema(
    Fields(
        {
            "name": Default(NAME, None),
            "title": Default(Words(1000), ""),
            "is_kept": Default(Flag(), False),
            "headers": Default(record.HEADERS, dict),
            "mode": OneOf((TWO_PLAYERS, VERSUS, WATCH)),
            "serious": Default(Flag(), False),
            "counts": Default(Flag(), True),
            "record": Words(record.OWN_SIZE_MAX),
            "rules": ENGINE_TEXT,
            "start": ENGINE_TEXT,
            "line": Items(Words(20), 100_000),
            "now": Whole(0, 100_000),
            "players": Row((PLAYER, PLAYER)),
            "clock": Default(Nullable(Row((Whole(1, 1000), Number(0, 1e6), Number(0, 1e6)))), None),
            "algorithms": Default(Row((Words(40), Words(40))), ("", "")),
            "weights": Default(Row((ENGINE_TEXT, ENGINE_TEXT)), ("", "")),
            "ending": Nullable(Row((OneOf(TERMINATIONS), Nullable(OneOf((0, 1)))))),
            "unsure": Default(Nullable(Whole(0, 100_000)), None),
            "flipped": Flag(),
            "values": Table(Number(-1e6, 1e6), 100_000, PLY),
            "foreseen": Default(Table(Words(20), 100_000, PLY), dict),
        }
    ),
    size=64 << 20,
)
ENGINES = {TWO_PLAYERS: 0, VERSUS: 1, WATCH: 2}  # how many sides the engine plays in each mode


def save(session: Session) -> dict[str, Any]:
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
        "clock": [info.clock.minutes, *(round(seconds, 1) for seconds in info.clock.left)] if info.clock else None,
        "algorithms": [player.algorithm for player in info.players],
        "weights": [player.weights for player in info.players],
        "ending": [termination.kind, termination.loser] if termination else None,
        "unsure": session.unconfirmed,
        "flipped": session.is_flipped,
        "values": {str(ply): value for ply, value in cursor.mainline.values.items()},
        "foreseen": _expected_replies(cursor.tree, cursor.mainline.moves),
    }


def restore(saved: dict[str, Any]) -> Session:
    """The session from the content of its file; raises SessionError."""
    try:
        white, black = (
            _restore_player(*player) for player in zip(saved["players"], saved["algorithms"], saved["weights"])
        )
        if ENGINES[saved["mode"]] != white.is_engine + black.is_engine:
            raise SessionError(f"{saved['mode']!r} with players {white} and {black}")
        session = Session(
            saved["mode"], saved["rules"], (white, black), start=saved["start"], is_rated=saved["serious"]
        )
        info, cursor = session.info, session.cursor
        info.name = saved["name"] or info.name
        info.title, info.is_saved = clean_title(saved["title"]), saved["is_kept"]
        info.headers, info.counts = other_headers(saved["headers"], info.players), saved["counts"]
        cursor.adopt(record.read_stored(saved["record"]).tree, tuple(saved["line"]))
        _restore_expected_replies(cursor.tree, cursor.line, saved["foreseen"])
        if saved["now"] > len(cursor.line):
            raise SessionError(f"ply {saved['now']} of {len(cursor.line)}")
        session.rewind(saved["now"])
        if saved["clock"]:
            minutes, *left = saved["clock"]
            info.clock = GameClock(minutes, left)
        if saved["ending"] and cursor.present.result is None:
            kind, loser = saved["ending"]
            info.termination = Termination.read(kind, None if loser is None else Side(loser))
        if saved["unsure"] is not None and saved["unsure"] < cursor.game_ply:
            session.unconfirmed = saved["unsure"]
        session.is_flipped = saved["flipped"]
        cursor.mainline.values.update({int(ply): value for ply, value in saved["values"].items()})
    except (EngineError, LineError, record.RecordError) as error:
        raise SessionError(str(error)) from error
    return session


def _restore_player(player: tuple[bool, int, str], algorithm: str, weights: str) -> Player:
    is_engine, level, style = player
    if not is_engine:
        return Player()
    if not level:
        raise SessionError("an engine without a level")
    known = options()
    return Player(
        True,
        level,
        style if STYLE.bounded(known).accepts(style) else STYLE.default,
        algorithm if ALGORITHM.bounded(known).accepts(algorithm) else "",
        weights if WEIGHTS.bounded(known).accepts(weights) else "",
    )


def _expected_replies(tree: GameTree, moves: tuple[str, ...]) -> dict[str, str]:
    """The replies the engine expected along a line, by ply."""
    end = tree.find(moves)
    return {str(ply): node.expected_reply for ply, node in enumerate(end.path if end else (), 1) if node.expected_reply}


def _restore_expected_replies(tree: GameTree, moves: tuple[str, ...], saved: dict[str, str]) -> None:
    end = tree.find(moves)
    for ply, node in enumerate(end.path if end else (), 1):
        node.expected_reply = saved.get(str(ply), "")
