"""Make i18n/locales.json, the signs of numbers and lists of every language, from Babel's data (CLDR).

python -m ci.assets.make_locales
"""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib import import_module
from typing import Any

from ci import ROOT
from sanmill.core.text.locales import FILE, Locale

EXTRA = ("pt_BR", "zh_Hant")  # forms of a language with a catalogue of their own
DIGITS = {"arabext": "۰", "arab": "٠", "deva": "०", "beng": "০", "mymr": "၀"}
NO_OXFORD = {"en"}  # catalogues in British style: no comma before "and"
DIRECTION_MARKS = str.maketrans("", "", "\u200e\u200f\u061c")


def main() -> None:
    localedata: Any = import_module("babel.localedata")  # by name: only this script needs the package
    languages = {code for code in localedata.locale_identifiers() if len(code) == 2}
    table = {code: made for code in sorted({*languages, *EXTRA}) if (made := describe(code)) is not None}
    rows = ",\n".join(f"{json.dumps(code)}: {json.dumps(row, ensure_ascii=False)}" for code, row in table.items())
    (ROOT / "i18n" / FILE).write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")
    print(f"{len(table)} languages")


def describe(code: str) -> dict[str, str] | None:
    """What a language writes otherwise than English does; nothing where all is the same."""
    locale = import_module("babel").Locale.parse(code)
    system = locale.default_numbering_system
    signs = locale.number_symbols.get(system) or locale.number_symbols["latn"]
    pattern = locale.list_patterns["standard"]
    comma = pattern["middle"].replace("{0}", "").replace("{1}", "").translate(DIRECTION_MARKS)
    last = pattern["end"]
    if code in NO_OXFORD:
        last = last.replace("{0},", "{0}")
    found = Locale(
        decimal=signs.get("decimal", "."),
        group=signs.get("group", ","),
        zero=DIGITS.get(system, "0"),
        comma=comma,
        pair=pattern["2"],
        last=last,
    )
    usual = asdict(Locale())
    return {name: value for name, value in asdict(found).items() if value != usual[name]} or None


if __name__ == "__main__":
    main()
