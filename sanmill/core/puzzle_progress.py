"""What a person did with puzzles: a rating, the puzzles of the day, how far practice has come. Plain data."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from datetime import date, timedelta
from typing import Any

RATING_FIRST, RATING_LEAST = 1000, 100
STEP_FIRST, STEP_LATER, FIRST_RATED = 40, 20, 20  # how far one puzzle moves the rating, at first and later
DAYS_KEPT = 60

SOLVED, SHOWN = "solved", "shown"


@dataclass
class PuzzleBook:
    """Counted once a puzzle: at the first wrong try, or when it is solved. Being shown the solution costs nothing."""

    rating: int = RATING_FIRST
    rated: int = 0
    solved: int = 0
    streak: int = 0
    last_day: str = ""  # the last day of the streak
    days: dict[str, str] = field(default_factory=dict)  # how a day's puzzle ended
    made: dict[str, int] = field(default_factory=dict)  # puzzles taken, by rules and theme

    def rate(self, rating: int, *, is_right: bool) -> None:
        """A puzzle of some rating was solved at the first try, or was not."""
        expected = 1 / (1 + 10 ** ((rating - self.rating) / 400))
        step = STEP_FIRST if self.rated < FIRST_RATED else STEP_LATER
        self.rating = max(RATING_LEAST, round(self.rating + step * (is_right - expected)))
        self.rated += 1

    def end_day(self, day: date, how: str) -> None:
        """The day's puzzle was solved, or its solution shown; what came first counts."""
        name = day.isoformat()
        if name in self.days:
            return
        self.days[name] = how
        for old in sorted(self.days)[:-DAYS_KEPT]:
            del self.days[old]
        if how == SOLVED:
            self.streak = self.streak_on(day) + 1
            self.last_day = name
        else:
            self.streak, self.last_day = 0, ""

    def streak_on(self, day: date) -> int:
        """Days in a row up to this day, or up to the day before while this one's puzzle is open."""
        is_going = self.last_day in (day.isoformat(), (day - timedelta(days=1)).isoformat())
        return self.streak if is_going else 0

    def next_number(self, rules: str, theme: str) -> int:
        """The number of the next puzzle to practise with."""
        return self.made.get(f"{rules}/{theme}", 0)

    def take(self, rules: str, theme: str) -> None:
        """A puzzle to practise with is done or passed over."""
        self.made[f"{rules}/{theme}"] = self.next_number(rules, theme) + 1

    def save(self) -> dict[str, Any]:
        """Everything, to be kept."""
        return asdict(self)

    @classmethod
    def restore(cls, kept: dict[str, Any] | None) -> PuzzleBook:
        """From what was kept; what is not as it should be starts anew."""
        book = cls()
        for name, value in (kept or {}).items():
            if type(value) is not type(getattr(book, name, None)):
                continue
            kind = int if name == "made" else str
            is_whole = not isinstance(value, dict) or all(type(each) is kind for each in value.values())
            if is_whole:
                setattr(book, name, value)
        return book
