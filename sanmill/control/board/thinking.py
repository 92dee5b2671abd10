"""The engine's own turn: the thinking indicator, the button to hurry, the pause before its move is shown."""

from __future__ import annotations

from .mode import ModeContext
from .timers import Timers

INDICATOR_AFTER, HURRY_AFTER = 0.3, 1.0  # seconds of thinking until the indicator and the button appear


class Thinking:
    """Whether the engine thinks about its move, and for how long."""

    def __init__(self, context: ModeContext) -> None:
        self._context = context
        self._last_move_at: float | None = None
        self.timers = Timers(context.clock)
        self.is_active = False
        self.is_indicator_due = False
        self.is_hurry_due = False

    def start(self) -> None:
        if not self.is_active:
            self.is_active = True
            self.timers.set("indicator", INDICATOR_AFTER, self._show_indicator)
            self.timers.set("hurry", HURRY_AFTER, self._offer_hurry)

    def stop(self) -> None:
        """Cancel the search and every timer."""
        self.is_active = self.is_indicator_due = self.is_hurry_due = False
        self.timers.cancel()
        self._context.engine.cancel()

    def on_played(self) -> None:
        """A move was played: the pause before the reply counts from now."""
        self.stop()
        self._last_move_at = self._context.clock.now()

    def on_rewound(self) -> None:
        """The position changed without a move: no pause is due."""
        self.stop()
        self._last_move_at = None

    def seconds_until_reply(self, delay: float) -> float:
        """How long the reply still has to wait."""
        since = self._last_move_at
        return 0.0 if since is None else since + delay - self._context.clock.now()

    def _show_indicator(self) -> None:
        self.is_indicator_due = True
        self._context.update()

    def _offer_hurry(self) -> None:
        self.is_hurry_due = True
        self._context.update()
