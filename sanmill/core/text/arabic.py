"""Joined letters of the Arabic script, for a text provider that draws every character by itself.

Each letter becomes the presentation form (U+FB50 to U+FEFC) that its neighbours ask for. Unicode's own
decompositions tell the forms, and they tell how a letter joins: to both sides if it has an initial form, to the
letter before it if it has only a final one.
"""

from __future__ import annotations

import re
from functools import cache
from unicodedata import category, decomposition

LETTERS = "[\u0620-\u064a\u066e-\u06d3\u06d5\u06fa-\u06fc]"
JOINERS = "\u0640\u200d"  # the stroke between letters, and its invisible counterpart
LAM = "\u0644"
ISOLATED, FINAL, INITIAL, MEDIAL = "<isolated>", "<final>", "<initial>", "<medial>"
FORMS = (0xFB50, 0xFEFC)


@cache
def _forms() -> dict[str, dict[str, str]]:
    """The forms of each letter, and of lam with alef."""
    forms: dict[str, dict[str, str]] = {}
    for code in range(FORMS[0], FORMS[1] + 1):
        form, *parts = decomposition(chr(code)).split() or [""]
        letters = "".join(chr(int(part, 16)) for part in parts)
        if form in (ISOLATED, FINAL, INITIAL, MEDIAL) and (len(letters) == 1 or _is_lam_alef(letters)):
            forms.setdefault(letters, {}).setdefault(form, chr(code))
    return forms


def _is_lam_alef(letters: str) -> bool:
    return len(letters) == 2 and letters[0] == LAM and letters[1] in "\u0622\u0623\u0625\u0627"


def join(text: str) -> str:
    """The text with the form of each letter that its place in the word asks for."""
    if not re.search(LETTERS, text):
        return text
    forms = _forms()
    units = _units(text)
    joined: list[str] = []
    solid = [at for at, unit in enumerate(units) if not _is_transparent(unit)]
    neighbours = {at: (before, after) for before, at, after in zip([-1, *solid], solid, [*solid[1:], -1])}
    for at, unit in enumerate(units):
        known = forms.get(unit)
        if known is None or at not in neighbours:
            joined.append(unit)
            continue
        before, after = neighbours[at]
        is_after = before >= 0 and FINAL in known and _joins_next(units[before])
        is_before = after >= 0 and INITIAL in known and _joins_previous(units[after])
        form = (MEDIAL if is_before else FINAL) if is_after else INITIAL if is_before else ISOLATED
        joined.append(known.get(form, unit))
    return "".join(joined)


def _units(text: str) -> list[str]:
    """The characters of a text, lam and alef together."""
    units: list[str] = []
    for character in text:
        if units and _is_lam_alef(units[-1] + character):
            units[-1] += character
        else:
            units.append(character)
    return units


def _is_transparent(unit: str) -> bool:
    """Whether letters join over it, as over vowel marks."""
    return category(unit[0]) in ("Mn", "Me")


def _joins_next(unit: str) -> bool:
    return unit in JOINERS or INITIAL in _forms().get(unit, ())


def _joins_previous(unit: str) -> bool:
    return unit in JOINERS or FINAL in _forms().get(unit, ())
