"""Which screen is in front, which sheets lie over it, and what Back does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import NoTransition, ScreenManager

from sanmill.control import intents
from sanmill.control.intents import Intent
from sanmill.control.views import GameView
from sanmill.core.settings import Settings

from .screens.home import HomeScreen
from .screens.play import PlayScreen
from .screens.sheets import DisplaySheet, MoreSheet, MovesSheet, NewGameSheet, ResultSheet
from .widgets.base import load_rules
from .widgets.sheet import Sheet

HOME, PLAY = "home", "play"
TOAST_SECONDS = 2.5
RESULT_AFTER = 0.9  # seconds, so that the last move is seen


class Nav(FloatLayout):
    """The root of everything on the screen."""

    toast = StringProperty()
    toast_alpha = NumericProperty(0)

    def __init__(
        self,
        *,
        settings: Settings,
        handle: Callable[[Intent], None],
        leave: Callable[[], None],
        game: Callable[[], GameView | None],
        **kwargs: Any,
    ) -> None:
        self._settings = settings
        self._handle = handle
        self._leave = leave
        self._game = game  # the game in progress
        self._say: Callable[..., str] = str
        self._view: GameView | None = None
        self._sheets: list[Sheet] = []
        self.on_moved: Callable[[str], None] = lambda name: None
        super().__init__(**kwargs)
        self.screens = ScreenManager(transition=NoTransition())
        self.home = HomeScreen(name=HOME, nav=self)
        self.play = PlayScreen(handle, name=PLAY, nav=self)
        self.screens.add_widget(self.home)
        self.screens.add_widget(self.play)
        self.ids.safe.add_widget(self.screens)

    # Where one is.

    @property
    def current(self) -> str:
        """The screen in front."""
        return str(self.screens.current)

    @property
    def sheet(self) -> Sheet | None:
        """The sheet on top."""
        return self._sheets[-1] if self._sheets else None

    def go(self, name: str) -> None:
        """Bring a screen to the front."""
        self.close_sheets()
        if name == HOME:
            self.home.show(self._game(), self._say)
        self.screens.current = name
        self.on_moved(name)

    def resume(self) -> None:
        """Back to the game in progress."""
        self._handle(intents.Resume())
        self.go(PLAY)

    def back(self) -> None:
        """Close the sheet, then clear the choice, then leave the screen, then the app."""
        view = self._view
        if self._sheets:
            self._sheets[-1].close(self._has_motion())
        elif self.current == PLAY and view and (view.board.chosen or (view.prompt and view.mode != "lesson")):
            self._handle(intents.ClearChoice())
        elif self.current == PLAY:
            self.go(HOME)
        else:
            self._leave()

    # Views.

    def show(self, view: GameView, say: Callable[..., str], *, is_analysed: bool) -> None:
        """Paint a view on whatever shows it."""
        old, self._view, self._say = self._view, view, say
        self.play.show(view, say, self._has_motion(), is_analysed)
        if self.current == HOME:
            self.home.show(self._game(), say)
        for sheet in self._sheets:
            self._fill(sheet, view)
        if view.result and old and not old.result and old.mode == view.mode and self.current == PLAY:
            Clock.schedule_once(self._show_result, RESULT_AFTER if self._has_motion() else 0)

    def _show_result(self, *_: Any) -> None:
        view = self._view
        if view and view.result and not view.is_looking_back and self.current == PLAY and not self._sheets:
            self._open(ResultSheet())

    def _fill(self, sheet: Sheet, view: GameView) -> None:
        if isinstance(sheet, MovesSheet):
            sheet.show(view, self._say, lambda ply: self._handle(intents.JumpTo(ply)))
        elif isinstance(sheet, ResultSheet):
            if view.result is None:
                sheet.close(self._has_motion())
            sheet.show(view, self._say)

    # Sheets.

    def open(self, name: str) -> None:
        """Open a screen or sheet by name."""
        if name.startswith("new_"):
            self._open(NewGameSheet(mode=name[4:], settings=self._settings))
        elif name == "display":
            self._open(DisplaySheet(settings=self._settings))
        elif name == "moves":
            self._handle(intents.ShowGraph(True))
            self._open(MovesSheet())
        elif name == "more":
            self._open_more()
        elif name == "set_up":
            self._handle(intents.StartSetUp())
            self.go(PLAY)
        elif name == "lesson":
            self._handle(intents.StartLesson())
            self.go(PLAY)

    def _open_more(self) -> None:
        sheet = MoreSheet()
        if self._view:
            sheet.show(self._view, self._say, self._choose_more)
        self._open(sheet)

    def _choose_more(self, intent: Intent) -> None:
        self.close_sheets()
        self._handle(intent)

    def _open(self, sheet: Sheet) -> None:
        sheet.on_closed = self._closed
        self._sheets.append(sheet)
        self.add_widget(sheet, index=1)
        if self._view:
            self._fill(sheet, self._view)
        sheet.open(self._has_motion())

    def close_sheets(self) -> None:
        """Close whatever lies over the screen, at once."""
        for sheet in list(self._sheets):
            self._closed(sheet)

    def _closed(self, sheet: Sheet) -> None:
        if sheet not in self._sheets:
            return
        self._sheets.remove(sheet)
        self.remove_widget(sheet)
        if isinstance(sheet, MovesSheet):
            self._handle(intents.ShowGraph(False))

    # Short messages.

    def tell(self, words: str, seconds: float = TOAST_SECONDS) -> None:
        """Say something in passing."""
        self.toast, self.toast_alpha = words, 1
        Clock.unschedule(self._hush)
        Clock.schedule_once(self._hush, seconds)

    def _hush(self, *_: Any) -> None:
        self.toast_alpha = 0

    def _has_motion(self) -> bool:
        return bool(self.play.ids.board.has_motion)


load_rules(__file__)
