"""The controller: routes intents and events to their handlers, saves the game, publishes views.

Everything runs on the main thread; the app schedules events of other threads on it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

from sanmill.control.archive.feature import Archive
from sanmill.control.board.mode import Mode, ModeContext
from sanmill.control.explorer.mode import Explorer
from sanmill.control.games.session import Session
from sanmill.control.games.session_file import SessionError
from sanmill.control.puzzles.feature import Puzzles
from sanmill.control.share.view import share_view
from sanmill.control.statistics.accuracy import AccuracyOfGames
from sanmill.control.statistics.feature import Results
from sanmill.control.tuning.match import TuningMatch
from sanmill.control.tuning.weights import UserWeights
from sanmill.control.variants.library import Library
from sanmill.control.variants.tablebases import UNDER_WAY, TablebaseBuilder
from sanmill.control.variants.trial import Trials
from sanmill.control.variants.workshop import Workshop
from sanmill.control.views.types import GameView, ShareView
from sanmill.core import settings
from sanmill.core.game.fen import FIELDS
from sanmill.core.progress.statistics import TWO_PLAYERS, VERSUS, WATCH, Tally
from sanmill.core.reports.crash_trace import only_known
from sanmill.core.settings import Settings
from sanmill.core.storage import saved_games
from sanmill.core.storage.guard import Part, guarded
from sanmill.core.storage.store import Store, save_words
from sanmill.core.storage.stored import Count, Key, Stored
from sanmill.core.text.i18n import Text
from sanmill.engine.messages import (
    Event,
    GameJudged,
    ImportChanged,
    OpeningExplored,
    PuzzleMade,
    Stage,
    TablebaseChanged,
    TrialProgress,
    TurnJudged,
)
from sanmill.engine.search.commands import Analyse
from sanmill.engine.vocabulary import vocabulary

from . import intents
from . import lesson_plans as lessons
from .archive import intents as archive_intents
from .archive import opening_index
from .engine_requests import EngineRequests, Options, Purpose, SearchRequest
from .explorer import mode as explorer
from .game_series import GameSeries
from .games import session_file, strength
from .intents import Handlers, Intent
from .lessons import mode as lesson
from .opening_requests import OpeningRequests
from .pages import Pages
from .play import set_up as setup
from .play import two_players, versus, watch
from .ports import Clock, Jobs, Tablebases
from .puzzles import mode as puzzle
from .review import mode as review
from .variants import rule_set

log = logging.getLogger(__name__)

T = TypeVar("T")

GAME, STATE = "game", "state"
PART_FILES = (  # of what is kept besides
    *(settings.FILE, *Library.files, *Results.files, *lessons.LessonProgress.files, *Puzzles.files, *Workshop.files),
    *(UNDER_WAY, saved_games.INDEX, opening_index.FILE),
)
MODE_FILES = (setup.NAME, lesson.FILE, puzzle.FILE, explorer.FILE)  # of modes that are not the game in progress
GAME_MODES: dict[str, Callable[[ModeContext, Session], Mode]] = {
    VERSUS: versus.Versus,
    TWO_PLAYERS: two_players.TwoPlayers,
    WATCH: watch.Watch,
}


@dataclass(frozen=True)
class State:
    back_stack: Annotated[tuple[Key, ...], Count(200, is_lenient=True)] = ()


STATE_FILE = Stored(State, size=8 << 20)


class Controller:
    """Owns the mode on the board, the game in progress and the tables of handlers."""

    def __init__(
        self,
        jobs: Jobs,
        store: Store,
        *,
        chosen: Settings,
        clock: Clock,
        tablebases: Tablebases,
        today: Callable[[], date] = date.today,
        publish: Callable[[GameView], None],
        report: Callable[[str], None],
    ) -> None:
        self.settings = chosen
        self.library = Library(store, chosen)
        self.clock = clock
        self.results = Results(store, chosen)
        self.lesson_progress = lessons.LessonProgress(store)
        self.tablebases = tablebases
        self.engine = EngineRequests(jobs, self._is_ready, self._options_for, report)
        self._accuracy = AccuracyOfGames(self.results, tablebases, jobs)
        self.openings = OpeningRequests(jobs)
        self.puzzles = Puzzles(self, store, jobs, today)
        self.workshop = Workshop(self.library, store)
        series = GameSeries(jobs)
        self.trials = Trials(lambda: self.workshop.rules, series)
        self.pages = Pages(self, store)
        self.user_weights = UserWeights(chosen, self.pages.title_of)
        self.tuning_match = TuningMatch(chosen, series, self.pages.title_of)
        self._builder = TablebaseBuilder(tablebases, store)
        self._archive: Archive | None = None
        self._jobs = jobs
        self._store = store
        self._publish = publish
        self._game: Session | None = None  # in progress, also while another mode is on the board
        self._review: review.Review | None = None  # the last one; the user may return to it
        self._explorer: Explorer | None = None  # the last one; it opens where it was left
        self._saved_stamp: tuple[object, ...] = ()
        self._saved_mode: tuple[str, dict[str, Any]] | None = None  # the file of the mode, and its content
        self._tablebase_paths: dict[str, Path | None] = {}
        self._handlers: Handlers = {
            intents.StartVersus: lambda _: self.open_game(versus.new_session(chosen)),
            intents.StartTwoPlayers: lambda _: self.open_game(two_players.new_session(chosen)),
            intents.StartWatch: lambda _: self.open_game(watch.new_session(chosen)),
            intents.StartFirstGame: self._start_first_game,
            intents.StartSetUp: lambda _: self.enter(setup.new_set_up(self)),
            intents.StartLesson: lambda intent: self.enter(lesson.Lesson(self, lessons.BY_NAME[intent.name])),
            intents.StartReview: lambda _: self._start_review(),
            intents.StartExplorer: lambda _: self._start_explorer(),
            intents.LeaveExplorer: lambda _: self._leave_explorer(),
            intents.Resume: lambda _: self._resume_game(),
            intents.ResetStatistics: lambda _: self.results.reset(),
            archive_intents.SaveGame: lambda intent: self._save_game(intent.title),
            **self.puzzles.handlers,
        }
        self._page_handlers: Handlers = {  # of intents that leave the board as it is
            **self._builder.handlers,
            **self.library.handlers,
            **self.workshop.handlers,
            **self.trials.handlers,
            **self.user_weights.handlers,
            **self.tuning_match.handlers,
        }
        self._receivers: dict[type, Callable[[Any], None]] = {
            TablebaseChanged: self._receive_tablebase,
            PuzzleMade: self.puzzles.receive_puzzle,
            TurnJudged: self.puzzles.receive_judgement,
            GameJudged: self._accuracy.receive,
            OpeningExplored: self._receive_opening,
            ImportChanged: lambda _: None,  # the pages show it
            TrialProgress: self._receive_games,
        }
        self._parts: tuple[Part, ...] = (chosen, self.library, self.results, self.lesson_progress, self.puzzles)
        self._mode: Mode = self._restored_mode()

    # For the app.

    def attach(self, archive: Archive) -> None:
        """Route the intents about saved games to the archive, and save games there."""
        self._archive = archive
        self._page_handlers.update({**archive.handlers, archive_intents.FindGames: self._find_games})

    def handle(self, intent: Intent) -> None:
        """Carry out an intent: by the tables of the controller, then by that of the mode on the board."""
        log.debug("intent %s", intent)
        page_handler = self._page_handlers.get(type(intent))
        if page_handler:
            page_handler(intent)
            return
        handler = self._handlers.get(type(intent)) or self._mode.handlers.get(type(intent))
        if handler:
            handler(intent)
            self.update(intent)

    def receive(self, event: Event) -> None:
        """Take an event of the engine layer; one of an earlier search is dropped."""
        log.debug("event %s", type(event).__name__)
        receiver = self._receivers.get(type(event)) or self._search_receiver(event)
        if receiver:
            receiver(event)
            self.update()

    def update(self, cause: Intent | None = None) -> None:
        """Plan the next search, save, and publish the view with the intent that caused it."""
        self._mode.plan_search()
        game = self._game if self._mode.session is self._game else None
        if game and self.results.record(game):  # before it is saved as finished
            self._accuracy.ask(game)
        self._save()
        self._publish(replace(self._mode.view(), cause=cause))

    def reconsider(self) -> None:
        """A setting changed that searches and views depend on."""
        if self.engine.is_suspended:
            self._save()
            self._publish(self._mode.view())
        else:
            self.update()

    def hide_board(self) -> None:
        """Another page came to the front."""
        self._mode.on_hidden()

    def pause(self) -> None:
        """The app goes to the background: stop searching and save."""
        self.engine.suspend()
        self.openings.suspend()
        self._mode.on_hidden()
        self._save()

    def resume(self) -> None:
        """The app returns to the foreground."""
        self.engine.resume()
        self.openings.resume()
        self.update()

    def recover(self) -> None:
        """After an error, restart from the saved game."""
        self._restore_mode()
        self.engine.resume()
        self.openings.resume()
        self.show_restored()

    def show_restored(self) -> None:
        """Show and save for the first time what was restored; what fails is set aside, at worst every mode."""
        guarded(
            self._store,
            (GAME, *MODE_FILES),
            lambda: guarded(self._store, (self._mode.file or GAME,), self.update, self._restore_mode),
            self._restore_mode,
        )

    def _restore_mode(self) -> None:
        try:
            self._mode.close()
        except Exception:
            log.exception("the mode cannot be closed")
        self.engine.cancel()
        self.openings.cancel()
        self._saved_stamp, self._saved_mode = (), None
        self._mode = self._restored_mode()

    def save_words(self, saved: Text) -> Text:
        """The message after saving: ``saved``, or that the content is not on disk."""
        return save_words(self._store, saved)

    @property
    def has_set_aside(self) -> bool:
        """Whether a file was set aside, with which the app failed."""
        return bool(self._store.names_aside())

    def bring_back(self) -> None:
        """Restore what was set aside; the game in progress goes to the saved games."""
        if self._game:
            self._archive_game(self._game)
        for name in self._store.names_aside():
            self._store.bring_back(name)
        for part in self._parts:
            guarded(self._store, part.files, part.load)
        if self._archive:
            self._archive.forget()
        self.recover()

    def start(self, session: Session) -> None:
        """Put a game on the board and publish it."""
        self.open_game(session)
        self.update()

    def level_name(self, level: int, rules: str) -> Text:
        """The name of a level under these rules, with what Perfect knows."""
        return strength.full_name(level, self.tablebases, rules)

    def maximum_level(self, rules: str) -> int:
        """The highest level for these rules, or for a variant as it is set."""
        return strength.highest_level(self.tablebases.of(rule_set.rules_in(rules) or rules))

    @property
    def mode(self) -> Mode:
        return self._mode

    @property
    def session(self) -> Session | None:
        return self._game

    @property
    def is_idle(self) -> bool:
        """Whether nothing was begun: the board shows a game that is not in progress."""
        return self._game is None and not self._mode.file

    @property
    def game_view(self) -> GameView | None:
        """The view of the game in progress, also while another mode is on the board."""
        if self._game is None:
            return None
        is_shown = self._mode.session is self._game
        return self._mode.view() if is_shown else self._mode_of(self._game).view()

    @property
    def shared(self) -> ShareView | None:
        """The puzzle on the board or the game in progress as it is shared."""
        shown, view, game = self._mode.share(), self.game_view, self._game
        if shown:
            return shown
        return share_view(game, view, self.library.title(game.info.rules)) if game and view else None

    @property
    def game_title(self) -> str | None:
        """The title of the game in progress; ``None`` without a game."""
        return self._game.info.title if self._game else None

    @property
    def record(self) -> str:
        return session_file.record_text(self._game) if self._game else ""

    @property
    def scene(self) -> dict[str, str]:
        """Mode, rules and start of the game in progress, for reports."""
        info = self._game.info if self._game else None
        if info is None:
            return {}
        position = " ".join(info.start.split()[:FIELDS])
        return {
            "mode": info.mode,
            "rules": only_known(info.rules, vocabulary()),
            "position": only_known(position, ()) or "usual",
        }

    def rename(self, name: str, title: str) -> None:
        """Rename the game in progress, if it has this name."""
        if self._game and self._game.info.name == name:
            self._game.info.title, self._game.info.is_saved = title, True
            self.update()

    # For the modes.

    def open_game(self, session: Session) -> None:
        """Make a game the one in progress. A finished one was counted where it was played."""
        info = session.info
        info.counts = info.counts and not session.is_over
        info.players = strength.limited(info.players, self.tablebases.of(info.rules))
        if self._game and self._game is not session:
            self._archive_game(self._game)
        self._game = session
        self.enter(self._mode_of(session))

    def enter(self, mode: Mode) -> None:
        self._mode.close()
        self.engine.cancel()
        self.openings.cancel()
        self.puzzles.cancel_start()
        if self._mode.file:
            self._store.delete(self._mode.file)
        self._saved_mode = None
        self._mode = mode

    def explore(self, session: Session, best: tuple[str, ...] = ()) -> None:
        """Explore the opening from the position shown of a game, or after some moves of its best line."""
        self._explorer = explorer.explore(self, session, best)
        self.enter(self._explorer)

    def is_tried(self, session: Session) -> bool:
        """Whether a game was started from a position of the last review."""
        return self._review is not None and self._review.tried == session.info.name

    def count_results(self, keys: tuple[str, ...], take: Callable[[dict[str, Tally]], None]) -> None:
        """Give the user's results in saved games by position, later, also more than once."""
        if self._archive:
            self._archive.count_results(keys, take)

    # Intents.

    def _start_first_game(self, intent: intents.StartFirstGame) -> None:
        self.settings.set(settings.LEVEL, intent.level)
        self.settings.set(settings.COACH, intent.is_coached)
        self.settings.set(settings.RATED, False)
        self.open_game(versus.new_session(self.settings))

    def _resume_game(self) -> None:
        if self._game and self._mode.session is not self._game:
            self.enter(self._mode_of(self._game))

    def _start_review(self) -> None:
        """Review the game in progress, or return to its review; from a game tried there return to the reviewed one."""
        last, game = self._review, self._game
        if game is None or self._mode is self._review:
            return
        if last and last.tried == game.info.name:
            game = self._game = last.game
        if last and review.is_about(last, game):
            self.enter(last)
        elif game.can_be_reviewed:
            self._review = review.Review(self, game)
            self.enter(self._review)

    def _start_explorer(self) -> None:
        if self._mode is not self._explorer:
            self._explorer = self._explorer or explorer.new_explorer(self)
            self.enter(self._explorer)

    def _leave_explorer(self) -> None:
        if self._mode is self._explorer:
            self.enter(self._mode_of(self._game or versus.new_session(self.settings)))

    def _save_game(self, title: str) -> None:
        if self._game and self._archive:
            self._archive.save(self._game, title)

    def _find_games(self, intent: archive_intents.FindGames) -> None:
        """Save the game in progress if the user saved it before, so that the list is up to date."""
        if self._archive:
            if self._game and self._game.info.is_saved:
                self._archive.note(self._game)
            self._archive.handlers[archive_intents.FindGames](intent)

    # Events.

    def _search_receiver(self, event: Any) -> Callable[[Event], None] | None:
        """How the mode takes an event of the current search; ``None`` for a stale one."""
        request = self.engine.match(event)
        receiver = self._mode.receivers.get(type(event))
        return partial(receiver, request) if request and receiver else None

    def _receive_opening(self, event: OpeningExplored) -> None:
        if self._explorer and self.openings.is_current(event):
            self._explorer.values.receive_proof(event)

    def _receive_games(self, event: TrialProgress) -> None:
        """A series of games belongs to the one that started it."""
        self.trials.receive(event)
        self.tuning_match.receive(event)

    def _receive_tablebase(self, event: TablebaseChanged) -> None:
        """Note a tablebase found, built, added or removed; searches that help the user run again with it."""
        status = event.status
        has_changed = status.path != self._tablebase_paths.get(status.rules)
        self._tablebase_paths[status.rules] = status.path
        self._builder.receive(status)
        self.puzzles.on_tablebase_changed()
        if has_changed and status.is_available and self._review and self._review.session.info.rules == status.rules:
            self._review.judging.forget_estimates()
        request = self.engine.current
        if has_changed and request and request.position.rules == status.rules and request.purpose is not Purpose.MOVE:
            self.engine.cancel()
        if has_changed:
            self._jobs.close_deleted()

    # Inside.

    def _mode_of(self, session: Session) -> Mode:
        return GAME_MODES[session.info.mode](self, session)

    def _is_ready(self, request: SearchRequest) -> bool:
        """A judgement waits until it is known which tablebase there is: it must not depend on which comes first."""
        return request.command is not Analyse or self.tablebases.of(request.position.rules).stage is not Stage.UNKNOWN

    def _options_for(self, request: SearchRequest) -> Options:
        """The options of a request, with the limits of the device and the path of the tablebase."""
        status = self.tablebases.of(request.position.rules)
        path = status.base if request.is_level else status.path
        tablebase = (("TablePath", str(path)),) if path else ()
        return (*strength.resource_options(self.settings), *request.options, *tablebase)

    def _archive_game(self, session: Session) -> None:
        if self._archive:
            self._archive.note(session)

    def _save(self) -> None:
        """Save the mode, and the game in progress if it changed."""
        if self._mode.file:
            content = (self._mode.file, self._mode.save())
            if content != self._saved_mode:
                self._saved_mode = content
                self._store.save(*content)
        session = self._game
        if session and self._mode.session is session and session.stamp != self._saved_stamp:
            self._saved_stamp = session.stamp
            self._store.save(GAME, session_file.save(session))
            if session.is_over:
                self._archive_game(session)

    def _restored_mode(self) -> Mode:
        """The saved position, lesson or puzzle; else the saved game; on the first run the first lesson."""
        game: Mode | None = self._restore(
            GAME, session_file.SESSION, lambda saved: self._mode_of(session_file.restore(saved))
        )
        self._game = game.session if game else None
        mode: Mode | None = (
            self._restore(setup.NAME, setup.SET_UP, lambda saved: setup.restore(self, saved))
            or self._restore(lesson.FILE, lesson.LESSON, lambda saved: lesson.restore(self, saved))
            or self._restore(puzzle.FILE, puzzle.PUZZLE, self.puzzles.restore)
            or self._restored_explorer()
            or game
        )
        if mode:
            return mode
        if not self._store.was_saved(STATE):
            return lesson.Lesson(self, step=lesson.QUESTION)
        return guarded(self._store, self.settings.files, self._new_mode, self.settings.load)

    def _new_mode(self) -> Mode:
        return versus.Versus(self, versus.new_session(self.settings))

    def _restored_explorer(self) -> Explorer | None:
        restored: Explorer | None = self._restore(
            explorer.FILE, explorer.EXPLORER, lambda saved: explorer.restore(self, saved)
        )
        self._explorer = restored
        return restored

    def _restore(self, name: str, stored: Stored[T], restore: Callable[[T], Any]) -> Any:
        """What a file holds; an unreadable one is quarantined, one that fails in another way is set aside."""
        return guarded(self._store, (name,), lambda: self._read(name, stored, restore))

    def _read(self, name: str, stored: Stored[T], restore: Callable[[T], Any]) -> Any:
        saved = self._store.load(name, stored)
        if saved is None:
            return None
        try:
            return restore(saved)
        except SessionError as error:
            log.error("%s cannot be read: %s", name, error)
            self._store.quarantine(name, error)
            return None
