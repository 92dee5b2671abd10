"""Results of finished games: scores, streaks, lengths, ratings, and the level found by placement games.

The caller stores them. A game is identified by its key and counted once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Annotated

from sanmill.core.game.model import Side
from sanmill.core.game.phase import PHASES
from sanmill.core.storage.stored import Count, EngineText, Length, OneOf, Range, SchemaError, Stored

from .level_estimate import HIGHEST, Evidence, LevelRange, estimate
from .rating import LEVELS, RATING_FIRST, Rating

VERSUS, TWO_PLAYERS, WATCH = "versus", "two_players", "watch"
MODES = (VERSUS, TWO_PLAYERS, WATCH)
PROMOTING_WINS = 2  # in a row at one level; then the next one is suggested
PLACEMENT_GAMES = 3  # the first ones against the computer, which find the level
PLACEMENT_TURNS_MIN = 6  # a shorter game says nothing about how somebody plays
PLACEMENT_STEP = 2  # the most that one of them lowers the level
WIN, DRAW, LOSS = 1.0, 0.5, 0.0
TURNS_MAX = 1_000_000

GAMES_MAX = 1_000_000

GameKey = Annotated[str, Length(255)]
Level = Annotated[int, Range(0, len(LEVELS))]
Turns = Annotated[int, Range(0, TURNS_MAX)]


@dataclass(frozen=True)
class Kept:
    """Turns whose value is proven, and how many of them kept it."""

    kept: Turns
    turns: Turns

    def __post_init__(self) -> None:
        if self.kept > self.turns:
            raise SchemaError(f"{self.kept} of {self.turns} turns")

    @property
    def percent(self) -> int | None:
        """Rounded down, so that 100 means every turn."""
        return 100 * self.kept // self.turns if self.turns else None

    @staticmethod
    def total(parts: Iterable[Kept]) -> Kept:
        known = list(parts)
        return Kept(sum(part.kept for part in known), sum(part.turns for part in known))


Accuracy = tuple[Kept, ...]  # of a person's turns, in the order of PHASES
StoredAccuracy = Annotated[Accuracy, Count(len(PHASES), len(PHASES))]


def accuracy_of(turns: Iterable[tuple[str, bool | None]]) -> Accuracy:
    """The accuracy of turns, each with its phase and whether it kept the value; None if that is not proven."""
    known = [(phase, is_kept) for phase, is_kept in turns if is_kept is not None]
    of_phase = ([is_kept for each, is_kept in known if each == phase] for phase in PHASES)
    return tuple(Kept(sum(kept), len(kept)) for kept in of_phase)


@dataclass(frozen=True)
class GameResult:
    """A finished game; a rated one with the rating after it."""

    key: GameKey
    mode: Annotated[str, OneOf(MODES)]
    rules: EngineText
    levels: tuple[Level, Level]  # of the computer; 0 for a person
    side: Side | None  # of the person who plays against the computer
    winner: Side | None
    turns: Turns  # full moves
    is_rated: bool
    rating: Rating | None
    is_undone: bool = False  # a turn was taken back
    is_helped: bool = False  # by a hint or the analysis
    kept: StoredAccuracy | None = None  # of the person who plays against the computer; None: not looked at

    def score_of(self, side: Side) -> float:
        return DRAW if self.winner is None else WIN if self.winner is side else LOSS

    @property
    def level(self) -> int:
        """The level of the computer in a game against a person, else 0."""
        return 0 if self.side is None else self.levels[self.side.other]


@dataclass(frozen=True)
class Tally:
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @staticmethod
    def of(scores: Iterable[float]) -> Tally:
        known = list(scores)
        return Tally(known.count(WIN), known.count(DRAW), known.count(LOSS))


@dataclass(frozen=True)
class Rung:
    """What was achieved against a level: a win, one without taking back, one without help."""

    is_won: bool = False
    is_won_straight: bool = False
    is_won_alone: bool = False


@dataclass(frozen=True)
class Summary:
    """Figures of some games of one mode, for the person who plays against the computer, otherwise for White."""

    total: Tally
    streak: int  # most wins in a row
    turns: float  # on average
    by_level: tuple[tuple[int, Tally], ...]
    kept: Accuracy
    kept_games: int  # with a turn whose value is proven
    rules: tuple[str, ...]  # of the mode, the most frequent first


@dataclass
class Statistics:
    games: Annotated[list[GameResult], Count(GAMES_MAX, is_lenient=True)] = field(default_factory=list)
    placements: Annotated[list[GameKey], Count(PLACEMENT_GAMES, is_lenient=True)] = field(default_factory=list)
    deleted: Annotated[list[GameKey], Count(GAMES_MAX, is_lenient=True)] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._known = {*self.deleted, *(game.key for game in self.games)}

    # Counting.

    def count(self, game: GameResult) -> bool:
        """Count a game; false if it was counted before."""
        if game.key in self._known:
            return False
        self._known.add(game.key)
        if game.level and game.is_rated:
            rating = self.rating(game.rules).after(game.level, game.score_of(game.side or Side.WHITE))
            game = replace(game, rating=Rating(round(rating.value, 2), round(rating.deviation, 2)))
        self.games.append(game)
        if game.level and game.turns >= PLACEMENT_TURNS_MIN and len(self.placements) < PLACEMENT_GAMES:
            self.placements.append(game.key)
        return True

    def note_accuracy(self, key: str, accuracy: Accuracy) -> bool:
        """Keep what is proven about the turns of a counted game; false if as much was known before."""
        index = next((index for index, game in enumerate(self.games) if game.key == key), None)
        if index is None:
            return False
        before = self.games[index].kept
        if before is not None and Kept.total(before).turns >= Kept.total(accuracy).turns:
            return False
        self.games[index] = replace(self.games[index], kept=accuracy)
        return True

    def reset(self) -> None:
        """Remove every game. Their keys stay known, so they are not counted again; placements stay too."""
        self.games.clear()
        self.deleted = sorted(self._known)

    def level_after(self, key: str) -> int | None:
        """The level after a placement game: after a win the next one, otherwise no higher than how it was played."""
        found = self._estimate(key)
        if found is None:
            return None
        game = next(game for game in self.games if game.key == key)
        score = game.score_of(game.side or Side.WHITE)
        if score == WIN:
            return min(HIGHEST, game.level + 1)
        highest = game.level + (1 if score == DRAW else 0)
        return max(1, game.level - PLACEMENT_STEP, min(HIGHEST, highest, found.middle))

    def level_found(self, key: str) -> LevelRange | None:
        """The level that the person plays at, if this is the last placement game."""
        is_last = len(self.placements) == PLACEMENT_GAMES and self.placements[-1] == key
        return self._estimate(key) if is_last else None

    def _estimate(self, key: str) -> LevelRange | None:
        """What the placement games up to this one tell; nothing if it is none of them, or was deleted."""
        if key not in self.placements or all(game.key != key for game in self.games):
            return None
        keys = self.placements[: self.placements.index(key) + 1]
        return estimate([_evidence(game) for game in self.games if game.key in keys])

    def suggested_level(self, key: str, highest: int = HIGHEST) -> int | None:
        """The level to try after a game: a higher one after the first win and after wins in a row.

        Who declines is asked again after as many further games.
        """
        game, run = self._versus_run(key)
        if game is None:
            return None
        score = run[0]
        length = next((index for index, each in enumerate(run) if each != score), len(run))
        if score == WIN and (length % PROMOTING_WINS == 0 or self.is_first_win(key)) and game.level < highest:
            return game.level + 1
        return None

    def is_first_win(self, key: str) -> bool:
        """Whether this game was the first one won against its level."""
        game = next((game for game in self.games if game.key == key and game.level), None)
        won = (each.key for each in self.games if game and each.level == game.level and each.winner is each.side)
        return next(won, None) == key

    def ladder(self) -> tuple[Rung, ...]:
        """What was achieved against each level."""
        won: dict[int, list[GameResult]] = {}
        for game in self.games:
            if game.level and game.winner is game.side:
                won.setdefault(game.level, []).append(game)
        return tuple(
            Rung(
                bool(games),
                any(not game.is_undone for game in games),
                any(not game.is_helped for game in games),
            )
            for games in (won.get(level, []) for level in range(1, len(LEVELS) + 1))
        )

    def _versus_run(self, key: str) -> tuple[GameResult | None, list[float]]:
        """A game against the computer; its score and those before it at the same level and rules, newest first."""
        games = [game for game in self.games if game.level]
        index = next((index for index, game in enumerate(games) if game.key == key), None)
        if index is None:
            return None, []
        run: list[float] = []
        for game in reversed(games[: index + 1]):
            if (game.level, game.rules) != (games[index].level, games[index].rules):
                break
            run.append(game.score_of(game.side or Side.WHITE))
        return games[index], run

    def is_first(self, key: str) -> bool:
        return self.placements[:1] == [key]

    # Ratings.

    def history(self, rules: str) -> tuple[Rating, ...]:
        return tuple(game.rating for game in self.games if game.rating and game.rules == rules)

    def rating(self, rules: str) -> Rating:
        history = self.history(rules)
        return history[-1] if history else RATING_FIRST

    def rating_change(self, key: str) -> tuple[float, float] | None:
        """The rating after a game and its difference to the one before."""
        before: dict[str, Rating] = {}
        for game in self.games:
            if not game.rating:
                continue
            if game.key == key:
                return game.rating.value, game.rating.value - before.get(game.rules, RATING_FIRST).value
            before[game.rules] = game.rating
        return None

    # Summary.

    def summary(self, mode: str, *, rules: str = "", side: Side | None = None) -> Summary:
        """Figures of a mode's games, limited to some rules and a person's side if given."""
        of_mode = [game for game in self.games if game.mode == mode]
        chosen = [
            game
            for game in of_mode
            if (not rules or game.rules == rules) and (side is None or game.side in (side, None))
        ]
        scores = [game.score_of(game.side or Side.WHITE) for game in chosen]
        levels: dict[int, list[float]] = {}
        for game in chosen:
            for computer, level in zip(Side, game.levels):
                if level:
                    whose = computer if game.side is None else game.side
                    levels.setdefault(level, []).append(game.score_of(whose))
        names = [game.rules for game in of_mode]
        proven = [game.kept for game in chosen if game.kept is not None and Kept.total(game.kept).turns]
        return Summary(
            total=Tally.of(scores),
            streak=max((len([*run]) for score, run in groupby(scores) if score == WIN), default=0),
            turns=sum(game.turns for game in chosen) / len(chosen) if chosen else 0.0,
            by_level=tuple((level, Tally.of(levels[level])) for level in sorted(levels)),
            kept=tuple(Kept.total(parts[index] for parts in proven) for index in range(len(PHASES))),
            kept_games=len(proven),
            rules=tuple(sorted(dict.fromkeys(names), key=lambda name: -names.count(name))),
        )


STATISTICS = Stored(Statistics, size=128 << 20)


def _evidence(game: GameResult) -> Evidence:
    kept = [(part.kept, part.turns) for part in game.kept or ()]
    return Evidence(game.level, game.score_of(game.side or Side.WHITE), kept)
