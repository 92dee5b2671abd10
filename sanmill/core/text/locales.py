"""How languages write numbers and lists: i18n/locales.json, which ci/assets/make_locales.py makes from Babel's data."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

FILE = "locales.json"
GROUPED = 10_000  # the least number whose thousands are set apart: years and ratings are not


@dataclass(frozen=True)
class Locale:
    """Signs and patterns of a language; the defaults are English."""

    decimal: str = "."
    group: str = ","
    zero: str = "0"  # the first of ten digits
    comma: str = ", "  # between members of a list
    pair: str = "{0} and {1}"
    last: str = "{0} and {1}"  # a list and its last member

    def digits(self, written: str) -> str:
        if self.zero == "0":
            return written
        return "".join(chr(ord(self.zero) + int(sign)) if sign in "0123456789" else sign for sign in written)

    def number(self, value: float, places: int = 0) -> str:
        written = f"{abs(value):,.{places}f}" if abs(value) >= GROUPED else f"{abs(value):.{places}f}"
        signs = {",": self.group, ".": self.decimal}
        plain = "".join(signs.get(sign, sign) for sign in written)
        return self.digits(f"{'−' if value < 0 else ''}{plain}")

    def join(self, items: list[str], *, has_and: bool = True) -> str:
        if not has_and or len(items) < 2:
            return self.comma.join(items)
        if len(items) == 2:
            return self.pair.format(*items)
        return self.last.format(self.comma.join(items[:-1]), items[-1])


def read_locale(folder: Path, language: str) -> Locale:
    """The locale of a language, or of its base language; English where the table has neither."""
    try:
        table = json.loads((folder / FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Locale()
    return Locale(**table.get(language, table.get(language.partition("_")[0], {})))
