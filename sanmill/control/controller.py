"""Intents in, views out. Owns the mode on the board, the engine's tickets and what is kept.

Everything here happens on one thread; the worker's events are brought to it by whoever builds the app.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any, Protocol

from sanmill.core import settings
from sanmill.core.settings import Settings
from sanmill.core.store import Store
from sanmill.engine.messages import (
    Analyse,
    AnalysisDone,
    Command,
    Event,
    MoveChosen,
    PuzzleMade,
    TablebaseChanged,
    TablebaseStatus,
    Think,
    TurnJudged,
    WorkFailed,
)

from . import intents
from .games import new_game
from .games.results import Results
from .games.session import Session, SessionError
from .games.sharing import shared
from .intents import Intent
from .modes import lesson, lessons, review, setup, strength, two_players, versus, watch
from .modes.puzzle import PuzzleMode
from .modes.static_mode import StaticMode
from .modes.table import Table
from .ports import Clock, Host, Job, Mode, Tablebases
from .puzzles.puzzle_list import OPEN, Maker, Puzzles
from .variants.library import Library
from .variants.tablebases import Builder
from .views.types import GameView, ShareView

log = logging.getLogger(__name__)

GAME, STATE = "game", "state"
STATIC_MODES: dict[str, Callable[[Host, dict[str, Any]], StaticMode]] = {
    setup.NAME: setup.restore,
    lesson.FILE: lesson.restore,
}
TABLES: dict[str, type[Table]] = {
    versus.NAME: versus.Versus,
    two_players.NAME: two_players.TwoPlayers,
    watch.NAME: watch.Watch,
}


def file_of(mode: StaticMode | PuzzleMode) -> str:
    """Where a mode is kept that lies beside the game in progress."""
    return mode.file if isinstance(mode, StaticMode) else OPEN


class Worker(Protocol):
    """The engine on its own thread."""

    def submit(self, command: Command) -> None:
        """Do this; the newest wins."""

    def stop(self, ticket: int) -> None:
        """End the command with this ticket, or an older one, with what it has."""


class Controller:
    """The one place where intents, events and views meet."""

    def __init__(
        self,
        worker: Worker,
        store: Store,
        *,
        chosen: Settings,
        clock: Clock,
        tablebases: Tablebases,
        puzzle_worker: Maker,
        today: Callable[[], date] = date.today,
        publish: Callable[[GameView], None],
    ) -> None:
        self.settings = chosen
        self.library = Library(store, chosen)
        self.clock = clock
        self.results = Results(store, chosen)
        self.learned = lessons.Learned(store)
        self.tablebases = tablebases
        self._worker = worker
        self._store = store
        self._publish = publish
        self._ticket = 0
        self._job: Job | None = None
        self._is_running = False
        self._is_held = False
        self._game: Session | None = None  # the game in progress, also while something else is on the board
        self._review: review.Review | None = None  # the last one; one may come back to it
        self._saved: tuple[object, ...] = ()
        self._had_tablebase: dict[str, bool] = {}
        self.note: Callable[[Session], None] = lambda session: None  # told of games that are over or make way
        self._builder = Builder(tablebases, store)
        self.puzzles = Puzzles(self, store, puzzle_worker, today)
        self._mode: Mode = self._restored()

    # For the app.

    def begin(self) -> None:
        """Show where one is, and go on."""
        self._mode.begin()
        self.changed()

    def handle(self, intent: Intent) -> None:
        """Do what the user asks."""
        log.debug("intent %s", intent)
        if isinstance(intent, intents.StartVersus):
            self.start(versus.new_session(self.settings))
        elif isinstance(intent, intents.StartTwoPlayers):
            self.start(two_players.new_session(self.settings))
        elif isinstance(intent, intents.StartWatch):
            self.start(watch.new_session(self.settings))
        elif isinstance(intent, intents.StartSetUp):
            self.enter(setup.new_set_up(self))
        elif isinstance(intent, intents.StartLesson):
            self.enter(lesson.Lesson(self, lessons.BY_NAME[intent.name]))
        elif isinstance(intent, intents.StartReview):
            self._start_review()
        elif isinstance(intent, intents.ResetStatistics):
            self.results.reset()
            self.changed()
        elif isinstance(intent, intents.Resume):
            if self._game and self._mode.kept() is not self._game:
                self.enter(TABLES[self._game.mode](self, self._game))
        elif not self._builder.handle(intent) and not self.puzzles.handle(intent, self._mode):
            self._mode.handle(intent)

    def receive(self, event: Event) -> None:
        """Handle an event of the engine layer; one whose ticket is stale is dropped."""
        log.debug("event %s", type(event).__name__)
        if isinstance(event, TablebaseChanged):
            self._tablebase_changed(event.status)
            return
        if isinstance(event, (PuzzleMade, TurnJudged)):
            self.puzzles.receive(event)
            return
        if event.ticket != self._ticket or self._job is None or self._is_held:
            return
        if isinstance(event, (MoveChosen, AnalysisDone, WorkFailed)):
            self._is_running = False
        self._mode.receive(self._job, event)

    def _tablebase_changed(self, status: TablebaseStatus) -> None:
        """The tables of some rules were found, built or removed; what thinks about help thinks again with them."""
        is_new = status.is_available != self._had_tablebase.get(status.rules, False)
        self._had_tablebase[status.rules] = status.is_available
        self._builder.receive(status)
        self.puzzles.tablebases_changed(self._mode)
        if is_new and self._job and self._job.situation.rules == status.rules and self._job.purpose != "move":
            self.forget()
            self._mode.begin()
        self.changed()

    def level_most(self, rules: str) -> int:
        """The highest level for these rules, or for a variant as it is set."""
        return strength.highest(self.tablebases.of(new_game.rules_in(rules) or rules))

    def reconsider(self) -> None:
        """A setting changed: what is thought about and shown may differ."""
        if not self._is_held:
            self._mode.begin()
        self.changed()

    def pause(self) -> None:
        """The app goes to the background: nothing thinks, everything is kept."""
        self._is_held = True
        self.forget()
        self._save()

    def resume(self) -> None:
        """Back in front: whose turn it is thinks again, and everything is drawn anew."""
        self._is_held = False
        self._mode.begin()
        self.changed()

    @property
    def game_view(self) -> GameView | None:
        """The game in progress, also while something else is on the board; none when there is none."""
        if self._game is None:
            return None
        is_in_front = self._mode.kept() is self._game
        return self._mode.view() if is_in_front else TABLES[self._game.mode](self, self._game).view()

    @property
    def session(self) -> Session | None:
        """The game in progress itself, to be kept or handed out."""
        return self._game

    @property
    def shared(self) -> ShareView | None:
        """The game in progress as it is handed out."""
        view = self.game_view
        return shared(self._game, view, self.library.title(self._game.rules)) if self._game and view else None

    def rename(self, name: str, title: str) -> None:
        """The game of that name is called otherwise, if it is the one in progress."""
        if self._game and self._game.name == name:
            self._game.title, self._game.is_kept = title, True
            self.changed()

    @property
    def record(self) -> str:
        """The game in progress as text."""
        return self._game.text if self._game else ""

    @property
    def scene(self) -> dict[str, str]:
        """The game in progress for a report: what is played and where it began."""
        session = self._game
        return {"mode": session.mode, "rules": session.rules, "position": session.start or "usual"} if session else {}

    def recover(self) -> None:
        """Something went wrong: begin again with the game as it was kept, as if the app had been killed."""
        try:
            self._mode.end()
        except Exception:
            log.exception("what was on the board cannot be ended")
        self.forget()
        self._saved = ()
        self._mode = self._restored()
        self._is_held = False
        self.begin()

    # For the modes.

    def run(self, job: Job | None) -> None:
        """Have this job done, and no other."""
        if self._is_held or job == self._job:
            return
        self.forget()
        self._job = job
        if job is None:
            return
        self._is_running = True
        kind = Analyse if job.is_analysis else Think
        options = (*strength.means_of(self.settings), *job.options, *self._tablebase_for(job.situation.rules))
        self._worker.submit(kind(self._ticket, job.situation, options, job.limits))

    def hurry(self) -> None:
        """The job under way shall end with what it has."""
        if self._is_running:
            self._worker.stop(self._ticket)

    def forget(self) -> None:
        """Stop what is under way; its answer will be dropped."""
        if self._is_running:
            self._worker.stop(self._ticket)
        self._is_running = False
        self._job = None
        self._ticket += 1

    def changed(self) -> None:
        """Keep the new state, then show it. A game that is over is counted before it is kept as such."""
        if self._game and self._mode.kept() is self._game:
            self.results.write_down(self._game)
        self._save()
        self._publish(self._mode.view())

    def start(self, session: Session) -> None:
        """Go on with another game. One that comes here finished was counted where it was played, if at all."""
        session.counts = session.counts and not session.is_over
        session.players = strength.fitting(session.players, self.tablebases.of(session.rules))
        if self._game and self._game is not session:
            self.note(self._game)
        self._game = session
        self.enter(TABLES[session.mode](self, session))

    def is_in_front(self, mode: object) -> bool:
        """Whether a mode is still the one on the board."""
        return self._mode is mode

    def is_tried(self, session: Session) -> bool:
        """Whether a game was begun from a position of the last review."""
        return self._review is not None and self._review.tried == session.name

    def enter(self, mode: Mode) -> None:
        """Bring a mode to the front; the one that was there is left."""
        self._mode.end()
        self.forget()
        if isinstance(self._mode, (StaticMode, PuzzleMode)):
            self._store.save(file_of(self._mode), {})
        self._mode = mode
        mode.begin()
        self.changed()

    # Inside.

    def _tablebase_for(self, rules: str) -> tuple[tuple[str, str], ...]:
        """Which tables the engine asks: those of these rules, once they are whole."""
        folder = self.tablebases.of(rules).folder
        return (("TablePath", str(folder)),) if folder else ()

    def _start_review(self) -> None:
        """Review the game in progress, or go on with its review; from a game tried there, go back to it."""
        last, game = self._review, self._game
        if game is None or isinstance(self._mode, review.Review):
            return
        if last and last.tried == game.name:
            game = self._game = last.game
        if last and review.is_about(last, game):
            self.enter(last)
        elif game.can_be_reviewed:
            self._review = review.Review(self, game)
            self.enter(self._review)

    def _save(self) -> None:
        """Keep the game in progress if it changed."""
        if isinstance(self._mode, (StaticMode, PuzzleMode)):
            self._store.save(file_of(self._mode), self._mode.save())
        session = self._game
        if session is None or self._mode.kept() is not session:
            return
        if session.stamp != self._saved:
            self._saved = session.stamp
            self._store.save(GAME, session.save())
            if session.is_over:
                self.note(session)

    def _restored(self) -> Mode:
        """The mode to start with: the kept game, or the first minutes."""
        kept = self._store.load(GAME)
        if kept:
            try:
                session = Session.restore(kept)
                self._game = session if session.mode in TABLES else None
            except SessionError as failure:
                log.error("the kept game cannot be read: %s", failure)
                self._store.quarantine(GAME, failure)
        beside = self._restored_beside()
        if beside:
            return beside
        if self._game:
            return TABLES[self._game.mode](self, self._game)
        is_first_run = self._store.load(STATE) is None
        if is_first_run:
            return lesson.Lesson(self, step=lesson.QUESTION)
        return versus.Versus(self, versus.new_session(self.settings))

    def _restored_beside(self) -> Mode | None:
        """The position one was setting up, the lesson or the puzzle one was in."""
        restores: dict[str, Callable[[dict[str, Any]], Mode]] = {
            name: partial(restore, self) for name, restore in STATIC_MODES.items()
        }
        for name, restore in {**restores, OPEN: self.puzzles.restored}.items():
            kept = self._store.load(name)
            if kept:
                try:
                    return restore(kept)
                except SessionError as failure:
                    log.error("%s cannot be read: %s", name, failure)
                    self._store.quarantine(name, failure)
        return None

    def first_game(self, level: int, is_coached: bool) -> None:
        """The game after the first minutes, at a gentle level."""
        self.settings.set(settings.LEVEL, level)
        self.settings.set(settings.COACH, is_coached)
        self.settings.set(settings.RATED, False)
        self.handle(intents.StartVersus())
