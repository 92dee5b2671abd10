"""The turns of a game as small boards, for one picture of the whole game."""

from __future__ import annotations

from dataclasses import dataclass

from sanmill.control.games.session import Session
from sanmill.control.views.types import BoardView
from sanmill.core.game.model import Side
from sanmill.core.game.move import Turn, split_turns

TURNS_MAX = 36  # of a longer game every second or third turn, up to the last one


@dataclass(frozen=True)
class SharedTurn:
    """The position after a turn."""

    words: str
    board: BoardView


def turns_of(session: Session) -> tuple[SharedTurn, ...]:
    cursor = session.cursor
    turns = list(split_turns(cursor.played, [state.side for state in cursor.mainline.states]))
    step = -(-len(turns) // TURNS_MAX) or 1
    return tuple(_turn(session, turn) for turn in turns[::-1][::step][::-1])


def _turn(session: Session, turn: Turn) -> SharedTurn:
    states, first = session.cursor.mainline.states, turn.moves[0]
    removed = [move.end for move in turn.moves if move.is_removal]
    board = BoardView(
        session.cursor.game.board,
        states[turn.end].contents,
        last_from=first.start,
        last_to="" if first.is_removal else first.end,
        last_removed="".join(removed[-1:]),
        is_flipped=session.is_flipped,
    )
    return SharedTurn(f"{states[turn.ply].turn}{'.' if turn.side is Side.WHITE else '…'} {turn}", board)
