"""Sessions as stored objects, which restore the moment, and as records, which other programs read."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from sanmill.core.game import record
from sanmill.core.game.model import Side
from sanmill.core.game.tree import GameTree, Node
from sanmill.core.progress.statistics import TWO_PLAYERS, VERSUS, WATCH
from sanmill.core.settings import ALGORITHM, STYLE, WEIGHTS
from sanmill.core.storage.stored import Count, Length, MoveText, Range, Stored
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.search.options import options

from .cursor import LineError
from .game_info import FRIEND, SIDES, GameInfo, Player, Termination, clean_title, other_headers
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
    if info.clock:
        headers["TimeControl"] = info.clock.time_control
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


# Stored objects.

Ply = Annotated[int, Range(0, record.NODES_MAX)]
Plies = Count(record.NODES_MAX)


@dataclass(frozen=True)
class SavedSession:
    """A session. The line of the game is a path in its moves."""

    info: GameInfo
    moves: Annotated[str, Length(record.OWN_SIZE_MAX)]  # with variations and comments, as records have them
    length: Ply  # of the line
    ply: Ply  # of the present
    variations: Annotated[dict[Ply, Ply], Plies]  # which child the line takes where it is not the first, by ply
    is_flipped: bool
    values: Annotated[dict[Ply, Annotated[float, Range(-1e6, 1e6)]], Plies]  # by ply
    expected_replies: Annotated[dict[Ply, MoveText], Plies] = field(default_factory=dict)  # to the engine, by ply
    unconfirmed: Ply | None = None


SESSION = Stored(SavedSession, size=64 << 20)
ENGINES = {TWO_PLAYERS: 0, FRIEND: 0, VERSUS: 1, WATCH: 2}  # how many sides the engine plays in each mode


def save(session: Session) -> dict[str, Any]:
    """The content of the session's file."""
    cursor = session.cursor
    end = cursor.tree.find(cursor.mainline.moves)
    line = end.path if end else []
    choices = {ply: node.parent.children.index(node) for ply, node in enumerate(line) if node.parent}
    saved = SavedSession(
        info=session.info,
        moves=record.write(record.Record(tree=cursor.tree)),
        length=len(line),
        ply=cursor.game_ply,
        variations={ply: choice for ply, choice in choices.items() if choice},
        is_flipped=session.is_flipped,
        values=cursor.mainline.values,
        expected_replies={ply: node.expected_reply for ply, node in enumerate(line, 1) if node.expected_reply},
        unconfirmed=session.unconfirmed,
    )
    return SESSION.write(saved)


def restore(saved: SavedSession) -> Session:
    """The session that was saved; raises SessionError."""
    info = saved.info
    try:
        players = (_checked(info.players[Side.WHITE]), _checked(info.players[Side.BLACK]))
        if ENGINES[info.mode] != sum(player.is_engine for player in players):
            raise SessionError(f"{info.mode!r} with players {players}")
        if (info.mode == FRIEND) != (info.own_side is not None):
            raise SessionError(f"{info.mode!r} with the user as {info.own_side}")
        session = Session(info.mode, info.rules, players, start=info.start)
        cursor = session.cursor
        tree = record.read_stored(saved.moves).tree
        line = _line(tree, saved)
        cursor.adopt(tree, tuple(node.move for node in line))
        for ply, node in enumerate(line, 1):
            node.expected_reply = saved.expected_replies.get(ply, "")
        cursor.rewind(saved.ply)
    except (EngineError, LineError, record.RecordError) as error:
        raise SessionError(str(error)) from error
    end = info.termination if cursor.present.result is None else None
    session.info = replace(
        info,
        rules=cursor.rules,
        players=players,
        start=cursor.start,
        title=clean_title(info.title),
        headers=other_headers(info.headers, players),
        termination=Termination.checked(end.kind, end.loser) if end else None,
    )
    if saved.unconfirmed is not None and saved.unconfirmed < cursor.game_ply:
        session.unconfirmed = saved.unconfirmed
    session.is_flipped = saved.is_flipped
    cursor.mainline.values.update(saved.values)
    return session


def _line(tree: GameTree, saved: SavedSession) -> list[Node]:
    """The nodes of the line of the game; raises LineError."""
    node, line = tree.root, list[Node]()
    tree.merge_duplicates()
    for ply in range(saved.length):
        choice = saved.variations.get(ply, 0)
        if choice >= len(node.children):
            raise LineError(f"no child {choice} at ply {ply}")
        node = node.children[choice]
        line.append(node)
    if saved.ply > len(line):
        raise LineError(f"ply {saved.ply} of {len(line)}")
    return line


def _checked(player: Player) -> Player:
    if not player.is_engine:
        return Player()
    if not player.level:
        raise SessionError("an engine without a level")
    known = options()
    return replace(
        player,
        style=player.style if STYLE.bounded(known).accepts(player.style) else STYLE.default,
        algorithm=player.algorithm if ALGORITHM.bounded(known).accepts(player.algorithm) else "",
        weights=player.weights if WEIGHTS.bounded(known).accepts(player.weights) else "",
    )
