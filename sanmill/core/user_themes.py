"""The user's board themes: a file each; adding, changing, renaming, deleting and restoring."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

from sanmill.core.storage.guard import guarded
from sanmill.core.storage.store import Store
from sanmill.core.storage.stored import Count, Key, Length, Stored
from sanmill.core.text.i18n import text
from sanmill.core.text.names import clean_name, encodable, free_name

from .themes import BoardTheme, Colour, ThemeError, app_theme, from_content, to_content

FOLDER = "themes"
UNNAMED = "theme"
OWN = "own/"  # prefix of the file's name in the theme setting
THEMES_MAX = 100
# ``from_content`` checks the colours.
THEME_FILE = Stored(dict[Key, Annotated[str, Length(1000)]], Count(100, is_lenient=True))


@dataclass(frozen=True)
class UserTheme:
    """A theme of the user; its file name never changes."""

    file: str
    name: str
    theme: BoardTheme

    @property
    def value(self) -> str:
        """The value of the theme setting."""
        return OWN + self.file


class UserThemes:
    """All themes of the user. A file that cannot be used is quarantined."""

    files: tuple[str, ...] = ()  # each is read apart from the others

    def __init__(self, store: Store) -> None:
        self._store = store
        self.is_dark = False  # the app, as it says
        self.changed: Callable[[], None] = lambda: None  # called after every change
        self._own: dict[str, UserTheme] = {}
        self.removed: UserTheme | None = None  # for undo
        self.load()

    def load(self) -> None:
        self._own = {}
        for path in self._store.names(FOLDER)[:THEMES_MAX]:
            guarded(self._store, (path,), partial(self._load, path))
        self.changed()

    def _load(self, path: str) -> None:
        content = self._store.load(path, THEME_FILE)
        if content is None:
            return
        file = path.rpartition("/")[2]
        try:
            theme = from_content(content, BoardTheme)
        except ThemeError as error:
            self._store.quarantine(path, error)
            return
        self._own[file] = UserTheme(file, clean_name(content.get("name", "")) or encodable(file), theme)

    @property
    def own(self) -> tuple[UserTheme, ...]:
        """All themes, sorted by name."""
        return tuple(sorted(self._own.values(), key=lambda each: each.name.casefold()))

    def find(self, value: str) -> UserTheme | None:
        """The theme that a setting's value names, if it exists."""
        return self._own.get(value[len(OWN) :]) if value.startswith(OWN) else None

    def theme_of(self, value: str) -> BoardTheme:
        """The theme that a value of the setting means; the usual one for a theme that is gone."""
        own = self.find(value)
        if own:
            return own.theme
        return app_theme(("slate" if self.is_dark else "maple") if value == "auto" or value.startswith(OWN) else value)

    def add(self, name: str, theme: BoardTheme) -> UserTheme:
        """Add a theme; a taken name gets a number."""
        if len(self._own) >= THEMES_MAX:
            raise ThemeError(text("appearance.too_many", THEMES_MAX))
        name = self._free_name(clean_name(name) or UNNAMED)
        stem = re.sub("[^a-z0-9]+", " ", name.lower()).strip() or UNNAMED
        file = free_name(stem, [each.replace("-", " ") for each in self._own]).replace(" ", "-")
        if len(self._own) + 1 == THEMES_MAX:
            self.removed = None  # there would be no room for it
        return self._put(UserTheme(file, name, theme))

    def change(self, file: str, element: str, colour: Colour | None) -> None:
        own = self._own[file]
        changes: dict[str, Any] = {element: colour}
        self._put(replace(own, theme=replace(own.theme, **changes)))

    def rename(self, file: str, name: str) -> None:
        """Rename a theme; a taken name raises a ThemeError."""
        name = clean_name(name)
        others = [each.name.casefold() for each in self._own.values() if each.file != file]
        if not name:
            raise ThemeError(text("workshop.no_name"))
        if name.casefold() in others:
            raise ThemeError(text("appearance.name_taken", name=name))
        self._put(replace(self._own[file], name=name))

    def remove(self, file: str) -> None:
        """Delete a theme; the last one can be restored."""
        self.removed = self._own.pop(file)
        self._store.delete(f"{FOLDER}/{file}")

    def undo_remove(self) -> UserTheme | None:
        """Restore the theme deleted last; one that was added since may have taken its name or its file."""
        removed, self.removed = self.removed, None
        if removed is None:
            return None
        if removed.file in self._own:
            return self.add(removed.name, removed.theme)
        return self._put(replace(removed, name=self._free_name(removed.name)))

    def _free_name(self, wanted: str) -> str:
        return free_name(wanted, [each.name for each in self._own.values()])

    def _put(self, own: UserTheme) -> UserTheme:
        """Save a theme; its colours are those that a file can hold."""
        content = to_content(own.name, own.theme)
        own = replace(own, theme=from_content(content, BoardTheme))
        self._own[own.file] = own
        self._store.save(f"{FOLDER}/{own.file}", THEME_FILE.write(content))
        self.changed()
        return own
