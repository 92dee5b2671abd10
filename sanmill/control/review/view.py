"""Builds the view of a review: board, graph, and the costly moves with their explanations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sanmill.control import intents
from sanmill.control.board.game_view import bottom_side, last_moves, moves_of, pieces_lost, player_name
from sanmill.control.games import strength
from sanmill.control.views import verdicts
from sanmill.control.views.texts import side_name
from sanmill.control.views.types import (
    Action,
    Badge,
    BoardView,
    GameView,
    MomentView,
    MoveView,
    ReviewView,
    StripView,
    Verdict,
)
from sanmill.core.game import review as moments
from sanmill.core.game.ideas import idea_of, mills_through
from sanmill.core.game.model import Line as BoardLine
from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import Text, text
from sanmill.engine.messages import Line

if TYPE_CHECKING:
    from .mode import Review


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
        moves=_moves(review),
        is_looking_back=review.cursor.ply < review.last,
        is_over=session.is_over,
        actions=_actions(review),
        overflow=(Action("swap_vert", text("play.flip"), intents.Flip()),),
        review=_review(review),
    )


def _moves(review: Review) -> tuple[MoveView, ...]:
    """The turns of the game, each with the worst grade of its moves."""
    costs = review.costs()
    marked, start = [], 0
    for move in moves_of(review.session):
        graded = [costs[ply] for ply in range(start, move.ply) if ply in costs]
        start = move.ply
        if not move.is_taken_back:
            marked.append(replace(move, grade=max(graded, key=lambda cost: cost.lost).grade if graded else None))
    return tuple(marked)


def board_view(review: Review) -> BoardView:
    """The position shown; at a costly move with the better move and both verdicts."""
    session = review.session
    game, ply = review.shown_game(), review.cursor.ply
    state = game.view
    played = (*session.cursor.line[:ply], *review.best_moves()[: review.best_shown])
    last_from, last_to, last_removed, acting = last_moves(played)
    hint = Move()
    lit: tuple[BoardLine, ...] = ()
    badges: tuple[Badge, ...] = ()
    judgement = review.judgements.get(ply)
    if judgement and not review.best_shown and any(ply == at for at, _ in review.moments()):
        best, played_line = judgement.best, judgement.played
        hint = best.move
        lit = idea_of(game.board, state, best.move).lines
        badges = tuple(
            Badge(line.move.end, verdict_of(line), line.is_proven)
            for line in (best, played_line)
            if line is best or line.move.end != hint.end
        )
    return BoardView(
        board=game.board,
        contents=state.contents,
        last_from=last_from,
        last_to=last_to,
        last_removed=last_removed,
        mills=mills_through(game.board, state.contents, acting) if acting else (),
        lit=lit,
        hint_from=hint.start,
        hint_to=hint.end,
        badges=badges,
        names_points=True,
        is_flipped=session.is_flipped,
        ply=ply + review.best_shown,
    )


def _strip(review: Review, side: Side) -> StripView:
    session, tablebases = review.session, review.context.tablebases
    state, player = review.cursor.state, session.info.players[side]
    return StripView(
        side=side,
        name=player_name(session, side, review.human_sides),
        detail=strength.strip_name(player, tablebases, session.info.rules) if player.is_engine else None,
        in_hand=state.in_hand[side],
        lost=pieces_lost(session, side),
        is_turn=not state.result and state.side is side,
    )


def _actions(review: Review) -> tuple[Action, ...]:
    """Best move, try again, the opening while placing, and pause or resume until the review is complete."""
    ply, shown = review.cursor.ply, review.shown_game().view
    can_try = not shown.result
    opening = Action("menu_book", text("review.explore"), intents.ExplorePosition())
    can_play_best, is_best_shown = review.best_shown < len(review.best_moves()), review.best_shown > 0
    actions = (
        Action("star", text("review.best_move"), intents.PlayBest(), is_enabled=can_play_best, is_on=is_best_shown),
        Action("replay", text("review.try_again"), intents.TryAgain(ply), is_enabled=can_try),
        *((opening,) if shown.is_placing and can_try else ()),
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
        accuracy=_accuracy(review),
        ply=review.cursor.ply,
        status=_status(review),
        progress=min(1.0, done / max(1, total)),
        moments=tuple(_moment(review, ply, is_turning) for ply, is_turning in found),
    )


def _accuracy(review: Review) -> Text | None:
    """How well both sides played, the viewer's first."""
    sides = (review.viewer, review.viewer.other)
    first, second = (moments.accuracy(review.costs().values(), side) for side in sides)
    if not review.is_done or first is None or second is None:
        return None
    name, other = (player_name(review.session, side, review.human_sides) for side in sides)
    return text("review.accuracy", first=name, percent=first, second=other, other_percent=second)


def _words(review: Review) -> Text:
    """The value of the position shown."""
    ply = review.cursor.ply
    line = review.lines.get(ply)
    if review.best_shown:
        return text("review.best_line", moves=" ".join(review.best_moves()[: review.best_shown]))
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
    judgement = review.judgements[ply]
    best, played = judgement.best, judgement.played
    turn = review.cursor.states[ply].turn
    before, after = verdict_of(best), verdict_of(played)
    lines = [_played(review, ply), judgement.better_words(review.cursor.game.board)]
    allowed = _allowed(review, ply)
    if allowed:
        lines.insert(1, allowed)
    if before is not after:
        is_fact = judgement.is_proven
        lines.append(
            _fact(review, ply) if is_fact else text("review.change", before=_standing(best), after=_standing(played))
        )
    return MomentView(
        ply=ply,
        title=text("review.turning" if is_turning else "review.move", move=turn),
        lines=tuple(lines),
        before=before,
        after=after,
        is_turning=is_turning,
        is_proven=judgement.is_proven,
        is_shown=review.cursor.ply == ply,
    )


def _fact(review: Review, ply: int) -> Text:
    """What a move is proven to have given away."""
    judgement, side = review.judgements[ply], review.side_at(ply)
    given = f"{verdict_of(judgement.best).value}_{verdict_of(judgement.played).value}"
    whose = "you" if review.human_sides == {side} else "side"
    return text(f"review.fact.{whose}.{given}", move=review.cursor.states[ply].turn, side=side_name(side))


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
    point = review.judgements[ply].allowed_mill(review.cursor.line[ply : review.last])
    return text("review.allows", side=side_name(review.side_at(ply).other), point=point) if point else None
