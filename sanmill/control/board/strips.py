"""Builds the player strips above and below the board."""

from __future__ import annotations

from sanmill.control.games import people, strength
from sanmill.control.games.game_info import SIDES
from sanmill.control.games.session import Session
from sanmill.control.views.texts import side_name
from sanmill.control.views.types import Mood, StripView
from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import Text, text

from .game_mode import GameMode

NAME_MAX = 24


def strips(game: GameMode) -> tuple[StripView, StripView]:
    """The upper and the lower strip of the position shown. The only person sits below, otherwise White."""
    bottom = next(iter(game.human_sides)) if len(game.human_sides) == 1 else Side.WHITE
    bottom = bottom.other if game.session.is_flipped else bottom
    return (_strip(game, bottom.other), _strip(game, bottom))


def _strip(game: GameMode, side: Side) -> StripView:
    session, state = game.session, game.cursor.state
    player = session.info.players[side]
    is_engine = player.is_engine
    return StripView(
        side=side,
        name=player_name(session, side, game.human_sides),
        detail=strength.strip_name(player, game.context.tablebases, session.info.rules) if is_engine else None,
        in_hand=state.in_hand[side],
        lost=max(0, game.cursor.game.rule("PiecesCount") - state.pieces_left(side)),
        is_turn=not state.result and state.side is side,
        level=people.level_on(session.info.players, side),
        mood=_mood(game, side) if is_engine else Mood.CALM,
    )


def _mood(game: GameMode, side: Side) -> Mood:
    """Glad at its captures and its win, sorry at the other's."""
    session, cursor = game.session, game.cursor
    if cursor.is_live and session.is_over:
        return end_mood(session, side)
    if not cursor.ply or not (Move(cursor.line[cursor.ply - 1]).is_removal or any(cursor.state.pending_removals)):
        return Mood.CALM
    return Mood.GLAD if cursor.states[cursor.ply - 1].side is side else Mood.SORRY


def end_mood(session: Session, side: Side) -> Mood:
    """How a player takes the end of a game."""
    return Mood.CALM if session.winner is None else Mood.GLAD if session.winner is side else Mood.SORRY


def player_name(session: Session, side: Side, human_sides: frozenset[Side]) -> Text:
    """You, the name of the opponent or the one in the headers, or the side."""
    if human_sides == {side}:
        return text("strip.you", side=side_name(side))
    player = session.info.players[side]
    if player.is_engine:
        return people.called(session.info.players, side)
    name = " ".join(session.info.headers.get(SIDES[side], "").split())[:NAME_MAX]
    is_person = side in human_sides or session.info.own_side is not None
    is_named = is_person and name not in ("", "?")
    return text("strip.name", name=name) if is_named else side_name(side)
