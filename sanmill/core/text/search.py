"""Search in words as a person writes them: in any order, without regard to case and accents."""

from __future__ import annotations

from unicodedata import combining, normalize


def folded(words: str) -> str:
    return "".join(letter for letter in normalize("NFKD", words.casefold()) if not combining(letter))


def is_found(wanted: str, *texts: str) -> bool:
    """Whether all words wanted, or their beginnings or ends, stand somewhere in the texts."""
    whole = folded(" ".join(texts))
    return all(word in whole for word in folded(wanted).split())
