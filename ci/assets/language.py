"""Prepare one more language: make language LANG=sv.

Writes i18n/sv.po with every key of English, empty, below a head with the plural rule and the terms of the glossary to
fill in; the English text stands above each entry. An existing catalogue is kept and gets the keys that it lacks. Then
says what to do next and which letters of the language the fonts lack, and takes pictures of the screens with the most
words; a text that is still empty is in English there, as in the app.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from ci import ROOT
from ci.catalogues import FOLDER, Catalogue, compile_catalogues, read
from sanmill.core.text import arabic
from sanmill.core.text.i18n import STANDARD
from sanmill.core.text.languages import parse

PICTURES = ROOT / "build" / "language"
LONG_SCENES = ("home", "removing", "new_versus", "play_settings", "review", "rules", "statistics", "result")
GLOSSARY = (
    "piece, point, line, mill, double mill, to place, to move, to remove, to fly, hand, placing phase, moving phase, "
    "endgame, turn, move, draw, variant, hint, coach, review, rating, tablebase, level, White, Black"
).split(", ")
HEAD = """# {name}: say here how the player is addressed, then fill in the words that players use.
{glossary}
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: {code}\\n"
"X-Language-Name: {name}\\n"
{direction}"Plural-Forms: nplurals={plurals}; plural={rule};\\n"
"""


def head(code: str) -> str:
    """The head of a catalogue, from Babel's data."""
    locale: Any = import_module("babel").Locale.parse(code)
    plurals, rule = import_module("babel.messages.plurals").get_plural(code)[:2]
    name = str(locale.get_display_name(locale))
    return HEAD.format(
        code=code,
        name=name[:1].upper() + name[1:],
        glossary="\n".join(f"# {term}: " for term in GLOSSARY),
        direction='"X-Direction: rtl\\n"\n' if locale.text_direction == "rtl" else "",
        plurals=plurals,
        rule=rule,
    )


def entries(english: Catalogue, known: Catalogue, plurals: int) -> Iterator[str]:
    """An empty entry for each key that a catalogue lacks."""
    for key, forms in english.entries.items():
        if key in known.entries or key in known.fuzzy:
            continue
        source = "\n".join(f"#. {line}" for form in forms for line in form.split("\n"))
        name = json.dumps(key)
        if len(forms) > 1:
            empty = "\n".join(f'msgstr[{index}] ""' for index in range(plurals))
            yield f"\n{source}\nmsgid {name}\nmsgid_plural {name}\n{empty}\n"
        else:
            yield f'\n{source}\nmsgid {name}\nmsgstr ""\n'


def prepare(code: str, folder: Path = FOLDER) -> Path:
    """Write the catalogue, or complete it."""
    path = folder / f"{code}.po"
    written = path.read_text(encoding="utf-8") if path.exists() else head(code)
    path.write_text(written, encoding="utf-8")
    known = read(path)
    path.write_text(written + "".join(entries(read(folder / f"{STANDARD}.po"), known, known.plurals)), encoding="utf-8")
    return path


def lacking(code: str) -> str:
    """Letters of the language that no shipped font has, from Babel's names of days, months and languages."""
    from ci.checks.check_strings import COVERED

    locale: Any = import_module("babel").Locale.parse(code)
    names = [
        *locale.languages.values(),
        *locale.months["format"]["wide"].values(),
        *locale.days["format"]["wide"].values(),
    ]
    letters = {letter for name in names for letter in arabic.join(str(name)) if letter.isalpha()}
    return "".join(sorted(letter for letter in letters if not COVERED.search(letter)))


def take_pictures(code: str) -> None:
    environment = {**os.environ, "LANGUAGE": code, "KIVY_METRICS_FONTSCALE": "1.6"}
    command = [sys.executable, "-m", "ci.robots.shots", str(PICTURES / code), *LONG_SCENES]
    subprocess.run(command, cwd=ROOT, env=environment, check=False)


def next_steps(code: str, empty: int, missing: str) -> str:
    """What the translator does now."""
    lacking = f"lack {missing}: add them in ci/assets/make_fonts.py, then make fonts"
    fonts = lacking if missing else "have all of its letters"
    return f"""
i18n/{code}.po has {empty} texts to fill in; the fonts {fonts}.
1. In its head say how the player is addressed and fill in the glossary, then the texts from it.
2. make run, and choose the language in Settings, App. A text that is empty is shown in English.
3. .venv/bin/python -m ci.checks.check_translations names every text that is empty, and
   .venv/bin/python -m ci.checks.check_strings every one that does not fit.
4. make language LANG={code} again takes these pictures again, with your texts in the largest size:
   build/language/{code}; make layouts LANGUAGES={code} looks for errors on every screen.
5. Store texts: a folder in ci/packaging/fastlane/metadata/android and a line in ci/assets/make_store.py,
   which takes the pictures.
"""


def main(arguments: list[str]) -> int:
    tag = parse(arguments[0]) if arguments else parse("")
    if not tag.language:
        print("Say which language: make language LANG=sv")
        return 1
    code = "_".join(filter(None, (tag.language, tag.script, tag.region)))
    try:
        missing = lacking(code)
    except import_module("babel").UnknownLocaleError as error:
        print(f"{error}: make language LANG=sv takes the code of a language, of two or three letters")
        return 1
    forms = read(prepare(code)).entries.values()
    print(next_steps(code, sum(not all(each) for each in forms), missing), flush=True)
    compile_catalogues()
    take_pictures(code)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
