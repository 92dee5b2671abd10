"""Appearance of the board: theme, pieces, sizes; and an editor of the user's themes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from sanmill.control.routes import Kind, Route
from sanmill.control.settings import sample_board
from sanmill.control.views.types import BoardView
from sanmill.core import settings
from sanmill.core.game.model import Content
from sanmill.core.text.i18n import Number, Text, text
from sanmill.core.themes import BoardTheme, Colour, Pair, ThemeError, colour_names, read_text, weakest, write_text
from sanmill.core.user_themes import UserTheme
from sanmill.ui.board.widget import BoardWidget
from sanmill.ui.direction import StackLayout
from sanmill.ui.settings.screen import SettingsList
from sanmill.ui.theme import board_theme_of
from sanmill.ui.variants.screen import SmallBoard, UndoBar
from sanmill.ui.widgets.base import Tappable, load_kv
from sanmill.ui.widgets.colour_picker import ColourRow, ColourSheet
from sanmill.ui.widgets.pickers import NameSheet, PasteSheet
from sanmill.ui.widgets.setting_rows import Heading, SettingRow

BACKGROUND = "background"
ELEMENTS = (BACKGROUND, *(name for name in colour_names(BoardTheme) if name != BACKGROUND))
SUFFIXES = (".json",)


def sample_view() -> BoardView:
    """A board with every kind of mark."""
    view = sample_board.board(False)
    empty = [point.name for point, content in zip(view.board.points, view.contents) if content is Content.EMPTY]
    free = [name for name in empty if name not in (view.last_from, *view.targets)]
    return replace(view, last_removed=free[-1])


class StyledBoard(SmallBoard):
    """A small board in the current style."""


class ThemeBoard(BoardWidget):
    """A small board in a theme of its own."""


class ThemeTile(Tappable):
    """A theme: its picture and its name."""

    label = StringProperty()
    value = StringProperty()
    is_on = BooleanProperty(False)

    def __init__(self, theme: BoardTheme, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.ids.board.theme = theme
        self.ids.board.show(sample_board.small())


class ThemeTiles(SettingRow, StackLayout):
    """Every theme as a picture."""

    value = StringProperty()
    columns = NumericProperty(3)  # fewer for large text

    def add(self, value: str, label: str, theme: BoardTheme) -> None:
        tile = ThemeTile(theme, label=label, value=value, is_on=value == self.value, on_release=self._choose)
        self.add_widget(tile)

    def on_value(self, *_: Any) -> None:
        for tile in self.children:
            tile.is_on = tile.value == self.value

    def _choose(self, tile: ThemeTile) -> None:
        self.value = tile.value
        self.dispatch("on_choose", tile.value)


class ThemePage(SettingsList):
    """Base of the pages of this module: a sample board above the rows."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.has_stage = True
        self.board = StyledBoard()
        self.ids.stage.add_widget(self.board)
        self.board.show(sample_view())

    def use(self, own: UserTheme) -> None:
        self.app.settings.set(settings.THEME, own.value)
        self.app.refresh_theme()


class AppearancePage(ThemePage):
    """The theme, the pieces, the sizes."""

    def fill(self) -> None:
        self.clear()
        say, themes = self.app.say, self.app.themes
        if themes.removed is not None:
            bar = UndoBar(words=say("rules.deleted", name=themes.removed.name))
            bar.ids.undo.bind(on_release=lambda _: self._bring_back())
            self.add_widget(bar)
        self._add_themes()
        self.add_row("palette", say("appearance.change"), self._change, say("appearance.change_help"))
        for setting in settings.SETTINGS:
            if setting.group == settings.BOARD_STYLE:
                self.add_setting(setting)
        self.add_setting(settings.COORDINATES)
        self.add_widget(Heading(text=say("appearance.exchange")))
        self.add_row("file_open", say("appearance.open"), self._open)
        self.add_row("content_paste", say("appearance.read"), self._read)

    def _add_themes(self) -> None:
        chosen, themes = self.app.settings, self.app.themes
        tiles = ThemeTiles(value=chosen.get(settings.THEME))
        for value, label in self.app.theme_choices():
            tiles.add(value, label, board_theme_of(value, self.app.is_dark, self.app.assets, themes))
        tiles.bind(on_choose=lambda _, value: chosen.set(settings.THEME, value))
        self.rows[settings.THEME.key] = tiles
        self.add_widget(tiles)

    def _bring_back(self) -> None:
        back = self.app.themes.undo_remove()
        if back:
            self.use(back)
        self.fill()

    def _change(self) -> None:
        """Edit the selected theme if it is the user's, otherwise a copy of it."""
        own = self.app.themes.find(self.app.settings.get(settings.THEME))
        if own is None:
            own = self._add_theme(self.app.say("appearance.unnamed"), self.app.board_theme)
        if own:
            self.nav.go(Route(Kind.COLOURS, own.file))

    def _add_theme(self, name: str, theme: BoardTheme) -> UserTheme | None:
        """Save a theme and select it."""
        try:
            own: UserTheme = self.app.themes.add(name, theme)
        except ThemeError as failure:
            self.nav.show_toast(self.app.say(failure.words))
            return None
        self.use(own)
        return own

    # Import.

    def _open(self) -> None:
        def take(name: str, written: str) -> None:
            fault = self._take(written, name.rpartition(".")[0])
            if fault:
                self.nav.show_toast(f"{name}: {fault}", 8)

        self.app.files.open(SUFFIXES, take)

    def _read(self) -> None:
        say = self.app.say
        self.nav.open_sheet(PasteSheet(title=say("appearance.read"), hint=say("appearance.read_hint"), then=self._take))

    def _take(self, written: str, name: str = "") -> str:
        """Import a theme from text; return an error message, or nothing."""
        try:
            named, theme = read_text(written)
        except ThemeError as failure:
            return self.app.say(failure.words)
        own = self._add_theme(named or name or self.app.say("appearance.unnamed"), theme)
        if own:
            self.fill()
            self.nav.show_toast(self.app.say("appearance.kept", name=own.name))
        return ""


