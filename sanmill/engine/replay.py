"""Replay of records: the engine checks every move of every variation."""

from __future__ import annotations

from collections.abc import Iterator

from sanmill.core.game.model import GameState, Side
from sanmill.core.game.move import Move
from sanmill.core.game.record import Record, RecordError
from sanmill.core.game.tree import GameTree, Node
from sanmill.core.text.i18n import Text, text

from .errors import EngineError
from .game import Game


def start_of(record: Record) -> Game:
    """The position a record starts from; an error names the line of the header."""
    lines = record.header_lines
    try:
        game = Game(record.rules)
    except EngineError as error:
        line = lines.get("Rules", lines.get("Variant", 0))
        raise RecordError(line, text("record.rules")) from error
    if record.position is None:
        return game
    try:
        return Game(record.rules, record.position)
    except EngineError as error:
        raise RecordError(lines.get("FEN", 0), text("record.position")) from error


def replay(game: Game, tree: GameTree) -> Iterator[tuple[Node, GameState]]:
    """Play every variation from the game's position; yield each node with the state before its move.

    An illegal move raises a RecordError with its line. At the end the game is back where it was.
    """
    ply = 0
    for depth, node in tree.root.walk():
        if depth == 0:
            continue
        game.undo(ply - depth + 1)
        state = game.view
        try:
            game.play(node.move)
        except EngineError as error:
            words = _refusal_words(node.move, game.refusal(node.move), state.side)
            raise RecordError(node.line, words) from error
        ply = depth
        yield node, state
    game.undo(ply)


def _refusal_words(move: Move, reason: str, side: Side) -> Text:
    """Why a move is illegal, in the words of the board."""
    if reason in ("none", "unreadable"):
        return text("record.no_move", word=move)
    if reason == "no_piece" and not move.is_removal:
        return text("record.refused", move=move, why=text("record.no_piece", point=move.points[0]))
    other = text("side.black" if side is Side.WHITE else "side.white")
    why = text(f"refusal.{reason}", side=other) if reason == "others_piece" else text(f"refusal.{reason}")
    return text("record.refused", move=move, why=why)
