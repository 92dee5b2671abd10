"""Navigation: the screen in front, the sheets over it, the back stack, toasts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import ScreenManager

from sanmill.control.effects import Effect, Go, HandOut, Paste, Replace, SheetText, Toast
from sanmill.control.routes import HOME, PLAY, Kind, Route
from sanmill.core.imports import imported
from sanmill.core.text.names import encodable, file_name
from sanmill.ui.widgets.base import load_kv

from . import pages
from .app_port import the_app
from .questions import Question
from .transition import Entrance

if TYPE_CHECKING:
    from sanmill.ui.widgets.sheet import Sheet

DIALOGS = "sanmill.ui.widgets.dialogs"  # imported when one is opened
TOAST_SECONDS, LONG_SECONDS = 2.5, 6.0
KEPT = (HOME, PLAY)  # pages that stay when they leave the back stack


class Nav(FloatLayout):
    """The root widget."""

    toast = StringProperty()
    toast_alpha = NumericProperty(0)
    toast_action = StringProperty()
    spoken = StringProperty()  # the last words of the spoken board

    def __init__(self, **kwargs: Any) -> None:
        self._app = the_app()
        self._sheets: list[Sheet] = []
        self._toast_action: Callable[[], None] | None = None
        self._pages: dict[Route, Any] = {}
        self._back_stack = [HOME]  # the current page last
        self._origins: dict[Route, Route] = {}  # of pages that a sheet led to, that sheet
        self._front = HOME  # as told last
        self._effects: dict[type[Effect], Callable[[Any], None]] = {
            Go: lambda effect: self.go(effect.route),
            Replace: lambda effect: self.replace(effect.route, *effect.below),
            Toast: self._show_message,
            SheetText: self._show_long_text,
            HandOut: self._hand_out,
            Paste: lambda effect: self._app.send(effect.intent(self._app.files.paste())),
        }
        self.on_moved: Callable[[list[Route], list[Route]], None] = lambda back_stack, sheets: None
        super().__init__(**kwargs)
        self.screens = ScreenManager(transition=Entrance())
        self.ids.safe.add_widget(self.screens)

    # Pages.

    @property
    def current(self) -> Route:
        return self._back_stack[-1]

    @property
    def page(self) -> Any:
        return self._pages[self.current]

    @property
    def play(self) -> Any:
        """The play screen, which stays once it is made."""
        return self._make(PLAY)

    @property
    def back_stack(self) -> list[Route]:
        return list(self._back_stack)

    @property
    def scroll(self) -> float:
        bar = self.page.ids.get("scroll")
        return float(bar.scroll_y) if bar else 1.0

    @scroll.setter
    def scroll(self, scroll: float) -> None:
        bar = self.page.ids.get("scroll")
        if bar:
            bar.scroll_y = scroll

    @property
    def sheet(self) -> Sheet | None:
        return self._sheets[-1] if self._sheets else None

    def restore(self, back_stack: list[Route]) -> None:
        """Show a saved back stack, without telling it. The pages behind the front one are made when they are shown."""
        self._back_stack = list(dict.fromkeys((HOME, *back_stack)))
        self._come_to_front()

    def go(self, route: Route) -> None:
        """Show a page: return to it if it is on the back stack, otherwise push it."""
        self._remove_sheets()
        if route in self._back_stack:
            self._pop_to(self._back_stack.index(route) + 1)
        else:
            self._make(route)
            self._back_stack.append(route)
        self.tell_moved()
        self._come_to_front()

    def lead(self, route: Route) -> None:
        """Show a page; Back returns to the sheet in front."""
        sheet = self.sheet
        self.go(route)
        if sheet and sheet.route:
            self._origins[route] = sheet.route

    def replace(self, route: Route, *kinds: Kind) -> None:
        """Show a page in place of this one and of pages of the given kinds directly below it."""
        length = len(self._back_stack) - 1
        while length > 1 and self._back_stack[length - 1].kind in kinds:
            length -= 1
        self._remove_sheets()
        self._pop_to(length)
        self.go(route)

    def _make(self, route: Route) -> Any:
        if route not in self._pages:
            self._pages[route] = pages.make(route, name=str(route), nav=self)
            self.screens.add_widget(self._pages[route])
        return self._pages[route]

    def _come_to_front(self) -> None:
        self._make(self.current)
        self.screens.current = str(self.current)

    def _pop_to(self, length: int) -> None:
        """Shorten the back stack and remove the screens of the pages popped."""
        popped, self._back_stack = self._back_stack[length:], self._back_stack[:length]
        self.screens.transition.is_back = True
        self._come_to_front()
        self.screens.transition.is_back = False
        for route in popped:
            self._origins.pop(route, None)
            if route not in KEPT and route in self._pages:
                page = self._pages.pop(route)
                page.leave()
                self.screens.remove_widget(page)

    def tell_moved(self) -> None:
        """Say what is on the back stack and in sight; the views of what came into sight follow."""
        if self._front != self.current and self._front in self._pages:
            self._pages[self._front].hide()
        self._front = self.current
        self.on_moved(list(self._back_stack), [sheet.route for sheet in self._sheets if sheet.route])

    def leave_all(self) -> None:
        """Return to the first page, without telling it."""
        self._remove_sheets()
        self._pop_to(1)

    def back(self) -> None:
        if self._sheets:
            self._sheets[-1].close()
        elif self.page.back():
            return
        elif len(self._back_stack) > 1:
            sheet = self._origins.get(self.current)
            self.go(self._back_stack[-2])
            if sheet:
                self.open(sheet)
        else:
            self._app.leave()

    # Views and effects.

    def show(self, route: Route, view: Any) -> None:
        """Show the view of a route that is in sight."""
        for widget in (self._pages.get(route), *(sheet for sheet in self._sheets if sheet.route == route)):
            if widget:
                widget.show(view)

    def carry_out(self, effect: Effect) -> None:
        self._effects[type(effect)](effect)

    def _show_message(self, toast: Toast) -> None:
        undo, say = toast.undo, self._app.say
        if not toast.lines:
            self.hide_toast()
            return
        seconds = LONG_SECONDS if undo or toast.is_long else TOAST_SECONDS
        action = (say("toast.undo"), lambda: self._app.send(undo)) if undo else None
        self.show_toast("\n".join(map(say, toast.lines)), seconds, action)

    def _show_long_text(self, effect: SheetText) -> None:
        lines = (line if isinstance(line, str) else self._app.say(line) for line in effect.lines)
        self.show_text(self._app.say(effect.title), "\n".join(lines), effect.file_name)

    def _hand_out(self, effect: HandOut) -> None:
        """Share a text, or save it to a file."""
        if effect.is_file:
            self._app.files.save(f"{file_name(self._app.say(effect.title))}{effect.suffix}", effect.content)
        else:
            self._app.files.share(effect.content)

    # Sheets.

    def open(self, route: Route) -> None:
        if route.is_sheet:
            self.open_sheet(pages.make(route))
        else:
            self.go(route)

    def open_sheet(self, sheet: Sheet) -> None:
        sheet.on_closed = self._closed
        self._sheets.append(sheet)
        self.add_widget(sheet, index=1)
        if sheet.route:
            self.tell_moved()
        sheet.open()

    def confirm(
        self,
        question: Question,
        then: Callable[[], None],
        otherwise: Callable[[], None] | None = None,
        **values: Any,
    ) -> None:
        """Ask a question; call ``then`` on yes and ``otherwise`` on no. The values fill its placeholders."""
        self.open_sheet(imported(f"{DIALOGS}:ConfirmSheet")(question, then, otherwise, **values))

    def show_text(self, title: str, words: str, file_name: str, **kwargs: Any) -> None:
        """Show a long text with buttons to copy, save and share it."""
        make = imported(f"{DIALOGS}:TextSheet")
        self.open_sheet(make(title=title, text=encodable(words), file_name=encodable(file_name), **kwargs))

    def close_sheets(self) -> None:
        """Close all sheets without animation."""
        for sheet in list(self._sheets):
            self._closed(sheet)

    def _remove_sheets(self) -> None:
        for sheet in self._sheets:
            self.remove_widget(sheet)
        self._sheets.clear()

    def _closed(self, sheet: Sheet) -> None:
        if sheet in self._sheets:
            self._sheets.remove(sheet)
            self.remove_widget(sheet)
            if sheet.route:
                self.tell_moved()

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


load_kv(__file__)
