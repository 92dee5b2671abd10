"""The coach: judges the user's moves and speaks up when the result is in danger.

It waits for the whole judgement of a move, and holds the opponent meanwhile and until the user has kept a mistake or
taken it back.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from sanmill.control.board.judge import Judgement, judge, judge_request
from sanmill.control.engine_requests import Purpose, SearchRequest
from sanmill.control.views.texts import side_name
from sanmill.control.views.types import Verdict
from sanmill.control.views.verdicts import verdict_of
from sanmill.core.game.ideas import IdeaKind, idea_of
from sanmill.core.game.model import Board, GameState
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import Text, text
from sanmill.engine.messages import Line, Position

PRAISED = (IdeaKind.CLOSES, IdeaKind.STOPS, IdeaKind.FORKS, IdeaKind.PREPARES, IdeaKind.BREAKS)


NO_MOVE = Move()


@dataclass(frozen=True)
class Remark:
    """What the coach says about a move; with the better one if it was a mistake."""

    words: Text
    better: Move = NO_MOVE


@dataclass(frozen=True)
class Unjudged:
    """A move that waits for its judgement."""

    position: Position
    state: GameState
    move: str


class Coach:
    """The moves not judged yet, and the remark on the last one."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._unjudged: deque[Unjudged] = deque()
        self.remark: Remark | None = None

    def reset(self) -> None:
        self._unjudged.clear()
        self.remark = None

    @property
    def is_asking(self) -> bool:
        """Whether the user has to keep a mistake or take it back."""
        return self.remark is not None and bool(self.remark.better)

    @property
    def holds_opponent(self) -> bool:
        return self.is_asking or bool(self._unjudged)

    def take_move(self, position: Position, state: GameState, move: str, lines: tuple[Line, ...]) -> None:
        """Judge a move of the user by the lines of its position, or when they arrive."""
        if not self._unjudged:
            self.remark = None
        self._unjudged.append(Unjudged(position, state, move))
        if lines and len(self._unjudged) == 1:
            self.receive(position, lines)

    def request(self) -> SearchRequest | None:
        """The judgement that is missing."""
        if not self._unjudged:
            return None
        return judge_request(Purpose.COACH, self._unjudged[0].position, self._unjudged[0].state)

    def receive(self, position: Position, lines: tuple[Line, ...]) -> None:
        """Judge the first unjudged move; lines of another position have no effect."""
        if not self._unjudged or self._unjudged[0].position != position:
            return
        waiting = self._unjudged.popleft()
        judgement = judge(position, waiting.state, lines, waiting.move)
        if judgement and not self.is_asking:  # the first mistake of a turn counts
            self.remark = _remark_on(self._board, judgement, lines)


def _remark_on(board: Board, judgement: Judgement, lines: tuple[Line, ...]) -> Remark | None:
    """A mistake with the better move; praise for the only good move; otherwise nothing."""
    if judgement.cost.is_slip:
        better = judgement.better_words(board)
        return Remark(text("coach.remark", cost=_cost_words(judgement), better=better), judgement.best.move)
    others = [line for line in lines if line.move != judgement.played.move]
    is_only = bool(others) and Judgement(judgement.position, judgement.state, lines[0], others[0]).cost.is_slip
    if not is_only:
        return None
    kind = idea_of(board, judgement.state, judgement.played.move).kind
    return Remark(text(f"coach.{kind.value}" if kind in PRAISED else "coach.good"))


def _cost_words(judgement: Judgement) -> Text:
    """What a mistake cost: a mill that the opponent can close, otherwise the outcome."""
    best, played, other = judgement.best, judgement.played, side_name(judgement.state.side.other)
    point = judgement.allowed_mill()
    if point:
        return text("coach.allows", side=other, point=point)
    is_behind = verdict_of(played) is Verdict.WORSE
    if played.is_proven and best.is_proven:
        return text(f"coach.lost.{verdict_of(best).value}" if is_behind else "coach.drawn")
    return text("coach.behind" if is_behind else "coach.level", side=other)