class ColoursPage(ThemePage):
    """Edits the colours of a user's theme; its subject is the theme's file."""

    @property
    def own(self) -> UserTheme | None:
        """The theme, unless it was deleted."""
        found: UserTheme | None = self.app.themes.find(f"own/{self.subject}")
        return found

    def fill(self) -> None:
        self.clear()
        own = self.own
        self.title = own.name if own else self.app.say("appearance.title")
        if own is None:
            return
        self.use(own)
        for element in ELEMENTS:
            pick = partial(self._pick, element)
            self.rows[element] = ColourRow(label=self.app.say(f"appearance.element.{element}"), on_release=pick)
            self.add_widget(self.rows[element])
        actions: tuple[tuple[str, str, Callable[[], None]], ...] = (
            ("restart_alt", "appearance.background_reset", lambda: self._set(BACKGROUND, None)),
            ("edit", "appearance.rename", self._rename),
            ("share", "appearance.export", self._export),
            ("delete", "appearance.delete", self._delete),
        )
        for icon, key, run in actions:
            self.add_row(icon, self.app.say(key), run, has_chevron=False, is_destructive=run == self._delete)
        self._refresh()

    def changed(self, setting: settings.Setting[Any]) -> None:
        """Update the contrast notes, which depend on light or dark mode."""
        if setting is settings.APPEARANCE:
            self._refresh()

    def _set(self, element: str, colour: Colour | None) -> None:
        own = self.own
        if own:
            self.app.themes.change(own, element, colour)
            self.app.refresh_theme()
            self._refresh()

    def _refresh(self) -> None:
        own = self.own
        if own is None or not self.rows:
            return
        for element in ELEMENTS:
            row = self.rows[element]
            row.colour = list(self._colour(own.theme, element))
            words, row.is_enough = self._contrast(own.theme, element)
            row.detail = self.app.say(words)

    def _colour(self, theme: BoardTheme, element: str) -> Colour:
        colour: Colour | None = getattr(theme, element)
        usual: Colour = self.app.palette.background
        return usual if colour is None else colour

    def _contrast(self, theme: BoardTheme, element: str) -> tuple[Text, bool]:
        """Describe the contrast of an element and whether it is sufficient."""
        pair: Pair = weakest(theme, self.app.palette, element)
        key = "appearance.enough" if pair.is_enough else "appearance.too_little"
        if element == BACKGROUND:
            usual = theme.background is None
            key = "appearance.background_usual" if usual else key if pair.is_enough else "appearance.background_unused"
        ground = text(f"appearance.ground.{pair.ground}")
        return text(
            key, ratio=Number(pair.ratio, 1), least=Number(pair.minimum, int(pair.minimum % 1 > 0)), ground=ground
        ), pair.is_enough

    def _pick(self, element: str, _row: ColourRow) -> None:
        own = self.own
        if own is None:
            return

        def follow(colour: Colour) -> None:
            self._set(element, colour)
            tell()

        def tell() -> None:
            current = self.own
            if current:
                words, sheet.is_enough = self._contrast(current.theme, element)
                sheet.words = self.app.say(words)

        title = self.app.say(f"appearance.element.{element}")
        sheet = ColourSheet(self._colour(own.theme, element), follow, title=title)
        tell()
        self.nav.open_sheet(sheet)

    def _rename(self) -> None:
        own = self.own
        if own is None:
            return

        def save(name: str) -> str:
            try:
                self.app.themes.rename(own, name)
            except ThemeError as failure:
                return self.app.say(failure.words)
            self.fill()
            return ""

        self.nav.open_sheet(NameSheet(title=self.app.say("appearance.rename"), name=own.name, then=save))

    def _export(self) -> None:
        own = self.own
        if own:
            self.nav.show_text(self.app.say("appearance.export"), write_text(own.name, own.theme), f"{own.file}.json")

    def _delete(self) -> None:
        own = self.own
        if own:
            self.app.themes.remove(own)
            self.app.settings.set(settings.THEME, settings.THEME.default)
            self.nav.replace(Route(Kind.APPEARANCE))


load_kv(__file__)
