"""Navigation: the screen in front, the sheets over it, the back stack, toasts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import ScreenManager

from sanmill.control import intents
from sanmill.control.views.types import GameView
from sanmill.core.text.names import encodable
from sanmill.ui.home.screen import HomeScreen
from sanmill.ui.play.moves import MovesSheet
from sanmill.ui.play.new_game import NewGameSheet
from sanmill.ui.play.result import ResultSheet
from sanmill.ui.play.screen import PlayScreen
from sanmill.ui.widgets.action_bar import commands
from sanmill.ui.widgets.base import load_kv
from sanmill.ui.widgets.dialogs import ConfirmSheet, TextSheet
from sanmill.ui.widgets.page import Page
from sanmill.ui.widgets.pickers import ActionSheet
from sanmill.ui.widgets.sheet import Sheet

from . import pages
from .app_port import the_app
from .questions import Question
from .transition import Entrance

HOME, PLAY, EXPLORER = "home", "play", "explorer"
TOAST_SECONDS = 2.5
RESULT_AFTER = 1.4  # seconds, so that the last move and the winner's pieces are seen


class Nav(FloatLayout):
    """The root widget."""

    toast = StringProperty()
    toast_alpha = NumericProperty(0)
    toast_action = StringProperty()

    def __init__(self, **kwargs: Any) -> None:
        self._app = the_app()
        self._view: GameView | None = None
        self._sheets: list[Sheet] = []
        self._toast_action: Callable[[], None] | None = None
        self._back_stack = [HOME]  # names of pages, the current one last
        self.on_moved: Callable[[list[str]], None] = lambda back_stack: None
        super().__init__(**kwargs)
        self.screens = ScreenManager(transition=Entrance())
        self.home = HomeScreen(name=HOME, nav=self)
        self.play = PlayScreen(name=PLAY, nav=self)
        self.screens.add_widget(self.home)
        self.screens.add_widget(self.play)
        self.ids.safe.add_widget(self.screens)

    # Pages.

    @property
    def current(self) -> str:
        """Name of the page in front."""
        return str(self.screens.current)

    @property
    def back_stack(self) -> list[str]:
        return list(self._back_stack)

    @property
    def scroll(self) -> float:
        screen = self.screens.current_screen
        return float(screen.ids.scroll.scroll_y) if isinstance(screen, Page) else 1.0

    @scroll.setter
    def scroll(self, scroll: float) -> None:
        screen = self.screens.current_screen
        if isinstance(screen, Page):
            screen.ids.scroll.scroll_y = scroll

    @property
    def sheet(self) -> Sheet | None:
        """The topmost sheet."""
        return self._sheets[-1] if self._sheets else None

    def restore(self, back_stack: list[str]) -> None:
        """Rebuild a saved back stack, without pages that no longer exist."""
        for page in back_stack:
            if page == PLAY or pages.is_page(page):
                self._push(page)
        self.screens.current = self._back_stack[-1]

    def go(self, page: str) -> None:
        """Show a page: return to it if it is on the back stack, otherwise push it."""
        self.close_sheets()
        if page in self._back_stack:
            self._pop_to(self._back_stack.index(page) + 1)
        else:
            self._push(page)
        if page == HOME:
            self.home.show(self._app.controller.game_view)
        self.screens.current = page
        self.on_moved(list(self._back_stack))

    def replace(self, page: str, *kinds: str) -> None:
        """Show a page in place of this one and of pages of the given kinds directly below it."""
        self.close_sheets()
        length = len(self._back_stack) - 1
        while length > 1 and self._back_stack[length - 1].partition(":")[0] in kinds:
            length -= 1
        self._pop_to(length)
        self.go(page)

    def _push(self, page: str) -> None:
        if pages.is_page(page):
            self.screens.add_widget(pages.make(page, self))
        self._back_stack.append(page)

    def _pop_to(self, length: int) -> None:
        """Shorten the back stack and remove the screens of the pages popped."""
        popped, self._back_stack = self._back_stack[length:], self._back_stack[:length]
        self.screens.transition.is_back = True
        self.screens.current = self._back_stack[-1]
        self.screens.transition.is_back = False
        for page in popped:
            if pages.is_page(page):
                screen = self.screens.get_screen(page)
                screen.leave()
                self.screens.remove_widget(screen)

    def leave_all(self) -> None:
        self.close_sheets()
        self._pop_to(1)

    def resume(self) -> None:
        self._app.send(intents.Resume())
        self.go(PLAY)

    def back(self) -> None:
        """Close the sheet, or clear the selection, or leave the page, or leave the app."""
        view = self._view
        screen = self.screens.current_screen
        if self._sheets:
            self._sheets[-1].close()
        elif self.current == PLAY and view and (view.board.chosen or view.is_question):
            self._app.send(intents.ClearChoice())
        elif isinstance(screen, Page) and screen.back():
            return
        elif len(self._back_stack) > 1:
            self.go(self._back_stack[-2])
        else:
            self._app.leave()

    # Views.

    def show(self, view: GameView) -> None:
        """Show a view on the board, the page in front and the open sheets."""
        old, self._view = self._view, view
        self.play.show(view)
        if self.current == HOME:
            self.home.show(self._app.controller.game_view)
        elif isinstance(self.screens.current_screen, Page):
            self.screens.current_screen.show(view)
        for sheet in self._sheets:
            self._fill(sheet, view)
        if old and _ending(old) != _ending(view):
            Clock.unschedule(self._show_result)
        if view.result and old and not old.result and old.mode == view.mode and self.current == PLAY:
            if view.result.winner is not None:
                self.play.ids.board.celebrate(view.result.winner)
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
        """Open a page or sheet by name."""
        if pages.is_page(name):
            self.go(name)
        elif name.startswith("new_"):
            self.open_sheet(NewGameSheet(mode=name[4:], settings=self._app.settings))
        elif name == "moves":
            self._app.send(intents.ShowGraph(True))
            self.open_sheet(MovesSheet())
        elif name == "more":
            actions = commands(self._view.overflow) if self._view else []
            self.open_sheet(ActionSheet(actions, title=self._app.say("nav.more"), spacing=0))
        elif name == "set_up":
            self._app.send(intents.StartSetUp())
            self.go(PLAY)

    def open_sheet(self, sheet: Sheet) -> None:
        sheet.on_closed = self._closed
        self._sheets.append(sheet)
        self.add_widget(sheet, index=1)
        if self._view:
            self._fill(sheet, self._view)
        sheet.open()

    def confirm(
        self,
        question: Question,
        then: Callable[[], None],
        otherwise: Callable[[], None] | None = None,
        **values: Any,
    ) -> None:
        """Ask a question; call ``then`` on yes and ``otherwise`` on no. The values fill its placeholders."""
        self.open_sheet(ConfirmSheet(question, then, otherwise, **values))

    def show_text(self, title: str, words: str, file_name: str, **kwargs: Any) -> None:
        """Show a long text with buttons to copy, save and share it."""
        self.open_sheet(TextSheet(title=title, text=encodable(words), file_name=encodable(file_name), **kwargs))

    def close_sheets(self) -> None:
        """Close all sheets without animation."""
        for sheet in list(self._sheets):
            self._closed(sheet)

    def _closed(self, sheet: Sheet) -> None:
        if sheet not in self._sheets:
            return
        self._sheets.remove(sheet)
        self.remove_widget(sheet)
        if isinstance(sheet, MovesSheet):
            self._app.send(intents.ShowGraph(False))

    # Toasts.

    def show_toast(
        self, words: str, seconds: float = TOAST_SECONDS, action: tuple[str, Callable[[], None]] | None = None
    ) -> None:
        """Show a short message; ``action`` is the label and callback of a button in it."""
        self.toast, self.toast_alpha = encodable(words), 1
        self.toast_action, self._toast_action = action or ("", None)
        Clock.unschedule(self.hide_toast)
        Clock.schedule_once(self.hide_toast, seconds)

    def press_toast(self) -> None:
        action = self._toast_action
        self.hide_toast()
        if action:
            action()

    def hide_toast(self, *_: Any) -> None:
        self.toast_alpha = 0
        self.toast_action, self._toast_action = "", None


def _ending(view: GameView) -> tuple[object, ...]:
    """What a result belongs to."""
    return (view.mode, view.result, *(move.words for move in view.moves))


load_kv(__file__)
