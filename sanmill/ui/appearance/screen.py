"""Appearance of the board: theme, pieces, sizes; and an editor of the user's themes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from sanmill.control.appearance.intents import (
    ChangeColour,
    DeleteTheme,
    EditTheme,
    ImportTheme,
    RenameTheme,
    RestoreTheme,
    ShareTheme,
)
from sanmill.control.appearance.view import BACKGROUND, AppearanceView, ColoursView
from sanmill.control.settings.intents import ChangeSetting
from sanmill.control.settings.view import SettingView
from sanmill.control.views.types import BoardView
from sanmill.core.themes import BoardTheme, Colour
from sanmill.ui.board.widget import BoardWidget
from sanmill.ui.direction import StackLayout
from sanmill.ui.settings.screen import SettingsList
from sanmill.ui.variants.screen import UndoBar
from sanmill.ui.widgets.base import Tappable, load_kv
from sanmill.ui.widgets.board_row import SmallBoard
from sanmill.ui.widgets.colour_picker import ColourRow, ColourSheet
from sanmill.ui.widgets.setting_rows import Heading, SettingRow
from sanmill.ui.widgets.text_sheets import NameSheet, PasteSheet

SUFFIXES = (".json",)


class StyledBoard(SmallBoard):
    """A small board in the current style."""


class ThemeBoard(BoardWidget):
    """A small board in a theme of its own."""


class ThemeTile(Tappable):
    """A theme: its picture and its name."""

    label = StringProperty()
    value = StringProperty()
    is_on = BooleanProperty(False)

    def __init__(self, board: BoardView, theme: BoardTheme, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.ids.board.theme = theme
        self.ids.board.show(board)


class ThemeTiles(SettingRow, StackLayout):
    value = StringProperty()
    columns = NumericProperty(3)  # fewer for large text

    def add(self, value: str, label: str, board: BoardView, theme: BoardTheme) -> None:
        self.add_widget(ThemeTile(board, theme, label=label, value=value, on_release=self._choose))

    def show(self, view: SettingView) -> None:
        self.value = view.value
        for tile in self.children:
            tile.is_on = tile.value == self.value

    def _choose(self, tile: ThemeTile) -> None:
        self.dispatch("on_choose", tile.value)


class ThemePage(SettingsList):
    """Base of the pages of this module: a sample board above the rows."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.has_stage = True
        self.board = StyledBoard()
        self.ids.stage.add_widget(self.board)

    def show(self, view: Any) -> None:
        super().show(view)
        self.board.show(view.board)


class AppearancePage(ThemePage):
    def build_from(self, view: AppearanceView) -> object:
        return (view.rows[0].choices, view.themes, view.removed)

    def build(self, view: AppearanceView) -> None:
        say = self.app.say
        if view.removed:
            bar = UndoBar(words=say("rules.deleted", name=view.removed))
            bar.ids.undo.bind(on_release=lambda _: self.app.send(RestoreTheme()))
            self.add_widget(bar)
        tiles, *rows = view.rows
        self._add_themes(tiles, view)
        change = lambda: self.app.send(EditTheme())  # noqa: E731 - one line
        self.add_row("palette", say("appearance.change"), change, say("appearance.change_help"))
        self.add_settings(rows)
        self.add_widget(Heading(text=say("appearance.exchange")))
        self.add_row("file_open", say("appearance.open"), lambda: self.app.files.open(SUFFIXES, self._take))
        self.add_row("content_paste", say("appearance.read"), self._read)

    def _add_themes(self, row: SettingView, view: AppearanceView) -> None:
        self.rows[row.key] = tiles = ThemeTiles()
        for (value, name), theme in zip(row.choices, view.themes):
            tiles.add(value, self.app.say(name), view.small_board, theme)
        tiles.bind(on_choose=lambda _, value: self.app.send(ChangeSetting(row.key, value)))
        self.add_widget(tiles)

    def _take(self, name: str, written: str) -> None:
        """Import the theme of a file."""
        error = self.attempt(ImportTheme(written, name.rpartition(".")[0]))
        if error:
            self.nav.show_toast(f"{name}: {error}", 8)

    def _read(self) -> None:
        title, hint = self.app.say("appearance.read"), self.app.say("appearance.read_hint")
        then = lambda written: self.attempt(ImportTheme(written))  # noqa: E731 - one line
        self.nav.open_sheet(PasteSheet(title=title, hint=hint, then=then))


class ColoursPage(ThemePage):
    """Edits the colours of a user's theme; its subject is the theme's file."""

    _picked = ""  # the element of the sheet that is open

    def show(self, view: ColoursView) -> None:
        super().show(view)
        self.title = view.name or self.app.say("appearance.title")
        self._show_contrast()

    def build(self, view: ColoursView) -> None:
        if not view.name:
            return
        for element in view.rows:
            self.rows[element.key] = ColourRow(on_release=partial(self._pick, element.key))
            self.add_widget(self.rows[element.key])
        actions: tuple[tuple[str, str, Callable[[], None]], ...] = (
            ("restart_alt", "appearance.background_reset", lambda: self._set(BACKGROUND, None)),
            ("edit", "appearance.rename", self._rename),
            ("share", "appearance.export", lambda: self.app.send(ShareTheme(self.subject))),
            ("delete", "appearance.delete", lambda: self.app.send(DeleteTheme(self.subject))),
        )
        for icon, key, run in actions:
            self.add_row(icon, self.app.say(key), run, has_chevron=False, is_destructive=icon == "delete")

    def _set(self, element: str, colour: Colour | None) -> None:
        self.app.send(ChangeColour(self.subject, element, colour))

    def _pick(self, element: str, row: ColourRow) -> None:
        self._picked = element
        self.nav.open_sheet(ColourSheet(tuple(row.colour), partial(self._set, element), title=row.label))
        self._show_contrast()

    def _show_contrast(self) -> None:
        """Show the contrast of the colour being picked."""
        if isinstance(self.nav.sheet, ColourSheet):
            self.nav.sheet.show_contrast(next(row for row in self._view.rows if row.key == self._picked))

    def _rename(self) -> None:
        then = lambda name: self.attempt(RenameTheme(self.subject, name))  # noqa: E731 - one line
        self.nav.open_sheet(NameSheet(title=self.app.say("appearance.rename"), name=self._view.name, then=then))


load_kv(__file__)
