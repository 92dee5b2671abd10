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
from sanmill.control.views.types import GameView
from sanmill.core.settings import Settings

from . import pages
from .app_port import the_app
from .screens.home import HomeScreen
from .screens.moves import MovesSheet
from .screens.page import Page
from .screens.play import PlayScreen
from .screens.sheets import MoreSheet, NewGameSheet, ResultSheet
from .widgets.base import load_rules
from .widgets.dialogs import ConfirmSheet, TextSheet
from .widgets.sheet import Sheet

HOME, PLAY = "home", "play"
TOAST_SECONDS = 2.5
RESULT_AFTER = 0.9  # seconds, so that the last move is seen


class Nav(FloatLayout):
    """The root of everything on the screen."""

    toast = StringProperty()
    toast_alpha = NumericProperty(0)
    toast_action = StringProperty()

    def __init__(
        self,
        *,
        settings: Settings,
        handle: Callable[[Intent], None],
        leave: Callable[[], None],
        game: Callable[[], GameView | None],
        **kwargs: Any,
    ) -> None:
        self.settings = settings
        self.handle = handle
        self._leave = leave
        self._game = game  # the game in progress
        self._app = the_app()
        self._view: GameView | None = None
        self._sheets: list[Sheet] = []
        self._move: Callable[[], None] = self._nothing
        self._back_stack = [HOME]  # where one came through, the present place last
        self.on_moved: Callable[[list[str]], None] = lambda back_stack: None
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
    def back_stack(self) -> list[str]:
        """The way that led here."""
        return list(self._back_stack)

    @property
    def scroll(self) -> float:
        """How far down a page one is."""
        screen = self.screens.current_screen
        return float(screen.ids.scroll.scroll_y) if isinstance(screen, Page) else 1.0

    @scroll.setter
    def scroll(self, scroll: float) -> None:
        screen = self.screens.current_screen
        if isinstance(screen, Page):
            screen.ids.scroll.scroll_y = scroll

    @property
    def sheet(self) -> Sheet | None:
        """The sheet on top."""
        return self._sheets[-1] if self._sheets else None

    def restore(self, back_stack: list[str]) -> None:
        """Be where one was, with the same way back; places there are no longer are left out."""
        for place in back_stack:
            if place == PLAY or pages.is_page(place):
                self._push(place)
        self.screens.current = self._back_stack[-1]

    def go(self, place: str) -> None:
        """Bring a screen to the front; one that was on the way here is returned to."""
        self.close_sheets()
        if place in self._back_stack:
            self._drop(self._back_stack.index(place) + 1)
        else:
            self._push(place)
        if place == HOME:
            self.home.show(self._game())
        self.screens.current = place
        self.on_moved(list(self._back_stack))

    def replace(self, place: str, *kinds: str) -> None:
        """Go somewhere instead of here; this page, and those of the kinds before it, are not on the way back."""
        self.close_sheets()
        length = len(self._back_stack) - 1
        while length > 1 and self._back_stack[length - 1].partition(":")[0] in kinds:
            length -= 1
        self._drop(length)
        self.go(place)

    def _push(self, place: str) -> None:
        self._back_stack.append(place)
        if pages.is_page(place):
            self.screens.add_widget(pages.make(place, self))

    def _drop(self, length: int) -> None:
        """Forget what lies behind; a page that is left is gone."""
        gone, self._back_stack = self._back_stack[length:], self._back_stack[:length]
        self.screens.current = self._back_stack[-1]
        for place in gone:
            if pages.is_page(place):
                page = self.screens.get_screen(place)
                page.leave()
                self.screens.remove_widget(page)

    def leave_all(self) -> None:
        """Everything goes, to be made anew."""
        self.close_sheets()
        self._drop(1)

    def resume(self) -> None:
        """Back to the game in progress."""
        self.handle(intents.Resume())
        self.go(PLAY)

    def back(self) -> None:
        """Close the sheet, then clear the choice, then leave the screen, then the app."""
        view = self._view
        screen = self.screens.current_screen
        if self._sheets:
            self._sheets[-1].close()
        elif self.current == PLAY and view and (view.board.chosen or (view.prompt and view.mode != "lesson")):
            self.handle(intents.ClearChoice())
        elif isinstance(screen, Page) and screen.back():
            return
        elif len(self._back_stack) > 1:
            self.go(self._back_stack[-2])
        else:
            self._leave()

    # Views.

    def show(self, view: GameView, *, is_analysed: bool) -> None:
        """Paint a view on whatever shows it."""
        old, self._view = self._view, view
        self.play.show(view, is_analysed=is_analysed)
        if self.current == HOME:
            self.home.show(self._game())
        elif isinstance(self.screens.current_screen, Page):
            self.screens.current_screen.show(view)
        for sheet in self._sheets:
            self._fill(sheet, view)
        if view.result and old and not old.result and old.mode == view.mode and self.current == PLAY:
            Clock.schedule_once(self._show_result, RESULT_AFTER if self._app.has_motion else 0)

    def _show_result(self, *_: Any) -> None:
        view = self._view
        if view and view.result and not view.is_looking_back and self.current == PLAY and not self._sheets:
            self.open_sheet(ResultSheet())

    def _fill(self, sheet: Sheet, view: GameView) -> None:
        if isinstance(sheet, MovesSheet):
            sheet.show(view)
        elif isinstance(sheet, ResultSheet):
            if view.result is None:
                sheet.close()
            sheet.show(view)

    # Sheets.

    def open(self, name: str) -> None:
        """Open a screen or sheet by name."""
        if pages.is_page(name):
            self.go(name)
        elif name.startswith("new_"):
            self.open_sheet(NewGameSheet(mode=name[4:], settings=self.settings))
        elif name == "moves":
            self.handle(intents.ShowGraph(True))
            self.open_sheet(MovesSheet())
        elif name == "more":
            self._open_more()
        elif name == "set_up":
            self.handle(intents.StartSetUp())
            self.go(PLAY)

    def _open_more(self) -> None:
        sheet = MoreSheet()
        if self._view:
            sheet.show(self._view, self._choose_more)
        self.open_sheet(sheet)

    def _choose_more(self, intent: Intent) -> None:
        self.close_sheets()
        self.handle(intent)

    def open_sheet(self, sheet: Sheet) -> None:
        """Have a sheet come up."""
        sheet.on_closed = self._closed
        self._sheets.append(sheet)
        self.add_widget(sheet, index=1)
        if self._view:
            self._fill(sheet, self._view)
        sheet.open()

    def ask(self, question: str, yes: str, then: Callable[[], None], *, detail: str = "", no: str = "") -> None:
        """Ask once, in words; only yes does anything."""
        self.open_sheet(ConfirmSheet(title=question, yes=yes, no=no, detail=detail, then=then))

    def read(self, title: str, words: str, file_name: str, **kwargs: Any) -> None:
        """Show a long text that can be copied, saved and shared."""
        self.open_sheet(TextSheet(title=title, text=words, file_name=file_name, **kwargs))

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
            self.handle(intents.ShowGraph(False))

    # Short messages.

    def tell(
        self, words: str, seconds: float = TOAST_SECONDS, action: tuple[str, Callable[[], None]] | None = None
    ) -> None:
        """Say something in passing, with a button where something can be done about it: its words, and what it does."""
        self.toast, self.toast_alpha = words, 1
        self.toast_action, self._move = action or ("", self._nothing)
        Clock.unschedule(self._hush)
        Clock.schedule_once(self._hush, seconds)

    def move_on_toast(self) -> None:
        """Do what the message offers."""
        move = self._move
        self._hush()
        move()

    def _hush(self, *_: Any) -> None:
        self.toast_alpha = 0
        self.toast_action, self._move = "", self._nothing

    def _nothing(self) -> None:
        """What a message without a button offers."""


load_rules(__file__)
