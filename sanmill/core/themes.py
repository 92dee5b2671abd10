"""Palettes of the app and themes of the board: reading, writing and checking contrast.

A colour is ``#RRGGBB`` in a file and three numbers from 0 to 1 here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

from sanmill.core.resources import ASSETS
from sanmill.core.text.i18n import TextError, text
from sanmill.core.text.names import clean_name

Colour = tuple[float, float, float]
HEX = r"#[0-9A-Fa-f]{6}"
VALUE_MAX = 20  # characters shown of a wrong value
TEXT_MAX = 20_000  # characters of a shared theme
TEXT_MIN, MARK_MIN = 4.5, 3.0  # least contrast of text, and of lines and marks


class ThemeError(TextError):
    """A theme that cannot be used."""


@dataclass(frozen=True)
class Palette:
    background: Colour
    surface: Colour
    raised: Colour
    text: Colour
    secondary: Colour
    outline: Colour
    primary: Colour
    on_primary: Colour
    accent: Colour
    good: Colour
    warn: Colour
    bad: Colour
    info: Colour

    @property
    def divider(self) -> Colour:
        return mix(self.outline, self.surface, 0.4)


@dataclass(frozen=True)
class BoardTheme:
    """The colours of a board, optionally of the screen around it, and what the board is made of."""

    board: Colour
    line: Colour
    white: Colour
    white_rim: Colour
    black: Colour
    black_rim: Colour
    last: Colour
    target: Colour
    remove: Colour
    chosen: Colour
    background: Colour | None = None
    material: str = ""  # one of MATERIALS; without one the board and its pieces are flat


Colours = TypeVar("Colours", Palette, BoardTheme)
MATERIALS = ("wood", "stone", "slate")
GRAIN = 0.13  # part of the light that the grain of a material takes at most
GRAIN_SIZE = 256  # pixels of its picture in assets/materials
LIGHT_SIZE = 64  # pixels of the pictures of light and shadow; the linear filter smooths them at any size
SHADOW_REACH = 1.36  # of a piece, in its radii


def colour_names(kind: type[Palette] | type[BoardTheme]) -> list[str]:
    return [field.name for field in fields(kind) if field.name != "material"]


@cache
def app_palette(is_dark: bool) -> Palette:
    return read_palette(ASSETS / "palettes" / ("dark.json" if is_dark else "light.json"))


@cache
def app_theme(name: str) -> BoardTheme:
    return read_board_theme(ASSETS / "themes" / f"{name}.json")


def read_palette(path: Path) -> Palette:
    return _read(path, Palette)


def read_board_theme(path: Path) -> BoardTheme:
    return _read(path, BoardTheme)


def _read(path: Path, kind: type[Colours]) -> Colours:
    try:
        return from_content(json.loads(path.read_text(encoding="utf-8")), kind)
    except ThemeError as error:
        raise ThemeError(error.words, f"{path.name}: ") from error
    except (OSError, ValueError, RecursionError) as error:
        raise ThemeError(text("theme_text.unreadable", error=str(error)), f"{path.name}: ") from error


def from_content(content: object, kind: type[Colours]) -> Colours:
    """Colours from the content of a file; other keys are ignored."""
    if not isinstance(content, dict):
        raise ThemeError(text("theme_text.no_object"))
    optional = {field.name for field in fields(kind) if field.default is None}
    names = [name for name in colour_names(kind) if name not in optional or name in content]
    missing = [name for name in names if name not in content]
    if missing:
        raise ThemeError(text("theme_text.missing", names=", ".join(missing)))
    for name in names:
        code = content[name]
        if not isinstance(code, str) or not re.fullmatch(HEX, code):
            raise ThemeError(text("theme_text.no_colour", name=name, value=str(code)[:VALUE_MAX]))
    values: dict[str, Any] = {name: parse(content[name]) for name in names}
    if kind is BoardTheme and content.get("material") in MATERIALS:
        values["material"] = content["material"]
    return kind(**values)


def to_content(name: str, theme: BoardTheme) -> dict[str, str]:
    colours = {key: getattr(theme, key) for key in colour_names(BoardTheme)}
    codes = {key: code_of(colour) for key, colour in colours.items() if colour is not None}
    return {"name": name, **codes, **({"material": theme.material} if theme.material else {})}


def write_text(name: str, theme: BoardTheme) -> str:
    return json.dumps(to_content(name, theme), indent=2, ensure_ascii=False) + "\n"


def read_text(written: str) -> tuple[str, BoardTheme]:
    """Name, perhaps empty, and theme from a shared text, which is untrusted."""
    if len(written) > TEXT_MAX:
        raise ThemeError(text("theme_text.too_long", TEXT_MAX))
    if not written.strip():
        raise ThemeError(text("theme_text.empty"))
    try:
        content = json.loads(written.lstrip("\ufeff"))
    except json.JSONDecodeError as error:
        raise ThemeError(text("theme_text.no_json", line=error.lineno, column=error.colno)) from error
    except (ValueError, RecursionError) as error:
        raise ThemeError(text("theme_text.no_object")) from error
    theme = from_content(content, BoardTheme)
    name = content.get("name")
    return (clean_name(name) if isinstance(name, str) else "", theme)


def parse(code: str) -> Colour:
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return (red, green, blue)


def code_of(colour: Colour) -> str:
    return "#" + "".join(f"{round(255 * max(0.0, min(1.0, part))):02X}" for part in colour)


def mix(colour: Colour, ground: Colour, part: float) -> Colour:
    """The opaque colour that looks as ``colour`` of the given opacity does on ``ground``."""
    red, green, blue = (over * part + under * (1 - part) for over, under in zip(colour, ground))
    return (red, green, blue)


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two colours as WCAG defines it, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# Contrast.


@dataclass(frozen=True)
class Pair:
    element: str  # of the theme
    ground: str  # name of the background, for the text
    ratio: float
    minimum: float

    @property
    def is_enough(self) -> bool:
        return self.ratio >= self.minimum


DIM = 0.15  # of the board during removals
BLACK: Colour = (0.0, 0.0, 0.0)


def board_pairs(theme: BoardTheme) -> Iterator[tuple[str, str, Colour, Colour]]:
    """Element, background and both colours: lines and marks on the board, a piece's body or rim, rim on body."""
    grounds = [theme.board, mix(BLACK, theme.board, GRAIN)] if theme.material else [theme.board]
    for name in ("line", "last", "target", "remove", "chosen"):
        colour = getattr(theme, name)
        yield name, "board", colour, min(grounds, key=partial(contrast, colour))
    dimmed = [mix(BLACK, ground, DIM) for ground in grounds]
    yield "remove", "dimmed", theme.remove, min(dimmed, key=partial(contrast, theme.remove))
    for side in ("white", "black"):
        body, rim = getattr(theme, side), getattr(theme, f"{side}_rim")
        ground = min(grounds, key=lambda ground: max(contrast(body, ground), contrast(rim, ground)))
        yield side, "board", body if contrast(body, ground) > contrast(rim, ground) else rim, ground
        yield f"{side}_rim", "body", rim, body


def weakest(theme: BoardTheme, palette: Palette, element: str) -> Pair:
    """The pair of an element with the least contrast."""
    pairs = [Pair(name, ground, contrast(one, other), MARK_MIN) for name, ground, one, other in board_pairs(theme)]
    if element == "board":
        found = [replace(pair, element="board", ground=pair.element) for pair in pairs if pair.ground == "board"]
    elif element == "background":
        ground = theme.background or palette.background
        found = [Pair("background", "text", contrast(getattr(palette, name), ground), TEXT_MIN) for name in TEXTS]
    else:
        body = element.replace("_rim", "")
        found = [pair for pair in pairs if pair.element in (element, body, f"{body}_rim")]
    return min(found, key=lambda pair: pair.ratio)


TEXTS = ("text", "secondary", "primary", "accent", "good", "warn", "bad", "info")  # colours of text on the background


def around(palette: Palette, theme: BoardTheme) -> Palette:
    """The palette with the theme's background, if all texts stay readable on it."""
    ground = theme.background
    if ground is None or any(contrast(getattr(palette, name), ground) < TEXT_MIN for name in TEXTS):
        return palette
    return replace(palette, background=ground)
