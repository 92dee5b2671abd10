"""Notices about rules that surprise players, shown once when they first apply, and about the engine's captures."""

from __future__ import annotations

from sanmill.control.games.session import Session
from sanmill.control.views.texts import side_name
from sanmill.core.game.ideas import IdeaKind, idea_of
from sanmill.core.game.model import Side
from sanmill.core.game.move import split_turns
from sanmill.core.text.i18n import Text, listing, text

QUIET_LEFT = 10  # plies before the draw at which it is announced


def notice_of(session: Session, human_sides: frozenset[Side]) -> Text | None:
    if session.is_over:
        return None
    info, cursor, ply = session.info, session.cursor, session.cursor.game_ply
    if ply == 0 and info.is_rated:
        return text("notice.serious")
    if ply == 0:
        return None if "=" in info.rules or info.start else text(f"variant.{info.rules}.about")
    before, after = cursor.states[ply - 1], cursor.states[ply]
    for side in Side:
        if after.may_fly[side] and not before.may_fly[side] and cursor.game.rule("MayFly"):
            count = after.on_board[side]
            if human_sides == {side}:
                return text("notice.you_fly", count)
            return text("notice.flies", count, side=side_name(side))
    if any(after.pending_removals):
        return None
    if after.occurrences == 2 and cursor.game.rule("ThreefoldRepetitionRule"):
        return text("notice.twice")
    if after.quiet_limit and after.quiet_limit - after.quiet == QUIET_LEFT and before.quiet < after.quiet:
        return text("notice.quiet", QUIET_LEFT)
    if before.is_placing and not after.is_placing:
        return text("notice.placed")
    return None


def turn_words(session: Session) -> Text | None:
    """What the last turn took, and whether it closed a mill; ``None`` if it took nothing or has to go on."""
    cursor = session.cursor
    state = cursor.present
    turn = list(split_turns(cursor.played, [state.side for state in cursor.mainline.states]))[-1]
    points = [move.end for move in turn.moves if move.is_removal]
    if not points or (state.side is turn.side and any(state.pending_removals)):
        return None
    is_mill = idea_of(cursor.game.board, cursor.mainline.states[turn.ply], turn.moves[0]).kind is IdeaKind.CLOSES
    key = "notice.closed" if is_mill else "notice.took"
    return text(key, side=side_name(turn.side), points=listing(points))
