"""The clock of two people on the board: it runs from the first move on and is paused while the board is hidden."""

from __future__ import annotations

from dataclasses import replace

from sanmill.control.engine_requests import SearchRequest
from sanmill.control.games.game_info import TIMED_OUT, Termination
from sanmill.control.views.types import GameView, StripView
from sanmill.core.game.model import Side
from sanmill.core.text.i18n import text

from . import intents
from .game_mode import GameMode
from .mode import Part
from .timers import Timers
from .touch import Touch

TICK_SECONDS = 0.5  # between two looks at the clock


class Clock(Part):
    """Runs the clock of the session, if it has one. A touch on a point ends a pause."""

    def __init__(self, game: GameMode, touch: Touch) -> None:
        super().__init__()
        self._game = game
        self._touch = touch
        self._timers = Timers(game.context.clock)
        self._shown: tuple[str, ...] = ()
        self._is_paused = game.cursor.game_ply > 0  # the clock of a game that is continued
        self.handlers = dict.fromkeys((intents.TapPoint, intents.PressPoint, intents.Lift), lambda _: self._go_on())

    def _go_on(self) -> None:
        self._is_paused = False

    def plan_search(self) -> SearchRequest | None:
        """Run the clock of the side to move; no search is wanted."""
        self._run()
        return None

    @property
    def _is_running(self) -> bool:
        return self._game.cursor.game_ply > 0 and not self._game.session.is_over and not self._is_paused

    def _run(self) -> None:
        game, clock = self._game, self._game.session.info.clock
        if clock is None:
            return
        clock.run(game.cursor.present.side if self._is_running else None, game.context.clock.now())
        if self._is_running and clock.loser is not None:
            game.finish(Termination(TIMED_OUT, clock.loser))
        elif self._is_running:
            self._timers.set("clock", TICK_SECONDS, self._tick)
        self._shown = tuple(map(clock.words, Side))

    def _tick(self) -> None:
        """Look at the clock; the view is published when its words change or time is up."""
        before = self._shown
        self._run()
        if self._shown != before or self._game.session.is_over:
            self._game.context.update()

    def _pause(self) -> None:
        self._timers.cancel()
        self._is_paused = self._game.cursor.game_ply > 0
        clock = self._game.session.info.clock
        if clock:
            clock.run(None, self._game.context.clock.now())

    def on_hidden(self) -> None:
        if self._game.session.info.clock and not self._is_paused:
            self._pause()
            self._touch.refusal = None  # it would hide that the clock is paused
            self._game.context.update()

    def close(self) -> None:
        self._pause()

    def add_to(self, view: GameView) -> GameView:
        """Add the time to the strips, and that it is paused."""
        session = self._game.session
        is_told = session.info.clock and self._is_paused and session.cursor.is_live and not session.is_over
        paused = (text("notice.clock_paused"),) if is_told else ()
        return replace(
            view,
            top=self._with_time(view.top),
            bottom=self._with_time(view.bottom),
            messages=(*view.messages, *paused),
            keeps_awake=self._is_running and session.info.clock is not None,
        )

    def _with_time(self, strip: StripView) -> StripView:
        clock = self._game.session.info.clock
        if clock is None:
            return strip
        return replace(strip, detail=text("strip.clock", time=clock.words(strip.side)), has_clock=True)
