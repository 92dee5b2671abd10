"""Colours from files: the app's palettes and the board's themes, loaded and checked.

Knows nothing of drawing. A colour is ``#RRGGBB`` in a file and three numbers from 0 to 1 here.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TypeVar

Colour = tuple[float, float, float]
HEX = re.compile(r"#[0-9A-Fa-f]{6}")


class ThemeError(Exception):
    """A theme that cannot be used: file and cause."""


@dataclass(frozen=True)
class Palette:
    """The colours of everything but the board."""

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


@dataclass(frozen=True)
class BoardTheme:
    """The ten colours of a board."""

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


Colours = TypeVar("Colours", Palette, BoardTheme)


def read_palette(path: Path) -> Palette:
    """A palette from its file."""
    return _read(path, Palette)


def read_board_theme(path: Path) -> BoardTheme:
    """A board theme from its file."""
    return _read(path, BoardTheme)


def _read(path: Path, kind: type[Colours]) -> Colours:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as failure:
        raise ThemeError(f"{path.name}: {failure}") from failure
    names = [field.name for field in fields(kind)]
    wrong = [name for name in names if not isinstance(content.get(name), str) or not HEX.fullmatch(content[name])]
    if wrong:
        raise ThemeError(f"{path.name}: no colour for {', '.join(wrong)}")
    return kind(**{name: parse(content[name]) for name in names})


def parse(code: str) -> Colour:
    """A colour from ``#RRGGBB``."""
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return (red, green, blue)


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two colours as WCAG defines it, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
