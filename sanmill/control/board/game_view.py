"""Builds the view of a game: board, strips, status, moves and result; its parts add to it."""

from __future__ import annotations

from dataclasses import replace

from sanmill.control.games import people
from sanmill.control.games.move_list import moves_of
from sanmill.control.games.session import Session
from sanmill.control.views.texts import reason_words
from sanmill.control.views.types import Action, GameView, Mood, ResultView, StripView
from sanmill.core.game.model import Reason, Side
from sanmill.core.text.i18n import Text, text

from .board_view import is_first_mill, session_board
from .game_mode import GameMode
from .mode import Part
from .status import is_waiting, status_of
from .strips import end_mood, strips


def game_view(
    game: GameMode,
    *parts: Part,
    result: ResultView | None = None,
    status: Text | None = None,
    actions: tuple[Action, ...] = (),
    overflow: tuple[Action, ...] = (),
) -> GameView:
    """The view with what the parts add, the one with the most urgent message first. ``status`` is the mode's own."""
    session = game.session
    board = session_board(session, blocked=_blocked(session))
    top, bottom = strips(game)
    tried = game.way_back
    view = GameView(
        mode=session.info.mode,
        title=text("review.trying", move=tried[0]) if tried else game.context.library.title(session.info.rules),
        board=replace(board, is_first_mill=bool(board.mills) and is_first_mill(session)),
        top=_in_game(game, top),
        bottom=_in_game(game, bottom),
        status=status_of(game, result, status),
        is_waiting=is_waiting(game) and status is None,
        moves=moves_of(session),
        is_looking_back=not session.cursor.is_live,
        is_over=result is not None,
        actions=actions,
        overflow=overflow,
        result=result,
        way_back=tried[1] if tried else None,
    )
    for part in parts:
        view = part.add_to(view)
    return view


def _blocked(session: Session) -> frozenset[str]:
    """The pieces of who lost because none of them can move, at the end of the game."""
    winner, cursor = session.winner, session.cursor
    if not cursor.is_live or winner is None or session.reason != Reason.NO_MOVES.value:
        return frozenset()
    points = zip(cursor.game.board.points, cursor.state.contents)
    return frozenset(point.name for point, content in points if content is winner.other.piece)


def _in_game(game: GameMode, strip: StripView) -> StripView:
    """A strip with the rating in a rated game, and without a turn once the game is over."""
    session = game.session
    is_turn = strip.is_turn and not (game.cursor.is_live and session.is_over)
    if not session.info.is_rated or session.info.players[strip.side].is_engine:
        return replace(strip, is_turn=is_turn)
    rating = game.context.features.results.statistics.rating(session.info.rules)
    return replace(strip, is_turn=is_turn, detail=text("strip.rating", rating=round(rating.value)))


def result_of(game: GameMode) -> ResultView | None:
    """How the game ended, and what that changed."""
    session, human_sides, results = game.session, game.human_sides, game.context.features.results
    if not session.is_over:
        return None
    winner = session.winner
    loser = winner.other if winner is not None else None
    if winner is None:
        headline = text("result.draw")
    elif len(human_sides) == 1:
        headline = text("result.you_win" if winner in human_sides else "result.you_lose")
    else:
        headline = text("result.wins", side=game.called(winner))
    side = next(iter(human_sides)).other if len(human_sides) == 1 else winner
    return ResultView(
        headline=headline,
        reason=reason_words(game.cursor.present, session.reason, loser, game.called(loser or Side.WHITE), human_sides),
        winner=winner,
        level=people.level_on(session.info.players, side) if side is not None else 0,
        mood=end_mood(session, side) if side is not None else Mood.CALM,
        is_loss=loser is not None and human_sides == {loser},
        notes=results.notes(session),
        is_feast=results.is_first_win(session),
    )
