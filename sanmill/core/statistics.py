"""Every finished game once, and what can be said of them: counts, streaks, lengths, ratings, the level found.

Plain values in and out; who keeps them on disk is somebody else's business. A game is known by its key, so it is
counted once however often it is told; what was counted first stays.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any

from .model import Side
from .rating import LEVELS, Rating

VERSUS, TWO_PLAYERS, WATCH = "versus", "two_players", "watch"
MODES = (VERSUS, TWO_PLAYERS, WATCH)
STEPS = (2, 2, 1)  # how far each of the first games against the machine moves the level
WIN, DRAW, LOSS = 1.0, 0.5, 0.0


class StatisticsError(Exception):
    """Kept statistics that cannot be read."""


@dataclass(frozen=True)
class Played:
    """A finished game. A rated one says what the rating was after it."""

    key: str
    mode: str
    rules: str
    levels: tuple[int, int]  # of the machines; 0 for a person
    side: Side | None  # the person's who plays alone
    winner: Side | None
    turns: int  # its length in moves as players count them
    is_rated: bool = False
    rating: Rating | None = None

    def score_of(self, side: Side) -> float:
        """What a side made of it."""
        return DRAW if self.winner is None else WIN if self.winner is side else LOSS

    @property
    def level(self) -> int:
        """The machine's the person played against; 0 where nobody plays alone."""
        return 0 if self.side is None else self.levels[self.side.other]


