"""The touches by which the user enters a turn: taps and drags, a prompt, and the confirmation of the turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sanmill.control.views.types import Action, GameView, Prompt
from sanmill.core import settings
from sanmill.core.text.i18n import text

from . import intents
from .game_mode import GameMode
from .mode import Part
from .taps import Choice, PlayMove, Refuse, reachers, removable, tap, targets

CONFIRMING = (
    Action("undo", text("play.take_back"), intents.RejectTurn()),
    Action("check", text("play.keep"), intents.ConfirmTurn(), is_on=True),
)


class Touch(Part):
    """The choice, the refusal of the last tap, and the prompt waiting for an answer."""

    def __init__(
        self,
        game: GameMode,
        *refusals: Callable[[], Refuse | None],
        absorbs: Callable[[], bool] = lambda: False,
        enter: Callable[[str], None] | None = None,
    ) -> None:
        """``refusals`` say why the user may not move; a tap that ``absorbs`` takes has no other effect."""
        super().__init__()
        self._game = game
        self._refusals = refusals
        self._absorbs = absorbs
        self.enter = enter or self._enter_move
        self.choice = Choice()
        self.refusal: Refuse | None = None
        self.prompt: Prompt | None = None
        self._on_yes: Callable[[], None] | None = None
        self.handlers = {
            intents.TapPoint: lambda intent: self.tap(intent.point),
            intents.PressPoint: lambda intent: self.tap(intent.point, is_key=True),
            intents.Lift: lambda intent: self.lift(intent.point),
            intents.Drop: lambda intent: self.drop(intent.point),
            intents.ClearChoice: lambda _: self.clear(),
            intents.Answer: lambda intent: self.answer(intent.is_yes),
            intents.ConfirmTurn: lambda _: self.confirm_turn(),
            intents.RejectTurn: lambda _: self.reject_turn(),
        }

    def reset(self) -> None:
        self.choice, self.refusal, self.prompt = Choice(), None, None

    def close(self) -> None:
        self.reset()

    def why_not(self) -> Refuse | None:
        return next(filter(None, (refusal() for refusal in self._refusals)), None)

    # Taps and drags.

    def tap(self, point: str, *, is_key: bool = False) -> None:
        """Move, choose, or say why not. After an error of the engine a tap tries again."""
        if self._game.has_failed:
            self._game.has_failed = False
            return
        if self._absorbs():
            return
        self.answer(False)
        self.refusal = self.why_not()
        if self.refusal:
            return
        outcome = tap(self._game.cursor.game, self.choice, point)
        if isinstance(outcome, PlayMove):
            self.enter(outcome.move)
        elif isinstance(outcome, Refuse):
            self.refusal = outcome
        elif not is_key and self._game.context.settings.get(settings.INPUT) == "drag":
            self.refusal = Refuse(text("refusal.drag"))
        else:
            self.choice = outcome

    def lift(self, point: str) -> None:
        """Choose a piece while it is dragged."""
        if not self.why_not() and targets(self._game.cursor.game, point):
            self.refusal = None
            self.choice = Choice(piece=point)

    def drop(self, point: str) -> None:
        """Move the dragged piece to a target; otherwise it returns, and over a point the refusal is shown."""
        piece = self.choice.piece
        if piece and point and point != piece:
            self.tap(point)
        if self.prompt is None:
            self.choice = Choice()

    def clear(self) -> None:
        """Drop the choice, the refusal and the prompt."""
        self.answer(False)
        self.choice, self.refusal = Choice(), None

    # Prompts.

    def ask(
        self,
        question: str,
        yes: str,
        on_yes: Callable[[], None],
        *,
        no: str = "play.cancel",
        is_destructive: bool = False,
        **values: Any,
    ) -> None:
        self.prompt = Prompt(
            text(question, **values),
            (
                Action("close", text(no), intents.Answer(False)),
                Action("check", text(yes), intents.Answer(True), is_destructive=is_destructive),
            ),
        )
        self._on_yes = on_yes

    def answer(self, is_yes: bool) -> None:
        """Close the prompt, and do what it asked about if the answer is yes."""
        if self.prompt:
            self.prompt = None
            self.choice = Choice()
            if is_yes and self._on_yes:
                self._on_yes()

    # Turns.

    def _enter_move(self, move: str) -> None:
        """Play the user's move; from an earlier position ask first."""
        game = self._game
        if not game.cursor.is_live:
            self.ask("play.continue_question", "play.continue", lambda: game.play(move))
            return
        game.play(move)
        if game.context.settings.get(settings.CONFIRM):
            game.session.await_confirmation()

    def confirm_turn(self) -> None:
        self._game.session.unconfirmed = None
        self.refusal = None

    def reject_turn(self) -> None:
        if self._game.session.is_unconfirmed:
            self._game.session.reject_turn()
            self._game.reset()

    def add_to(self, view: GameView) -> GameView:
        game, choice, refusal = self._game.cursor.game, self.choice, self.refusal
        return replace(
            view,
            board=replace(
                view.board,
                chosen=choice.piece or choice.target,
                targets=targets(game, choice.piece),
                reachers=reachers(game, choice.target),
                removable=removable(game) if self.why_not() is None else frozenset(),
                lit=refusal.lines if refusal else (),
            ),
            messages=(refusal.words,) if refusal else (),
            is_refusal=refusal is not None,
            prompt=self.prompt,
            actions=CONFIRMING if self._game.session.is_unconfirmed and self._game.cursor.is_live else view.actions,
        )
