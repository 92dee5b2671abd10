"""How much of something learned by spaced repetition is due from each day on: all that the home screen needs of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated

from sanmill.core.storage.stored import Count, Length, Range, Stored

from .spaced_repetition import Card

DAYS_MAX = 1000


@dataclass(frozen=True)
class DueDays:
    days: Annotated[
        dict[Annotated[str, Length(10)], Annotated[int, Range(0, 1_000_000)]], Count(DAYS_MAX, is_lenient=True)
    ] = field(default_factory=dict)

    @staticmethod
    def of(cards: Iterable[Card]) -> DueDays:
        days: dict[str, int] = {}
        for card in cards:
            if not card.is_learned:
                day = card.due.isoformat()
                days[day] = days.get(day, 0) + 1
        return DueDays(days)

    def due(self, today: date) -> int:
        return sum(count for day, count in self.days.items() if day <= today.isoformat())


DUE_DAYS = Stored(DueDays)
