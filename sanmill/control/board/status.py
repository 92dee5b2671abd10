"""The sentence below the board of a game."""

from __future__ import annotations

from sanmill.control.games.cursor import Cursor
from sanmill.control.views.types import ResultView
from sanmill.core.game.ideas import mills_through
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import Text, text

from .game_mode import GameMode


def is_waiting(game: GameMode) -> bool:
    """Whether the engine has to move, and the game can go on."""
    session, cursor = game.session, game.cursor
    is_open = cursor.is_live and not session.is_unconfirmed and not session.is_over
    return is_open and not game.has_failed and game.query is None and cursor.state.side not in game.human_sides


def status_of(game: GameMode, result: ResultView | None, own: Text | None) -> Text:
    """What keeps the game from going on, the result, what the mode says itself, or what has to be done."""
    cursor, state = game.cursor, game.cursor.state
    side = game.called(state.side)
    if game.has_failed:
        return text("status.error")
    if not cursor.is_live:
        return _viewing_words(cursor)
    if game.session.is_unconfirmed:
        return text("status.unconfirmed")
    if result:
        return result.headline
    if own:
        return own
    if game.query:
        return text(f"status.{game.query.value}")
    if is_waiting(game) and not any(state.pending_removals):
        return text("status.their_turn", side=side)
    whose = "you" if game.human_sides == {state.side} else "side"
    if any(state.pending_removals):
        return _removal_sentence(cursor, whose, side)
    if state.may_place and state.may_move:
        return text(f"status.{whose}.place_or_move", side=side)
    if state.may_place:
        return text(f"status.{whose}.place", state.in_hand[state.side], side=side)
    return text(f"status.{whose}.fly" if state.may_fly[state.side] else f"status.{whose}.move", side=side)


def _viewing_words(cursor: Cursor) -> Text:
    """Which move of the line shown is looked at."""
    shown = cursor.states[cursor.ply - 1].turn if cursor.ply else 0
    return text("status.viewing", move=shown, total=cursor.states[max(0, len(cursor.line) - 1)].turn)


def _removal_sentence(cursor: Cursor, whose: str, side: Text) -> Text:
    count = sum(cursor.state.pending_removals)
    last = Move(cursor.line[cursor.ply - 1]) if cursor.ply else Move()
    if last.is_removal:
        return text(f"status.{whose}.take_more", count, side=side)
    has_mill = bool(last) and bool(mills_through(cursor.game.board, cursor.state.contents, last.end))
    return text(f"status.{whose}.mill" if has_mill else f"status.{whose}.take", count, side=side)
