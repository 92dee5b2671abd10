"""The sentence below the board of a game."""

from __future__ import annotations

from sanmill.control.engine_requests import Purpose
from sanmill.control.games.cursor import Cursor
from sanmill.control.views.types import ResultView
from sanmill.core.game.ideas import mills_through
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import Text, text

from .game_mode import GameMode

TASKS = {  # of the only person, and of a side
    "place": ("status.you.place", "status.side.place"),
    "move": ("status.you.move", "status.side.move"),
    "place_or_move": ("status.you.place_or_move", "status.side.place_or_move"),
    "fly": ("status.you.fly", "status.side.fly"),
    "mill": ("status.you.mill", "status.side.mill"),
    "take": ("status.you.take", "status.side.take"),
    "take_more": ("status.you.take_more", "status.side.take_more"),
}


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
        return text("status.hint" if game.query is Purpose.HINT else "status.draw")
    if is_waiting(game) and not any(state.pending_removals):
        return text("status.their_turn", side=side)
    task, count = _task(cursor)
    return text(TASKS[task][game.human_sides != {state.side}], count, side=side)


def _task(cursor: Cursor) -> tuple[str, int | None]:
    """What has to be done, and with how many pieces."""
    state = cursor.state
    if any(state.pending_removals):
        return _removal(cursor), sum(state.pending_removals)
    if state.may_place and state.may_move:
        return "place_or_move", None
    if state.may_place:
        return "place", state.in_hand[state.side]
    return ("fly" if state.may_fly[state.side] else "move"), None


def _viewing_words(cursor: Cursor) -> Text:
    """Which move of the line shown is looked at."""
    shown = cursor.states[cursor.ply - 1].turn if cursor.ply else 0
    return text("status.viewing", move=shown, total=cursor.states[max(0, len(cursor.line) - 1)].turn)


def _removal(cursor: Cursor) -> str:
    last = Move(cursor.line[cursor.ply - 1]) if cursor.ply else Move()
    if last.is_removal:
        return "take_more"
    has_mill = bool(last) and bool(mills_through(cursor.game.board, cursor.state.contents, last.end))
    return "mill" if has_mill else "take"
