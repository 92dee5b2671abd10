"""Rules that surprise, announced once, at the moment they apply."""

from __future__ import annotations

from sanmill.control.games.session import Session
from sanmill.core.i18n import Text, text
from sanmill.core.model import Side

from .touch import side_name

QUIET_LEFT = 10  # plies before the draw at which it is announced


def notice_of(session: Session, people: frozenset[Side]) -> Text | None:
    """What the move that led to the present brought about, or nothing."""
    if session.is_over:
        return None
    if session.now == 0 and session.is_rated:
        return text("notice.serious")
    if session.now == 0:
        return None if "=" in session.rules or session.start else text(f"variant.{session.rules}.about")
    before, after = session.states[session.now - 1], session.states[session.now]
    for side in Side:
        if after.may_fly[side] and not before.may_fly[side] and session.game.rule("MayFly"):
            count = after.on_board[side]
            if people == {side}:
                return text("notice.you_fly", count)
            return text("notice.flies", count, side=side_name(side))
    if any(after.pending_removals):
        return None
    if after.occurrences == 2 and session.game.rule("ThreefoldRepetitionRule"):
        return text("notice.twice")
    if after.quiet_limit and after.quiet_limit - after.quiet == QUIET_LEFT and before.quiet < after.quiet:
        return text("notice.quiet", QUIET_LEFT)
    if before.is_placing and not after.is_placing:
        return text("notice.placed")
    return None
