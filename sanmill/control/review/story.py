"""What a review tells: how the game stood and what changed, from the side of the only person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sanmill.control.views import verdicts
from sanmill.control.views.types import Verdict
from sanmill.core.game import review as moments
from sanmill.core.game.ideas import idea_of
from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import Text, text
from sanmill.engine.messages import SearchLine

from .walk import Try, TryWorth

if TYPE_CHECKING:
    from .mode import Review

CHANGES = {  # estimated, for the only person
    (Verdict.BETTER, Verdict.LEVEL): "review.change.you.ahead_level",
    (Verdict.BETTER, Verdict.WORSE): "review.change.you.ahead_behind",
    (Verdict.LEVEL, Verdict.WORSE): "review.change.you.level_behind",
    (Verdict.LEVEL, Verdict.BETTER): "review.change.you.level_ahead",
    (Verdict.WORSE, Verdict.LEVEL): "review.change.you.behind_level",
    (Verdict.WORSE, Verdict.BETTER): "review.change.you.behind_ahead",
}
CHANGES_OF_SIDE = {
    (Verdict.BETTER, Verdict.LEVEL): "review.change.side.ahead_level",
    (Verdict.BETTER, Verdict.WORSE): "review.change.side.ahead_behind",
    (Verdict.LEVEL, Verdict.WORSE): "review.change.side.level_behind",
}
FACTS = {  # proven: what is said of the only person, and of a side
    (Verdict.BETTER, Verdict.LEVEL): ("review.fact.you.better_level", "review.fact.side.better_level"),
    (Verdict.BETTER, Verdict.WORSE): ("review.fact.you.better_worse", "review.fact.side.better_worse"),
    (Verdict.LEVEL, Verdict.WORSE): ("review.fact.you.level_worse", "review.fact.side.level_worse"),
}
ANSWERS = {TryWorth.NEARLY: "review.nearly", TryWorth.SAME: "review.same", TryWorth.WRONG: "review.wrong"}


def verdict_of(line: SearchLine) -> Verdict:
    """Won, level or lost for the side to move, by the thresholds of the graph."""
    value = verdicts.value_of(line, Side.WHITE)
    if value >= moments.CLEAR:
        return Verdict.BETTER
    return Verdict.WORSE if value <= -moments.CLEAR else Verdict.LEVEL


def seen_by_viewer(review: Review, line: SearchLine, side: Side) -> Verdict:
    """The verdict on a side's line for the only person, otherwise for that side."""
    verdict = verdict_of(line)
    if side in review.judging.judged:
        return verdict
    return {Verdict.BETTER: Verdict.WORSE, Verdict.WORSE: Verdict.BETTER}.get(verdict, verdict)


def story_of(review: Review) -> tuple[Text, tuple[Text, ...]]:
    """A headline about the position shown, and what there is to say and to do."""
    walk, ply = review.walk, review.cursor.ply
    if all(ply != at for at, _ in review.judging.moments()):
        return (_best_line(review) if walk.shown else _standing(review), ())
    if walk.last_try:
        return _tried(review, ply, walk.last_try)
    if walk.shown:
        return (_best_line(review), ())
    headline, *rest = lines_of(review, ply)
    if walk.is_open:
        rest.append(text("review.find"))
    return (headline, tuple(rest))


def _best_line(review: Review) -> Text:
    return text("review.best_line", moves=" ".join(review.walk.shown))


def _standing(review: Review) -> Text:
    """The value of the position shown."""
    ply = review.cursor.ply
    line = review.judging.lines.get(ply)
    if review.cursor.state.result:
        return text("refusal.game_over")
    if line is None:
        return text("review.unknown")
    side = review.judging.side_at(ply)
    return verdicts.proven_value(line, side) or verdicts.value_words(verdicts.value_of(line, side))


def _tried(review: Review, ply: int, tried: Try) -> tuple[Text, tuple[Text, ...]]:
    """What the try was worth, and why; after the last mistake how many were mended."""
    move, walk = tried.move, review.walk
    name = move.end if move.is_removal else move
    if tried.answer is TryWorth.RIGHT:
        line = tried.judgement.played
        why = verdicts.proof_of(line) or idea_of(review.cursor.game.board, tried.judgement.state, move).why
        key = "review.right.quiet" if why is None else "review.right.take" if move.is_removal else "review.right"
        words = text(key, move=name, why=why or "")
        mistakes = walk.mistakes
        if any(each not in walk.done for each in mistakes):
            return (words, ())
        found = sum(walk.done[each] for each in mistakes)
        return (words, (text("review.walked", len(mistakes), found=found),))
    point = tried.judgement.allowed_mill()
    opponent = review.called(review.judging.side_at(ply).other)
    allowed = (text("review.would_allow", side=opponent, point=point),) if point else ()
    return (text(ANSWERS[tried.answer], move=name), (*allowed, text("review.find_other")))


def lines_of(review: Review, ply: int) -> tuple[Text, ...]:
    """What changed with a costly move, the move, what it allowed, and what was better, once that may be told."""
    judgement = review.judging.judgements[ply]
    is_told = ply in review.walk.done or review.judging.side_at(ply) not in review.judging.judged
    lines = (
        _change(review, ply),
        _played(review, ply),
        _allowed(review, ply),
        judgement.better_words(review.cursor.game.board) if is_told else None,
    )
    return tuple(filter(None, lines))


def _change(review: Review, ply: int) -> Text | None:
    """How the game stood before and after, for the only person; what is proven is told as a fact."""
    judgement, side = review.judging.judgements[ply], review.judging.side_at(ply)
    before, after = (seen_by_viewer(review, line, side) for line in (judgement.best, judgement.played))
    is_you = len(review.human_sides) == 1
    name = review.called(side)
    if before is after:
        return text("review.slipped" if is_you and side in review.judging.judged else "review.slipped.side", side=name)
    if judgement.is_proven:
        you, other = FACTS[verdict_of(judgement.best), verdict_of(judgement.played)]
        is_own = review.human_sides == {side}
        return text(you if is_own else other, move=review.cursor.states[ply].turn, side=name)
    return text((CHANGES if is_you else CHANGES_OF_SIDE)[before, after], side=name)


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
    opponent = review.judging.side_at(ply).other
    if not point:
        return None
    if review.human_sides == {opponent}:
        return text("review.allows.you", point=point)
    return text("review.allows", side=review.called(opponent), point=point)
