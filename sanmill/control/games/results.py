"""Writes finished games down, moves the level with the first ones, and says what a game changed."""

from __future__ import annotations

from sanmill.core import settings
from sanmill.core.i18n import Text, text
from sanmill.core.model import Side
from sanmill.core.settings import Settings
from sanmill.core.statistics import GameResult, Statistics, StatisticsError
from sanmill.core.store import Store

from .session import Session

FILE = "statistics"


class Results:
    """The statistics with what keeps them. A game is written down before it is kept as finished."""

    def __init__(self, store: Store, chosen: Settings) -> None:
        self._store = store
        self._settings = chosen
        self.statistics = self._restored()

    def _restored(self) -> Statistics:
        kept = self._store.load(FILE)
        if kept is None:
            return Statistics()
        try:
            return Statistics.restore(kept)
        except StatisticsError as failure:
            self._store.quarantine(FILE, failure)
            return Statistics()

    def write_down(self, session: Session) -> None:
        """Count a game that is over, once; one of the first against the machine moves the level quietly."""
        if not (session.is_over and session.counts) or not self.statistics.count(game_result(session)):
            return
        self._keep()
        level = self.statistics.level_after(session.name)
        played = max(player.level for player in session.players)
        if level is not None and self._settings.get(settings.LEVEL) == played:
            self._settings.set(settings.LEVEL, level)

    def reset(self) -> None:
        """Forget every game."""
        self.statistics.reset()
        self._keep()

    def _keep(self) -> None:
        self._store.save(FILE, self.statistics.save())

    def next_level(self, session: Session) -> int | None:
        """The level of the next game, when this one moved it."""
        return self.statistics.level_after(session.name)

    def is_level_found(self, session: Session) -> bool:
        """Whether the level was found with this very game."""
        return self.statistics.level_found(session.name) is not None

    def notes(self, session: Session) -> tuple[Text, ...]:
        """What the end of this game is worth saying about: the rating, the level found, a look back."""
        statistics, notes = self.statistics, []
        change = statistics.rating_change(session.name)
        if change:
            after, more = round(change[0]), round(change[0]) - round(change[0] - change[1])
            notes.append(text("result.rating", rating=after, change=f"+{more}" if more > 0 else f"−{-more}"))
        level = statistics.level_found(session.name)
        if level:
            notes.append(text("result.level_found", level=level))
        if statistics.is_first(session.name):
            notes.append(text("result.first"))
        return tuple(notes)


def game_result(session: Session) -> GameResult:
    """A finished game as the statistics count it."""
    white, black = session.players
    people = [side for side in Side if not session.players[side].is_machine]
    return GameResult(
        key=session.name,
        mode=session.mode,
        rules=session.rules,
        levels=(white.level if white.is_machine else 0, black.level if black.is_machine else 0),
        side=people[0] if len(people) == 1 else None,
        winner=session.winner,
        turns=session.moves_played,
        is_rated=session.is_rated,
    )