@dataclass(frozen=True)
class Tally:
    """Games won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses

    @staticmethod
    def of(scores: Iterable[float]) -> Tally:
        """The tally of scores."""
        known = list(scores)
        return Tally(known.count(WIN), known.count(DRAW), known.count(LOSS))


@dataclass(frozen=True)
class Summary:
    """What can be said of some games of one mode. Without a person who plays alone, White is the one who wins."""

    total: Tally
    streak: int  # games won in a row, at most
    turns: float  # on average
    by_level: tuple[tuple[int, Tally], ...]
    rules: tuple[str, ...]  # that such games were played by, the most frequent first


class Statistics:
    """The games counted so far."""

    def __init__(self) -> None:
        self.games: list[Played] = []
        self.found: list[tuple[str, int]] = []  # the first games against the machine, and the level after each
        self._known: set[str] = set()

    # Counting.

    def count(self, played: Played) -> bool:
        """Count a game unless it was counted before; says whether it was new."""
        if played.key in self._known:
            return False
        self._known.add(played.key)
        if played.level and played.is_rated:
            rating = self.rating(played.rules).after(played.level, played.score_of(played.side or Side.WHITE))
            played = replace(played, rating=rating)
        self.games.append(played)
        if played.level and len(self.found) < len(STEPS):
            self.found.append((played.key, self._next_level(played)))
        return True

    def reset(self) -> None:
        """Forget every game. Those counted before are not counted again, and the level stays found."""
        self.games.clear()

    def _next_level(self, played: Played) -> int:
        step = STEPS[len(self.found)]
        score = played.score_of(played.side or Side.WHITE)
        change = step if score == WIN else -step if score == LOSS else 0
        return max(1, min(len(LEVELS) - 1, played.level + change))

    def level_after(self, key: str) -> int | None:
        """The level that one of the first games against the machine leads to."""
        return dict(self.found).get(key)

    def level_found(self, key: str) -> int | None:
        """The level that was found with this very game."""
        return self.found[-1][1] if len(self.found) == len(STEPS) and self.found[-1][0] == key else None

    def is_first(self, key: str) -> bool:
        """Whether this was the first game against the machine."""
        return bool(self.found) and self.found[0][0] == key

    # Ratings.

    def history(self, rules: str) -> tuple[Rating, ...]:
        """The rating under some rules after each rated game."""
        return tuple(played.rating for played in self.games if played.rating and played.rules == rules)

    def rating(self, rules: str) -> Rating:
        """The rating under some rules now."""
        history = self.history(rules)
        return history[-1] if history else Rating()

    def rating_change(self, key: str) -> tuple[float, float] | None:
        """What the rating was after a game, and by how much that was more."""
        before: dict[str, Rating] = {}
        for played in self.games:
            if not played.rating:
                continue
            if played.key == key:
                return played.rating.value, played.rating.value - before.get(played.rules, Rating()).value
            before[played.rules] = played.rating
        return None

    # Summing up.

    def summary(self, mode: str, *, rules: str = "", side: Side | None = None) -> Summary:
        """What can be said of a mode's games; of some rules and of a person's side only, if given."""
        of_mode = [played for played in self.games if played.mode == mode]
        chosen = [
            played
            for played in of_mode
            if (not rules or played.rules == rules) and (side is None or played.side in (side, None))
        ]
        scores = [played.score_of(played.side or Side.WHITE) for played in chosen]
        levels: dict[int, list[float]] = {}
        for played in chosen:
            for machine, level in zip(Side, played.levels):
                if level:
                    whose = machine if played.side is None else played.side
                    levels.setdefault(level, []).append(played.score_of(whose))
        names = [played.rules for played in of_mode]
        return Summary(
            total=Tally.of(scores),
            streak=_longest(scores),
            turns=sum(played.turns for played in chosen) / len(chosen) if chosen else 0.0,
            by_level=tuple((level, Tally.of(levels[level])) for level in sorted(levels)),
            rules=tuple(sorted(dict.fromkeys(names), key=lambda name: -names.count(name))),
        )

    # Keeping.

    def save(self) -> dict[str, Any]:
        """Everything, as plain values."""
        return {
            "games": [_as_plain(played) for played in self.games],
            "found": [list(pair) for pair in self.found],
            "forgotten": sorted(self._known - {played.key for played in self.games}),
        }

    @classmethod
    def restore(cls, kept: dict[str, Any]) -> Statistics:
        """What was saved."""
        statistics = cls()
        try:
            statistics.games = [_from_plain(plain) for plain in kept["games"]]
            statistics.found = [(str(key), int(level)) for key, level in kept["found"]][: len(STEPS)]
            statistics._known = {str(key) for key in kept["forgotten"]} | {played.key for played in statistics.games}
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as failure:
            raise StatisticsError(f"{type(failure).__name__}: {failure}") from failure
        return statistics


def _longest(scores: list[float]) -> int:
    """The longest run of wins."""
    longest = run = 0
    for score in scores:
        run = run + 1 if score == WIN else 0
        longest = max(longest, run)
    return longest


def _as_plain(played: Played) -> dict[str, Any]:
    plain = {field.name: getattr(played, field.name) for field in fields(played)}
    rating = played.rating
    plain["levels"] = list(played.levels)
    plain["is_serious"] = plain.pop("is_rated")  # the key that earlier versions wrote
    plain["rating"] = [round(rating.value, 2), round(rating.deviation, 2)] if rating else None
    return plain


def _from_plain(plain: dict[str, Any]) -> Played:
    white, black = (int(level) for level in plain["levels"])
    if not (0 <= white <= len(LEVELS) and 0 <= black <= len(LEVELS)) or plain["mode"] not in MODES:
        raise ValueError(f"{plain!r} is no game")
    side, winner, rating = plain["side"], plain["winner"], plain["rating"]
    return Played(
        key=str(plain["key"]),
        mode=str(plain["mode"]),
        rules=str(plain["rules"]),
        levels=(white, black),
        side=None if side is None else Side(side),
        winner=None if winner is None else Side(winner),
        turns=int(plain["turns"]),
        is_rated=bool(plain["is_serious"]),
        rating=_rating_of(*rating) if rating else None,
    )


def _rating_of(value: float, deviation: float) -> Rating:
    if not (math.isfinite(value) and 0 < deviation < math.inf):
        raise ValueError(f"{value} ± {deviation} is no rating")
    return Rating(float(value), float(deviation))
