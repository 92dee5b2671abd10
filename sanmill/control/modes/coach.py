"""One line about the person's own move: good, or what it cost. Nothing about the opponent's until that is answered."""

from __future__ import annotations

from sanmill.control.views.types import Verdict
from sanmill.control.views.verdicts import RANK, verdict_of
from sanmill.core.i18n import Text, text
from sanmill.core.ideas import IdeaKind, idea_of
from sanmill.core.model import Board, GameState
from sanmill.engine.messages import Line

from .touch import side_name

SLIP = 80  # a score this much below the best is worth a word
PRAISED = (IdeaKind.CLOSES, IdeaKind.STOPS, IdeaKind.FORKS, IdeaKind.PREPARES, IdeaKind.BREAKS)


def remark(board: Board, before: GameState, move: str, lines: tuple[Line, ...]) -> Text | None:
    """What the coach says about a move, judged first by what it did to the outcome; nothing when it does not know."""
    played = next((line for line in lines if line.move == move), None)
    if played is None:
        return None
    best = lines[0]
    if RANK[verdict_of(played)] < RANK[verdict_of(best)]:
        is_behind = verdict_of(played) is Verdict.WORSE
        if played.is_proven and best.is_proven:
            return text(f"coach.lost.{verdict_of(best).value}" if is_behind else "coach.drawn")
        return text("coach.behind" if is_behind else "coach.level", side=side_name(before.side.other))
    if best.score - played.score >= SLIP and not (played.is_proven and best.is_proven):
        return text("coach.slip")
    kind = idea_of(board, before.contents, before.side, move).kind
    return text(f"coach.{kind.value}" if kind in PRAISED else "coach.good")
