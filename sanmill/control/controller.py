"""The controller: routes intents and events to their handlers, saves the game, publishes the views of what is in sight.

Everything runs on the main thread; the app schedules events of other threads on it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

from sanmill.control.games.session import Session
from sanmill.control.variants.library import Library
from sanmill.control.views.types import GameView
from sanmill.core.reports.crash import ENGINE, Reports
from sanmill.core.settings import Settings
from sanmill.core.storage.guard import guarded
from sanmill.core.storage.store import Store
from sanmill.core.text.i18n import Text
from sanmill.core.user_themes import UserThemes
from sanmill.engine.messages import Event, ImportChanged, TablebaseChanged

from .current_game import CurrentGame
from .effects import Effect
from .engine_requests import EngineRequests
from .features import BUILD_FILE, Features
from .games import strength
from .intents import BoardIntent, Intent
from .ports import ClockPort, JobsPort, Tablebases
from .recovery import Recovery
from .routes import Kind, Route

log = logging.getLogger(__name__)


class Controller:
    """What features and modes need to reach, and the views in sight."""

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
        self.features: Features = Features(self)
        self._publish = publish
        self._tell = tell
        self._effects: list[Effect] = []  # to be told after the next publication
        self._back_stack: tuple[Route, ...] = ()
        self._sheets: tuple[Route, ...] = ()
        self.in_sight: tuple[Route, ...] = ()  # the page in front and the sheets
        self.has_panel = False  # beside the board, with room for a graph
        self._published: dict[Route, Any] = {}  # the last view of each route in sight
        self._receivers: dict[type, Callable[[Any], None]] = {
            TablebaseChanged: lambda event: self.engine.receive_tablebase(event.status),
        }
        self.current: CurrentGame = CurrentGame(self)
        self.recovery: Recovery = Recovery(self)
        self.current.restore()
        if store.was_saved(BUILD_FILE):
            self.features.of_kind(Kind.PERFECT)  # continues the build

    # For the app.

    def navigate(self, back_stack: tuple[Route, ...], sheets: tuple[Route, ...]) -> None:
        """The user moved: the last page of the back stack and the sheets are in sight from now on."""
        routes, in_sight = (*back_stack, *sheets), (*back_stack[-1:], *sheets)
        hidden = [route for route in self.in_sight if route not in in_sight]
        closed = [route for route in (*self._back_stack, *self._sheets) if route not in routes]
        new = [route for route in in_sight if route not in self.in_sight]
        self._back_stack, self._sheets, self.in_sight = back_stack, sheets, in_sight
        for route in hidden:
            self._published.pop(route, None)
            self.features.of_kind(route.kind).disappear(route)
        for route in closed:
            self.features.of_kind(route.kind).close(route)
        for route in new:
            self.features.of_kind(route.kind).appear(route)
        self.update()

    def show_anew(self) -> None:
        """Publish every view in sight again: the language changed, or the mode was restored."""
        self.forget_views()
        self.navigate(self._back_stack, self._sheets)

    def forget_views(self) -> None:
        """Take no page for shown."""
        self.in_sight = ()
        self._published.clear()

    def handle(self, intent: Intent) -> None:
        """Carry out an intent: by the mode on the board, or by the feature that it belongs to."""
        log.debug("intent %s", intent)
        if isinstance(intent, BoardIntent):
            self.current.mode.handlers.get(type(intent), lambda _: None)(intent)
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

    def update(self, intent: Intent | None = None) -> None:
        """Plan the next search, save, and publish the views that changed in sight, with the intent that led to them."""
        self.current.mode.plan_search()
        self.current.save()
        self._publish_views(intent)
        effects, self._effects = self._effects, []
        for effect in effects:
            self._tell(effect)

    def _publish_views(self, intent: Intent | None) -> None:
        for route in self.in_sight:
            feature = self.features.of_kind(route.kind)
            view = guarded(self.store, feature.files, partial(feature.view, route), feature.load)
            is_new = route not in self._published or view != self._published[route]
            if is_new or (intent and feature.answers_every_intent):
                self._published[route] = view
                self._publish(route, replace(view, intent=intent) if isinstance(view, GameView) else view)

    def pause(self) -> None:
        """The app goes to the background: stop searching and save."""
        self.engine.suspend()
        self.current.mode.on_hidden()
        self.current.save()
        for feature in self.features.made:
            feature.pause()

    def resume(self) -> None:
        """The app returns to the foreground."""
        self.engine.resume()
        for feature in self.features.made:
            feature.resume()
        self.update()

    def close(self) -> None:
        """The app ends: save, and stop what runs."""
        self.pause()
        for feature in self.features.made:
            feature.end()

    def start(self, session: Session) -> None:
        """Put a game on the board and publish it."""
        self.current.open(session)
        self.update()

    def title_of(self, rules: str) -> Text:
        return self.library.title(rules)

    # Events.

    def _search_receivers(self, event: Any) -> list[Callable[[Event], None]]:
        """How the mode takes an event of the current search; nothing takes a stale one."""
        request = self.engine.match(event)
        receiver = self.current.mode.receivers.get(type(event))
        return [partial(receiver, request)] if request and receiver else []
