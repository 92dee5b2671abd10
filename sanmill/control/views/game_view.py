"""Makes the view of a game: marks on the board, strips, sentences, move list, result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sanmill.control import intents
from sanmill.control.games.session import SIDES, Session
from sanmill.control.modes import strength
from sanmill.control.modes.touch import reachers, removable, side_name, targets
from sanmill.core import settings
from sanmill.core.i18n import Text, text
from sanmill.core.ideas import mills_through
from sanmill.core.model import GameState, Side
from sanmill.core.move import Move

from . import verdicts
from .move_list import history_of
from .types import Action, BoardView, EvaluationView, GameView, MoveView, ResultView, StripView

if TYPE_CHECKING:
    from sanmill.control.modes.table import Table

NAME_MOST = 24

CONFIRMING = (
    Action("undo", text("play.take_back"), intents.TakeBack()),
    Action("check", text("play.keep"), intents.Keep(), is_on=True),
)


def game_view(table: Table) -> GameView:
    """Everything the play screen shows of a table."""
    session = table.session
    top = bottom_side(session, table.people).other
    result = result_of(table)
    return GameView(
        mode=session.mode,
        title=table.host.library.title(session.rules),
        board=board_view(table),
        top=strip(table, top),
        bottom=strip(table, top.other),
        status=status_of(table, result),
        notice=table.refusal.words
        if table.refusal
        else table.notice or hint_words(table) or table.remark or comment_words(session) or foreseen_words(table),
        is_refusal=table.refusal is not None,
        moves=moves_of(session),
        history=history_of(session) if table.is_graph_shown else None,
        is_looking_back=not session.is_live,
        is_over=session.is_over,
        actions=CONFIRMING if session.is_unsure and session.is_live else table.buttons(),
        overflow=table.more(),
        prompt=table.prompt,
        result=result,
        evaluation=None if table.is_strict else evaluation_of(table),
    )


def bottom_side(session: Session, people: frozenset[Side]) -> Side:
    """Who sits at the lower edge: the person who plays alone, otherwise White; turned round by flipping."""
    side = next(iter(people)) if len(people) == 1 else Side.WHITE
    return side.other if session.is_flipped else side


# The board.


def board_view(table: Table) -> BoardView:
    """The pieces of the position one looks at, with the marks that belong to it."""
    session, game = table.session, table.session.game
    state = session.states[session.shown]
    is_open = table.turn_refusal() is None
    last_from, last_to, last_removed, last_acting = last_moves(session)
    hint = Move(table.hint_move if table.hint_step >= 3 else table.foreseen)
    idea = table.idea if table.hint_step else None
    closed = mills_through(game.board, state.contents, last_acting) if last_acting else ()
    choice = table.choice
    return BoardView(
        board=game.board,
        contents=state.contents,
        chosen=choice.piece or choice.target,
        targets=targets(game, choice.piece) if choice.piece else frozenset(),
        reachers=reachers(game, choice.target) if choice.target else frozenset(),
        removable=removable(game) if is_open else frozenset(),
        last_from=last_from,
        last_to=last_to,
        last_removed=last_removed,
        mills=closed,
        lit=table.refusal.lines if table.refusal else idea.lines if idea and table.hint_step < 3 else (),
        hint_piece=Move(table.hint_move).start if table.hint_step == 2 else "",
        hint_from=hint.start,
        hint_to=hint.end,
        badges=verdicts.badges_of(table.lines, choice.piece) if table.is_analysed else (),
        is_flipped=session.is_flipped,
        ply=session.shown,
    )


def last_moves(session: Session) -> tuple[str, str, str, str]:
    """Where the last move came from and went to, what was taken, and the point if the very last move was a move."""
    moves = session.line[: session.shown]
    removed = ""
    index = len(moves) - 1
    while index >= 0 and moves[index].startswith("x"):
        removed = removed or moves[index][1:]
        index -= 1
    if index < 0:
        return ("", "", removed, "")
    last = Move(moves[index])
    return (last.start, last.end, removed, "" if removed else last.end)


# Around the board.


def strip(table: Table, side: Side) -> StripView:
    """One player."""
    session = table.session
    state = session.states[session.shown]
    player = session.players[side]
    lost = session.game.rule("PiecesCount") - state.pieces_left(side)
    detail = strength.name_of(player.level) if player.is_machine else None
    if session.is_rated and not player.is_machine:
        rating = table.host.results.statistics.rating(session.rules)
        detail = text("strip.rating", rating=round(rating.value))
    is_turn = not state.result and state.side is side and not (session.is_live and session.is_over)
    return StripView(
        side=side,
        name=player_name(session, side, table.people),
        detail=detail,
        in_hand=state.in_hand[side],
        lost=max(0, lost),
        is_turn=is_turn,
        is_thinking=table.is_mark_due and session.present.side is side,
    )


def player_name(session: Session, side: Side, people: frozenset[Side]) -> Text:
    """What the player of a side is called."""
    if people == {side}:
        return text("strip.you", side=side_name(side))
    name = " ".join(session.headers.get(SIDES[side], "").split())[:NAME_MOST]
    is_named = side in people and name not in ("", "?")
    return text("strip.name", name=name) if is_named else side_name(side)


def status_of(table: Table, result: ResultView | None) -> Text:
    """The sentence below the board."""
    session = table.session
    state = session.states[session.shown]
    side = side_name(state.side)
    is_alone = table.people == {state.side}
    if table.is_in_trouble:
        return text("status.trouble")
    if not session.is_live:
        return text("status.looking_back")
    if session.is_unsure:
        return text("status.unsure")
    if result:
        return result.headline
    own = table.own_status()
    if own:
        return own
    if table.asking:
        return text(f"status.{table.asking}")
    if state.side not in table.people:
        return text("status.thinking" if table.is_mark_due else "status.their_turn", side=side)
    whose = "you" if is_alone else "side"
    pending_removals = sum(state.pending_removals)
    if pending_removals:
        return _removal_sentence(table, pending_removals, whose, side)
    if state.may_place and state.may_move:
        return text(f"status.{whose}.place_or_move", side=side)
    if state.may_place:
        return text(f"status.{whose}.place", state.in_hand[state.side], side=side)
    return text(f"status.{whose}.fly" if state.may_fly[state.side] else f"status.{whose}.move", side=side)


def _removal_sentence(table: Table, pending_removals: int, whose: str, side: Text) -> Text:
    session = table.session
    moves = session.line[: session.shown]
    if moves and moves[-1].startswith("x"):
        return text(f"status.{whose}.take_more", pending_removals, side=side)
    end = Move(moves[-1]).end if moves else ""
    state: GameState = session.states[session.shown]
    has_mill = bool(end) and bool(mills_through(session.game.board, state.contents, end))
    return text(f"status.{whose}.mill" if has_mill else f"status.{whose}.take", pending_removals, side=side)


def comment_words(session: Session) -> Text | None:
    """What was written about the move one looks back at."""
    comment = session.tree.current.comment
    is_read = comment and (session.is_over or not session.is_live)
    return text("moves.noted", comment=comment) if is_read else None


def foreseen_words(table: Table) -> Text | None:
    """What the other side expected where one looks back."""
    move, side = table.foreseen, table.session.states[table.session.shown].side.other
    return text("play.foreseen", side=side_name(side), move=move) if move else None


def hint_words(table: Table) -> Text | None:
    """What the hint says at its step."""
    idea = table.idea
    if idea is None:
        return None
    move = Move(table.hint_move)
    if table.hint_step == 1:
        return text("proof.after", words=idea.words, proof=table.hint_proof) if table.hint_proof else idea.words
    if table.hint_step == 2:
        return text("hint.piece", point=move.start)
    if move.is_removal:
        return text("hint.take", point=move.end)
    return text("hint.move", start=move.start, end=move.end) if move.start else text("hint.place", point=move.end)


def moves_of(session: Session) -> tuple[MoveView, ...]:
    """The turns played and taken back; a removal is written with the move that earned it."""
    turns: list[MoveView] = []
    line = session.line
    start = 0
    while start < len(line):
        side = session.side_at(start)
        end = start + 1
        while end < len(line) and session.side_at(end) is side and line[end].startswith("x"):
            end += 1
        is_first = side is Side.WHITE or not turns
        turns.append(
            MoveView(
                number=f"{session.states[start].turn}." if is_first else "",
                words="".join(line[start:end]),
                ply=end,
                is_shown=start < session.shown <= end,
                is_taken_back=session.variation is session.own and start >= session.now,
            )
        )
        start = end
    return tuple(turns)


def result_of(table: Table) -> ResultView | None:
    """How the game ended, and what that changed."""
    session, people = table.session, table.people
    if not session.is_over:
        return None
    winner, result = session.winner, session.present.result
    reason = session.termination.kind if session.termination else result.reason.value if result else ""
    loser = winner.other if winner is not None else None
    if winner is None:
        headline = text("result.draw")
    elif len(people) == 1:
        headline = text("result.you_win" if winner in people else "result.you_lose")
    else:
        headline = text("result.wins", side=side_name(winner))
    return ResultView(
        headline=headline,
        reason=_reason_words(reason, loser, people),
        winner=winner,
        notes=table.host.results.notes(session),
        offers_ladder=table.host.results.is_level_found(session),
    )


def _reason_words(reason: str, loser: Side | None, people: frozenset[Side]) -> Text:
    if loser is None:
        return text(f"reason.draw.{reason}")
    if people == {loser}:
        return text(f"reason.you.{reason}")
    return text(f"reason.side.{reason}", side=side_name(loser))


def evaluation_of(table: Table) -> EvaluationView:
    """Who stands better, now and over the game."""
    session = table.session
    graph = tuple(_value_at(session, ply) for ply in range(len(session.states)))
    is_analysed = table.host.settings.get(settings.ANALYSIS)
    is_shown = is_analysed or table.host.settings.get(settings.EVALUATION)
    value = graph[session.shown] if is_shown and not session.is_unsure else None
    proven = verdicts.proven_value(table.lines[0], session.side_at(session.shown)) if table.lines else None
    return EvaluationView(
        value=value,
        words=(proven or verdicts.value_words(value)) if is_analysed and value is not None else None,
        graph=graph,
        ply=session.shown,
    )


def _value_at(session: Session, ply: int) -> float | None:
    result = session.states[ply].result
    if result is None:
        return session.values.get(ply)
    return 0.0 if result.winner is None else 1.0 if result.winner is Side.WHITE else -1.0
