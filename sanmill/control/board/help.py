"""The engine as a helper: hints, verdicts on the moves of the position shown, evaluations along the lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import takewhile

from sanmill.control.engine_requests import Purpose, SearchRequest
from sanmill.control.routes import PLAY, Kind, Route
from sanmill.control.views import verdicts
from sanmill.control.views.types import Action, EvaluationView, GameView
from sanmill.core import settings
from sanmill.core.game.model import Side
from sanmill.core.text.i18n import Text, text
from sanmill.engine.messages import AnalysisDone, MoveChosen, SearchLine, WorkFailed

from . import intents
from .game_mode import GameMode
from .hint import Hint
from .judge import judge_request
from .messages import Messages
from .mode import Part
from .taps import Refuse
from .touch import Touch


class Help(Part):
    """The hint and the analysis. Off at the start of a game, and in a rated one until it is over."""

    def __init__(
        self, game: GameMode, touch: Touch, messages: Messages, is_engine_turn: Callable[[], bool] = lambda: False
    ) -> None:
        super().__init__()
        self._game = game
        self._touch = touch
        self._messages = messages
        self._is_engine_turn = is_engine_turn
        self._hint = Hint()
        self.is_on = False  # the analysis
        self.has_numbers = False  # scores beside the verdicts
        self.handlers = {
            intents.AskHint: lambda _: self.ask_hint(),
            intents.SetAnalysis: lambda intent: self.switch(intent.is_on),
            intents.ShowNumbers: lambda intent: self.show_numbers(intent.is_shown),
            intents.ExplorePosition: lambda _: game.context.features.explorer.explore(game.session),
        }
        self.receivers = {
            AnalysisDone: self._receive_lines,
            MoveChosen: lambda request, event: self._evaluate(request.position.moves, event.lines),
            WorkFailed: self._receive_failure,
        }

    def reset(self) -> None:
        self._hint = Hint()

    # Hints.

    @property
    def hint_action(self) -> Action:
        """The next step of the hint."""
        if self._hint.is_complete:
            return Action("check", text("play.play_it"), intents.AskHint(), is_on=True)
        return Action("lightbulb", text("play.hint"), intents.AskHint())

    def ask_hint(self) -> None:
        """Show the next step of the hint, play it, or search for one."""
        game, touch = self._game, self._touch
        touch.refusal = Refuse(text("refusal.rated")) if game.session.info.is_rated else touch.why_not()
        if touch.refusal:
            return
        game.session.info.is_helped = True
        if self._hint.is_complete:
            touch.enter(self._hint.move)
        elif self._hint.move:
            self._show_hint(self._hint.next())
        elif game.lines:
            self._show_hint(self._hint_of(game.lines))
        else:
            game.query = Purpose.HINT

    def _show_hint(self, hint: Hint) -> None:
        self._hint = hint
        self._messages.log(hint.words)

    def _hint_of(self, lines: tuple[SearchLine, ...]) -> Hint:
        return Hint.from_lines(lines, self._game.cursor.game.board, self._game.cursor.state)

    # Analysis.

    def switch(self, is_on: bool) -> None:
        self.is_on = is_on
        self._game.session.info.is_helped |= is_on and not self._game.is_strict
        self.has_numbers = self.has_numbers and is_on

    def show_numbers(self, has_numbers: bool) -> None:
        self.has_numbers = has_numbers

    @property
    def buttons(self) -> tuple[Action, ...]:
        """The analysis, and its scores while it is on."""
        analysis = Action("insights", text("play.analysis"), intents.SetAnalysis(not self.is_on), is_on=self.is_on)
        shows_numbers = intents.ShowNumbers(not self.has_numbers)
        numbers = Action("trending_up", text("play.numbers"), shows_numbers, is_on=self.has_numbers)
        return (analysis, numbers) if self.is_on else (analysis,)

    # Searches.

    def plan_search(self) -> SearchRequest | None:
        """The hint, the verdicts on the moves shown, then missing evaluations."""
        game, session, cursor = self._game, self._game.session, self._game.cursor
        if game.has_failed:
            return None
        if game.query is Purpose.HINT:
            return judge_request(Purpose.HINT, session.position_at(cursor.ply), cursor.state)
        if game.is_strict or session.is_unconfirmed:
            return None
        is_analysed = self.is_on and not cursor.state.result
        analysis = judge_request(Purpose.ANALYSIS, session.position_at(cursor.ply), cursor.state)
        if is_analysed and not game.lines:
            return analysis
        return self._evaluation_request() or (analysis if is_analysed else None)

    def _evaluation_request(self) -> SearchRequest | None:
        """Evaluate the position shown for the bar, then those missing in the graph."""
        cursor, context = self._game.cursor, self._game.context
        has_bar = context.settings.get(settings.EVALUATION)
        is_told = bool(cursor.line) and (self._is_shown or self._game.session.is_over)
        is_beside = is_told and context.has_panel and PLAY in context.in_sight
        has_graph = is_beside or Route(Kind.MOVES) in context.in_sight
        plies = [*([cursor.ply] if has_bar else ()), *(range(len(cursor.states)) if has_graph else ())]
        ply = next((ply for ply in plies if ply not in cursor.values and not cursor.states[ply].result), None)
        if ply is None:
            return None
        return judge_request(Purpose.EVALUATION, self._game.session.position_at(ply), cursor.states[ply])

    def _receive_failure(self, _request: SearchRequest, _event: WorkFailed) -> None:
        self._game.query = None

    def _receive_lines(self, request: SearchRequest, event: AnalysisDone) -> None:
        """Keep the lines of the position shown; those that were asked for become a hint."""
        game, moves = self._game, request.position.moves
        if event.lines and moves == game.cursor.line[: game.cursor.ply]:
            game.lines = event.lines
        self._evaluate(moves, event.lines)
        if request.purpose is Purpose.HINT:
            game.query = None
            if event.lines:
                self._show_hint(self._hint_of(event.lines))

    def _evaluate(self, moves: tuple[str, ...], lines: tuple[SearchLine, ...]) -> None:
        """Store the value of a position on every line that contains it."""
        ply = len(moves)
        for variation in (self._game.cursor.mainline, self._game.cursor.variation):
            if lines and variation.moves[:ply] == moves:
                variation.values[ply] = verdicts.value_of(lines[0], variation.states[ply].side)

    # The view.

    def add_to(self, view: GameView) -> GameView:
        game, hint, chosen = self._game, self._hint, self._touch.choice.piece
        is_analysed = self.is_on and not game.is_strict and not self._is_engine_turn()
        lines = game.lines if is_analysed else ()
        badges = verdicts.badges_of(lines, chosen, has_numbers=self.has_numbers)
        board = replace(view.board, badges=badges, names_points=bool(lines))
        return replace(
            view,
            board=board if view.is_refusal else hint.on(board, game.cursor.state),
            messages=(*view.messages, hint.words) if hint.words else view.messages,
            has_hint=bool(hint.words) and not view.messages,
            evaluation=None if game.is_strict else self._evaluation(),
        )

    @property
    def _is_shown(self) -> bool:
        """Whether the user sees who stands better."""
        return self.is_on or self._game.context.settings.get(settings.EVALUATION)

    def _evaluation(self) -> EvaluationView:
        """Who stands better, now and over the game."""
        session, cursor = self._game.session, self._game.cursor
        graph = tuple(self._value_at(ply) for ply in range(len(cursor.states)))
        value = graph[cursor.ply] if self._is_shown and not session.is_unconfirmed else None
        return EvaluationView(
            is_shown=self._is_shown,
            value=value,
            words=self._value_words(value) if self.is_on and value is not None else None,
            graph=graph,
            ply=cursor.ply,
        )

    def _value_words(self, value: float) -> Text:
        """Who stands better, and the best turn."""
        if not self._game.lines:
            return verdicts.value_words(value)
        best = self._game.lines[0]
        words = verdicts.proven_value(best, self._game.cursor.state.side) or verdicts.value_words(value)
        removals = tuple(takewhile(lambda move: move.is_removal, best.moves[1:]))
        turn = "".join((best.move, *removals))
        if self.has_numbers:
            return text("value.best_scored", words=words, moves=turn, score=verdicts.number_of(best))
        return text("value.best", words=words, moves=turn)

    def _value_at(self, ply: int) -> float | None:
        result = self._game.cursor.states[ply].result
        if result is None:
            return self._game.cursor.values.get(ply)
        return 0.0 if result.winner is None else 1.0 if result.winner is Side.WHITE else -1.0
