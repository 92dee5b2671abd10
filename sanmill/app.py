"""Builds the objects of the app, connects them and handles its life cycle."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from . import ui  # noqa: F401 - before Kivy

# isort: split
from kivy.app import App
from kivy.clock import Clock
from kivy.config import Config
from kivy.properties import ListProperty

from . import __version__
from .control.controller import Controller
from .control.games import new_game
from .control.intents import Intent, Open
from .control.recovery import names_after
from .control.routes import BOARDS, HOME, PLAY, Kind, Route
from .control.saved_state import STATE, save_pages, saved_pages
from .core import publisher, settings
from .core.imports import imported
from .core.reports.breadcrumbs import describe
from .core.reports.build_info import build
from .core.reports.crash import ENGINE, RUN, Reports, settings_facts
from .core.resources import ASSETS, CATALOGUES
from .core.settings import Setting, Settings
from .core.storage.folder_lock import FolderLock
from .core.storage.guard import guarded
from .core.storage.store import Store
from .core.text.i18n import Translator
from .core.text.names import encodable
from .core.user_themes import UserThemes
from .engine import abi
from .engine.jobs import Jobs
from .engine.messages import Event, TablebaseChanged, WorkFailed
from .engine.search.options import options
from .engine.search.searcher import Searcher
from .engine.tablebase.registry import TablebaseRegistry
from .engine.vocabulary import vocabulary
from .ui import platform, questions, waiting_loop
from .ui.crash_guard import CrashGuard, keep_log_private
from .ui.feedback import Feedback
from .ui.file_errors import ERROR_SECONDS, FileErrors
from .ui.files import Files
from .ui.gc_policy import GcPolicy
from .ui.graphics import Graphics
from .ui.keys import Keys
from .ui.kivy_clock import KivyClock
from .ui.language import LanguageMixin
from .ui.nav import Nav
from .ui.text import fonts, text_provider
from .ui.theme import ThemeMixin, set_text_size

log = logging.getLogger(__name__)

DATA_VARIABLE = "SANMILL_DATA"
START_SECONDS = 5.0  # a start that lasts this long has succeeded
INSETS_AFTER = (0.1, 1.0)  # seconds after the start: late window layouts send no event
WINDOW = (420, 840)  # on a desktop


class SanmillApp(LanguageMixin, ThemeMixin, App):
    """The app; implements AppPort and what kv rules use of ``app``."""

    insets = ListProperty([0, 0, 0, 0])

    def __init__(self, *, is_guarded: bool = False, **kwargs: Any) -> None:
        """A guarded app reports exceptions and continues; otherwise they are raised."""
        super().__init__(**kwargs)
        for handler in logging.root.handlers:
            handler.addFilter(_make_encodable)
        log.info("start reached modules")  # read by ci/robots/phone.py
        self._icons = fonts.load(ASSETS / "fonts")
        text_provider.install()
        self.translator = Translator(CATALOGUES)
        self.data = Path(os.environ.get(DATA_VARIABLE) or platform.data_folder(self))
        self._folder_lock = FolderLock(self.data)
        errors = FileErrors(lambda: self.reports)
        self.store = Store(self.data, errors.add, is_read_only=not self._folder_lock.acquire())
        self.settings = Settings(self.store, options())
        self.themes = UserThemes(self.store)
        self._game_facts: dict[str, str] = {}  # for reports
        self._back_stack: list[Route] = []
        self._last_moves: tuple[object, ...] = ()  # of the board in front
        self._about = {"version": __version__, "engine": abi.version(), "build": build(), **platform.facts()}
        self.reports = guarded(self.store, (RUN,), lambda: Reports(self.data, self.store, self.facts, vocabulary()))
        self._guard = CrashGuard(self.reports, self.recover)
        if is_guarded:
            self._guard.install()
            self._set_aside(names_after(self.reports.begin_start(), self.store))
        self.jobs = Jobs(self.emit, partial(Searcher, ASSETS / "tables"), is_held=True)
        self.tablebases = TablebaseRegistry(
            ASSETS / "tables",
            self._tablebase_folder(),
            self.jobs,
            complete=platform.asset("complete.tablebase"),
            is_read_only=self.store.is_read_only,
        )
        self.controller = Controller(
            self.jobs,
            self.store,
            chosen=self.settings,
            clock=KivyClock(),
            tablebases=self.tablebases,
            publish=self._publish,
            tell=lambda effect: self.nav.carry_out(effect),
            post=self._post,
            say=self.say,
            languages=self.languages,
            themes=self.themes,
            reports=self.reports,
        )
        self.feedback = Feedback(ASSETS / "sounds", self.settings, self.say)
        guarded(self.store, self.settings.files, self._apply_settings, self.settings.load)
        self.settings.changed, self.themes.changed = self._setting_changed, self.refresh_theme

    def _set_aside(self, names: Sequence[str]) -> None:
        """Start without some files."""
        for name in names:
            self.store.set_aside(name)
        if names:
            self.settings.load()
            self.themes.load()

    def _apply_settings(self) -> None:
        self.refresh_theme()
        self._apply_language()
        set_text_size(self.settings)

    # Life cycle.

    def build(self) -> Nav:
        self.insets = platform.insets()
        self.nav = Nav()
        self.nav.on_moved = self._moved
        self.feedback.attach(self.nav)
        self.files = Files(self.nav, self.say, platform.documents() or self.data)
        return self.nav

    def on_start(self) -> None:
        """Restore the pages and the game."""
        log.info("start reached window")
        self.root_window.bind(on_resize=self._resized)
        self._gc_policy = GcPolicy(self.root_window)
        self._start_events = [Clock.schedule_once(self._resized, seconds) for seconds in INSETS_AFTER]
        self.root_window.softinput_mode = "below_target"  # keeps the focused text field above the keyboard
        self._bind_keys()
        self.tablebases.of(self._chosen_rules())
        guarded(self.store, (STATE,), self._restore_pages, self.nav.leave_all)
        self.controller.recovery.show_restored(self.nav.tell_moved)
        self._graphics = Graphics()
        self.reports.save_state()
        self._start_events += (
            Clock.schedule_once(lambda _: self.reports.start_shown(), 0),
            Clock.schedule_once(lambda _: Clock.schedule_once(self._first_frame_drawn, 0), 0),
            Clock.schedule_once(lambda _: self.reports.start_succeeded(), START_SECONDS),
        )
        if self.reports.has_unseen:
            self._tell_of_crash()
        if self.store.is_read_only:
            self.nav.confirm(questions.SECOND_WINDOW, self.stop)
        self._stop_receiving = platform.receive(
            lambda *file: imported("sanmill.ui.received:take")(*file, self._chosen_rules())
        )
        platform.use_media_volume()

    def _restore_pages(self) -> None:
        is_idle = self.controller.current.is_idle
        self.nav.restore([route for route in saved_pages(self.store) if route != PLAY or not is_idle])

    def _tell_of_crash(self) -> None:
        """Say first that nothing is lost; the report is one button away."""
        question = questions.AFTER_CRASH_IDLE if self.controller.current.is_idle else questions.AFTER_CRASH
        self.nav.confirm(question, lambda: None, lambda: self.nav.go(Route(Kind.REPORT)))
        self.reports.mark_seen()

    def _first_frame_drawn(self, *_: Any) -> None:
        """Begin with what nobody waited for, and write the line that ci/robots/phone.py waits for."""
        self.jobs.begin()
        self.feedback.sounds.load()
        plies = len(self.controller.current.mode.view().moves)
        # Kivy would set words before a colon apart.
        log.info("first frame of Sanmill %s, engine %s, %d plies", __version__, abi.version(), plies)

    def _moved(self, back_stack: list[Route], sheets: list[Route]) -> None:
        """Keep the back stack, and tell the controller what is in sight."""
        if back_stack != self._back_stack:
            self._back_stack, self._last_moves = back_stack, ()
            self.feedback.forget()
            self.reports.breadcrumbs.note(f"page {back_stack[-1].kind.value}")
            save_pages(self.store, back_stack)
            self.root_window.allow_screensaver = True  # until the view of the page in front says otherwise
        self.controller.navigate(tuple(back_stack), tuple(sheets))

    def _bind_keys(self) -> None:
        self.keys = Keys(self.nav)
        self.root_window.bind(on_keyboard=self.keys.on_key)

    def _rebuild(self, *_: Any) -> None:
        """Rebuild all widgets in the new text size and restore the page in front."""
        back_stack, scroll, folder = self.nav.back_stack, self.nav.scroll, self.files.folder
        toast = self.nav.toast if self.nav.toast_alpha else ""
        set_text_size(self.settings)
        self.root_window.unbind(on_keyboard=self.keys.on_key)
        self.nav.leave_all()
        self.root_window.remove_widget(self.root)
        self.root: Any = self.build()
        self.root_window.add_widget(self.root)
        self.files.folder = folder
        self._bind_keys()
        self.nav.restore(back_stack)
        self.nav.tell_moved()
        self.controller.show_anew()
        self._gc_policy.refreeze()
        Clock.schedule_once(lambda _: setattr(self.nav, "scroll", scroll), 0)  # once the page is laid out
        if toast:
            self.nav.show_toast(toast)

    def open_settings(self, *_: Any) -> bool:
        """Keep Kivy's own settings panel, which F1 opens, closed."""
        return False

    def on_pause(self) -> bool:
        """Save everything; the process may be killed now."""
        self.controller.pause()
        self.feedback.sounds.stop()
        self.reports.start_succeeded()
        self.reports.save_state(is_running=False)
        self.store.flush()
        return True

    def on_resume(self) -> None:
        """Reload theme and language; the graphics context and system settings may have changed."""
        Clock.schedule_once(self._restore_graphics, 0)  # SDL restores the context after this
        self.refresh_theme()
        self._apply_language()
        self.insets = platform.insets()
        self.controller.resume()
        self.reports.save_state()

    def _restore_graphics(self, *_: Any) -> None:
        if self._graphics.reload():
            self._rebuild()

    def on_stop(self) -> None:
        """Save everything and end the threads."""
        for event in self._start_events:
            event.cancel()
        self._stop_receiving()
        self._gc_policy.close()
        self.feedback.close()
        self.controller.close()
        self._guard.remove()
        self.reports.close()
        self.store.close()
        self.jobs.close()
        self._folder_lock.release()  # last: a build writes to the folder until the jobs are closed

    def recover(self) -> None:
        """Continue with the saved game after an exception."""
        self.controller.recovery.recover()
        self.nav.close_sheets()
        if self.nav.current == PLAY and self.controller.current.is_idle:
            self.nav.go(HOME)
        self.nav.show_toast(self.say("report.went_on"), seconds=ERROR_SECONDS)

    def facts(self) -> dict[str, str]:
        """Versions, settings and position for reports."""
        return {**self._about, "language": self.lang, **settings_facts(self.settings), **self._game_facts}

    def leave(self) -> None:
        """Move to the background, or quit where that is not supported."""
        if not platform.go_to_background():
            self.stop()

    def _resized(self, *_: Any) -> None:
        self.insets = platform.insets()

    # Intents, events, views.

    def send(self, intent: Intent) -> None:
        """Carry out an intent: open a route, or let the controller handle it."""
        self.reports.breadcrumbs.note(describe(intent))
        if isinstance(intent, Open):
            self.nav.open(intent.route)
        else:
            self.controller.handle(intent)

    def _post(self, call: Callable[[], None]) -> None:
        """Run a call on the UI thread."""
        Clock.schedule_once(lambda _: call(), 0)

    def emit(self, event: Event) -> None:
        """Deliver an event of the engine layer on the UI thread."""
        if isinstance(event, WorkFailed):
            self.reports.add(ENGINE, f"{event.message}\n{event.trace}")
        if isinstance(event, TablebaseChanged) and event.status.is_available:
            log.info("tablebase of %d pieces", event.status.pieces)
        Clock.schedule_once(lambda _: self.controller.receive(event), 0)

    def _publish(self, route: Route, view: Any) -> None:
        """Show a view; what a board shows is also heard, and noted for reports."""
        session = self.controller.current.session
        game_facts = session.info.facts if session else {}
        if self._game_facts != game_facts:
            self._game_facts = game_facts
            self.reports.save_state()
        self.nav.show(route, view)
        if route in BOARDS or route.kind is Kind.CLOCK:
            self.root_window.allow_screensaver = not view.keeps_awake
        if route.kind is Kind.CLOCK:
            self.feedback.notice_clock(view)
        if route in BOARDS:
            if view.moves and self._last_moves != view.moves:
                self._last_moves = view.moves
                self.reports.breadcrumbs.note(f"ply {view.moves[-1].ply} {view.moves[-1].words}")
            self.feedback.notice(view)

    # Theme and language.

    def glyph(self, name: str) -> str:
        return chr(self._icons[name]) if name else ""

    def _setting_changed(self, setting: Setting[Any]) -> None:
        self.reports.save_state()
        self.refresh_theme()
        if setting is settings.TEXT_SIZE:
            Clock.schedule_once(self._rebuild, 0)
        elif setting is settings.TABLES:
            self.tablebases.use(self._tablebase_folder())
        elif setting is settings.LANGUAGE:
            self._apply_language()
        self.feedback.sample(setting)

    def _apply_language(self) -> None:
        earlier = self.lang
        self.apply_language(self.settings, self.nav if self.root else None)
        self.feedback.language = self.lang
        if self.root and self.lang != earlier:
            self.controller.show_anew()

    def _chosen_rules(self) -> str:
        return new_game.chosen_rules(self.settings)

    def refresh_theme(self) -> None:
        self.apply_theme(self.settings, self.themes)

    def _tablebase_folder(self) -> Path:
        named = self.settings.get(settings.TABLES)
        return Path(named) if named else self.data / "tables"


def _make_encodable(record: logging.LogRecord) -> bool:
    """Filter of log messages: names of files need not be UTF-8, but Kivy's log file is."""
    record.msg, record.args = encodable(record.getMessage()), ()
    return True


def main(_arguments: Sequence[str] = ()) -> int:
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("input", "mouse", "mouse,disable_multitouch")
    if platform.kind not in ("android", "ios"):
        Config.set("graphics", "width", str(WINDOW[0]))
        Config.set("graphics", "height", str(WINDOW[1]))
        Config.set("graphics", "minimum_width", "320")
        Config.set("graphics", "minimum_height", "320")
    else:
        keep_log_private()
    app = SanmillApp(title=publisher.NAME, is_guarded=True)
    app.bind(on_start=lambda _: waiting_loop.install(app.root_window))
    app.run()
    return 0
