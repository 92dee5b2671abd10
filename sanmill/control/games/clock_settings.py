"""The settings of a clock, and the clock that they describe."""

from __future__ import annotations

from dataclasses import dataclass

from sanmill.core import settings
from sanmill.core.settings import Setting, Settings

from .game_clock import GameClock


@dataclass(frozen=True)
class ClockSettings:
    minutes: Setting[int]  # of each side, or of the first; 0: no clock
    other_minutes: Setting[int]  # of the other side; 0: the same
    bonus: Setting[int]
    delay: Setting[bool]

    def clock(self, chosen: Settings, *, is_swapped: bool = False) -> GameClock | None:
        """The clock as set, if there is one; swapped, the other side has White."""
        minutes = chosen.get(self.minutes)
        if not minutes:
            return None
        times = (minutes, chosen.get(self.other_minutes) or minutes)
        white, black = times[::-1] if is_swapped else times
        return GameClock.of(white, black, bonus=chosen.get(self.bonus), is_delay=chosen.get(self.delay))


TWO_PLAYERS_CLOCK = ClockSettings(settings.MINUTES, settings.BLACK_MINUTES, settings.BONUS, settings.DELAY)
VERSUS_CLOCK = ClockSettings(
    settings.VERSUS_MINUTES, settings.COMPUTER_MINUTES, settings.VERSUS_BONUS, settings.VERSUS_DELAY
)
TABLE_CLOCK = ClockSettings(
    settings.TABLE_MINUTES, settings.TABLE_BLACK_MINUTES, settings.TABLE_BONUS, settings.TABLE_DELAY
)
