"""The bundled fonts: one for text in every shipped script, one for icons."""

from __future__ import annotations

import json
from pathlib import Path

from kivy.core.text import DEFAULT_FONT, LabelBase

_bold: set[str] = set()  # wide characters that the bold font has: those of the catalogues


def load(folder: Path) -> dict[str, int]:
    """Register the fonts, replacing Kivy's default; return the code point of each icon."""
    LabelBase.register(DEFAULT_FONT, str(folder / "words.ttf"), fn_bold=str(folder / "words-bold.ttf"))
    LabelBase.register("Icons", str(folder / "icons.ttf"))
    _bold.update((folder / "words-bold.txt").read_text(encoding="utf-8"))
    icons: dict[str, int] = json.loads((folder / "icons.json").read_text(encoding="utf-8"))
    return icons


def has_bold(wide: str) -> bool:
    """Whether the bold font has these wide characters; typed text may contain others."""
    return _bold.issuperset(wide)
