"""Builds the objects, joins them, and follows the life of the app."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.config import Config
from kivy.properties import ListProperty, NumericProperty, StringProperty

from . import __version__
from .control import intents
from .control.controller import GAME, MODE_FILES, STATE, Controller
from .control.games import new_game
from .control.games.archive import Archive
from .control.intents import Handlers, Intent
from .control.views.types import GameView
from .core import settings
from .core.breadcrumbs import describe
from .core.build_info import build
from .core.crash import ENGINE, Reports, settings_facts
from .core.i18n import SYSTEM, Text, Translator
from .core.resources import ASSETS, CATALOGUES
from .core.settings import Setting, Settings
from .core.store import FileProblem, FileStore
from .core.user_themes import UserThemes
from .engine import abi
from .engine.messages import Event, TablebaseChanged, WorkFailed
from .engine.options import options
from .engine.puzzle_worker import PuzzleWorker
from .engine.searcher import Searcher
from .engine.tablebase_registry import TablebaseRegistry
from .engine.worker import EngineWorker
from .ui import direction, fonts, platform
from .ui.archive_presenter import ArchivePresenter
from .ui.crash_guard import CrashGuard
from .ui.feedback import Feedback
from .ui.files import Files
from .ui.gc_policy import GcPolicy
from .ui.keys import Keys
from .ui.nav import PLAY, Nav
from .ui.screens.share import ShareSheet
from .ui.theme import THEME_SETTINGS, ThemeMixin, set_text_size, theme_choices

log = logging.getLogger(__name__)

DATA_VARIABLE = "SANMILL_DATA"
TROUBLE_SECONDS = 8.0  # a message about a file stays
STARTS, START_SECONDS = 3, 5.0  # so many starts in a row that did not last so long: begin without what was kept
INSETS_AFTER = (0.1, 1.0)  # seconds after the start: the system has laid the window out late, and tells nobody
STARTING = (
    intents.StartVersus,
    intents.StartTwoPlayers,
    intents.StartWatch,
    intents.StartFirstGame,
    intents.StartLesson,
    intents.TryAgain,
)
WINDOW = (420, 840)  # on a desktop
RECONSIDERED = (settings.ANALYSIS, settings.EVALUATION)  # what the engine may be asked for now


def places(state: dict[str, Any]) -> list[str]:
    """The way that led to where one was, as it was kept."""
    trail = state.get("trail")
    return [place for place in trail if isinstance(place, str)] if isinstance(trail, list) else []


class KivyClock:
    """Kivy's clock as the control layer knows it."""

    def now(self) -> float:
        """Seconds on a clock that never goes back."""
        return time.monotonic()

    def after(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        """Call later; the answer takes the order back."""
        event = Clock.schedule_once(lambda _: call(), seconds)
        return lambda: event.cancel()


class SanmillApp(direction.DirectionMixin, ThemeMixin, App):
    """The app: what kv rules ask of it, and where intents of the platform are done."""

    lang = StringProperty("en")
    insets = ListProperty([0, 0, 0, 0])
    assets = ASSETS
    tablebase_news = NumericProperty(0)  # counts what was found, built or removed

    def __init__(self, *, is_guarded: bool = False, **kwargs: Any) -> None:
        """A guarded app reports its failures and goes on after them if it can; otherwise they are raised."""
        super().__init__(**kwargs)
        self._icons = fonts.load(ASSETS / "fonts")
        self._translator = Translator(CATALOGUES)
        self.data = Path(os.environ.get(DATA_VARIABLE) or platform.data_folder(self))
        self._problems: list[str] = []
        self._show_problems = Clock.create_trigger(self._say_problems)
        self.store = FileStore(self.data, self._file_problem)
        self.settings = Settings(self.store, options())
        self.settings.follow(self._setting_changed)
        self.themes = UserThemes(self.store)
        self._scene: dict[str, str] = {}  # what is on the board
        self.about = {"version": __version__, "engine": abi.version(), "build": build(), **platform.facts()}
        self.reports = Reports(self.data, self.store, self.facts)
        self._guard = CrashGuard(self.reports, self._recover)
        if is_guarded:
            self._guard.install()
            if self.reports.count_start() >= STARTS:
                for name in (GAME, STATE, *MODE_FILES):
                    self.store.quarantine(name, RuntimeError("the app did not start with it"))
        self.worker = EngineWorker(self._emit, partial(Searcher, ASSETS / "tables"))
        self.tablebases = TablebaseRegistry(ASSETS / "tables", self._tablebase_folder(), self._emit)
        self.puzzle_worker = PuzzleWorker(self._emit)
        self.view: GameView | None = None
        self.controller = Controller(
            self.worker,
            self.store,
            chosen=self.settings,
            clock=KivyClock(),
            tablebases=self.tablebases,
            puzzle_worker=self.puzzle_worker,
            publish=self._publish,
        )
        self._reconsider = Clock.create_trigger(lambda _: self.controller.reconsider())
        self.archive_presenter = ArchivePresenter(self)
        self.archive = Archive(
            self.store, self.archive_presenter, post=self._post, say=self.say, variant=self.controller.library.title
        )
        self.controller.attach(self.archive)
        self.feedback = Feedback(ASSETS / "sounds", self.settings, self.say)
        self._handlers: Handlers = {
            intents.Open: lambda intent: self.nav.open(intent.name),
            intents.Share: lambda _: self.share_game(),
            intents.Save: lambda _: self.archive_presenter.save_game(),
        }
        self.refresh_theme()
        self._speak()
        set_text_size(self.settings)

    # Life.

    def build(self) -> Nav:
        """The root widget, with the screen one left in front."""
        self.insets = platform.insets()
        self.nav = Nav(
            settings=self.settings, handle=self.send, leave=self._leave, game=lambda: self.controller.game_view
        )
        self.nav.on_moved = self._remember
        self.feedback.attach(self.nav)
        self.files = Files(self.nav, self.say, platform.documents() or self.data)
        return self.nav

    def on_start(self) -> None:
        """Show where one was."""
        self.root_window.bind(on_resize=self._resized)
        self._gc_policy = GcPolicy(self.root_window)
        for seconds in INSETS_AFTER:
            Clock.schedule_once(self._resized, seconds)
        self.root_window.softinput_mode = "below_target"  # what one writes in stays in sight
        self._listen()
        self.tablebases.of(new_game.chosen_rules(self.settings))
        state = self.store.load(STATE)
        self.nav.restore([PLAY] if state is None else places(state))
        self.controller.update()
        self.reports.save_state()
        Clock.schedule_once(lambda _: self.reports.start_succeeded(), START_SECONDS)
        if self.reports.has_unseen:
            self.nav.go("report")

    def _listen(self) -> None:
        """Keys go to what is in front."""
        self.keys = Keys(self.nav)
        self.root_window.bind(on_keyboard=self.keys.on_key)

    def _rebuild(self, *_: Any) -> None:
        """Make everything in sight anew, in the text size set now, and be where one was."""
        trail, scroll, folder = self.nav.back_stack, self.nav.scroll, self.files.folder
        toast = self.nav.toast if self.nav.toast_alpha else ""
        set_text_size(self.settings)
        self.root_window.unbind(on_keyboard=self.keys.on_key)
        self.nav.leave_all()
        self.root_window.remove_widget(self.root)
        self.root: Any = self.build()
        self.root_window.add_widget(self.root)
        self.files.folder = folder
        self._listen()
        self.nav.restore(trail)
        self.controller.reconsider()
        self._gc_policy.refreeze()
        Clock.schedule_once(lambda _: setattr(self.nav, "scroll", scroll), 0)  # when the page has its height
        if toast:
            self.nav.show_toast(toast)

    def on_pause(self) -> bool:
        """Everything is kept; the process may end now."""
        self.controller.pause()
        self.reports.save_state(is_running=False)
        self.archive.flush()
        self.store.flush()
        return True

    def on_resume(self) -> None:
        """Draw everything anew: the graphics may have been lost, the system may look different."""
        self.refresh_theme()
        self._speak()
        self.insets = platform.insets()
        self.controller.resume()
        self.reports.save_state()

    def on_stop(self) -> None:
        """Keep everything and end the threads."""
        self._gc_policy.close()
        self.feedback.close()
        self.controller.pause()
        self.archive.close()
        self._guard.remove()
        self.reports.close()
        self.store.close()
        self.worker.close()
        self.tablebases.close()
        self.puzzle_worker.close()

    def _recover(self) -> None:
        """Something went wrong: go on with the game as it was kept."""
        self.controller.recover()
        self.nav.close_sheets()
        self.nav.show_toast(self.say("report.went_on"), seconds=TROUBLE_SECONDS)

    def facts(self) -> dict[str, str]:
        """What runs here, how it is set and what is on the board, for diagnostics and reports."""
        return {**self.about, "language": self.lang, **settings_facts(self.settings), **self._scene}

    def _leave(self) -> None:
        if not platform.go_to_background():
            self.stop()

    def _resized(self, *_: Any) -> None:
        self.insets = platform.insets()

    def _remember(self, trail: list[str]) -> None:
        self.store.save(STATE, {"trail": trail})

    # Intents, events, views.

    def send(self, intent: Intent) -> None:
        """Carry out an intent: by the app's own table, otherwise in the controller."""
        self.reports.breadcrumbs.note(describe(intent))
        self._handlers.get(type(intent), self.controller.handle)(intent)
        if isinstance(intent, STARTING):
            self.nav.go(PLAY)

    def rematch(self) -> None:
        """The same again, sides swapped."""
        self.nav.close_sheets()
        self.send(intents.Rematch())

    def _post(self, call: Callable[[], None]) -> None:
        """Bring a call from any thread to this one."""
        Clock.schedule_once(lambda _: call(), 0)

    def _emit(self, event: Event) -> None:
        """Bring an event from a thread of the engine layer to this one."""
        if isinstance(event, WorkFailed):
            self.reports.add(ENGINE, f"{event.message}\n{event.trace}")
        Clock.schedule_once(lambda _: self._receive(event), 0)

    def _receive(self, event: Event) -> None:
        self.controller.receive(event)
        if isinstance(event, TablebaseChanged):
            self.tablebase_news += 1

    def level_most(self, variant: str, _news: int) -> int:
        """The highest level for a variant; the count of news is an argument so that kv rules follow it."""
        return self.controller.level_most(new_game.rules_in(variant))

    def _publish(self, view: GameView) -> None:
        if view.moves and (self.view is None or self.view.moves != view.moves):
            self.reports.breadcrumbs.note(f"ply {view.moves[-1].ply} {view.moves[-1].words}")
        if self._scene != self.controller.scene:
            self._scene = self.controller.scene
            self.reports.save_state()
        self.view = view
        self.nav.show(view)
        self.feedback.notice(view)

    def _file_problem(self, problem: FileProblem) -> None:
        """Show a problem with a file; called on any thread."""
        self._problems.append(self.say(problem.words))
        self._show_problems()

    def _say_problems(self, *_: Any) -> None:
        told, self._problems = self._problems, []
        self.nav.show_toast("\n".join(dict.fromkeys(told)), seconds=TROUBLE_SECONDS)

    # The game as text.

    def share_game(self) -> None:
        """Offer the game as a picture, as text and as a code."""
        view = self.controller.shared
        if view:
            self.nav.open_sheet(ShareSheet(view))

    # Looks and words.

    def tr(self, _lang: str, key: str, **values: Any) -> str:
        """Words by key; the language is an argument so that kv rules follow it."""
        return self._translator.say(key, **values)

    def say(self, words: Text | str, **values: Any) -> str:
        """A text in the user's language."""
        return self._translator.say(words, **values)

    def glyph(self, name: str) -> str:
        """The character that draws an icon."""
        return chr(self._icons[name]) if name else ""

    def languages(self) -> list[tuple[str, str]]:
        """What the language can be set to: as the phone, or one of the catalogues by its own name."""
        return [(SYSTEM, self.say("setting.app.language.system")), *self._translator.names]

    def _setting_changed(self, setting: Setting[Any]) -> None:
        self.reports.breadcrumbs.note(f"setting {setting.key}")
        self.reports.save_state()
        if setting in THEME_SETTINGS:
            self.refresh_theme()
        elif setting in RECONSIDERED:
            self._reconsider()
        elif setting is settings.TEXT_SIZE:
            Clock.schedule_once(self._rebuild, 0)
        elif setting is settings.TABLES:
            self.tablebases.use(self._tablebase_folder())
        elif setting is settings.LANGUAGE:
            self._speak()

    def _speak(self) -> None:
        """Take the language from the settings or the phone; every text in sight follows."""
        wanted = self.settings.get(settings.LANGUAGE)
        self._translator.choose(platform.language() if wanted == SYSTEM else wanted)
        if self._translator.is_rtl != self.is_rtl:
            self.is_rtl = self._translator.is_rtl
            direction.set_direction(self.is_rtl, (self.nav, *self.nav.screens.screens) if self.root else ())
        if self._translator.language != self.lang:
            self.lang = self.feedback.language = self._translator.language
            if self.view:
                self.nav.show(self.view)

    def theme_choices(self) -> list[tuple[str, str]]:
        """The themes one can choose from, the user's own too."""
        return theme_choices(self.say, self.themes)

    def refresh_theme(self) -> None:
        """Take the looks from the settings, the system and the themes; everything in sight follows."""
        self.apply_theme(self.settings, ASSETS, self.themes)

    def _tablebase_folder(self) -> Path:
        """Where endgame tables are built and looked for."""
        named = self.settings.get(settings.TABLES)
        return Path(named) if named else self.data / "tables"


def main(_arguments: Sequence[str] = ()) -> int:
    """Open the app."""
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("input", "mouse", "mouse,disable_multitouch")
    if platform.kind not in ("android", "ios"):
        Config.set("graphics", "width", str(WINDOW[0]))
        Config.set("graphics", "height", str(WINDOW[1]))
        Config.set("graphics", "minimum_width", "320")
        Config.set("graphics", "minimum_height", "320")
    SanmillApp(title="Sanmill", is_guarded=True).run()
    return 0
