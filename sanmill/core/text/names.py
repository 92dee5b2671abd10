"""Texts given by users: characters that can be stored and shown, and short names unique without regard to case."""

from __future__ import annotations

import re
from collections.abc import Iterable

NAME_MAX = 40
SURROGATES = re.compile("[\ud800-\udfff]")


def encodable(text: str) -> str:
    """The text with lone surrogates replaced: UTF-8 has no code for them."""
    return SURROGATES.sub("\ufffd", text)


def one_line(text: str, length: int) -> str:
    """The text on one line of at most ``length`` characters, without controls and direction overrides."""
    words = "".join(letter if letter.isprintable() else " " for letter in text).split()
    return " ".join(words)[:length].strip()


def clean_name(name: str) -> str:
    return one_line(name, NAME_MAX)


def file_name(title: str) -> str:
    kept = "".join(letter if letter.isalnum() or letter in " -–()" else " " for letter in title)
    return " ".join(kept.split())[:60] or "game"


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """The name, with a number appended if it is taken."""
    known = {name.casefold() for name in taken}
    if wanted.casefold() not in known:
        return wanted
    stem, number = wanted[: NAME_MAX - 4].rstrip(), 2
    while f"{stem} {number}".casefold() in known:
        number += 1
    return f"{stem} {number}"
