"""The coach: judges the user's turns, and has the opponent say one thing about them.

The opponent moves when the whole turn is judged and the remark has been read; until then the turn can be taken back.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

from sanmill.control.board import intents
from sanmill.control.board.game_mode import GameMode
from sanmill.control.board.judge import Judgement, judge, judge_request
from sanmill.control.board.messages import Messages
from sanmill.control.board.mode import Part
from sanmill.control.board.touch import Touch
from sanmill.control.engine_requests import Purpose, SearchRequest
from sanmill.control.views.types import Action, GameView, SpeechView
from sanmill.core import settings
from sanmill.core.game.model import GameState
from sanmill.core.text.i18n import text
from sanmill.engine.messages import AnalysisDone, Position, SearchLine, WorkFailed

from .intents import SetCoach
from .remarks import PLAIN_BELOW, PlayedTurn, Remark, Restraint, deep_remark, plain_remark

READING = 2.5  # seconds that the opponent waits at least after a warning
FIRST_TURN = 3  # of a first game in which the coach speaks
TAKE_BACK = Action("undo", text("play.take_back"), intents.RejectTurn())


@dataclass(frozen=True)
class Unjudged:
    """A move that waits for its judgement."""

    position: Position
    state: GameState
    move: str


class Coach(Part):
    """The moves of the user's turn, judged and not yet, and the remark on the last turn."""

    def __init__(self, game: GameMode, messages: Messages) -> None:
        super().__init__()
        self._game = game
        self._messages = messages
        self._unjudged: deque[Unjudged] = deque()
        self._judged: list[tuple[Judgement, tuple[SearchLine, ...]]] = []
        self._remark: Remark | None = None
        self._restraint = Restraint()
        self.reply_from = 0.0  # when the opponent may move at the earliest
        self.handlers = {
            SetCoach: lambda intent: self.switch(intent.is_on),
            intents.RejectTurn: lambda _: self._reject_turn(),
        }
        self.receivers = {
            AnalysisDone: lambda request, event: self._receive(request.position, event.lines),
            WorkFailed: self._receive_failure,
        }

    @property
    def is_on(self) -> bool:
        """A rated game has no coach, nor one with a clock: nobody has the time to listen."""
        info = self._game.session.info
        return self._game.context.settings.get(settings.COACH) and not info.is_rated and info.clock is None

    def switch(self, is_on: bool) -> None:
        self._game.context.settings.set(settings.COACH, is_on)
        self._forget()

    def _forget(self) -> None:
        self._unjudged.clear()
        self._judged.clear()
        self._remark = None
        self.reply_from = 0.0

    def is_judging(self) -> bool:
        return bool(self._unjudged)

    @property
    def _can_take_back(self) -> bool:
        """Whether the opponent has not answered the turn that the remark is about."""
        present = self._game.cursor.present
        is_open = not self._game.session.is_over and present.side not in self._game.human_sides
        return self._remark is not None and self._remark.is_warning and is_open

    def _reject_turn(self) -> None:
        game, cursor = self._game, self._game.cursor
        if self._can_take_back and not game.session.is_unconfirmed:
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
        if not any(before.pending_removals):
            self._forget()
        played = self._game.session.position
        position = Position(played.rules, played.moves[:-1], played.start)
        self._unjudged.append(Unjudged(position, before, move))
        if self._game.lines and len(self._unjudged) == 1:
            self._receive(position, self._game.lines)

    def _receive(self, position: Position, lines: tuple[SearchLine, ...]) -> None:
        """Judge the first unjudged move; lines of another position have no effect."""
        if not self._unjudged or self._unjudged[0].position != position:
            return
        waiting = self._unjudged.popleft()
        judgement = judge(position, waiting.state, lines, waiting.move)
        if judgement:
            self._judged.append((judgement, lines))
        is_complete = self._game.cursor.present.side not in self._game.human_sides
        if is_complete and self._judged and not self._unjudged:
            self._speak(PlayedTurn.of(self._judged))
            self._judged.clear()

    def _speak(self, turn: PlayedTurn) -> None:
        """Say something about a whole turn, if there is something to say."""
        is_first_game = not self._game.context.features.results.statistics.games
        if is_first_game and turn.judgement.state.is_placing and turn.number < FIRST_TURN:
            return
        level = max(player.level for player in self._game.session.info.players)
        self._remark = (
            plain_remark(turn, self._restraint) if level < PLAIN_BELOW else deep_remark(turn, self._restraint)
        )
        if self._remark:
            self._messages.log(self._remark.words)
            if self._remark.is_warning:
                self.reply_from = self._game.context.clock.now() + READING

    def _receive_failure(self, request: SearchRequest, _event: WorkFailed) -> None:
        if request.purpose is Purpose.COACH:
            self._forget()

    # The view.

    @property
    def button(self) -> Action:
        is_on = self._game.context.settings.get(settings.COACH)
        info = self._game.session.info
        is_enabled = not self._game.session.is_over and not info.is_rated and info.clock is None
        is_on = is_on and info.clock is None
        return Action("school", text("coach.button"), SetCoach(not is_on), is_enabled=is_enabled, is_on=is_on)

    def add_to(self, view: GameView) -> GameView:
        """Let the opponent say the remark; while it waits, a mistake can be taken back and is shown on the board."""
        remark = self._remark
        if not remark or view.is_looking_back or view.is_over:
            return view
        can_take_back = self._can_take_back and not self._game.session.is_unconfirmed
        board = replace(view.board, names_points=True)
        if self._can_take_back:
            board = replace(board, lit=board.lit or remark.lines, blocked=remark.blocked)
        return replace(
            view,
            board=board,
            speech=SpeechView(remark.words, TAKE_BACK if can_take_back else None),
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
