"""Appearance of the board: theme and style, and the themes of the user."""

from __future__ import annotations

from collections.abc import Callable

from sanmill.control.context import Context
from sanmill.control.effects import Go, Replace, SheetText, Toast
from sanmill.control.feature import Feature
from sanmill.control.routes import Kind, Route
from sanmill.core import settings
from sanmill.core.text.i18n import Text, text
from sanmill.core.themes import BoardTheme, ThemeError, app_palette, read_text, write_text
from sanmill.core.user_themes import OWN, UserTheme

from .intents import ChangeColour, DeleteTheme, EditTheme, ImportTheme, RenameTheme, RestoreTheme, ShareTheme
from .view import AppearanceView, ColoursView, appearance_view, colours_view


class Appearance(Feature):
    """Changes the user's themes; the one whose colours are in sight is in use."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._themes = context.themes
        self._error: Text | None = None  # of the last import or name
        self.handlers = {
            EditTheme: lambda _: self._edit(),
            ImportTheme: lambda intent: self._attempt(lambda: self._import(intent)),
            ChangeColour: lambda intent: self._themes.change(intent.file, intent.element, intent.colour),
            RenameTheme: lambda intent: self._attempt(lambda: self._themes.rename(intent.file, intent.name)),
            ShareTheme: lambda intent: self._share(intent.file),
            DeleteTheme: lambda intent: self._delete(intent.file),
            RestoreTheme: lambda _: self._restore(),
        }

    def appear(self, route: Route) -> None:
        own = self._own(route.subject)
        if own:
            self._use(own)

    def view(self, route: Route) -> AppearanceView | ColoursView:
        if route.kind is Kind.APPEARANCE:
            return appearance_view(self._context, self._error)
        return colours_view(self._own(route.subject), app_palette(self._themes.is_dark), self._error)

    def _own(self, file: str) -> UserTheme | None:
        return self._themes.find(OWN + file)

    def _use(self, own: UserTheme) -> None:
        self._context.settings.set(settings.THEME, own.value)

    def _attempt(self, change: Callable[[], object]) -> None:
        """Make a change and note why it fails, for the page."""
        self._error = None
        try:
            change()
        except ThemeError as error:
            self._error = error.words

    def _edit(self) -> None:
        used = self._context.settings.get(settings.THEME)
        own = self._themes.find(used) or self._add("", self._themes.theme_of(used))
        if own:
            self._context.tell(Go(Route(Kind.COLOURS, own.file)))

    def _add(self, name: str, theme: BoardTheme) -> UserTheme | None:
        try:
            own = self._themes.add(name or self._context.say(text("appearance.unnamed")), theme)
        except ThemeError as error:
            self._context.tell(Toast((error.words,)))
            return None
        self._use(own)
        return own

    def _import(self, intent: ImportTheme) -> None:
        name, theme = read_text(intent.text)
        own = self._add(name or intent.name, theme)
        if own:
            self._context.tell(Toast((text("appearance.kept", name=own.name),)))

    def _share(self, file: str) -> None:
        own = self._own(file)
        if own:
            written = write_text(own.name, own.theme)
            self._context.tell(SheetText(text("appearance.export"), (written,), f"{file}.json"))

    def _delete(self, file: str) -> None:
        self._themes.remove(file)
        self._context.settings.set(settings.THEME, settings.THEME.default)
        self._context.tell(Replace(Route(Kind.APPEARANCE)))

    def _restore(self) -> None:
        own = self._themes.undo_remove()
        if own:
            self._use(own)
