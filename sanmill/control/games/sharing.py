"""A game to share: its text, the position shown, a short code, and the contents of its card."""

from __future__ import annotations

from dataclasses import replace

from sanmill.control.views.types import BoardView, GameView, ShareView
from sanmill.core.i18n import Text, text
from sanmill.core.model import Side
from sanmill.core.move import Turn, split_turns
from sanmill.engine import share_code

from .archive import detail_of, title_of
from .game_files import entry_of
from .game_info import NOTED
from .session import Session
from .session_file import record_of, record_text

COST_MIN = 0.6  # the minimum cost of a turn worth a line; a win is 1, a draw 0


def share_view(session: Session, view: GameView, variant: Text) -> ShareView:
    """Everything about a game that can be shared."""
    entry = entry_of(session, "", 0.0)
    is_noted = session.info.termination is not None and session.info.termination.kind == NOTED
    return ShareView(
        record=record_text(session),
        position=session.cursor.game.position,
        code=code_of(session),
        board=replace(
            BoardView(view.board.board, view.board.contents),
            last_from=view.board.last_from,
            last_to=view.board.last_to,
            last_removed=view.board.last_removed,
            is_flipped=view.board.is_flipped,
        ),
        title=title_of(entry),
        players=title_of(replace(entry, title="")) if entry.title else None,
        headline=view.result.headline if view.result else view.status,
        reason=view.result.reason if view.result and not is_noted else None,
        detail=detail_of(entry, variant),
        moment=moment_of(session),
    )


def code_of(session: Session) -> str:
    """The share code of a game; empty when the game is too long."""
    try:
        return share_code.write(record_of(session))
    except share_code.CodeError:
        return ""


def moment_of(session: Session) -> Text | None:
    """The costliest turn among those with an evaluation before and after."""
    cursor, line = session.cursor, session.cursor.mainline
    turns = split_turns(cursor.played, [state.side for state in line.states])
    costs = [(_cost(turn, line.values), turn) for turn in turns if turn.ply in line.values and turn.end in line.values]
    cost, turn = max(costs, key=lambda each: (each[0], each[1].ply), default=(0.0, None))
    if turn is None or cost < COST_MIN:
        return None
    dots = "." if turn.side is Side.WHITE else "…"
    return text("share.moment", turn=f"{line.states[turn.ply].turn}{dots} {turn}")


def _cost(turn: Turn, values: dict[int, float]) -> float:
    change = values[turn.ply] - values[turn.end]
    return change if turn.side is Side.WHITE else -change
