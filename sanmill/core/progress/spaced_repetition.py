"""Spaced repetition: when something learned comes back.

Leitner's boxes (Sebastian Leitner, "So lernt man lernen", 1972): right moves a card one box up, wrong back into the
first; the higher the box, the longer the interval. A card that was right in the last box is learned.

    card = review(Card(due=today), is_right=True, today=today)
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from sanmill.core.storage.stored import Range

INTERVALS = (0, 1, 3, 7, 16, 35)  # days until a card of each box comes back; one in the first was new or wrong
LEARNED = len(INTERVALS)  # the box of a card that does not come back
JOURNEY = 1  # days that a journey to the west leads back


@dataclass(frozen=True)
class Card:
    due: date
    box: Annotated[int, Range(0, LEARNED)] = 0

    @property
    def is_learned(self) -> bool:
        return self.box == LEARNED

    def is_due(self, today: date) -> bool:
        """Whether it is time; also when the clock was set back by more than a journey since the last review."""
        if self.is_learned:
            return False
        days = (self.due - today).days
        return days <= 0 or days > INTERVALS[self.box] + JOURNEY


def review(card: Card, *, is_right: bool, today: date) -> Card:
    """The card after an answer. A right one before its time changes nothing: it says little about the memory."""
    if not is_right:
        return Card(today)
    if not card.is_due(today):
        return card
    box = card.box + 1
    return Card(today if box == LEARNED else _after(today, INTERVALS[box]), box)


def _after(day: date, days: int) -> date:
    return date.fromordinal(min(day.toordinal() + days, date.max.toordinal()))
