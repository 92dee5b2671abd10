"""Kivy's text provider, extended to every script: it draws with one font, from left to right.

Kivy breaks a text into lines in the order in which it is written; here each line is then joined, put in the order in
which it is drawn, and each part of it drawn with a font that has its characters. All labels and text fields of the app
get this, since all of them measure and draw lines by these methods.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from kivy.core.text import Label

from sanmill.core.text import arabic, bidi

from .fonts import GENDER, faces

_measure, _draw = Label.get_extents, Label._render_text


@lru_cache(maxsize=4096)
def _parts(text: str, base: str, is_bold: bool, is_rtl: bool, _language: str) -> tuple[tuple[str, str], ...]:
    text = re.sub(GENDER, "", text)
    if bidi.is_needed(text):
        text = bidi.visual(arabic.join(text), is_rtl=is_rtl)
    return tuple(faces().parts(text, base, is_bold))


def _parts_of(label: Any, text: str) -> tuple[tuple[str, str], ...] | None:
    """The parts of a line; none where the label's own font has everything."""
    known, options = faces(), label.options
    base = known.bases.get(options["font_name_r"])
    if base is None or not base.others.search(text):
        return None
    return _parts(text, base.path, bool(options["bold"]), is_rtl(label.text), known.language)


def is_rtl(text: str) -> bool:
    if not faces().is_rtl and not bidi.has_right(text):
        return False
    return bidi.is_rtl(text, is_rtl_language=faces().is_rtl)


@contextmanager
def _font(label: Any, path: str) -> Iterator[None]:
    own = label.options["font_name_r"]
    label.options["font_name_r"] = path
    try:
        yield
    finally:
        label.options["font_name_r"] = own


def _measured(label: Any, parts: tuple[tuple[str, str], ...]) -> tuple[list[tuple[int, int]], int, int]:
    """Width and ascent of each part, and ascent and height of the line."""
    ascent, height = label.get_ascent(), _measure(label, "")[1]
    descent = height - ascent
    found = []
    for path, words in parts:
        with _font(label, path):
            width, high = _measure(label, words)
            rising = label.get_ascent()
        found.append((width, rising))
        ascent, descent = max(ascent, rising), max(descent, high - rising)
    return found, ascent, ascent + descent


def _get_extents(label: Any, text: str) -> tuple[int, int]:
    parts = _parts_of(label, text)
    if parts is None:
        measured: tuple[int, int] = _measure(label, text)
        return measured
    found, _, height = _measured(label, parts)
    return sum(width for width, _ in found), height


def _render_text(label: Any, text: str, x: int, y: int) -> None:
    parts = _parts_of(label, text)
    if parts is None:
        _draw(label, text, x, y)
        return
    found, ascent, _ = _measured(label, parts)
    for (path, words), (width, rising) in zip(parts, found):
        with _font(label, path):
            _draw(label, words, x, y + ascent - rising)
        x += width


def install() -> None:
    Label.get_extents, Label._render_text = _get_extents, _render_text
    Label.find_base_direction = staticmethod(lambda text: "rtl" if is_rtl(text) else "ltr")
