"""Builds the view of a game: board, player strips, status and notice, move list, result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sanmill.control import intents
from sanmill.control.games import strength
from sanmill.control.games.game_info import SIDES
from sanmill.control.games.move_list import history_of
from sanmill.control.games.session import Session
from sanmill.control.views import verdicts
from sanmill.control.views.texts import reason_words, side_name
from sanmill.control.views.types import (
    Action,
    Badge,
    BoardView,
    EvaluationView,
    GameView,
    MoveView,
    ResultView,
    StripView,
)
from sanmill.core import settings
from sanmill.core.game.ideas import mills_through
from sanmill.core.game.model import Side
from sanmill.core.game.move import Move, split_turns
from sanmill.core.text.i18n import Text, text

from .hint import PIECE, WHOLE
from .touch import reachers, removable, targets

if TYPE_CHECKING:
    from .game_mode import GameMode

NAME_MAX = 24
LINE_MAX = 4  # moves of the best line shown

CONFIRMING = (
    Action("undo", text("play.take_back"), intents.RejectTurn()),
    Action("check", text("play.keep"), intents.ConfirmTurn(), is_on=True),
)


def game_view(mode: GameMode) -> GameView:
    session = mode.session
    top = bottom_side(session, mode.human_sides).other
    result = result_of(mode)
    messages = messages_of(mode)
    return GameView(
        mode=session.info.mode,
        title=mode.context.library.title(session.info.rules),
        board=board_view(mode),
        top=strip(mode, top),
        bottom=strip(mode, top.other),
        status=status_of(mode, result),
        is_waiting=is_waiting(mode),
        notice=next(iter(messages), None),
        more_notices=messages[1:],
        log=mode.log.newest_first,
        is_refusal=mode.touch.refusal is not None,
        moves=moves_of(session),
        history=history_of(session) if mode.analysis.is_graph_shown else None,
        is_looking_back=not session.cursor.is_live,
        is_over=session.is_over,
        actions=CONFIRMING if mode.is_confirming and session.cursor.is_live else mode.actions(),
        overflow=mode.overflow(),
        prompt=mode.touch.prompt,
        result=result,
        evaluation=None if mode.is_strict else evaluation_of(mode),
    )


def bottom_side(session: Session, human_sides: frozenset[Side]) -> Side:
    """The side at the lower edge: the only person's, otherwise White; the other one when flipped."""
    side = next(iter(human_sides)) if len(human_sides) == 1 else Side.WHITE
    return side.other if session.is_flipped else side


# The board.


def board_view(mode: GameMode) -> BoardView:
    """The position shown with its marks."""
    cursor, touch, hint = mode.cursor, mode.touch, mode.hint
    game, state, choice = cursor.game, cursor.state, touch.choice
    last_from, last_to, last_removed, last_point = last_moves(cursor.line[: cursor.ply])
    mills = mills_through(game.board, state.contents, last_point) if last_point else ()
    arrow = hint.move if hint.step >= WHOLE else mode.suggested_move() if cursor.is_live else expected_reply(mode)
    idea = hint.idea(game.board, state) if hint.step < WHOLE else None
    return BoardView(
        board=game.board,
        contents=state.contents,
        chosen=choice.piece or choice.target,
        targets=targets(game, choice.piece) if choice.piece else frozenset(),
        reachers=reachers(game, choice.target) if choice.target else frozenset(),
        removable=removable(game) if mode.refusal() is None else frozenset(),
        last_from=last_from,
        last_to=last_to,
        last_removed=last_removed,
        mills=mills,
        is_first_mill=bool(mills) and is_first_mill(mode.session),
        lit=touch.refusal.lines if touch.refusal else idea.lines if idea else (),
        hint_piece=hint.move.start if hint.step == PIECE else "",
        hint_from=arrow.start,
        hint_to=arrow.end,
        badges=badges_of(mode),
        names_points=hint.step >= PIECE or bool(arrow) or (mode.is_analysed and bool(mode.analysis.lines)),
        is_flipped=mode.session.is_flipped,
        ply=cursor.ply,
    )


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


def badges_of(mode: GameMode) -> tuple[Badge, ...]:
    analysis = mode.analysis
    if not mode.is_analysed:
        return ()
    return verdicts.badges_of(analysis.lines, mode.touch.choice.piece, has_numbers=analysis.has_numbers)


