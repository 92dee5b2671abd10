"""A game as it is handed out: its text, the position one looks at, a short code, and what stands on its card."""

from __future__ import annotations

from dataclasses import replace

from sanmill.control.views.types import BoardView, GameView, ShareView
from sanmill.core.i18n import Text, text
from sanmill.core.model import Side
from sanmill.engine import share_code

from .archive import detail_of, title_of
from .game_files import entry_of
from .session import NOTED, Session

TURN_LEAST = 0.6  # of the way from lost to drawn that a turn has to cost to be worth a line


def shared(session: Session, view: GameView, variant: Text) -> ShareView:
    """Everything about the game on the board that can be handed out."""
    entry = entry_of(session, "", 0.0)
    is_noted = session.termination is not None and session.termination.kind == NOTED
    return ShareView(
        record=session.text,
        position=session.game.position,
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
    """The code of a game; empty when it is too long for one."""
    try:
        return share_code.write(session.as_record())
    except share_code.CodeError:
        return ""


def moment_of(session: Session) -> Text | None:
    """The turn that cost most, as far as both positions around it were looked at."""
    states, values, moves = session.own.states, session.own.values, session.own.moves
    best: tuple[float, int, int] = (TURN_LEAST, 0, 0)
    start = 0
    while start < session.now:
        end = start + 1
        while end < session.now and moves[end].startswith("x") and states[end].side is states[start].side:
            end += 1
        if start in values and end in values:
            change = values[start] - values[end]
            best = max(best, (change if states[start].side is Side.WHITE else -change, start, end))
        start = end
    _, start, end = best
    if not end:
        return None
    dots = "." if states[start].side is Side.WHITE else "…"
    return text("share.moment", turn=f"{states[start].turn}{dots} {''.join(moves[start:end])}")
