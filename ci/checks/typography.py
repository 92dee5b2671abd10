"""Typography of the catalogues: spaces, quotes and apostrophes as each language writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator

FRENCH = "fr"
NO_BREAK = "\u00a0\u202f"
# Syntax shown in a text keeps its signs: [Name "value"].
SYNTAX = re.compile(r"\[[^\]]*\]")
ERRORS = (
    (re.compile("  "), "has two spaces in a row"),
    (re.compile(r"^\s|[^\S\n]$|[^\S\n]\n|\n[^\S\n]"), "has a space at an end"),
    (re.compile('"'), "has a straight quote"),
    (re.compile("'"), "has a straight apostrophe"),
)
BEFORE_MARKS = re.compile(r"[ \u00a0\u202f](?:[,.;!?](?:\s|$)|:(?![ \u00a0\u202f][0-9{])|[»”])")  # not in French
FRENCH_MARKS = re.compile(rf"(?<![{NO_BREAK}?!…])[?!;](?=\W|$)|(?<![{NO_BREAK}])(?::(?=\s|$)|»)|«(?![{NO_BREAK}])")
IDEOGRAPHS = "\u3040-\u30ff\u3400-\u9fff"
HALF_WIDTH = re.compile(rf"[{IDEOGRAPHS}][,;:!?](?![0-9])")
ARABIC_MARKS = re.compile("[\u0600-\u06ff][,;?]|[\u064a\u0643]")  # Latin marks, and the Arabic forms of ye and kaf
MARKS = {
    "ja": (HALF_WIDTH, "has a half-width mark"),
    "zh": (HALF_WIDTH, "has a half-width mark"),
    "zh_Hant": (HALF_WIDTH, "has a half-width mark"),
    "fa": (ARABIC_MARKS, "has a mark or letter that Persian writes otherwise"),
}


def typographic_errors(language: str, form: str) -> Iterator[str]:
    """What is wrong with a text."""
    plain = SYNTAX.sub("x", form)
    for pattern, error in ERRORS:
        if pattern.search(plain):
            yield error
    if language == FRENCH:
        if FRENCH_MARKS.search(plain):
            yield "lacks a no-break space at a mark"
    elif BEFORE_MARKS.search(plain):
        yield "has a space before a mark"
    if language in MARKS and MARKS[language][0].search(plain):
        yield MARKS[language][1]
