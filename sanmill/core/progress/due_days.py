"""How much of something learned by spaced repetition is due on which day: all that the home screen needs of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Annotated

from sanmill.core.storage.stored import Count, Range, Stored

from .spaced_repetition import Card

CARDS_MAX = 1000


@dataclass(frozen=True)
class DueDays:
    cards: Annotated[
        tuple[tuple[Card, Annotated[int, Range(1, 1_000_000)]], ...], Count(CARDS_MAX, is_lenient=True)
    ] = ()  # each with how many there are like it

    @staticmethod
    def of(cards: Iterable[Card]) -> DueDays:
        return DueDays(tuple(Counter(card for card in cards if not card.is_learned).items()))

    def due(self, today: date) -> int:
        return sum(count for card, count in self.cards if card.is_due(today))


DUE_DAYS = Stored(DueDays)
