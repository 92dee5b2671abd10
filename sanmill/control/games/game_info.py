"""What is known about a game besides its moves: players, rules, headers, how it ended."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from sanmill.core.game.fen import FIELDS
from sanmill.core.game.model import Side
from sanmill.core.game.record import Headers, clean_value
from sanmill.core.progress.rating import LEVELS
from sanmill.core.progress.statistics import MODES
from sanmill.core.reports.crash_trace import only_known
from sanmill.core.storage.store import FileName
from sanmill.core.storage.stored import EngineText, Length, OneOf, Range
from sanmill.core.text.names import one_line
from sanmill.engine.vocabulary import vocabulary

from .game_clock import GameClock

FRIEND = "friend"  # the user's side against a friend's, one turn per message
RESIGNED, AGREED, TIMED_OUT, NOTED = TERMINATIONS = ("resigned", "agreed", "time", "noted")
SIDES = ("White", "Black")  # in header names
HELD = {  # headers that GameInfo holds in other fields
    *("FEN", "SetUp", "Variant", "Rules", "Result", "Event", "Termination"),
    *(f"{side}{part}" for side in SIDES for part in ("Level", "Style")),
}
TITLE_MAX = 80


@dataclass(frozen=True)
class Player:
    """A person, or the engine at a level and in a style.

    Its algorithm is its own or the one set; its weights are changes of the standard ones.
    """

    is_engine: bool = False
    level: Annotated[int, Range(0, len(LEVELS))] = 0
    style: Annotated[str, Length(40)] = ""
    algorithm: Annotated[str, Length(40)] = ""
    weights: EngineText = ""


@dataclass(frozen=True)
class Termination:
    """An end outside the rules: resignation, an agreed draw, time, or a result noted in a record."""

    kind: Annotated[str, OneOf(TERMINATIONS)]
    loser: Side | None = None

    @staticmethod
    def checked(kind: str, loser: Side | None) -> Termination:
        """One from outside: what its kind and its loser do not fit is noted only."""
        fits = kind in ((AGREED,) if loser is None else (RESIGNED, TIMED_OUT))
        return Termination(kind if fits else NOTED, loser)


def clean_title(title: str) -> str:
    """A title in one line; empty for the placeholders of records."""
    title = one_line(title, TITLE_MAX)
    return "" if title in ("?", "-") else title


def other_headers(headers: Mapping[str, str], players: tuple[Player, Player]) -> dict[str, str]:
    """The headers that GameInfo holds as such; the names of engines follow from the players."""
    engines = {side for side, player in zip(SIDES, players) if player.is_engine}
    return {name: clean_value(value) for name, value in headers.items() if name not in HELD | engines}


def _now_headers() -> dict[str, str]:
    return {"Date": time.strftime("%Y.%m.%d"), "Time": time.strftime("%H:%M:%S")}


@dataclass
class GameInfo:
    """The headers of a game and how it is stored and counted."""

    mode: Annotated[str, OneOf((*MODES, FRIEND))]
    rules: EngineText
    players: tuple[Player, Player]
    start: EngineText = ""  # FEN; empty for the usual start
    is_rated: bool = False  # no hints and no undo; changes the rating
    counts: bool = True  # in the statistics, once it is over
    is_undone: bool = False  # a turn was taken back
    is_helped: bool = False  # by a hint or the analysis
    name: FileName = field(default_factory=lambda: os.urandom(8).hex())  # of its file
    title: Annotated[str, Length(1000)] = ""  # given by the user
    is_saved: bool = False  # by the user
    headers: Headers = field(default_factory=_now_headers)
    termination: Termination | None = None
    clock: GameClock | None = None
    own_side: Side | None = None  # of the user, in a game with a friend

    @property
    def facts(self) -> dict[str, str]:
        """Mode, rules and start for reports, without words of the user."""
        position = " ".join(self.start.split()[:FIELDS])
        return {
            "mode": self.mode,
            "rules": only_known(self.rules, vocabulary()),
            "position": only_known(position, ()) or "usual",
        }

    @property
    def human_sides(self) -> frozenset[Side]:
        if self.own_side is not None:
            return frozenset({self.own_side})
        return frozenset(side for side in Side if not self.players[side].is_engine)
