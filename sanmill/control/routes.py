"""Routes: the pages and sheets of the app as values: a kind and, where it shows one of several things, a subject."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from sanmill.core.storage.stored import Key


class Kind(Enum):
    """A page or a sheet; the value stands in the saved back stack and in reports."""

    HOME = "home"
    PLAY = "play"
    REVIEW = "review"
    EXPLORER = "explorer"
    PUZZLES = "puzzles"
    PUZZLE_HISTORY = "puzzle_history"
    COURSE = "course"
    OPENINGS = "openings"
    GAMES = "games"
    FRIENDS = "friends"
    STATISTICS = "statistics"
    SETTINGS = "settings"
    SETTINGS_GROUP = "settings_group"
    EXPERT = "expert"
    TUNING = "tuning"
    APPEARANCE = "appearance"
    COLOURS = "colours"
    VARIANTS = "variants"
    RULES = "rules"
    RULE_CHECK = "rule_check"
    WORKSHOP = "workshop"
    PERFECT = "perfect"
    CLOCK = "clock"
    LEARN = "learn"
    COORDINATES = "coordinates"
    HELP = "help"
    ABOUT = "about"
    PRIVACY = "privacy"
    LICENSE = "license"
    LICENSE_TEXT = "license_text"
    REPORT = "report"
    # Sheets.
    NEW_GAME = "new_game"
    MOVES = "moves"
    RESULT = "result"
    MORE = "more"
    SHARE = "share"
    SAVE_GAME = "save_game"
    MATCH = "match"
    CLOCK_SETTINGS = "clock_settings"
    TRIAL = "trial"


SHEETS = frozenset(
    (
        Kind.NEW_GAME,
        Kind.MOVES,
        Kind.RESULT,
        Kind.MORE,
        Kind.SHARE,
        Kind.SAVE_GAME,
        Kind.MATCH,
        Kind.TRIAL,
        Kind.CLOCK_SETTINGS,
    )
)


@dataclass(frozen=True)
class Route:
    """A page or sheet and what it is about."""

    kind: Kind
    subject: Key = ""

    @property
    def is_sheet(self) -> bool:
        return self.kind in SHEETS

    def __str__(self) -> str:
        return f"{self.kind.value}:{self.subject}" if self.subject else self.kind.value


HOME, PLAY, REVIEW, EXPLORER = Route(Kind.HOME), Route(Kind.PLAY), Route(Kind.REVIEW), Route(Kind.EXPLORER)
BOARDS = (PLAY, REVIEW, EXPLORER)  # the pages with a live board
