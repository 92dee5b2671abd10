"""The clock of a game: it runs from the first move on and is paused while the board is hidden.

Time that was spent stays spent when a turn is taken back; its increment is taken back with it.
"""

from __future__ import annotations

import random
from dataclasses import replace

from sanmill.control.engine_requests import SearchRequest
from sanmill.control.games.game_clock import LOW, GameClock
from sanmill.control.games.game_info import TIMED_OUT, Termination
from sanmill.control.views.types import Action, GameView, StripView
from sanmill.core.game.model import GameState, Side
from sanmill.core.text.i18n import text
from sanmill.engine.messages import Limits
from sanmill.engine.search.move_time import time_for_move

from . import intents
from .game_mode import GameMode
from .mode import Part
from .timers import Timers
from .touch import Touch

TICK_SECONDS = 0.5  # between two looks at the clock
THINKING, THINKING_MAX = 0.4, 4.0  # share of the time for a move, and seconds, that the engine seems to think at most
THINKING_LEAST = 0.2  # of that
RESERVE = 2.0  # seconds of the engine for what its moves take besides its thinking
FIRST_TURNS = 3  # that take no thinking


class Clock(Part):
    """Runs the clock of the session, if it has one. A touch on a point ends a pause."""

    def __init__(self, game: GameMode, touch: Touch) -> None:
        super().__init__()
        self._game = game
        self._touch = touch
        self._timers = Timers(game.context.clock)
        self._shown: tuple[str, ...] = ()
        self._is_paused = game.cursor.game_ply > 0  # the clock of a game that is continued
        self._turns = self._turns_ended()  # that the clock has counted
        self._limits: Limits | None = None  # of the engine in this position
        self.handlers = {
            **dict.fromkeys((intents.TapPoint, intents.PressPoint, intents.Lift), lambda _: self._go_on()),
            intents.SetPaused: lambda intent: self._pause() if intent.is_paused else self._go_on(),
        }

    @property
    def is_on(self) -> bool:
        return self._game.session.info.clock is not None

    def is_holding(self) -> bool:
        """Whether the game waits because its clock is paused."""
        return self.is_on and self._is_paused

    def _go_on(self) -> None:
        if self._is_paused:
            self._is_paused = False
            self._run()

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
        now = game.context.clock.now()
        self._count_turns(clock, now)
        side = game.cursor.mainline.states[self._ply].side
        clock.run(side if self._is_running else None, now)
        if self._is_running and clock.loser is not None:
            game.finish(Termination(TIMED_OUT, clock.loser))
            clock.run(None, now)
        elif self._is_running:
            self._timers.set("clock", min(TICK_SECONDS, clock.left[side]), self._tick)
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
        if self.is_on and not self._is_paused:
            self._pause()
            self._touch.refusal = None  # it would hide that the clock is paused
            self._game.context.update()

    def close(self) -> None:
        self._pause()

    # Turns.

    def on_played(self, before: GameState, move: str) -> None:
        self._limits = None

    def on_rewound(self) -> None:
        self._limits = None

    @property
    def _ply(self) -> int:
        """How far the game has been played; a turn that is not confirmed is still going on."""
        session = self._game.session
        return session.cursor.game_ply if session.unconfirmed is None else session.unconfirmed

    def _count_turns(self, clock: GameClock, now: float) -> None:
        """End the turn of the side whose time runs; give and take increments of turns played again or taken back."""
        before, self._turns = self._turns, self._turns_ended()
        for side in Side:
            more = self._turns[side] - before[side]
            if more == 1 and clock.side is side:
                clock.end_turn(side, now)
            else:
                clock.add_turns(side, more)

    def _turns_ended(self) -> tuple[int, int]:
        """Of each side so far, but for the first turn of the game, for which no time runs."""
        states = self._game.cursor.mainline.states[1 : self._ply + 1]
        ends = [state.side for state, after in zip(states, states[1:]) if after.side is not state.side]
        return (ends.count(Side.WHITE), ends.count(Side.BLACK))

    # The engine.

    def _share(self) -> float | None:
        """Seconds for the move to be made now; none without a clock."""
        clock, side = self._game.session.info.clock, self._game.cursor.present.side
        return time_for_move(clock.left[side] - RESERVE, clock.bonus) if clock else None

    def limits(self, most: float) -> Limits:
        """What the clock leaves for the engine's move; ``most`` are the seconds that it takes without a clock."""
        if self._limits is None:
            share = self._share()
            self._limits = Limits() if share is None else Limits(clock_ms=max(1, round(min(share, most) * 1000)))
        return self._limits

    def pace(self, natural: float) -> float:
        """Seconds from the last move to the engine's: as a person would use them, and less when time is short."""
        share, present = self._share(), self._game.cursor.present
        if share is None:
            return natural
        is_quick = present.turn <= FIRST_TURNS or any(present.pending_removals)
        most = 0.0 if is_quick else min(THINKING_MAX, share * THINKING)
        return min(max(natural, most * random.uniform(THINKING_LEAST, 1)), share)

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
        left = clock.seconds(strip.side)
        return replace(
            strip,
            detail=text("strip.clock", time=clock.words(strip.side)),
            has_clock=True,
            seconds_left=left,
            is_low=left <= LOW,
        )

    @property
    def buttons(self) -> tuple[Action, ...]:
        """Pause the clock, or let it go on."""
        if not self.is_on:
            return ()
        can_pause = self._game.cursor.game_ply > 0 and not self._game.session.is_over
        if self._is_paused:
            return (Action("play_arrow", text("clock.go_on"), intents.SetPaused(False), is_enabled=can_pause),)
        return (Action("pause", text("clock.pause"), intents.SetPaused(True), is_enabled=can_pause),)
