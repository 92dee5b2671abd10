"""Builds the view of a board: the position, the last move and the mills it closed. Modes and parts add their marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sanmill.control.games.cursor import Cursor
from sanmill.control.games.session import Session
from sanmill.control.views.types import BoardView
from sanmill.core.game.ideas import mills_through
from sanmill.core.game.move import Move
from sanmill.core.game.shapes import Shape
from sanmill.engine.game import Game


def board_view(game: Game, played: Sequence[str], **marks: Any) -> BoardView:
    """The position of a game after some moves; ``marks`` are further fields of the view."""
    board, contents = game.board, game.view.contents
    moves = [Move(move) for move in played]
    last = next((move for move in reversed(moves) if not move.is_removal), Move())
    removed = moves[-1].end if moves and moves[-1].is_removal else ""
    return BoardView(
        board=board,
        contents=contents,
        last_from=last.start,
        last_to=last.end,
        last_removed=removed,
        mills=mills_through(board, contents, last.end) if last and not removed else (),
        **{"ply": len(moves), **marks},
    )


def session_board(session: Session, **marks: Any) -> BoardView:
    """The position shown of a game, with what is drawn at its move."""
    cursor = session.cursor
    marks = {"shapes": shapes_of(cursor), "is_flipped": session.is_flipped, **marks}
    return board_view(cursor.game, cursor.line[: cursor.ply], **marks)


def shapes_of(cursor: Cursor) -> tuple[Shape, ...]:
    """What is drawn at the move shown, as far as the board has its points: a record may name others."""
    shapes = cursor.tree.current.shapes
    names = {point.name for point in cursor.game.board.points} if shapes else set()
    return tuple(shape for shape in shapes if {shape.start, shape.end or shape.start} <= names)


def with_arrow(view: BoardView, move: Move) -> BoardView:
    """Draw a move, unless another is drawn."""
    if not move or view.hint_to:
        return view
    return replace(view, hint_from=move.start, hint_to=move.end, names_points=True)


def is_first_mill(session: Session) -> bool:
    """Whether the last move of those shown closed the first mill of the game."""
    cursor = session.cursor
    board, moves = cursor.game.board, map(Move, cursor.line[: cursor.ply])
    closing = (
        ply
        for ply, (move, state) in enumerate(zip(moves, cursor.states[1:]), start=1)
        if not move.is_removal and mills_through(board, state.contents, move.end)
    )
    return next(closing, None) == cursor.ply
