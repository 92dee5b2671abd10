"""The user's progress with puzzles: rating, daily puzzles, puzzles practised. Plain data."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from datetime import date
from typing import Any

from sanmill.core.storage.json_schema import Default, Fields, FileSchema, Items, OneOf, Table, Whole, Words

RATING_FIRST, RATING_MIN = 1000, 100
K_FIRST, K_LATER, FIRST_RATED = 40, 20, 20  # Elo's K-factor for the first puzzles and for later ones
DAYS_KEPT = 60

SOLVED, SHOWN = "solved", "shown"

COUNT = Default(Whole(0, 1_000_000), 0)
SCHEMA = FileSchema(
    Fields(
        {
            "rating": Default(Whole(RATING_MIN, 10_000), RATING_FIRST),
            "rated": COUNT,
            "solved": COUNT,
            "streak": COUNT,
            "last_day": Default(Words(10), ""),
            "days": Default(Table(OneOf((SOLVED, SHOWN)), 1000, is_lenient=True), dict),
            "made": Default(Table(Whole(0, 1_000_000), 10_000, is_lenient=True), dict),
            "seen": Default(Items(Words(200), 10_000, is_lenient=True), list),
        }
    ),
    size=4 << 20,
)


@dataclass
class PuzzleProgress:
    """Each puzzle is rated once, at the first wrong try or when solved; showing the solution is not rated."""

    rating: int = RATING_FIRST
    rated: int = 0
    solved: int = 0
    streak: int = 0
    last_day: str = ""  # the last day of the streak
    days: dict[str, str] = field(default_factory=dict)  # the outcome of each daily puzzle
    made: dict[str, int] = field(default_factory=dict)  # puzzles practised, by rules and theme
    seen: list[str] = field(default_factory=list)  # positions of the shipped puzzles practised

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
        return self.made.get(f"{rules}/{theme}", 0)

    def take(self, rules: str, theme: str) -> None:
        """Count a practice puzzle that was finished or skipped."""
        self.made[f"{rules}/{theme}"] = self.next_number(rules, theme) + 1

    def save(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def restore(cls, content: dict[str, Any] | None) -> PuzzleProgress:
        return cls(**content) if content else cls()
