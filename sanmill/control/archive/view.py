"""What the screens show of the saved games. A row makes its words and its board when they are asked for: the list may
have thousands, of which a screen shows a few."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from sanmill.control.games.people import opponent_name
from sanmill.control.views.texts import opening_name
from sanmill.control.views.types import BoardView
from sanmill.core.game.fen import LETTERS
from sanmill.core.game.model import Board, Content
from sanmill.core.storage.saved_games import IndexEntry
from sanmill.core.text.dates import day_words, read_day
from sanmill.core.text.i18n import Text, text
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.opening_names import openings

from .intents import RESULTS


@dataclass(frozen=True)
class SavedGame:
    entry: IndexEntry
    variant: Text

    @property
    def name(self) -> str:
        return self.entry.name

    @property
    def is_over(self) -> bool:
        return self.entry.is_over

    @property
    def title(self) -> Text:
        return title_of(self.entry)

    @property
    def detail(self) -> Text:
        opening = self.entry.opening
        is_known = any(opening == known.name for known in openings())
        return (
            text("games.with_opening", detail=self._played, opening=opening_name(opening)) if is_known else self._played
        )

    @property
    def _played(self) -> Text:
        """When, by which rules and how long."""
        moves = text("games.moves", self.entry.turns)
        day = read_day(self.entry.date)
        if day:
            return text("games.detail", date=day_words(day, date.today()), variant=self.variant, moves=moves)
        return text("games.detail_undated", variant=self.variant, moves=moves)

    @property
    def outcome(self) -> str:
        """How it ended; against the computer for the user."""
        entry = self.entry
        outcome = RESULTS.get(entry.result, "unfinished")
        if self.level and outcome in ("white", "black"):
            return "lost" if (entry.white_level if outcome == "white" else entry.black_level) else "won"
        return outcome

    @property
    def level(self) -> int:
        """Of the opponent in a game against the computer, else 0."""
        white, black = self.entry.white_level, self.entry.black_level
        return 0 if white and black else white or black

    @property
    def result(self) -> Text:
        return text(f"games.result.{self.outcome}")

    @property
    def board(self) -> BoardView:
        board = _board_of(self.entry.rules)
        contents = tuple(Content(max(0, LETTERS.find(letter))) for letter in self.entry.position)
        empty = (Content.EMPTY,) * len(board.points)
        return BoardView(board, contents if len(contents) == len(board.points) else empty)


@dataclass(frozen=True)
class GamesView:
    games: tuple[SavedGame, ...]
    known: int  # games read so far, also those that do not match
    total: int
    variants: tuple[tuple[str, Text], ...]  # to choose from: rules and title
    rules: str = ""  # chosen

    @property
    def is_complete(self) -> bool:
        return self.known == self.total


@dataclass(frozen=True)
class ImportProgress:
    done: int
    total: int


@dataclass(frozen=True)
class ArchiveView:
    found: GamesView | None  # none before the first list is read
    progress: ImportProgress | None  # of an import


@dataclass(frozen=True)
class SaveGameView:
    title: str


@dataclass(frozen=True)
class ImportView:
    count: int  # of games imported
    is_full: bool  # whether some did not fit
    errors: tuple[Text, ...]
    more_errors: int
    stopped: ImportProgress | None = None  # where the user stopped it


def title_of(entry: IndexEntry) -> Text:
    """Its title, its players, or how it was played."""
    if entry.title:
        return text("games.titled", title=entry.title)
    if not (entry.white_level or entry.black_level or entry.white or entry.black):
        return text("games.two_players")
    white = _player(entry.white, entry.white_level, entry.black_level)
    return text("games.named", white=white, black=_player(entry.black, entry.black_level, entry.white_level))


def _player(name: str, level: int, other_level: int) -> Text | str:
    """The engine and a person by name; an unnamed opponent of the engine is "you"."""
    if level:
        return opponent_name(level)
    return name or (text("games.you") if other_level else "?")


@lru_cache(maxsize=64)
def _board_of(rules: str) -> Board:
    """The board of these rules; the default one when the engine rejects them."""
    try:
        return Game(rules).board
    except EngineError:
        return Game().board
