"""Builds the view of a review: board, graph, and the costly moves with their explanations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sanmill.control.board import intents
from sanmill.control.board.board_view import board_view, shapes_of, with_arrow
from sanmill.control.board.strips import player_name, strips
from sanmill.control.games.move_list import moves_of
from sanmill.control.views import verdicts
from sanmill.control.views.texts import opening_name
from sanmill.control.views.types import (
    Action,
    Badge,
    BoardView,
    GameView,
    MomentView,
    MoveView,
    ReviewView,
    Verdict,
)
from sanmill.core.game import review as moments
from sanmill.core.game.ideas import idea_of
from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import Text, text
from sanmill.engine.messages import SearchLine
from sanmill.engine.opening_names import opening_of

from .intents import LearnMistakes, PlayBest, TryAgain

if TYPE_CHECKING:
    from .mode import Review

FACTS = {  # outcomes before and after a move: what is said of the only person, and of a side
    (Verdict.BETTER, Verdict.LEVEL): ("review.fact.you.better_level", "review.fact.side.better_level"),
    (Verdict.BETTER, Verdict.WORSE): ("review.fact.you.better_worse", "review.fact.side.better_worse"),
    (Verdict.LEVEL, Verdict.WORSE): ("review.fact.you.level_worse", "review.fact.side.level_worse"),
}


def review_view(review: Review) -> GameView:
    top, bottom = strips(review)
    return GameView(
        mode="review",
        title=text("review.title"),
        board=_board(review),
        top=top,
        bottom=bottom,
        status=_status(review),
        moves=_moves(review),
        is_looking_back=review.cursor.ply < review.judging.last,
        is_over=review.session.is_over,
        actions=_actions(review),
        overflow=(Action("swap_vert", text("play.flip"), intents.Flip()), *_learning(review)),
        review=_review(review),
    )


def _learning(review: Review) -> tuple[Action, ...]:
    """Add a side's mistakes to the user's course; where there is one user, that is done anyway."""
    sides = tuple(Side) if len(review.human_sides) != 1 else ()
    words = {Side.WHITE: "review.learn.white", Side.BLACK: "review.learn.black"}
    return tuple(Action("school", text(words[side]), LearnMistakes(side)) for side in sides)


def _moves(review: Review) -> tuple[MoveView, ...]:
    """The turns of the game, each with the worst grade of its moves."""
    costs = review.judging.costs()
    marked, start = [], 0
    for move in moves_of(review.session):
        graded = [costs[ply] for ply in range(start, move.ply) if ply in costs]
        start = move.ply
        if not move.is_taken_back:
            marked.append(replace(move, grade=max(graded, key=lambda cost: cost.lost).grade if graded else None))
    return tuple(marked)


def _board(review: Review) -> BoardView:
    """The position shown; at a costly move with the better move and both verdicts."""
    game, ply = review.shown_game(), review.cursor.ply
    played = (*review.cursor.line[:ply], *review.best_moves()[: review.best_shown])
    shapes = () if review.best_shown else shapes_of(review.cursor)
    board = board_view(game, played, names_points=True, is_flipped=review.session.is_flipped, shapes=shapes)
    judgement = review.judging.judgements.get(ply)
    if not judgement or review.best_shown or all(ply != at for at, _ in review.judging.moments()):
        return board
    best = judgement.best
    badges = tuple(
        Badge(line.move.end, verdict_of(line), line.is_proven)
        for line in (best, judgement.played)
        if line is best or line.move.end != best.move.end
    )
    return replace(with_arrow(board, best.move), lit=idea_of(game.board, game.view, best.move).lines, badges=badges)


def _actions(review: Review) -> tuple[Action, ...]:
    """Best move, try again, the opening while placing, and pause or resume until the review is complete."""
    ply, shown = review.cursor.ply, review.shown_game().view
    can_try = not shown.result
    opening = Action("menu_book", text("review.explore"), intents.ExplorePosition())
    can_play_best, is_best_shown = review.best_shown < len(review.best_moves()), review.best_shown > 0
    actions = (
        Action("star", text("review.best_move"), PlayBest(), is_enabled=can_play_best, is_on=is_best_shown),
        Action("replay", text("review.try_again"), TryAgain(ply), is_enabled=can_try),
        *((opening,) if shown.is_placing and can_try else ()),
    )
    if review.judging.is_done:
        return actions
    is_held = review.judging.is_paused or review.judging.has_failed
    icon, words = ("play_arrow", "review.go_on") if is_held else ("pause", "review.stop")
    return (*actions, Action(icon, text(words), intents.SetPaused(not is_held)))


def _status(review: Review) -> Text:
    done, total = review.judging.steps
    if review.judging.has_failed:
        return text("review.error")
    if not review.judging.is_done:
        return text("review.stopped" if review.judging.is_paused else "review.progress", done=done, total=total)
    found = len(review.judging.moments())
    return text("review.found", found) if found else text("review.nothing")


def _review(review: Review) -> ReviewView:
    values, lines = review.judging.values(), review.judging.lines
    sign = 1 if review.judging.viewer is Side.WHITE else -1
    done, total = review.judging.steps
    found = review.judging.moments()
    return ReviewView(
        graph=tuple(sign * values[ply] if ply in values else None for ply in range(review.judging.last + 1)),
        proven=frozenset(ply for ply, line in lines.items() if line.is_proven),
        marks=tuple(ply for ply, _ in found),
        caption=text("review.graph.you" if len(review.human_sides) == 1 else "review.graph.white"),
        words=_words(review),
        accuracy=_accuracy(review),
        ply=review.cursor.ply,
        status=_status(review),
        progress=min(1.0, done / max(1, total)),
        moments=tuple(_moment(review, ply, is_turning) for ply, is_turning in found),
        opening=_opening(review),
    )


def _opening(review: Review) -> Text | None:
    """The name of the opening, if it has one."""
    name = opening_of(review.session.info.rules, review.cursor.mainline.states[: review.judging.last + 1])
    return text("review.opening", name=opening_name(name)) if name else None


def _accuracy(review: Review) -> Text | None:
    """How well both sides played, the viewer's first."""
    sides = (review.judging.viewer, review.judging.viewer.other)
    first, second = (moments.accuracy(review.judging.costs().values(), side) for side in sides)
    if not review.judging.is_done or first is None or second is None:
        return None
    name, other = (player_name(review.session, side, review.human_sides) for side in sides)
    return text("review.accuracy", first=name, percent=first, second=other, other_percent=second)


