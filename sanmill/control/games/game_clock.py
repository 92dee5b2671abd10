"""The clock of a game: the time each side has left. The caller tells it the time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from sanmill.core.game.model import Side
from sanmill.core.storage.stored import Count, Range

GAP_SECONDS = 2.0  # more than this between two calls means that the app was suspended; it is not charged
MINUTE = 60.0
LEAST = 1.0  # seconds that remain when an increment is taken back
LOW = 10  # seconds that are little

Seconds = Annotated[float, Range(0, 1e6)]
Minutes = Annotated[int, Range(1, 1000)]


@dataclass
class GameClock:
    """Runs for one side at a time. The bonus is added after a turn, or as a delay passes before the time runs."""

    minutes: Minutes  # of each side at the start; of White, where Black has others
    left: Annotated[list[Seconds], Count(len(Side), len(Side))]
    black_minutes: Minutes | None = None
    bonus: Annotated[int, Range(0, 600)] = 0  # seconds of a turn
    is_delay: bool = False
    _side: Side | None = field(default=None, init=False)
    _since: float = field(default=0.0, init=False)
    _free: float = field(default=0.0, init=False)  # of the delay, in this turn

    def __post_init__(self) -> None:
        self._begin_turn()

    @staticmethod
    def of(white: int, black: int = 0, *, bonus: int = 0, is_delay: bool = False) -> GameClock:
        """A clock at its start, from minutes; without those of Black both have the same."""
        left = [white * MINUTE, (black or white) * MINUTE]
        return GameClock(white, left, None if black in (0, white) else black, bonus, is_delay)

    @property
    def starts(self) -> tuple[int, int]:
        """The minutes of each side at the start."""
        return (self.minutes, self.black_minutes or self.minutes)

    def anew(self, *, is_swapped: bool = False) -> GameClock:
        """The same clock at its start; swapped, each side has the time of the other."""
        white, black = self.starts[::-1] if is_swapped else self.starts
        return GameClock.of(white, black, bonus=self.bonus, is_delay=self.is_delay)

    @property
    def side(self) -> Side | None:
        """Whose time runs."""
        return self._side

    def run(self, side: Side | None, now: float) -> None:
        """Charge the time since the last call, then run for a side, or stop."""
        if self._side is not None:
            spent = min(now - self._since, GAP_SECONDS)
            free = min(spent, self._free)
            self._free -= free
            self.left[self._side] = max(0.0, self.left[self._side] - spent + free)
        self._side, self._since = side, now

    def end_turn(self, side: Side, now: float) -> None:
        """A side has moved: charge its turn and add its increment, if its time ran."""
        was_running = self._side is side
        self.run(None, now)
        self._begin_turn()
        if was_running and self.left[side]:
            self.add_turns(side, 1)

    def _begin_turn(self) -> None:
        self._free = float(self.bonus) if self.is_delay else 0.0

    def add_turns(self, side: Side, turns: int) -> None:
        """Add the increments of some turns, or take them back."""
        if turns and not self.is_delay:
            self.left[side] = max(min(LEAST, self.left[side]), self.left[side] + turns * self.bonus)

    @property
    def loser(self) -> Side | None:
        return next((side for side in Side if not self.left[side]), None)

    def seconds(self, side: Side) -> int:
        """The time left, rounded up."""
        return -int(-self.left[side] // 1)

    def words(self, side: Side) -> str:
        return clock_words(self.seconds(side))

    @property
    def time_control(self) -> str:
        """The times at the start and the increment, as the header TimeControl of records has them."""
        times = dict.fromkeys(minutes * 60 for minutes in self.starts)
        bonus = f"{'d' if self.is_delay else '+'}{self.bonus}" if self.bonus else ""
        return ":".join(f"{seconds}{bonus}" for seconds in times)

    def stamp(self, seconds: int) -> tuple[float, ...]:
        """Differs when the clock has to be saved: while it runs, after so many seconds."""
        return tuple(self.left) if self._side is None else tuple(left // seconds for left in self.left)


def clock_words(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"
