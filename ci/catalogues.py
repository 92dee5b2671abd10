"""Compile the catalogues, i18n/*.po, into the files that the app loads: python -m ci.catalogues

Each language gets a .mo file without its fuzzy and empty entries, made again when the catalogue is newer or the
publisher has changed the name of the app, and a line with its own name in languages.json.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations
from pathlib import Path

import polib

from ci import ROOT
from sanmill.core import publisher
from sanmill.core.text.i18n import NAMES

FOLDER = ROOT / "i18n"
TYPE = "text/plain; charset=UTF-8"
WRITTEN = "Sanmill"  # the name of the app in the texts, for which the publisher's is put
LINE = re.compile(r'|#.*|(?:msg\w+(?:\[\d+\])? +)?"(?:[^"\\]|\\.)*"')  # polib drops the end of one without its quote


class CatalogueError(Exception):
    """A catalogue that cannot be read: file, line and error."""


@dataclass(frozen=True)
class Catalogue:
    """The texts of one language as translators write them: the plural forms of each key."""

    name: str  # of the language, in that language
    plurals: int
    entries: dict[str, list[str]]
    fuzzy: set[str]


def read(path: Path) -> Catalogue:
    """Parse a catalogue."""
    file = _parse(path.name, path.read_text(encoding="utf-8"))
    rule = re.match(r"nplurals=(\d+)", file.metadata.get("Plural-Forms", ""))
    return Catalogue(
        name=file.metadata.get("X-Language-Name", ""),
        plurals=int(rule[1]) if rule else 2,
        entries={each.msgid: [*each.msgstr_plural.values()] or [each.msgstr] for each in file if not each.fuzzy},
        fuzzy={each.msgid for each in file.fuzzy_entries()},
    )


@cache  # checks and tests read the same texts many times
def _parse(name: str, content: str) -> polib.POFile:
    for number, line in enumerate(content.splitlines(), start=1):
        if not LINE.fullmatch(line.strip()):
            raise CatalogueError(f"{name}:{number}: {line!r} is not a line of a catalogue")
    try:
        return polib.pofile(content, check_for_duplicates=True)
    except (OSError, ValueError) as error:
        raise CatalogueError(f"{name}: {error}") from error


def compile_catalogues(folder: Path = FOLDER) -> None:
    """Make what is missing or older than its catalogue."""
    for left in [path for path in folder.glob("*.mo") if not path.with_suffix(".po").exists()]:
        left.unlink()
    names: dict[str, str] = {}
    named = Path(publisher.__file__).stat().st_mtime
    for source in sorted(folder.glob("*.po")):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime < max(source.stat().st_mtime, named):
            file = _parse(source.name, source.read_text(encoding="utf-8").replace(WRITTEN, publisher.NAME))
            file.metadata.setdefault("Content-Type", TYPE)
            target.write_bytes(file.to_binary())
        with target.open("rb") as compiled:
            names[source.stem] = GNUTranslations(compiled).info().get("x-language-name", source.stem)
    (folder / NAMES).write_text(json.dumps(names, ensure_ascii=False, indent=0), encoding="utf-8")


if __name__ == "__main__":
    compile_catalogues()