def _words(review: Review) -> Text:
    ply = review.cursor.ply
    line = review.judging.lines.get(ply)
    if review.best_shown:
        return text("review.best_line", moves=" ".join(review.best_moves()[: review.best_shown]))
    if review.cursor.state.result:
        return text("refusal.game_over")
    if line is None:
        return text("review.unknown")
    side = review.judging.side_at(ply)
    return verdicts.proven_value(line, side) or verdicts.value_words(verdicts.value_of(line, side))


# Moments.


def verdict_of(line: SearchLine) -> Verdict:
    """Won, level or lost for the side to move, by the thresholds of the graph."""
    value = verdicts.value_of(line, Side.WHITE)
    if value >= moments.CLEAR:
        return Verdict.BETTER
    return Verdict.WORSE if value <= -moments.CLEAR else Verdict.LEVEL


def _moment(review: Review, ply: int, is_turning: bool) -> MomentView:
    judgement = review.judging.judgements[ply]
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
    judgement, side = review.judging.judgements[ply], review.judging.side_at(ply)
    you, other = FACTS[verdict_of(judgement.best), verdict_of(judgement.played)]
    key = you if review.human_sides == {side} else other
    return text(key, move=review.cursor.states[ply].turn, side=review.called(side))


def _standing(line: SearchLine) -> Text:
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
    move, side = Move(review.cursor.line[ply]), review.judging.side_at(ply)
    is_you = review.human_sides == {side}
    if move.is_removal:
        key = "review.you_took" if is_you else "review.side_took"
        return text(key, side=review.called(side), point=move.end)
    return text("review.you_played" if is_you else "review.side_played", side=review.called(side), move=move)


def _allowed(review: Review, ply: int) -> Text | None:
    """The mill the opponent closed or could close in reply, unless the better move allows one too."""
    point = review.judging.judgements[ply].allowed_mill(review.cursor.line[ply : review.judging.last])
    return text("review.allows", side=review.called(review.judging.side_at(ply).other), point=point) if point else None
