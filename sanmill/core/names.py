"""Names that users give: one short line, and no two alike."""

from __future__ import annotations

from collections.abc import Iterable

NAME_MAX = 40


def clean_name(name: str) -> str:
    """A name as it is kept: one line, no signs that cannot be seen."""
    words = "".join(sign if sign.isprintable() else " " for sign in name).split()
    return " ".join(words)[:NAME_MAX].strip()


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """The name, or with the first number that makes it new."""
    known = {name.casefold() for name in taken}
    if wanted.casefold() not in known:
        return wanted
    number = 2
    while f"{wanted[: NAME_MAX - 4]} {number}".casefold() in known:
        number += 1
    return f"{wanted[: NAME_MAX - 4]} {number}"
