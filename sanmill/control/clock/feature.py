"""A clock for a game on a wooden board: two halves, pressed in turn. It is paused while it is out of sight."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from sanmill.control.board.timers import Timers
from sanmill.control.context import Context
from sanmill.control.feature import Feature
from sanmill.control.games.clock_settings import TABLE_CLOCK
from sanmill.control.games.game_clock import LOW, GameClock
from sanmill.control.routes import Kind, Route
from sanmill.control.settings.clock_rows import clock_rows, minutes_row
from sanmill.control.settings.view import SettingView
from sanmill.control.views.texts import side_name
from sanmill.core import settings
from sanmill.core.game.model import Side
from sanmill.core.storage.guard import guarded
from sanmill.core.storage.stored import Count, Range, Stored
from sanmill.core.text.i18n import Text, text

from .intents import PauseClock, PressClock, ResetClock, SwapSides
from .view import ClockView, HalfView

FILE = "clock"
TICK_SECONDS = 0.25  # between two looks at the clock
TURNS_MAX = 100_000


@dataclass
class SavedClock:
    """The clock of the game; before the first press there is none."""

    clock: GameClock | None = None
    side: Side = Side.WHITE  # to move
    turns: Annotated[list[Annotated[int, Range(0, TURNS_MAX)]], Count(2, 2)] = field(default_factory=lambda: [0, 0])
    is_flipped: bool = False


CLOCK = Stored(SavedClock)


class TableClock(Feature):
    """Until the first press the clock is as set; one that runs is stopped by whatever hides it, also by the end."""

    files = (FILE,)
    answers_every_intent = True  # a press is heard

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._timers = Timers(context.clock)
        self._is_paused = False
        guarded(context.store, self.files, self.load)
        self.handlers = {
            PressClock: lambda intent: self._press(intent.side),
            PauseClock: lambda intent: self._pause(intent.is_paused),
            ResetClock: lambda _: self._reset(),
            SwapSides: lambda _: self._swap(),
        }

    def load(self) -> None:
        self._state = self._context.store.load(FILE, CLOCK) or SavedClock()
        self._is_paused = self._state.clock is not None

    def _save(self) -> None:
        self._context.store.save(FILE, CLOCK.write(self._state))

    @property
    def _clock(self) -> GameClock:
        chosen = self._context.settings
        return self._state.clock or TABLE_CLOCK.clock(chosen) or GameClock.of(settings.TABLE_MINUTES.default)

    # Running.

    @property
    def _running(self) -> Side | None:
        """Whose time runs."""
        clock = self._state.clock
        is_on = clock is not None and not self._is_paused and clock.loser is None
        return self._state.side if is_on else None

    def _run(self) -> None:
        """Charge the time so far and go on, until the time of a side is up."""
        clock, now = self._clock, self._context.clock.now()
        was_running = self._running
        clock.run(was_running, now)
        side = self._running
        if side is not None:
            self._timers.set("tick", min(TICK_SECONDS, clock.left[side]), self._tick)
        elif was_running is not None:
            clock.run(None, now)
            self._timers.cancel()
            self._save()

    def _tick(self) -> None:
        """Look at the clock; the view is published if it differs."""
        self._run()
        self._context.update()

    def _press(self, side: Side) -> None:
        """The side has moved. Either may press first; later it is the one whose time runs. A pause ends."""
        state = self._state
        if state.clock is None:
            state.clock = self._clock
        elif state.side is not side or state.clock.loser is not None:
            return
        elif self._is_paused:
            self._pause(False)
            return
        else:
            state.clock.end_turn(side, self._context.clock.now())
        if state.clock.loser is None:
            state.side = side.other
            state.turns[side] = min(TURNS_MAX, state.turns[side] + 1)
        self._run()
        self._save()

    def _pause(self, is_paused: bool) -> None:
        clock = self._state.clock
        if clock is None or clock.loser is not None or is_paused == self._is_paused:
            return
        self._is_paused = is_paused
        self._timers.cancel()
        clock.run(None, self._context.clock.now())
        self._run()
        self._save()

    def _reset(self) -> None:
        """Back to the start; the players keep their places."""
        self._timers.cancel()
        self._state = SavedClock(is_flipped=self._state.is_flipped)
        self._is_paused = False
        self._save()

    def _swap(self) -> None:
        self._state.is_flipped = not self._state.is_flipped
        self._save()

    def appear(self, route: Route) -> None:
        """Whoever opens the settings is not playing."""
        if route.kind is Kind.CLOCK_SETTINGS:
            self._pause(True)

    def disappear(self, route: Route) -> None:
        self._pause(True)

    def pause(self) -> None:
        """Stop, and let the screen sleep."""
        if self._running is not None:
            self._pause(True)
            self._context.update()

    def end(self) -> None:
        self._timers.cancel()

    # Showing.

    def view(self, route: Route) -> ClockView | tuple[SettingView, ...]:
        if route.kind is Kind.CLOCK_SETTINGS:
            return self._rows()
        state = self._state
        bottom = Side.BLACK if state.is_flipped else Side.WHITE
        return ClockView(
            top=self._half(bottom.other),
            bottom=self._half(bottom),
            is_begun=state.clock is not None,
            is_paused=self._is_paused,
            is_over=self._clock.loser is not None,
            keeps_awake=self._running is not None,
        )

    def _half(self, side: Side) -> HalfView:
        clock, words = self._clock, self._words(side)
        seconds = clock.seconds(side)
        minutes, rest = divmod(seconds, 60)
        return HalfView(
            side=side,
            time=clock.words(side),
            seconds_left=seconds,
            words=words,
            spoken=text("clock.spoken", side=side_name(side), minutes=minutes, seconds=rest, words=words),
            is_running=self._running is side,
            is_low=seconds <= LOW,
            has_lost=clock.loser is side,
            can_press=clock.loser is None and (self._state.clock is None or self._state.side is side),
        )

    def _words(self, side: Side) -> Text:
        state = self._state
        if state.clock is None:
            return text("clock.begin", side=side_name(side.other))
        loser = state.clock.loser
        if loser is not None:
            return text("clock.time_up" if loser is side else "clock.won")
        if state.side is not side:
            return text("clock.turns", state.turns[side])
        return text("clock.paused" if self._is_paused else "clock.press")

    def _rows(self) -> tuple[SettingView, ...]:
        chosen = self._context.settings
        return (
            minutes_row(chosen, settings.TABLE_MINUTES, "clock.time_each"),
            *clock_rows(chosen, TABLE_CLOCK, "new.black_minutes"),
        )