def last_moves(played: tuple[str, ...]) -> tuple[str, str, str, str]:
    """Start and end of the last move, the point removed after it, and its end again if nothing was removed."""
    moves = [Move(move) for move in played]
    last = next((move for move in reversed(moves) if not move.is_removal), Move())
    removed = moves[-1].end if moves and moves[-1].is_removal else ""
    return (last.start, last.end, removed, "" if removed else last.end)


# Around the board.


def strip(mode: GameMode, side: Side) -> StripView:
    session, cursor, state = mode.session, mode.cursor, mode.cursor.state
    player = session.info.players[side]
    tablebases = mode.context.tablebases
    detail = strength.strip_name(player, tablebases, session.info.rules) if player.is_engine else None
    if session.info.is_rated and not player.is_engine:
        rating = mode.context.results.statistics.rating(session.info.rules)
        detail = text("strip.rating", rating=round(rating.value))
    return StripView(
        side=side,
        name=player_name(session, side, mode.human_sides),
        detail=detail,
        in_hand=state.in_hand[side],
        lost=pieces_lost(session, side),
        is_turn=not state.result and state.side is side and not (cursor.is_live and session.is_over),
        is_thinking=mode.thinking.is_indicator_due and cursor.present.side is side,
    )


def pieces_lost(session: Session, side: Side) -> int:
    """The pieces of a side removed so far."""
    cursor = session.cursor
    return max(0, cursor.game.rule("PiecesCount") - cursor.state.pieces_left(side))


def player_name(session: Session, side: Side, human_sides: frozenset[Side]) -> Text:
    """You, the name of the opponent or the one in the headers, or the side."""
    if human_sides == {side}:
        return text("strip.you", side=side_name(side))
    player = session.info.players[side]
    if player.is_engine and len(human_sides) == 1:
        return strength.opponent_name(player.level)
    name = " ".join(session.info.headers.get(SIDES[side], "").split())[:NAME_MAX]
    is_named = side in human_sides and name not in ("", "?")
    return text("strip.name", name=name) if is_named else side_name(side)


def is_waiting(mode: GameMode) -> bool:
    """Whether the status says nothing but that the engine has to move."""
    session = mode.session
    is_open = mode.cursor.is_live and not session.is_unconfirmed and not session.is_over and not mode.has_failed
    is_usual = mode.mode_status() is None and mode.query is None
    return is_open and is_usual and mode.cursor.state.side not in mode.human_sides


def status_of(mode: GameMode, result: ResultView | None) -> Text:
    """The sentence below the board."""
    session, state = mode.session, mode.cursor.state
    side = side_name(state.side)
    if mode.has_failed:
        return text("status.trouble")
    if not mode.cursor.is_live:
        return _viewing_words(session)
    if session.is_unconfirmed:
        return text("status.unsure")
    if result:
        return result.headline
    own = mode.mode_status()
    if own:
        return own
    if mode.query:
        return text(f"status.{mode.query.value}")
    if is_waiting(mode):
        return text("status.thinking" if mode.thinking.is_indicator_due else "status.their_turn", side=side)
    whose = "you" if mode.human_sides == {state.side} else "side"
    pending_removals = sum(state.pending_removals)
    if pending_removals:
        return _removal_sentence(session, pending_removals, whose, side)
    if state.may_place and state.may_move:
        return text(f"status.{whose}.place_or_move", side=side)
    if state.may_place:
        return text(f"status.{whose}.place", state.in_hand[state.side], side=side)
    return text(f"status.{whose}.fly" if state.may_fly[state.side] else f"status.{whose}.move", side=side)


def _viewing_words(session: Session) -> Text:
    """Which move of the line shown is looked at."""
    cursor = session.cursor
    shown = cursor.states[cursor.ply - 1].turn if cursor.ply else 0
    return text("status.viewing", move=shown, total=cursor.states[max(0, len(cursor.line) - 1)].turn)


def _removal_sentence(session: Session, pending_removals: int, whose: str, side: Text) -> Text:
    cursor = session.cursor
    last = Move(cursor.line[cursor.ply - 1]) if cursor.ply else Move()
    if last.is_removal:
        return text(f"status.{whose}.take_more", pending_removals, side=side)
    has_mill = bool(last) and bool(mills_through(cursor.game.board, cursor.state.contents, last.end))
    return text(f"status.{whose}.mill" if has_mill else f"status.{whose}.take", pending_removals, side=side)


