"""The user's course: turns of own games that dropped value, to be found better until they hold. Plain data.

An exercise is met as in the game first, later turned and mirrored, so that the idea is learned and not the picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Annotated

from sanmill.core.game.model import Side
from sanmill.core.game.phase import PHASES, PLACING
from sanmill.core.storage.stored import Count, EngineText, Length, MoveText, OneOf, Range, Stored

from .spaced_repetition import Card, review

ENTRIES_MAX = 200
GAMES_MAX = 1000  # names of games that were gone through
WAITING_MAX = 50
SPOTS_MAX, SPOT_MIN = 4, 2  # weak spots named, and exercises that make one
THEME_WEIGHT = 1.5
BAND = 3  # placements next to each other that are named together

MILL, STOP, DOUBLE, TAKE, BLOCK, OTHER = THEMES = ("mill", "stop", "double", "take", "block", "other")
WIN, DRAW = 1, 0

TurnText = Annotated[str, Length(40, "[a-z0-9-]+")]  # a move with its removals, joined
Name = Annotated[str, Length(255)]
Number = Annotated[int, Range(0, 1_000_000_000)]


@dataclass(frozen=True)
class Exercise:
    """A position with the turn that dropped its value there."""

    rules: EngineText
    position: EngineText
    side: Side  # the user's
    played: TurnText
    right: Annotated[tuple[TurnText, ...], Count(500, 1)]  # turns that keep the value, the best first
    line: Annotated[tuple[MoveText, ...], Count(40)]  # the play that refutes the turn played
    value: Annotated[int, Range(DRAW, WIN)]  # what there was to keep
    after: Annotated[int, Range(-1, DRAW)]  # of the turn played
    is_proven: bool
    phase: Annotated[str, OneOf(PHASES)]
    theme: Annotated[str, OneOf(THEMES)]
    placement: Annotated[int, Range(0, 100)] = 0  # the number of the piece placed; 0 after the placing phase


@dataclass(frozen=True)
class Entry:
    exercise: Exercise
    key: Annotated[str, Length(16)]  # the same for all images of the position
    game: Name  # in which it came up last
    card: Card
    met: Number = 0  # how often it was tried
    failed: Number = 0

    @property
    def identity(self) -> tuple[str, str]:
        return (self.exercise.rules, self.key)


@dataclass(frozen=True)
class Spot:
    """What some exercises have in common; empty fields fit any."""

    phase: str = ""
    theme: str = ""
    value: int | None = None
    first: int = 0  # placements
    last: int = 0

    def fits(self, exercise: Exercise) -> bool:
        return (
            self.phase in ("", exercise.phase)
            and self.theme in ("", exercise.theme)
            and self.value in (None, exercise.value)
            and (not self.first or self.first <= exercise.placement <= self.last)
        )


@dataclass(frozen=True)
class WaitingGame:
    """A game that is gone through in the background, or will be."""

    name: Name
    rules: EngineText
    start: EngineText
    moves: Annotated[tuple[MoveText, ...], Count(5000)]
    side: Side
    done: Annotated[int, Range(0, 5000)] = 0  # turns of the side


@dataclass
class Course:
    """At most ENTRIES_MAX exercises: learned ones, then the oldest make room."""

    entries: Annotated[list[Entry], Count(ENTRIES_MAX, is_lenient=True)] = field(default_factory=list)
    games: Annotated[list[Name], Count(GAMES_MAX, is_lenient=True)] = field(default_factory=list)
    waiting: Annotated[list[WaitingGame], Count(WAITING_MAX, is_lenient=True)] = field(default_factory=list)
    is_stopped: bool = False  # the user stopped going through games
    answered: Number = 0
    right: Number = 0

    def add(self, exercise: Exercise, key: str, game: str, today: date) -> None:
        """Add an exercise, due at once; a mistake made again in another game starts it again."""
        known = self.find((exercise.rules, key))
        if known is None:
            self.entries.append(Entry(exercise, key, game, Card(today)))
            self._make_room()
        elif known.game != game:
            self._put(replace(known, game=game, card=Card(today)))

    def _make_room(self) -> None:
        while len(self.entries) > ENTRIES_MAX:
            learned = next((entry for entry in self.entries if entry.card.is_learned), self.entries[0])
            self.entries.remove(learned)

    def find(self, identity: tuple[str, str]) -> Entry | None:
        return next((entry for entry in self.entries if entry.identity == identity), None)

    def _put(self, entry: Entry) -> None:
        self.entries = [entry if each.identity == entry.identity else each for each in self.entries]

    def answer(self, identity: tuple[str, str], *, is_right: bool, today: date) -> Entry | None:
        """Note an answer and when the exercise comes back."""
        entry = self.find(identity)
        if entry is None:
            return None
        self.answered += 1
        self.right += is_right
        card = review(entry.card, is_right=is_right, today=today)
        entry = replace(entry, card=card, met=entry.met + 1, failed=entry.failed + (not is_right))
        self._put(entry)
        return entry

    def remove(self, identity: tuple[str, str]) -> None:
        self.entries = [entry for entry in self.entries if entry.identity != identity]

    def due(self, today: date) -> list[Entry]:
        """What is due, the longest first."""
        return sorted((entry for entry in self.entries if entry.card.is_due(today)), key=lambda entry: entry.card.due)

    @property
    def learned(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.card.is_learned]

    @property
    def open_entries(self) -> list[Entry]:
        return [entry for entry in self.entries if not entry.card.is_learned]

    def next_day(self, today: date) -> date | None:
        """When something is due again, if nothing is today."""
        return min((entry.card.due for entry in self.open_entries if not entry.card.is_due(today)), default=None)

    # Games to go through.

    def enqueue(self, game: WaitingGame) -> bool:
        """Whether the game is new."""
        if game.name in self.games or any(each.name == game.name for each in self.waiting):
            return False
        self.waiting = [*self.waiting, game][-WAITING_MAX:]
        return True

    def step(self, game: WaitingGame) -> None:
        """A turn of a game was gone through."""
        self.waiting = [replace(each, done=each.done + 1) if each is game else each for each in self.waiting]

    def finish(self, name: str) -> None:
        """A game was gone through."""
        self.waiting = [game for game in self.waiting if game.name != name]
        self.games = [*(each for each in self.games if each != name), name][-GAMES_MAX:]

    # Weak spots.

    def weak_spots(self) -> list[tuple[Spot, int]]:
        """What most exercises not yet learned have in common, and how many; each names others than those before."""
        exercises = [entry.exercise for entry in self.open_entries]
        rest, spots = list(exercises), list[tuple[Spot, int]]()
        while len(spots) < SPOTS_MAX:
            found = max(_spots(rest), key=lambda spot: _weight(spot, rest), default=None)
            if found is None or _count(found, rest) < SPOT_MIN:
                break
            spots.append((found, _count(found, exercises)))
            rest = [exercise for exercise in rest if not found.fits(exercise)]
        return spots

    def shares(self) -> list[tuple[Spot, int, int]]:
        """For each phase and theme that has exercises: how many hold, and of how many."""
        spots = (*(Spot(phase=phase) for phase in PHASES), *(Spot(theme=theme) for theme in THEMES))
        found = []
        for spot in spots:
            of_spot = [entry for entry in self.entries if spot.fits(entry.exercise)]
            if of_spot:
                found.append((spot, sum(entry.card.is_learned for entry in of_spot), len(of_spot)))
        return found


COURSE = Stored(Course, size=8 << 20)


def _count(spot: Spot, exercises: Iterable[Exercise]) -> int:
    return sum(map(spot.fits, exercises))


def _weight(spot: Spot, exercises: Iterable[Exercise]) -> float:
    """A theme says more than what was lost."""
    return _count(spot, exercises) * (THEME_WEIGHT if spot.theme else 1)


def _spots(exercises: Sequence[Exercise]) -> list[Spot]:
    """What can be said of these exercises: a theme in a phase first, then what was lost there."""
    found: dict[Spot, None] = {}
    for exercise in exercises:
        if exercise.theme != OTHER:
            found[Spot(exercise.phase, exercise.theme)] = None
    for exercise in exercises:
        found[_lost_at(exercise, exercises)] = None
    return list(found)


def _lost_at(exercise: Exercise, exercises: Sequence[Exercise]) -> Spot:
    """What was lost in a phase; while placing, at the placements around this one where most of it was."""
    spot = Spot(exercise.phase, value=exercise.value)
    if exercise.phase != PLACING or not exercise.placement:
        return spot
    firsts = range(max(1, exercise.placement - BAND + 1), exercise.placement + 1)
    bands = [replace(spot, first=first, last=first + BAND - 1) for first in firsts]
    band = max(bands, key=lambda band: _count(band, exercises))
    placements = [each.placement for each in exercises if band.fits(each)]
    return replace(band, first=min(placements), last=max(placements))
