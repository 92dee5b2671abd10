"""The fonts: Latin and Cyrillic, one file for each other script, emoji, icons, and the system's for all others.

Chinese characters look different in China, Taiwan and Japan; the language in use decides which font draws them.
"""

from __future__ import annotations

import json
import re
from functools import cached_property
from pathlib import Path
from unicodedata import category

from kivy import kivy_data_dir
from kivy.core.text import DEFAULT_FONT, LabelBase

from . import system_fonts

WORDS, ICONS, MONOSPACED, SYMBOLS = "words.ttf", "icons.ttf", "RobotoMono-Regular.ttf", "DejaVuSans.ttf"
SCRIPTS, EMOJI = ("arabic.ttf", "hebrew.ttf"), "emoji.ttf"
CHINESE, TAIWANESE, JAPANESE = HAN = ("chinese.ttf", "taiwanese.otf", "japanese.otf")
HAN_ORDER = {"zh_Hant": (TAIWANESE, JAPANESE, CHINESE), "ja": (JAPANESE, TAIWANESE, CHINESE)}
KANA = "[\u3040-\u30ff]"
MISSING, MISSING_PICTURE = "\ufffd", "•"
# Drawn like another character; a flag as the letters of its country.
SAME = {"\u202f": "\u2009", "\u2011": "\u2010", "\t": " ", **{chr(0x1F1E6 + at): chr(0x41 + at) for at in range(26)}}
# Signs that change others: joiners, directions, colours of emoji.
NOT_DRAWN = (
    "[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\u20e3\ufe00-\ufe0f\ufeff\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"
)
GENDER = "\u200d[\u2640\u2642]"  # of an emoji


class Face:
    """A font file, with the one that draws it bold."""

    def __init__(self, path: str, ranges: str, bold: Face | None = None) -> None:
        self.path = path
        self.bold = bold
        self._ranges = ranges  # first and last character of each

    @cached_property
    def characters(self) -> frozenset[str]:
        pairs = zip(self._ranges[::2], self._ranges[1::2])
        return frozenset(chr(code) for first, last in pairs for code in range(ord(first), ord(last) + 1))

    @cached_property
    def others(self) -> re.Pattern[str]:
        """What the font does not have."""
        pairs = zip(self._ranges[::2], self._ranges[1::2])
        known = "".join(f"{re.escape(first)}-{re.escape(last)}" for first, last in pairs)
        return re.compile(f"[^\n{known}]")


class Faces:
    def __init__(self, folder: Path) -> None:
        listed: dict[str, str] = json.loads((folder / "coverage.json").read_text(encoding="utf-8"))
        of_kivy = Path(kivy_data_dir) / "fonts"
        self._scripts: dict[str, Face] = {}
        self.bases: dict[str, Face] = {}  # by path: fonts that labels ask for
        for name, ranges in listed.items():
            stem, _, suffix = name.partition(".")
            path = folder / name if (folder / name).exists() else of_kivy / name
            bold = f"{stem}-bold.{suffix}"
            heavier = Face(str(folder / bold), listed[bold]) if bold in listed else None
            face = Face(str(path), ranges, heavier)
            if name in (*SCRIPTS, *HAN, SYMBOLS, EMOJI):
                self._scripts[name] = face
            elif name in (WORDS, "words-bold.ttf", MONOSPACED):
                self.bases[face.path] = face
        self.language = ""
        self.is_rtl = False

    def parts(self, text: str, base: str, is_bold: bool) -> list[tuple[str, str]]:
        """A line cut into parts of one font each: its path and the characters."""
        order = self._order(text)
        parts: list[tuple[str, str]] = []
        for character in re.sub(NOT_DRAWN, "", text):
            path, drawn = self._drawn_by(SAME.get(character, character), base, order, is_bold)
            if parts and parts[-1][0] == path:
                parts[-1] = (path, parts[-1][1] + drawn)
            else:
                parts.append((path, drawn))
        return parts

    def _order(self, text: str) -> tuple[str, ...]:
        han = HAN_ORDER["ja"] if re.search(KANA, text) else HAN_ORDER.get(self.language, HAN)
        return (*SCRIPTS, *han, SYMBOLS, EMOJI)

    def _drawn_by(self, character: str, base: str, order: tuple[str, ...], is_bold: bool) -> tuple[str, str]:
        """The font for a character, and the character that it draws."""
        if character in self.bases[base].characters:
            return base, character
        for name in order:
            face = self._scripts[name]
            if is_bold and face.bold and character in face.bold.characters:
                return face.bold.path, character
            if character in face.characters:
                return face.path, character
        found = system_fonts.find(character)
        if found:
            return found, character
        if category(character) == "So":
            return base, MISSING_PICTURE
        if category(character)[0] in "ZC":
            return base, " "
        return (base if MISSING in self.bases[base].characters else self._scripts[SYMBOLS].path), MISSING


_faces: list[Faces] = []  # loaded once: an app that is started again keeps them


def faces() -> Faces:
    return _faces[0]


def load(folder: Path) -> dict[str, int]:
    """Register the fonts, replacing Kivy's default; return the code point of each icon."""
    LabelBase.register(DEFAULT_FONT, str(folder / WORDS), fn_bold=str(folder / "words-bold.ttf"))
    LabelBase.register("Icons", str(folder / ICONS))
    if not _faces:
        _faces.append(Faces(folder))
    icons: dict[str, int] = json.loads((folder / "icons.json").read_text(encoding="utf-8"))
    return icons
