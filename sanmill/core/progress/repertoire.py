"""The openings that the user practices with a side, and when each comes back. Plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Annotated

from sanmill.core.game.model import Side
from sanmill.core.storage.stored import Count, Length, Range, Stored

from .spaced_repetition import Card, review

DRILLS_MAX = 1000
YOUNG_MAX = 3  # openings of a side that are learned at a time …
YOUNG_BOXES = 2  # … which are those in the first boxes

Name = Annotated[str, Length(40)]


@dataclass(frozen=True)
class PracticedOpening:
    """An opening that was practiced at least once."""

    name: Name
    side: Side
    card: Card
    met: Annotated[int, Range(0, 1_000_000_000)] = 0  # how often


@dataclass
class Repertoire:
    drills: Annotated[list[PracticedOpening], Count(DRILLS_MAX, is_lenient=True)] = field(default_factory=list)
    side: Side = Side.WHITE  # that is practiced

    def find(self, name: str, side: Side) -> PracticedOpening | None:
        return next((drill for drill in self.drills if (drill.name, drill.side) == (name, side)), None)

    def met(self, name: str, side: Side) -> int:
        drill = self.find(name, side)
        return drill.met if drill else 0

    def answer(self, name: str, side: Side, *, is_right: bool, today: date) -> PracticedOpening:
        """Note how a drill went and when it comes back."""
        known = self.find(name, side) or PracticedOpening(name, side, Card(today))
        drill = replace(known, card=review(known.card, is_right=is_right, today=today), met=known.met + 1)
        self.drills = [*(each for each in self.drills if (each.name, each.side) != (name, side)), drill]
        return drill

    def due(self, names: Sequence[str], side: Side, today: date) -> list[str]:
        """What is due of these openings, the longest first; then new ones, where few are being learned."""
        known = [drill for drill in self.drills if drill.side is side and drill.name in names]
        due = sorted((drill for drill in known if drill.card.is_due(today)), key=lambda drill: drill.card.due)
        young = sum(drill.card.box < YOUNG_BOXES for drill in known)
        begun = {drill.name for drill in known}
        new = [name for name in names if name not in begun]
        return [*(drill.name for drill in due), *new[: max(0, YOUNG_MAX - young)]]

    def next_day(self, side: Side, today: date) -> date | None:
        """When something is due again, if nothing is today."""
        cards = [drill.card for drill in self.drills if drill.side is side and not drill.card.is_learned]
        return min((card.due for card in cards if not card.is_due(today)), default=None)


REPERTOIRE = Stored(Repertoire, size=1 << 20)
