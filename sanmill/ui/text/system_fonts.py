"""Fonts of the system, for what people type in a script that is not shipped: Thai, Devanagari, Korean, …

Android names its fonts by script; fontconfig tells which font has a character; the others are known by name.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from unicodedata import name

from kivy.utils import platform

from .font_coverage import has

FOLDERS = {
    "android": ("/system/fonts", "/product/fonts", "/system_ext/fonts"),
    "ios": ("/System/Library/Fonts/Core", "/System/Library/Fonts/CoreAddition", "/System/Library/Fonts"),
    "macosx": ("/System/Library/Fonts", "/System/Library/Fonts/Supplemental", "/Library/Fonts"),
    "win": ("C:/Windows/Fonts",),
}
# Beginnings of file names, after those that carry the name of the script.
OTHERS: dict[str, dict[str, tuple[str, ...]]] = {
    "android": {"cjk": ("NotoSansCJK", "DroidSansFallback"), "": ("NotoSansSymbols", "DroidSansFallback")},
    "win": {"cjk": ("msyh", "malgun"), "hangul": ("malgun",), "thai": ("LeelawUI",), "": ("Nirmala", "seguisym")},
    "macosx": {"": ("Arial Unicode", "Apple Symbols")},
}
FILES = (".ttf", ".otf", ".ttc")
COLOURED = "Emoji"  # pictures of one size, which no label can draw
SECONDS = 5.0


@cache
def find(character: str) -> str:
    """A font file of the system that has a character; empty if there is none."""
    return next((path for path in _candidates(script_of(character), _block(character)) if has(path, character)), "")


def script_of(character: str) -> str:
    """The script as in file names: Thai, Devanagari, Hangul; CJK for Chinese characters."""
    words = name(character, "").split()
    return words[0].title() if words else ""


def _block(character: str) -> str:
    """A character that stands for its neighbours, so that the system is asked once for each script."""
    return chr(ord(character) & ~0x1F)


@cache
def _candidates(script: str, block: str) -> tuple[str, ...]:
    return tuple(_told_by_fontconfig(block) if platform == "linux" else _named_after(script))


def _named_after(script: str) -> Iterator[str]:
    """Files whose name carries the script, then those known to have it."""
    others = OTHERS.get(platform, {})
    kind = "cjk" if script in ("Cjk", "Hangul", "Hiragana", "Katakana", "Bopomofo") else ""
    beginnings = (f"NotoSans{script}", f"NotoSerif{script}", *others.get(script.lower(), ()), *others.get(kind, ()))
    files = sorted(path for folder in FOLDERS.get(platform, ()) for path in _files(folder))
    for beginning in (*beginnings, *others.get("", ())):
        named = [path for path in files if path.name.startswith(beginning)]
        yield from sorted(map(str, named), key=lambda path: ("Regular" not in path, "Bold" in path, path))


def _files(folder: str) -> Iterator[Path]:
    try:
        found = list(Path(folder).iterdir())
    except OSError:
        return
    yield from (path for path in found if path.suffix.lower() in FILES and COLOURED not in path.name)


def _told_by_fontconfig(character: str) -> list[str]:
    command = ["fc-list", f":charset={ord(character):x}", "file"]
    try:
        told = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False).stdout
    except (OSError, subprocess.SubprocessError):
        return []
    files = [line.rstrip(": ") for line in told.splitlines() if COLOURED not in line]
    readable = [file for file in files if file.lower().endswith(FILES)]
    return sorted(readable, key=lambda file: ("Regular" not in file, "Bold" in file, len(file), file))
