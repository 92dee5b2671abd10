"""The user's progress with puzzles: rating, daily puzzles, puzzles practised. Plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Annotated

from sanmill.core.storage.stored import Count, Key, Length, OneOf, Range, Stored

RATING_FIRST, RATING_MIN = 1000, 100
K_FIRST, K_LATER, FIRST_RATED = 40, 20, 20  # Elo's K-factor for the first puzzles and for later ones
DAYS_KEPT = 60

SOLVED, SHOWN = "solved", "shown"
STREAK, RUSH = RUNS = ("streak", "rush")  # puzzles until the first mistake; against the clock

Number = Annotated[int, Range(0, 1_000_000)]


@dataclass(frozen=True)
class Attempts:
    """First tries at the puzzles of a theme."""

    solved: Number = 0
    failed: Number = 0

    @property
    def percent(self) -> int:
        return round(100 * self.solved / max(1, self.solved + self.failed))


@dataclass
class PuzzleProgress:
    """Each puzzle is rated once, at the first wrong try or when solved; showing the solution is not rated."""

    rating: Annotated[int, Range(RATING_MIN, 10_000)] = RATING_FIRST
    rated: Number = 0
    solved: Number = 0
    streak: Number = 0
    last_day: Annotated[str, Length(10)] = ""  # the last day of the streak
    # The outcome of each daily puzzle.
    days: Annotated[dict[Key, Annotated[str, OneOf((SOLVED, SHOWN))]], Count(1000, is_lenient=True)] = field(
        default_factory=dict
    )
    # The number of puzzles practised, by rules and theme.
    practised: Annotated[dict[Key, Number], Count(10_000, is_lenient=True)] = field(default_factory=dict)
    # Positions of the shipped puzzles practised.
    seen: Annotated[list[Annotated[str, Length(200)]], Count(10_000, is_lenient=True)] = field(default_factory=list)
    # The most puzzles solved in a run of each kind.
    bests: Annotated[dict[Annotated[str, OneOf(RUNS)], Number], Count(len(RUNS), is_lenient=True)] = field(
        default_factory=dict
    )
    themes: Annotated[dict[Annotated[str, Length(20)], Attempts], Count(100, is_lenient=True)] = field(
        default_factory=dict
    )

    def rate(self, rating: int, *, is_right: bool) -> int:
        """Update the rating after the first try at a puzzle; return the change."""
        before = self.rating
        expected = 1 / (1 + 10 ** ((rating - self.rating) / 400))
        k = K_FIRST if self.rated < FIRST_RATED else K_LATER
        self.rating = max(RATING_MIN, round(self.rating + k * (is_right - expected)))
        self.rated += 1
        return self.rating - before

    def end_day(self, day: date, how: str) -> None:
        """Record the outcome of a daily puzzle; the first one counts."""
        name = day.isoformat()
        if name in self.days:
            return
        self.days[name] = how
        for old in list(self.days)[:-DAYS_KEPT]:  # by the order they ended in: the clock may have gone back
            del self.days[old]
        if how == SOLVED:
            before = self.streak_on(day)
            self.streak, self.last_day = before + 1, max(name, self.last_day) if before else name
        else:
            self.streak, self.last_day = 0, ""

    def streak_on(self, day: date) -> int:
        """The streak up to this day, or up to the day before while this day's puzzle is open.

        A journey to the west leads back into the day before the last.
        """
        try:
            distance = (day - date.fromisoformat(self.last_day)).days
        except ValueError:
            return 0
        return self.streak if abs(distance) <= 1 else 0

    def next_number(self, rules: str, theme: str) -> int:
        return self.practised.get(f"{rules}/{theme}", 0)

    def take(self, rules: str, theme: str) -> None:
        """Count a practice puzzle that was finished or skipped."""
        self.practised[f"{rules}/{theme}"] = self.next_number(rules, theme) + 1

    def attempt(self, theme: str, *, is_right: bool) -> None:
        """Count the first try at a puzzle."""
        before = self.themes.get(theme, Attempts())
        self.themes[theme] = Attempts(before.solved + is_right, before.failed + (not is_right))

    def end_run(self, kind: str, solved: int) -> bool:
        """Whether a run of this kind is a personal best."""
        is_best = solved > self.bests.get(kind, 0)
        if is_best:
            self.bests[kind] = solved
        return is_best


PUZZLE_PROGRESS = Stored(PuzzleProgress, size=4 << 20)
