"""The fonts: one for words, in any script that is shipped and any mixture of them, and one for icons."""

from __future__ import annotations

import json
from pathlib import Path

from kivy.core.text import DEFAULT_FONT, LabelBase

_bold: set[str] = set()  # the wide characters that there are in bold, too: those of the catalogues


def load(folder: Path) -> dict[str, int]:
    """Make the fonts known, ours in the place of Kivy's own; the answer is the character of each icon."""
    LabelBase.register(DEFAULT_FONT, str(folder / "words.ttf"), fn_bold=str(folder / "words-bold.ttf"))
    LabelBase.register("Icons", str(folder / "icons.ttf"))
    _bold.update((folder / "words-bold.txt").read_text(encoding="utf-8"))
    icons: dict[str, int] = json.loads((folder / "icons.json").read_text(encoding="utf-8"))
    return icons


def has_bold(wide: str) -> bool:
    """Whether these wide characters can be drawn in bold; what people type may have others."""
    return _bold.issuperset(wide)
