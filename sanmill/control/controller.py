"""The controller: routes intents and events to their handlers, saves the game, publishes the views of what is in sight.

Everything runs on the main thread; the app schedules events of other threads on it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

from sanmill.control.board.mode import Mode
from sanmill.control.games.session import Session
from sanmill.control.variants.library import Library
from sanmill.control.variants.tablebases import UNDER_WAY
from sanmill.control.views.types import GameView
from sanmill.core import settings
from sanmill.core.progress.statistics import VERSUS, Tally
from sanmill.core.reports.crash import ENGINE, Reports
from sanmill.core.settings import Settings
from sanmill.core.storage.guard import GuardedPart, guarded
from sanmill.core.storage.store import Store, save_words
from sanmill.core.text.i18n import Text
from sanmill.core.user_themes import UserThemes
from sanmill.engine.messages import Event, ImportChanged, TablebaseChanged

from . import lesson_plans as lessons
from .effects import Effect, Go
from .engine_requests import EngineRequests
from .features import Features
from .games import strength
from .intents import BoardIntent, Intent
from .play.modes import mode_of, new_session
from .ports import ClockPort, JobsPort, Tablebases
from .routes import PLAY, Kind, Route
from .saved_state import GAME, MODE_FILES, STATE, SavedState

if TYPE_CHECKING:
    from .archive.feature import Archive
    from .explorer.feature import Explorers
    from .opening_requests import OpeningRequests
    from .puzzles.feature import Puzzles
    from .review.feature import Reviews
    from .statistics.feature import Results

log = logging.getLogger(__name__)

PART_FILES = (settings.FILE, *Library.files)


class Controller:
    """Owns the mode on the board, the game in progress and the tables of handlers."""

    def __init__(
        self,
        jobs: JobsPort,
        store: Store,
        *,
        chosen: Settings,
        clock: ClockPort,
        tablebases: Tablebases,
        today: Callable[[], date] = date.today,
        publish: Callable[[Route, Any], None],
        tell: Callable[[Effect], None],
        post: Callable[[Callable[[], Any]], None],
        say: Callable[[Text], str],
        languages: Callable[[], Iterable[tuple[str, Text | str]]],
        themes: UserThemes,
        reports: Reports,
    ) -> None:
        self.settings = chosen
        self.store = store
        self.clock = clock
        self.tablebases = tablebases
        self.jobs = jobs
        self.today = today
        self.post = post
        self.say = say
        self.languages = languages
        self.themes = themes
        self.reports = reports
        self.library = Library(store, chosen)
        options = partial(strength.request_options, chosen, tablebases)
        self.engine = EngineRequests(jobs, tablebases, options, partial(reports.add, ENGINE))
        self.features = Features(self)
        self._publish = publish
        self._tell = tell
        self._effects: list[Effect] = []  # to be told after the next publication
        self._routes: tuple[Route, ...] = ()  # the back stack and the sheets
        self.in_sight: tuple[Route, ...] = ()  # the page in front and the sheets
        self.has_panel = False  # beside the board, with room for a graph
        self._published: dict[Route, Any] = {}  # the last view of each route in sight
        self.session: Session | None = None  # the game in progress, also while another mode is on the board
        self._receivers: dict[type, Callable[[Any], None]] = {
            TablebaseChanged: lambda event: self.engine.receive_tablebase(event.status),
        }
        self._saved = SavedState(self, store, self.features)
        self._mode: Mode = self._restored_mode()
        if store.was_saved(UNDER_WAY):
            self.features.of_kind(Kind.PERFECT)  # continues the build

    @property
    def archive(self) -> Archive:
        archive: Archive = self.features["archive"]
        return archive

    @property
    def puzzles(self) -> Puzzles:
        puzzles: Puzzles = self.features["puzzles"]
        return puzzles

    @property
    def lesson_progress(self) -> lessons.LessonProgress:
        progress: lessons.LessonProgress = self.features["lessons"].progress
        return progress

    @property
    def openings(self) -> OpeningRequests:
        openings: OpeningRequests = self.features["explorer"].openings
        return openings

    @property
    def results(self) -> Results:
        results: Results = self.features["statistics"]
        return results

    @property
    def _parts(self) -> tuple[GuardedPart, ...]:
        """What is kept in files."""
        return (self.settings, self.themes, self.library, *self.features.made)

    # For the app.

    def navigate(self, back_stack: tuple[Route, ...], sheets: tuple[Route, ...]) -> None:
        """The user moved: the last page of the back stack and the sheets are in sight from now on."""
        routes, in_sight = (*back_stack, *sheets), (*back_stack[-1:], *sheets)
        hidden = [route for route in self.in_sight if route not in in_sight]
        closed = [route for route in self._routes if route not in routes]
        new = [route for route in in_sight if route not in self.in_sight]
        self._routes, self.in_sight = routes, in_sight
        for route in hidden:
            self._published.pop(route, None)
            self.features.of_kind(route.kind).disappear(route)
        for route in closed:
            self.features.of_kind(route.kind).close(route)
        for route in new:
            self.features.of_kind(route.kind).appear(route)
        self.update()

    def translate(self) -> None:
        """Publish every view in sight anew: the language changed, or the mode was restored."""
        self._published.clear()
        for route in self.in_sight:
            self.features.of_kind(route.kind).appear(route)
        self.update()

    def handle(self, intent: Intent) -> None:
        """Carry out an intent: by the mode on the board, or by the feature that it belongs to."""
        log.debug("intent %s", intent)
        if isinstance(intent, BoardIntent):
            self._mode.handlers.get(type(intent), lambda _: None)(intent)
        else:
            self.features.of_intent(intent).handlers[type(intent)](intent)
        self.update(intent)

    def receive(self, event: Event) -> None:
        """Take an event of the engine layer; one of an earlier job is dropped."""
        log.debug("event %s", type(event).__name__)
        if isinstance(event, (TablebaseChanged, ImportChanged)) and not self.tablebases.receive(event):
            return
        tables = (self._receivers, *(feature.receivers for feature in self.features.made))
        receivers = [table[type(event)] for table in tables if type(event) in table]
        for receiver in receivers or self._search_receivers(event):
            receiver(event)
        self.update()

    def tell(self, effect: Effect) -> None:
        """Ask the app for something once, after the next publication."""
        self._effects.append(effect)

    def update(self, cause: Intent | None = None) -> None:
        """Plan the next search, save, and publish the views that changed in sight, with the intent that caused it."""
        self._mode.plan_search()
        session = self.session
        if session and session.is_over and self._mode.session is session:  # before it is saved as finished
            self.results.record(session)
        self._save()
        self._publish_views(cause)
        effects, self._effects = self._effects, []
        for effect in effects:
            self._tell(effect)

    def _publish_views(self, cause: Intent | None) -> None:
        for route in self.in_sight:
            feature = self.features.of_kind(route.kind)
            view = guarded(self.store, feature.files, partial(feature.view, route), feature.load)
            is_new = route not in self._published or view != self._published[route]
            if is_new or (cause and feature.answers_every_intent):
                self._published[route] = view
                self._publish(route, replace(view, cause=cause) if isinstance(view, GameView) else view)

    def pause(self) -> None:
        """The app goes to the background: stop searching and save."""
        self.engine.suspend()
        self._mode.on_hidden()
        self._save()
        for feature in self.features.made:
            feature.pause()

    def close(self) -> None:
        """The app ends: save, and stop what runs."""
        self.pause()
        for feature in self.features.made:
            feature.end()

    def resume(self) -> None:
        """The app returns to the foreground."""
        self._resume()
        self.update()

    def _resume(self) -> None:
        self.engine.resume()
        for feature in self.features.made:
            feature.resume()

    def recover(self) -> None:
        """After an error, restart from the saved game."""
        self._restore_mode()
        self._resume()
        self.show_restored()

    def show_restored(self, show: Callable[[], None] | None = None) -> None:
        """Plan, save and show for the first time what was restored; what fails is set aside, at worst every mode.

        ``show`` says which routes are in sight.
        """
        guarded(
            self.store,
            (GAME, *MODE_FILES),
            lambda: guarded(self.store, (self._mode.file or GAME,), lambda: self._show_first(show), self._restore_mode),
            self._restore_mode,
        )

    def _show_first(self, show: Callable[[], None] | None) -> None:
        if show is None:
            self.translate()
        else:
            self.in_sight = ()  # also after an attempt that failed
            show()

    def _restore_mode(self) -> None:
        try:
            self._mode.close()
        except Exception:
            log.exception("the mode cannot be closed")
        self.engine.cancel()
        self._saved.forget()
        self._published.clear()
        self._set_mode(self._restored_mode())

    def save_words(self, saved: Text) -> Text:
        """The message after saving: ``saved``, or that the content is not on disk."""
        return save_words(self.store, saved)

    def bring_back(self) -> None:
        """Restore what was set aside; the game in progress goes to the saved games."""
        if self.session:
            self.archive.note(self.session)
        for name in self.store.names_aside():
            self.store.bring_back(name)
        for part in self._parts:
            guarded(self.store, part.files, part.load)
        self.recover()

    def start(self, session: Session) -> None:
        """Put a game on the board and publish it."""
        self.open_game(session)
        self.update()

    @property
    def mode(self) -> Mode:
        return self._mode

    @property
    def is_idle(self) -> bool:
        """Whether nothing was begun: the board shows a game that is not in progress."""
        return self.session is None and not self._mode.file

    @property
    def game_view(self) -> GameView | None:
        """The view of the game in progress, also while another mode is on the board."""
        if self.session is None:
            return None
        is_shown = self._mode.session is self.session
        return self._mode.view() if is_shown else mode_of(self, self.session).view()

    # For features and modes.

    def title_of(self, rules: str) -> Text:
        return self.library.title(rules)

    def open_game(self, session: Session) -> None:
        """Make a game the one in progress. A finished one was counted where it was played."""
        info = session.info
        info.counts = info.counts and not session.is_over
        info.players = strength.limited(info.players, self.tablebases.of(info.rules))
        if self.session and self.session is not session:
            self.archive.note(self.session)
        self.session = session
        self.enter(mode_of(self, session))
        self.tell(Go(PLAY))

    def enter(self, mode: Mode) -> None:
        self._mode.close()
        self.engine.cancel()
        self._saved.delete(self._mode)
        self._set_mode(mode)

    def _set_mode(self, mode: Mode) -> None:
        self._mode = mode
        for feature in self.features.made:
            feature.mode_entered()

    def explore(self, session: Session, best: tuple[str, ...] = ()) -> None:
        """Explore the opening from the position shown of a game, or after some moves of its best line."""
        explorers: Explorers = self.features["explorer"]
        explorers.explore(session, best)

    def is_tried(self, session: Session) -> bool:
        """Whether a game was started from a position of the last review."""
        reviews: Reviews = self.features["review"]
        return reviews.is_tried(session)

    def count_results(self, keys: tuple[str, ...], take: Callable[[dict[str, Tally]], None]) -> None:
        """Give the user's results in saved games by position, later, also more than once."""
        self.archive.count_results(keys, take)

    def resume_game(self) -> None:
        """Return to the game in progress."""
        if self.session and self._mode.session is not self.session:
            self.enter(mode_of(self, self.session))

    def leave_mode(self) -> None:
        """Return to the game in progress, or to a new one."""
        self.enter(mode_of(self, self.session or self._new_game()))

    # Events.

    def _search_receivers(self, event: Any) -> list[Callable[[Event], None]]:
        """How the mode takes an event of the current search; nothing takes a stale one."""
        request = self.engine.match(event)
        receiver = self._mode.receivers.get(type(event))
        return [partial(receiver, request)] if request and receiver else []

    # Inside.

    def _save(self) -> None:
        session = self.session
        if self._saved.save(self._mode, session) and session and session.is_over:
            self.archive.note(session)

    def _restored_mode(self) -> Mode:
        """The saved mode; on the first run the first lesson."""
        mode, self.session = self._saved.restore()
        if mode:
            return mode
        if not self.store.was_saved(STATE):
            first: Mode = self.features["lessons"].first()
            return first
        return guarded(self.store, self.settings.files, lambda: mode_of(self, self._new_game()), self.settings.load)

    def _new_game(self) -> Session:
        return new_session(VERSUS, self.settings)
