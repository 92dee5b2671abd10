"""Translations from gettext catalogues, read without compiling them (``i18n/<language>.po``).

The msgid is a key, the msgstr its text. English replaces entries that are missing or fuzzy. A new language is a new
file; its header gives the language's own name, plural forms and direction.
"""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .names import encodable

STANDARD = "en"
SYSTEM = "system"  # use the system's language
FIELD = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d+)\])?)\s+(".*")$')


class CatalogueError(Exception):
    """A catalogue that cannot be read: file, line and cause."""


@dataclass(frozen=True)
class Text:
    """A text to be translated: a key and its placeholders' values, which may be texts themselves."""

    key: str
    values: tuple[tuple[str, Any], ...] = ()
    count: int | None = None  # selects the plural form and fills {count}


def text(key: str, count: int | None = None, **values: Any) -> Text:
    return Text(key, tuple(values.items()), count)


@dataclass
class Catalogue:
    """The texts of one language: the plural forms of each key."""

    name: str = ""  # of the language, in that language
    is_rtl: bool = False
    plurals: int = 2
    plural: Callable[[int], int] = field(default=lambda count: int(count != 1))
    entries: dict[str, list[str]] = field(default_factory=dict)
    fuzzy: set[str] = field(default_factory=set)

    def apply_header(self, header: str) -> None:
        """Set name, direction and plural forms from the first entry."""
        fields = dict(re.findall(r"^([\w-]+): *(.*)$", header, re.MULTILINE))
        self.name = fields.get("X-Language-Name", "")
        self.is_rtl = fields.get("X-Direction", "ltr") == "rtl"
        rule = re.search(r"nplurals=(\d+); *plural=([^;]+)", fields.get("Plural-Forms", ""))
        if rule:
            self.plurals, self.plural = int(rule[1]), gettext.c2py(rule[2])

    def form(self, key: str, count: int | None) -> str | None:
        """The text of a key for a count, if there is one."""
        forms = self.entries.get(key)
        if not forms:
            return None
        index = 0 if count is None else self.plural(count)
        return forms[index if index < len(forms) else -1] or None


def read(path: Path) -> Catalogue:
    """Parse a catalogue."""
    catalogue = Catalogue()
    for number, block in _blocks(path):
        key = block.get("msgid", "")
        forms = [block[name] for name in sorted(block) if name.startswith("msgstr")]
        if not forms:
            raise CatalogueError(f"{path.name}:{number}: {key} has no msgstr")
        if not key:
            catalogue.apply_header(forms[0])
        elif key in catalogue.entries or key in catalogue.fuzzy:
            raise CatalogueError(f"{path.name}:{number}: {key} is defined twice")
        elif "fuzzy" in block:
            catalogue.fuzzy.add(key)
        else:
            catalogue.entries[key] = forms
    return catalogue


def read_header(path: Path) -> Catalogue:
    """A catalogue without its entries."""
    catalogue = Catalogue()
    for _, block in _blocks(path):
        catalogue.apply_header(block.get("msgstr", ""))
        break
    return catalogue


def _blocks(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """The entries of a file as dicts of fields, each with its last line."""
    block: dict[str, str] = {}
    name = ""
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), ""], start=1):
        stripped = line.strip()
        match = FIELD.match(stripped)
        is_next = stripped.startswith(("#", "msgctxt ", "msgid ")) and name.startswith("msgstr")
        if not stripped or is_next:
            if "msgid" in block:
                yield number, block
            block, name = {}, ""
        if stripped.startswith("#"):
            if stripped.startswith("#,") and "fuzzy" in stripped:
                block["fuzzy"] = ""
        elif match:
            name = match[1]
            if name in block:
                raise CatalogueError(f"{path.name}:{number}: a second {name} in one entry")
            block[name] = _unquoted(path, number, match[3])
        elif stripped.startswith('"') and name:
            block[name] += _unquoted(path, number, stripped)
        elif stripped:
            raise CatalogueError(f"{path.name}:{number}: {stripped!r} is not a line of a catalogue")


def _unquoted(path: Path, number: int, quoted: str) -> str:
    if "\\" not in quoted and quoted.count('"') == 2:
        return quoted[1:-1]  # the common case, faster
    try:
        return str(ast.literal_eval(quoted))
    except (SyntaxError, ValueError) as failure:
        raise CatalogueError(f"{path.name}:{number}: {quoted} is not closed") from failure


class Translator:
    """Translates into one language, with English as fallback."""

    def __init__(self, folder: Path, language: str = STANDARD) -> None:
        self._folder = folder
        self._standard = read(folder / f"{STANDARD}.po")
        self._chosen = self._standard
        self.language = STANDARD
        self.choose(language)

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(sorted(path.stem for path in self._folder.glob("*.po")))

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """The code and own name of each language."""
        return tuple((each, read_header(self._folder / f"{each}.po").name or each) for each in self.languages)

    @property
    def is_rtl(self) -> bool:
        """Whether the language is written from right to left."""
        return self._chosen.is_rtl

    def choose(self, language: str) -> None:
        """Switch to a language, or to English if it has no catalogue."""
        known = language if language in self.languages else STANDARD
        self._chosen = self._standard if known == STANDARD else read(self._folder / f"{known}.po")
        self.language = known

    def say(self, words: Text | str, **values: Any) -> str:
        """Translate a Text, or a key with its values. A key without a text is returned as it is."""
        if isinstance(words, str):
            words = text(words, values.pop("count", None), **values)
        form = self._chosen.form(words.key, words.count) or self._standard.form(words.key, words.count)
        if form is None:
            return words.key
        named = {name: self.say(value) if isinstance(value, Text) else value for name, value in words.values}
        if words.count is not None:
            named["count"] = words.count
        return encodable(form.format(**named)) if named else form
