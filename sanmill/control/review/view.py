"""Builds the view of a review: board, graph, and the costly moves with their explanations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sanmill.control.board import intents
from sanmill.control.board.board_view import board_view, shapes_of, with_arrow
from sanmill.control.board.strips import player_name, strips
from sanmill.control.games.move_list import moves_of
from sanmill.control.views.texts import opening_name
from sanmill.control.views.types import (
    Action,
    Badge,
    BoardView,
    GameView,
    MomentView,
    MoveView,
    ReviewView,
)
from sanmill.core.game import review as moments
from sanmill.core.game.ideas import idea_of
from sanmill.core.game.model import Side
from sanmill.core.text.i18n import Text, text
from sanmill.engine.opening_names import opening_of

from .intents import LearnMistakes, NextMistake, PlayBest, TryAgain
from .story import lines_of, seen_by_viewer, story_of

if TYPE_CHECKING:
    from .mode import Review


def review_view(review: Review) -> GameView:
    top, bottom = strips(review)
    view = GameView(
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
    return review.touch.add_to(view) if review.walk.is_open and not review.walk.shown else view


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
    """The position shown; at a costly move with its verdict, and once the better move is known with that."""
    walk, ply = review.walk, review.cursor.ply
    game, played = walk.game(), (*review.cursor.line[:ply], *walk.shown)
    shapes = () if walk.shown else shapes_of(review.cursor)
    board = board_view(game, played, names_points=True, is_flipped=review.session.is_flipped, shapes=shapes)
    judgement = review.judging.judgements.get(ply)
    if not judgement or walk.shown or all(ply != at for at, _ in review.judging.moments()):
        return board
    best, lines = judgement.best, (judgement.played,)
    if not walk.is_open:
        lines = (best, *(() if judgement.played.move.end == best.move.end else lines))
        idea = idea_of(game.board, game.view, best.move)
        board = replace(with_arrow(board, best.move), lit=idea.lines)
    side = review.judging.side_at(ply)
    badges = (Badge(line.move.end, seen_by_viewer(review, line, side), line.is_proven) for line in lines)
    return replace(board, badges=tuple(badges))


def _actions(review: Review) -> tuple[Action, ...]:
    """Next mistake, best move, try again, the opening; and pause or resume until the review is complete."""
    walk, ply = review.walk, review.cursor.ply
    shown = walk.game().view
    can_try = not shown.result
    can_play_best = len(walk.shown) < len(walk.line) or (walk.is_open and bool(walk.line))
    is_done = not walk.is_open and walk.next_ply is not None
    actions = (
        Action("skip_next", text("review.next"), NextMistake(), is_enabled=walk.next_ply is not None, is_on=is_done),
        Action("star", text("review.best_move"), PlayBest(), is_enabled=can_play_best),
        Action("replay", text("review.try_again"), TryAgain(ply), is_enabled=can_try),
        Action("menu_book", text("review.explore"), intents.ExplorePosition(), is_enabled=shown.is_placing and can_try),
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
    words, story = story_of(review)
    return ReviewView(
        graph=tuple(sign * values[ply] if ply in values else None for ply in range(review.judging.last + 1)),
        proven=frozenset(ply for ply, line in lines.items() if line.is_proven),
        marks=tuple(ply for ply, _ in found),
        caption=text("review.graph.you" if len(review.human_sides) == 1 else "review.graph.white"),
        words=words,
        is_right=review.walk.is_right if review.walk.last_try else None,
        story=story,
        players=_players(review),
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


def _players(review: Review) -> tuple[Text, ...]:
    """The mistakes of both sides and how well they played, the viewer first."""
    judging = review.judging
    sides = (judging.viewer, judging.viewer.other)
    percents = [moments.accuracy(judging.costs().values(), side) for side in sides]
    if not judging.is_done or None in percents:
        return ()
    names = [player_name(review.session, side, review.human_sides) for side in sides]
    return tuple(
        text("review.player", judging.mistakes_of(side), name=name, percent=percent)
        for side, name, percent in zip(sides, names, percents)
    )


# Moments.


def _moment(review: Review, ply: int, is_turning: bool) -> MomentView:
    judgement, side = review.judging.judgements[ply], review.judging.side_at(ply)
    return MomentView(
        ply=ply,
        title=text("review.turning" if is_turning else "review.move", move=review.cursor.states[ply].turn),
        lines=lines_of(review, ply),
        before=seen_by_viewer(review, judgement.best, side),
        after=seen_by_viewer(review, judgement.played, side),
        is_turning=is_turning,
        is_proven=judgement.is_proven,
        is_shown=review.cursor.ply == ply,
    )
