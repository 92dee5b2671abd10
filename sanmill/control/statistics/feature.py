"""Statistics of finished games: counts them, adjusts the level after the first ones, reports what a game changed."""

from __future__ import annotations

from sanmill.control.context import Context
from sanmill.control.feature import Feature
from sanmill.control.games import people, strength
from sanmill.control.games.session import Session
from sanmill.control.routes import Route
from sanmill.control.views.types import ResultNote
from sanmill.core import settings
from sanmill.core.progress.statistics import STATISTICS, Accuracy, GameResult, Statistics
from sanmill.core.storage.guard import guarded
from sanmill.core.text.i18n import Number, text
from sanmill.engine.messages import GameJudged

from .accuracy import AccuracyOfGames
from .intents import FilterGames, ResetStatistics
from .view import StatisticsView, statistics_view

FILE = "statistics"


class Results(Feature):
    """The statistics and their file. A game is counted before it is saved as finished."""

    files = (FILE,)

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._store = context.store
        self._settings = context.settings
        self.statistics = Statistics()
        self._accuracy = AccuracyOfGames(self.note_accuracy, context.tablebases, context.jobs)
        self._filter = FilterGames()
        self.receivers = {GameJudged: self._accuracy.receive}
        self.handlers = {FilterGames: self._choose, ResetStatistics: lambda _: self.reset()}
        guarded(self._store, self.files, self.load)

    def load(self) -> None:
        self.statistics = self._store.load(FILE, STATISTICS) or Statistics()

    def record(self, session: Session) -> None:
        """Count a finished game once and have it judged; one of the first against the engine adjusts the level."""
        if guarded(self._store, self.files, lambda: self._record(session), self.load):
            self._accuracy.ask(session)
            self._context.features.course.collect(session)

    def _record(self, session: Session) -> bool:
        if not (session.is_over and session.info.counts) or not self.statistics.count(game_result(session)):
            return False
        self._save()
        self._follow(session.info.name, max(player.level for player in session.info.players))
        return True

    def _follow(self, key: str, before: int | None) -> None:
        """Set the level that a placement game found, unless the user chose another one than that before."""
        level = self.statistics.level_after(key)
        if level is not None and self._settings.get(settings.LEVEL) == before:
            self._settings.set(settings.LEVEL, level)

    def note_accuracy(self, key: str, accuracy: Accuracy) -> None:
        """Keep what is proven about a person's turns in a counted game; they may tell more about the level."""
        before = self.statistics.level_after(key)
        if self.statistics.note_accuracy(key, accuracy):
            self._save()
            if self.statistics.placements[-1:] == [key]:
                self._follow(key, before)

    def _choose(self, wanted: FilterGames) -> None:
        self._filter = wanted

    def close(self, route: Route) -> None:
        """The next visit starts with the usual games."""
        self._filter = FilterGames()

    def view(self, route: Route) -> StatisticsView:
        return statistics_view(self.statistics, self._context.title_of, self._filter)

    def reset(self) -> None:
        self.statistics.reset()
        self._save()

    def _save(self) -> None:
        self._store.save(FILE, STATISTICS.write(self.statistics))

    def is_first_win(self, session: Session) -> bool:
        """Whether the opponent was beaten for the first time."""
        return session.info.counts and self.statistics.is_first_win(session.info.name)

    def suggested_level(self, session: Session) -> int | None:
        """The level to try next, if this game suggests another one; Perfect where there is a tablebase."""
        info = session.info
        status = self._context.tablebases.of(info.rules)
        return self.statistics.suggested_level(info.name, strength.highest_level(status))

    def notes(self, session: Session) -> tuple[ResultNote, ...]:
        """What this game achieved and changed; after the first game a hint to review it."""
        statistics, name, notes = self.statistics, session.info.name, []
        if not session.info.counts:
            return ()
        if statistics.is_first_win(name):
            beaten = people.opponent_name(max(player.level for player in session.info.players))
            notes.append(ResultNote("check_circle", text("result.beaten", level=beaten)))
        change = statistics.rating_change(name)
        if change:
            after, before = round(change[0]), round(change[0] - change[1])
            words = text("result.rating", rating=after, change=Number(after - before, is_change=True))
            notes.append(ResultNote("bar_chart", words, (before, after)))
        found = statistics.level_found(name)
        if found and found.low == found.high:
            notes.append(ResultNote("insights", text("result.level_found", level=found.middle)))
        elif found:
            notes.append(ResultNote("insights", text("result.level_range", low=found.low, high=found.high)))
        if statistics.is_first(name):
            notes.append(ResultNote("history", text("result.first")))
        return tuple(notes)


def game_result(session: Session) -> GameResult:
    white, black = session.info.players
    human_sides = session.info.human_sides
    return GameResult(
        key=session.info.name,
        mode=session.info.mode,
        rules=session.info.rules,
        levels=(white.level if white.is_engine else 0, black.level if black.is_engine else 0),
        side=next(iter(human_sides)) if len(human_sides) == 1 else None,
        winner=session.winner,
        turns=session.full_moves,
        is_rated=session.info.is_rated,
        rating=None,
        is_undone=session.info.is_undone,
        is_helped=session.info.is_helped,
    )
