"""Builds the views of the themes and of the colours of one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sanmill.control.context import Context
from sanmill.control.settings import sample_board
from sanmill.control.settings.view import SettingView, rows_of, setting_view
from sanmill.control.views.types import BoardView
from sanmill.core import settings
from sanmill.core.game.model import Content
from sanmill.core.text.i18n import Number, Text, text
from sanmill.core.themes import BoardTheme, Colour, Palette, colour_names, weakest
from sanmill.core.user_themes import UserTheme

BACKGROUND = "background"
ELEMENTS = (BACKGROUND, *(name for name in colour_names(BoardTheme) if name != BACKGROUND))


@dataclass(frozen=True)
class AppearanceView:
    board: BoardView  # with every kind of mark
    small_board: BoardView  # of the tiles
    rows: tuple[SettingView, ...]  # that of the themes first
    themes: tuple[BoardTheme, ...]  # of its choices
    removed: str  # name of a theme that can be restored
    error: Text | None  # why the last theme was not imported


@dataclass(frozen=True)
class ElementView:
    key: str
    label: Text
    colour: Colour
    contrast: Text
    is_enough: bool


@dataclass(frozen=True)
class ColoursView:
    board: BoardView
    name: str  # empty for a theme that is gone
    rows: tuple[ElementView, ...]
    error: Text | None  # why it was not renamed


def appearance_view(context: Context, error: Text | None) -> AppearanceView:
    themes, theme = context.themes, setting_view(context, settings.THEME)
    return AppearanceView(
        board=_marked_board(),
        small_board=sample_board.small(),
        rows=(theme, *rows_of(context, settings.BOARD_STYLE), setting_view(context, settings.COORDINATES)),
        themes=tuple(themes.theme_of(value) for value, _ in theme.choices),
        removed=themes.removed.name if themes.removed else "",
        error=error,
    )


def colours_view(own: UserTheme | None, palette: Palette, error: Text | None) -> ColoursView:
    rows = tuple(_element(own.theme, element, palette) for element in ELEMENTS) if own else ()
    return ColoursView(_marked_board(), own.name if own else "", rows, error)


def _element(theme: BoardTheme, element: str, palette: Palette) -> ElementView:
    """An element with its lowest contrast, and whether that is sufficient."""
    colour, pair = getattr(theme, element), weakest(theme, palette, element)
    key = "appearance.enough" if pair.is_enough else "appearance.too_little"
    if element == BACKGROUND and colour is None:
        key = "appearance.background_usual"
    elif element == BACKGROUND and not pair.is_enough:
        key = "appearance.background_unused"
    ratio, least = Number(pair.ratio, 1), Number(pair.minimum, int(pair.minimum % 1 > 0))
    contrast = text(key, ratio=ratio, least=least, ground=text(f"appearance.ground.{pair.ground}"))
    label = text(f"appearance.element.{element}")
    return ElementView(element, label, colour or palette.background, contrast, pair.is_enough)


def _marked_board() -> BoardView:
    view = sample_board.board(False)
    empty = [point.name for point, content in zip(view.board.points, view.contents) if content is Content.EMPTY]
    free = [name for name in empty if name not in (view.last_from, *view.targets)]
    return replace(view, last_removed=free[-1])