def messages_of(mode: GameMode) -> tuple[Text, ...]:
    """What is said besides the status, the most urgent first."""
    hint = mode.hint.words(mode.hint.idea(mode.cursor.game.board, mode.cursor.state))
    of_present = (mode.mode_message(), mode.opponent_turn, mode.notice) if mode.cursor.is_live else ()
    messages = (
        mode.touch.refusal.words if mode.touch.refusal else None,
        hint,
        *of_present,
        comment_words(mode.session),
        expected_words(mode),
    )
    return tuple(words for words in messages if words)


def comment_words(session: Session) -> Text | None:
    """The comment of the move at the cursor, after the game and at earlier positions."""
    comment = session.cursor.tree.current.comment
    is_shown = comment and (session.is_over or not session.cursor.is_live)
    return text("moves.noted", comment=comment) if is_shown else None


def expected_reply(mode: GameMode) -> Move:
    """The reply the engine expected in the position shown; shown after the game only."""
    cursor = mode.cursor
    is_told = mode.session.is_over and not cursor.is_live and cursor.state.side in mode.human_sides
    move = cursor.tree.current.expected_reply
    return Move(move if is_told and move in cursor.game.legal() else "")


def expected_words(mode: GameMode) -> Text | None:
    move, side = expected_reply(mode), mode.cursor.state.side.other
    return text("play.foreseen", side=side_name(side), move=move) if move else None


def moves_of(session: Session) -> tuple[MoveView, ...]:
    """The turns of the line shown, undone ones included."""
    cursor = session.cursor
    return tuple(
        MoveView(
            number=f"{cursor.states[turn.ply].turn}." if turn.side is Side.WHITE or turn.ply == 0 else "",
            words=str(turn),
            ply=turn.end,
            is_shown=turn.ply < cursor.ply <= turn.end,
            is_taken_back=cursor.is_on_mainline and turn.ply >= cursor.game_ply,
        )
        for turn in split_turns(cursor.line, [state.side for state in cursor.states])
    )


def result_of(mode: GameMode) -> ResultView | None:
    """How the game ended, and what that changed."""
    session, human_sides = mode.session, mode.human_sides
    if not session.is_over:
        return None
    winner = session.winner
    loser = winner.other if winner is not None else None
    if winner is None:
        headline = text("result.draw")
    elif len(human_sides) == 1:
        headline = text("result.you_win" if winner in human_sides else "result.you_lose")
    else:
        headline = text("result.wins", side=side_name(winner))
    return ResultView(
        headline=headline,
        reason=reason_words(mode.cursor.present, session.reason, loser, human_sides),
        winner=winner,
        is_loss=loser is not None and human_sides == {loser},
        notes=mode.context.results.notes(session),
        offers_ladder=mode.context.results.is_level_found(session),
        suggested_level=mode.context.results.suggested_level(session),
    )


def evaluation_of(mode: GameMode) -> EvaluationView:
    """Who stands better, now and over the game."""
    session = mode.session
    graph = tuple(_value_at(session, ply) for ply in range(len(session.cursor.states)))
    is_analysed = mode.analysis.is_on
    is_shown = is_analysed or mode.context.settings.get(settings.EVALUATION)
    value = graph[session.cursor.ply] if is_shown and not session.is_unconfirmed else None
    return EvaluationView(
        is_shown=is_shown,
        value=value,
        words=analysis_words(mode, value) if is_analysed and value is not None else None,
        graph=graph,
        ply=session.cursor.ply,
        is_panel_shown=mode.analysis.is_panel_shown,
    )


def analysis_words(mode: GameMode, value: float) -> Text:
    """Who stands better, and the best line."""
    if not mode.analysis.lines:
        return verdicts.value_words(value)
    best = mode.analysis.lines[0]
    words = verdicts.proven_value(best, mode.cursor.state.side) or verdicts.value_words(value)
    moves = " ".join(best.moves[:LINE_MAX]).replace(" x", "x")
    if mode.analysis.has_numbers:
        return text("value.best_scored", words=words, moves=moves, score=verdicts.number_of(best))
    return text("value.best", words=words, moves=moves)


def _value_at(session: Session, ply: int) -> float | None:
    result = session.cursor.states[ply].result
    if result is None:
        return session.cursor.values.get(ply)
    return 0.0 if result.winner is None else 1.0 if result.winner is Side.WHITE else -1.0
