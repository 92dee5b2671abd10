"""The coach: one sentence about the user's move, praise or what it cost."""

from __future__ import annotations

from sanmill.control.views.texts import side_name
from sanmill.control.views.types import Verdict
from sanmill.control.views.verdicts import RANK, verdict_of
from sanmill.core.i18n import Text, text
from sanmill.core.ideas import IdeaKind, idea_of
from sanmill.core.model import Board, GameState
from sanmill.engine.messages import Line

SLIP = 80  # a score this far below the best gets a remark
PRAISED = (IdeaKind.CLOSES, IdeaKind.STOPS, IdeaKind.FORKS, IdeaKind.PREPARES, IdeaKind.BREAKS)


def remark(board: Board, before: GameState, move: str, lines: tuple[Line, ...]) -> Text | None:
    """The remark on a move: the outcome it gave away, a slip, or praise. ``None`` when the move was not analysed."""
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
