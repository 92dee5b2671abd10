"""The clock of a game of two people: the time each side has left. The caller tells it the time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from sanmill.core.game.model import Side
from sanmill.core.storage.stored import Count, Range

GAP_SECONDS = 2.0  # more than this between two calls means that the app was suspended; it is not charged
MINUTE = 60.0

Seconds = Annotated[float, Range(0, 1e6)]


@dataclass
class GameClock:
    """Runs for one side at a time."""

    minutes: Annotated[int, Range(1, 1000)]  # of each side at the start
    left: Annotated[list[Seconds], Count(len(Side), len(Side))]
    _side: Side | None = field(default=None, init=False)
    _since: float = field(default=0.0, init=False)

    @staticmethod
    def of(minutes: int) -> GameClock:
        return GameClock(minutes, [minutes * MINUTE] * len(Side))

    def run(self, side: Side | None, now: float) -> None:
        """Charge the time since the last call, then run for a side, or stop."""
        if self._side is not None:
            spent = min(now - self._since, GAP_SECONDS)
            self.left[self._side] = max(0.0, self.left[self._side] - spent)
        self._side, self._since = side, now

    @property
    def loser(self) -> Side | None:
        return next((side for side in Side if not self.left[side]), None)

    def words(self, side: Side) -> str:
        """The time left, rounded up to a second."""
        seconds = -int(-self.left[side] // 1)
        return f"{seconds // 60}:{seconds % 60:02}"
