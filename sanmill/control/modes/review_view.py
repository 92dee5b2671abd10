"""Builds the view of a review: board, graph, and the costly moves with their explanations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sanmill.control import intents
from sanmill.control.games import strength
from sanmill.control.views import verdicts
from sanmill.control.views.texts import side_name
from sanmill.control.views.types import Action, Badge, BoardView, GameView, MomentView, ReviewView, StripView, Verdict
from sanmill.core import review as moments
from sanmill.core.i18n import Text, text
from sanmill.core.ideas import IdeaKind, idea_of, mills_through
from sanmill.core.model import Line as BoardLine
from sanmill.core.model import Side
from sanmill.core.move import Move
from sanmill.engine.game import Game
from sanmill.engine.messages import Line

from .game_view import bottom_side, last_moves, moves_of, pieces_lost, player_name

if TYPE_CHECKING:
    from .review import Review


def review_view(review: Review) -> GameView:
    session = review.session
    top = bottom_side(session, review.human_sides).other
    return GameView(
        mode="review",
        title=text("review.title"),
        board=board_view(review),
        top=_strip(review, top),
        bottom=_strip(review, top.other),
        status=_status(review),
        moves=tuple(move for move in moves_of(session) if not move.is_taken_back),
        is_looking_back=review.cursor.ply < review.last,
        is_over=session.is_over,
        actions=_actions(review),
        overflow=(Action("swap_vert", text("play.flip"), intents.Flip()),),
        review=_review(review),
    )


def board_view(review: Review) -> BoardView:
    """The position shown; at a costly move with the better move and both verdicts."""
    session = review.session
    cursor, ply, state = review.cursor, review.cursor.ply, review.cursor.state
    last_from, last_to, last_removed, acting = last_moves(session)
    hint = Move()
    lit: tuple[BoardLine, ...] = ()
    badges: tuple[Badge, ...] = ()
    closer = review.closer.get(ply)
    if closer and any(ply == at for at, _ in review.moments()):
        best, played = closer
        hint = Move(best.move)
        lit = idea_of(cursor.game.board, state.contents, state.side, best.move).lines
        badges = tuple(
            Badge(Move(line.move).end, verdict_of(line), line.is_proven)
            for line in (best, played)
            if line is best or Move(line.move).end != hint.end
        )
    return BoardView(
        board=cursor.game.board,
        contents=state.contents,
        last_from=last_from,
        last_to=last_to,
        last_removed=last_removed,
        mills=mills_through(cursor.game.board, state.contents, acting) if acting else (),
        lit=lit,
        hint_from=hint.start,
        hint_to=hint.end,
        badges=badges,
        is_flipped=session.is_flipped,
        ply=ply,
    )


def _strip(review: Review, side: Side) -> StripView:
    session = review.session
    state, player = review.cursor.state, session.info.players[side]
    return StripView(
        side=side,
        name=player_name(session, side, review.human_sides),
        detail=strength.name_of(player.level) if player.is_engine else None,
        in_hand=state.in_hand[side],
        lost=pieces_lost(session, side),
        is_turn=not state.result and state.side is side,
    )


def _actions(review: Review) -> tuple[Action, ...]:
    """Previous, next, try again, and pause or resume until the review is complete."""
    ply, last = review.cursor.ply, review.last
    can_try = not review.cursor.state.result
    actions = (
        Action("chevron_left", text("review.previous"), intents.JumpTo(ply - 1), is_enabled=ply > 0),
        Action("chevron_right", text("review.next"), intents.JumpTo(ply + 1), is_enabled=ply < last),
        Action("replay", text("review.try_again"), intents.TryAgain(ply), is_enabled=can_try),
    )
    if review.is_done:
        return actions
    is_held = review.is_paused or review.has_failed
    icon, words = ("play_arrow", "review.go_on") if is_held else ("pause", "review.stop")
    return (*actions, Action(icon, text(words), intents.SetPaused(not is_held)))


def _status(review: Review) -> Text:
    done, total = review.steps
    if review.has_failed:
        return text("review.trouble")
    if not review.is_done:
        return text("review.stopped" if review.is_paused else "review.progress", done=done, total=total)
    found = len(review.moments())
    return text("review.found", found) if found else text("review.nothing")


def _review(review: Review) -> ReviewView:
    values, lines = review.values(), review.lines
    sign = 1 if review.viewer is Side.WHITE else -1
    done, total = review.steps
    found = review.moments()
    return ReviewView(
        graph=tuple(sign * values[ply] if ply in values else None for ply in range(review.last + 1)),
        proven=frozenset(ply for ply, line in lines.items() if line.is_proven),
        marks=tuple(ply for ply, _ in found),
        caption=text("review.graph.you" if len(review.human_sides) == 1 else "review.graph.white"),
        words=_words(review),
        status=_status(review),
        progress=min(1.0, done / max(1, total)),
        moments=tuple(_moment(review, ply, is_turning) for ply, is_turning in found),
    )


def _words(review: Review) -> Text:
    """The value of the position shown."""
    ply = review.cursor.ply
    line = review.closer[ply][0] if ply in review.closer else review.lines.get(ply)
    if review.cursor.state.result:
        return text("refusal.game_over")
    if line is None:
        return text("review.unknown")
    side = review.side_at(ply)
    return verdicts.proven_value(line, side) or verdicts.value_words(verdicts.value_of(line, side))


# Moments.


def verdict_of(line: Line) -> Verdict:
    """Won, level or lost for the side to move, by the thresholds of the graph."""
    value = verdicts.value_of(line, Side.WHITE)
    if value >= moments.CLEAR:
        return Verdict.BETTER
    return Verdict.WORSE if value <= -moments.CLEAR else Verdict.LEVEL


def _moment(review: Review, ply: int, is_turning: bool) -> MomentView:
    best, played = review.closer[ply]
    turn = review.cursor.states[ply].turn
    before, after = verdict_of(best), verdict_of(played)
    is_proven = best.is_proven and played.is_proven
    lines = [_played(review, ply), _better(review, ply)]
    allowed = _allowed(review, ply)
    if allowed:
        lines.insert(1, allowed)
    if before is not after:
        lines.append(
            text(
                "review.change",
                before=_standing(best),
                after=_standing(played),
                how=text("review.proven" if is_proven else "review.estimate"),
            )
        )
    return MomentView(
        ply=ply,
        title=text("review.turning" if is_turning else "review.move", move=turn),
        lines=tuple(lines),
        before=before,
        after=after,
        is_turning=is_turning,
        is_proven=is_proven,
        is_shown=review.cursor.ply == ply,
    )


def _standing(line: Line) -> Text:
    """The standing of the side to move in a word."""
    value = verdicts.value_of(line, Side.WHITE)
    if abs(value) == 1:
        return text("review.won" if value > 0 else "review.lost")
    if line.is_proven:
        return text("review.drawn")
    verdict = verdict_of(line)
    words = {Verdict.BETTER: "review.ahead", Verdict.LEVEL: "review.level", Verdict.WORSE: "review.behind"}
    return text(words[verdict])


def _played(review: Review, ply: int) -> Text:
    move, side = Move(review.cursor.line[ply]), review.side_at(ply)
    is_you = review.human_sides == {side}
    if move.is_removal:
        key = "review.you_took" if is_you else "review.side_took"
        return text(key, side=side_name(side), point=move.end)
    return text("review.you_played" if is_you else "review.side_played", side=side_name(side), move=move)


def _allowed(review: Review, ply: int) -> Text | None:
    """The mill the opponent closed or could close in reply, unless the better move allows one too."""
    best, played = review.closer[ply]
    moves = review.cursor.line[ply : review.last]
    point = _mill_after(review, ply, moves) or _mill_after(review, ply, played.moves)
    if not point or _mill_after(review, ply, best.moves):
        return None
    return text("review.allows", side=side_name(review.side_at(ply).other), point=point)


def _mill_after(review: Review, ply: int, moves: tuple[str, ...]) -> str:
    """The point where the opponent's reply closes a mill if these moves follow."""
    info = review.session.info
    game = Game(info.rules, info.start or None)
    for move in review.cursor.line[:ply]:
        game.play(move)
    side = review.side_at(ply)
    for move in moves:
        state = game.view
        if state.side is not side:
            idea = idea_of(game.board, state.contents, state.side, move)
            return Move(move).end if idea.kind is IdeaKind.CLOSES else ""
        game.play(move)
    return ""


def _better(review: Review, ply: int) -> Text:
    """The better move and why: its proven outcome, otherwise its idea."""
    best, _ = review.closer[ply]
    state = review.cursor.states[ply]
    idea = idea_of(review.cursor.game.board, state.contents, state.side, best.move)
    why = verdicts.proof_of(best) or text(f"review.why.{idea.kind.value}")
    if Move(best.move).is_removal:
        return text("review.better_take", point=Move(best.move).end, why=why)
    return text("review.better", move=best.move, why=why)
