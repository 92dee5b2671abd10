"""Keeps the screen on while a game without a clock is played: people think longer than phones wait."""

from __future__ import annotations

from dataclasses import replace

from sanmill.control.views.types import GameView
from sanmill.core.game.model import GameState

from . import intents
from .game_mode import GameMode
from .mode import Part
from .timers import Timers

AWAKE_SECONDS = 300.0  # after a touch of the board or a move


class Awake(Part):
    """A game that is left lying lets the phone sleep in the end. Where there is a clock, that decides."""

    def __init__(self, game: GameMode) -> None:
        super().__init__()
        self._game = game
        self._timers = Timers(game.context.clock)
        self._is_on = False
        self.handlers = dict.fromkeys((intents.TapPoint, intents.PressPoint, intents.Lift), lambda _: self._begin())

    def on_played(self, before: GameState, move: str) -> None:
        self._begin()

    def _begin(self) -> None:
        self._is_on = self._game.session.info.clock is None
        if self._is_on:
            self._timers.set("awake", AWAKE_SECONDS, self._let_sleep)

    def _let_sleep(self) -> None:
        self._is_on = False
        self._game.context.update()

    def on_hidden(self) -> None:
        self.close()

    def close(self) -> None:
        self._is_on = False
        self._timers.cancel()

    def add_to(self, view: GameView) -> GameView:
        is_played = self._is_on and self._game.cursor.game_ply > 0 and not self._game.session.is_over
        return replace(view, keeps_awake=True) if is_played else view
