"""The coach: judges the user's moves and speaks up when the result is in danger.

It waits for the whole judgement of a move, and holds the opponent meanwhile and until the user has kept a mistake or
taken it back.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

from sanmill.control.board import intents
from sanmill.control.board.board_view import with_arrow
from sanmill.control.board.game_mode import GameMode
from sanmill.control.board.judge import Judgement, judge, judge_request
from sanmill.control.board.messages import Messages
from sanmill.control.board.mode import Part
from sanmill.control.board.taps import Refuse
from sanmill.control.board.touch import CONFIRMING, Touch
from sanmill.control.engine_requests import Purpose, SearchRequest
from sanmill.control.views.texts import side_name
from sanmill.control.views.types import Action, GameView, Verdict
from sanmill.control.views.verdicts import verdict_of
from sanmill.core import settings
from sanmill.core.game.ideas import IdeaKind, idea_of
from sanmill.core.game.model import Board, GameState
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import Text, text
from sanmill.engine.messages import AnalysisDone, Position, SearchLine, WorkFailed

from .intents import SetCoach

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


class Coach(Part):
    """The user's moves not judged yet, and the remark on the last one."""

    def __init__(self, game: GameMode, messages: Messages) -> None:
        super().__init__()
        self._game = game
        self._messages = messages
        self._unjudged: deque[Unjudged] = deque()
        self._remark: Remark | None = None
        self.handlers = {
            SetCoach: lambda intent: self.switch(intent.is_on),
            intents.ConfirmTurn: lambda _: self._keep_turn(),
            intents.RejectTurn: lambda _: self._reject_turn(),
        }
        self.receivers = {
            AnalysisDone: lambda request, event: self._receive(request.position, event.lines),
            WorkFailed: self._receive_failure,
        }

    @property
    def is_on(self) -> bool:
        return self._game.context.settings.get(settings.COACH) and not self._game.session.info.is_rated

    def switch(self, is_on: bool) -> None:
        self._game.context.settings.set(settings.COACH, is_on)
        self._forget()

    def _forget(self) -> None:
        self._unjudged.clear()
        self._remark = None

    @property
    def _is_asking(self) -> bool:
        """Whether the user has to keep a mistake or take it back."""
        return self._remark is not None and bool(self._remark.better)

    def holds_opponent(self) -> bool:
        return self._is_asking or bool(self._unjudged)

    def refusal(self) -> Refuse | None:
        is_asked = self._is_asking and self._game.cursor.is_live and not self._game.session.is_over
        return Refuse(text("refusal.unconfirmed")) if is_asked else None

    def _keep_turn(self) -> None:
        self._remark = None

    def _reject_turn(self) -> None:
        game, cursor = self._game, self._game.cursor
        if self._is_asking and not game.session.is_unconfirmed:
            game.rewind(cursor.turn_before(cursor.game_ply, game.human_sides))
        self._forget()

    def on_rewound(self) -> None:
        self._forget()

    # Judging.

    def plan_search(self) -> SearchRequest | None:
        """The judgement that is missing."""
        if not self._unjudged or self._game.session.is_over:
            return None
        return judge_request(Purpose.COACH, self._unjudged[0].position, self._unjudged[0].state)

    def on_played(self, before: GameState, move: str) -> None:
        """Judge the user's move by the lines of its position, or when they arrive. A remark stays until the next."""
        if before.side not in self._game.human_sides:
            return
        if not self.is_on or self._game.session.is_over:
            self._forget()
            return
        played = self._game.session.position
        position = Position(played.rules, played.moves[:-1], played.start)
        if not self._unjudged:
            self._remark = None
        self._unjudged.append(Unjudged(position, before, move))
        if self._game.lines and len(self._unjudged) == 1:
            self._receive(position, self._game.lines)

    def _receive(self, position: Position, lines: tuple[SearchLine, ...]) -> None:
        """Judge the first unjudged move; lines of another position have no effect."""
        if not self._unjudged or self._unjudged[0].position != position:
            return
        waiting = self._unjudged.popleft()
        judgement = judge(position, waiting.state, lines, waiting.move)
        if judgement and not self._is_asking:  # the first mistake of a turn counts
            self._remark = _remark_on(self._game.cursor.game.board, judgement, lines)
            self._messages.log(self._remark.words if self._remark else None)

    def _receive_failure(self, request: SearchRequest, _event: WorkFailed) -> None:
        if request.purpose is Purpose.COACH:
            self._forget()

    # The view.

    def status(self) -> Text | None:
        if not self.holds_opponent():
            return None
        return text("status.unconfirmed" if self._is_asking else "status.coach")

    @property
    def button(self) -> Action:
        is_on = self._game.context.settings.get(settings.COACH)
        return Action("school", text("coach.button"), SetCoach(not is_on), is_on=is_on)

    def add_to(self, view: GameView) -> GameView:
        """Add the remark and the better move; a mistake is kept or taken back."""
        if not self._remark or view.is_looking_back:
            return view
        return replace(
            view,
            board=with_arrow(view.board, self._remark.better),
            messages=(*view.messages, self._remark.words),
            actions=CONFIRMING if self._is_asking and not view.is_over else view.actions,
        )


class Preparation(Part):
    """Judges the position for the coach while the user thinks, when nothing else is searched."""

    def __init__(self, game: GameMode, coach: Coach, touch: Touch) -> None:
        super().__init__()
        self._game = game
        self._coach = coach
        self._touch = touch

    def plan_search(self) -> SearchRequest | None:
        game = self._game
        if not self._coach.is_on or game.lines or self._touch.why_not():
            return None
        return judge_request(Purpose.COACH, game.session.position, game.cursor.present)


def _remark_on(board: Board, judgement: Judgement, lines: tuple[SearchLine, ...]) -> Remark | None:
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
