"""Names given by users: one short line each, unique without regard to case."""

from __future__ import annotations

from collections.abc import Iterable

NAME_MAX = 40


def clean_name(name: str) -> str:
    """A name on one line, without invisible characters."""
    words = "".join(letter if letter.isprintable() else " " for letter in name).split()
    return " ".join(words)[:NAME_MAX].strip()


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """The name, with a number appended if it is taken."""
    known = {name.casefold() for name in taken}
    if wanted.casefold() not in known:
        return wanted
    number = 2
    while f"{wanted[: NAME_MAX - 4]} {number}".casefold() in known:
        number += 1
    return f"{wanted[: NAME_MAX - 4]} {number}"
