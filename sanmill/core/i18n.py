"""Texts by key, from gettext catalogues read as they are written (``i18n/<language>.po``).

A key is the msgid, the words are the msgstr. What a language lacks, or has only as a fuzzy entry, is said in English.
To add a language is to add a file; its head tells the language's own name, plural forms and direction.
"""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

STANDARD = "en"
SYSTEM = "system"  # the language of the phone
FIELD = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d+)\])?)\s+(".*")$')


class CatalogueError(Exception):
    """A catalogue that cannot be read: file, line and cause."""


@dataclass(frozen=True)
class Text:
    """Words to be said in the user's language: a key and its values, which may be texts themselves."""

    key: str
    values: tuple[tuple[str, Any], ...] = ()
    count: int | None = None  # chooses the plural form and is the value {count}


def text(key: str, count: int | None = None, **values: Any) -> Text:
    """A text with its values."""
    return Text(key, tuple(values.items()), count)


@dataclass
class Catalogue:
    """The words of one language: the forms of each key."""

    name: str = ""  # of the language, in that language
    is_rtl: bool = False
    plurals: int = 2
    plural: Callable[[int], int] = field(default=lambda count: int(count != 1))
    entries: dict[str, list[str]] = field(default_factory=dict)
    fuzzy: set[str] = field(default_factory=set)

    def take_head(self, head: str) -> None:
        """Learn what the first entry tells of the language."""
        told = dict(re.findall(r"^([\w-]+): *(.*)$", head, re.MULTILINE))
        self.name = told.get("X-Language-Name", "")
        self.is_rtl = told.get("X-Direction", "ltr") == "rtl"
        rule = re.search(r"nplurals=(\d+); *plural=([^;]+)", told.get("Plural-Forms", ""))
        if rule:
            self.plurals, self.plural = int(rule[1]), gettext.c2py(rule[2])

    def form(self, key: str, count: int | None) -> str | None:
        """The words of a key for a count, or nothing."""
        forms = self.entries.get(key)
        if not forms:
            return None
        index = 0 if count is None else self.plural(count)
        return forms[index if index < len(forms) else -1] or None


def read(path: Path) -> Catalogue:
    """A catalogue from its file."""
    catalogue = Catalogue()
    for number, block in _blocks(path):
        key = block.get("msgid", "")
        forms = [block[name] for name in sorted(block) if name.startswith("msgstr")]
        if not forms:
            raise CatalogueError(f"{path.name}:{number}: {key} has no msgstr")
        if not key:
            catalogue.take_head(forms[0])
        elif key in catalogue.entries or key in catalogue.fuzzy:
            raise CatalogueError(f"{path.name}:{number}: {key} stands there twice")
        elif "fuzzy" in block:
            catalogue.fuzzy.add(key)
        else:
            catalogue.entries[key] = forms
    return catalogue


def read_head(path: Path) -> Catalogue:
    """What a catalogue tells of its language, without its words."""
    catalogue = Catalogue()
    for _, block in _blocks(path):
        catalogue.take_head(block.get("msgstr", ""))
        break
    return catalogue


def _blocks(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """The entries of a file as their fields, each with the line it ends at."""
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
            raise CatalogueError(f"{path.name}:{number}: {stripped!r} is no line of a catalogue")


def _unquoted(path: Path, number: int, quoted: str) -> str:
    if "\\" not in quoted and quoted.count('"') == 2:
        return quoted[1:-1]  # most are, and this is faster
    try:
        return str(ast.literal_eval(quoted))
    except (SyntaxError, ValueError) as failure:
        raise CatalogueError(f"{path.name}:{number}: {quoted} is not closed") from failure


class Translator:
    """Says texts in one language, with English behind it."""

    def __init__(self, folder: Path, language: str = STANDARD) -> None:
        self._folder = folder
        self._standard = read(folder / f"{STANDARD}.po")
        self._chosen = self._standard
        self.language = STANDARD
        self.choose(language)

    @property
    def languages(self) -> tuple[str, ...]:
        """Every language there is a catalogue for."""
        return tuple(sorted(path.stem for path in self._folder.glob("*.po")))

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Every language with its own name."""
        return tuple((each, read_head(self._folder / f"{each}.po").name or each) for each in self.languages)

    @property
    def is_rtl(self) -> bool:
        """Whether the language is read from right to left."""
        return self._chosen.is_rtl

    def choose(self, language: str) -> None:
        """Speak this language, or English when there is no catalogue for it."""
        known = language if language in self.languages else STANDARD
        self._chosen = self._standard if known == STANDARD else read(self._folder / f"{known}.po")
        self.language = known

    def say(self, words: Text | str, **values: Any) -> str:
        """A text, or a key with its values, in words. A key without words is said as it is."""
        if isinstance(words, str):
            words = text(words, values.pop("count", None), **values)
        form = self._chosen.form(words.key, words.count) or self._standard.form(words.key, words.count)
        if form is None:
            return words.key
        named = {name: self.say(value) if isinstance(value, Text) else value for name, value in words.values}
        if words.count is not None:
            named["count"] = words.count
        return form.format(**named) if named else form
