"""After a lost game: finds its turning point in the background, and lets the user try again from there.

The review of the game does the work, and goes on from what is known when it is opened.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sanmill.control.board.game_mode import GameMode
from sanmill.control.board.mode import Part
from sanmill.control.effects import Toast
from sanmill.control.engine_requests import SearchRequest
from sanmill.control.views.types import Action, GameView
from sanmill.core.text.i18n import Text, text
from sanmill.engine.messages import AnalysisDone

from .intents import TryTurningPoint

if TYPE_CHECKING:
    from sanmill.control.review.mode import Review

TURNS_LEAST = 6  # of a game that one can learn from
TRY = Action("replay", text("result.try_turning"), TryTurningPoint())


class TurningPoint(Part):
    """Searches from the end of the game back to the mistake that decided it."""

    def __init__(self, game: GameMode) -> None:
        super().__init__()
        self._game = game
        self._is_awaited = False  # the user wants to try again from there
        self.handlers = {TryTurningPoint: lambda _: self._ask()}
        self.receivers = {AnalysisDone: self._receive}

    def reset(self) -> None:
        self._is_awaited = False

    @property
    def _is_lost(self) -> bool:
        """Whether the only person lost a game with something to learn from."""
        session, human_sides = self._game.session, self._game.human_sides
        has_loser = session.is_over and session.winner is not None and session.winner not in human_sides
        has_lesson = has_loser and session.full_moves >= TURNS_LEAST and self._game.cursor.is_live
        return has_lesson and self._game.way_back is None

    @property
    def _review(self) -> Review | None:
        return self._game.context.features.review.prepared(self._game.session) if self._is_lost else None

    @property
    def ply(self) -> int | None:
        """The turning point, as soon as it is known; in the end the worst mistake."""
        review = self._review
        return review.judging.first_own if review else None

    @property
    def action(self) -> Action | None:
        """Try from the turning point, unless there is none."""
        review = self._review
        is_open = review is not None and (self.ply is not None or not review.judging.is_done)
        return TRY if is_open and review and not review.judging.has_failed else None

    @property
    def kind_words(self) -> Text | None:
        """What was good about the game lost."""
        review = self._review
        if review is None:
            return None
        ply = self.ply
        if ply is None:
            return text("result.held_out", self._game.session.full_moves)
        return text("result.fine_until", move=review.cursor.states[ply].turn)

    def plan_search(self) -> SearchRequest | None:
        review = self._review
        if review is None or self.ply is not None:
            return None
        return review.judging.plan_search()

    def _receive(self, request: SearchRequest, event: AnalysisDone) -> None:
        """Hand the lines of a position of the game to its review."""
        review = self._review
        if review and request.position == review.session.position_at(len(request.position.moves)):
            review.judging.receive_lines(request, event)
            if self._is_awaited:
                self._ask()

    def _ask(self) -> None:
        """Start the practice game, or as soon as it is known where."""
        review = self._review
        self._is_awaited = review is not None and self.ply is None and not review.judging.is_done
        if review and self.ply is not None:
            review.try_again(self.ply)
        elif not self._is_awaited:
            self._game.context.tell(Toast((text("review.nothing"),)))

    def add_to(self, view: GameView) -> GameView:
        return replace(view, status=text("status.turning")) if self._is_awaited else view
