"""Translations from gettext catalogues, read without compiling them (``i18n/<language>.po``).

The msgid is a key, the msgstr its text. English replaces entries that are missing or fuzzy. A new language is a new
file; its header gives the language's own name, plural forms and direction. Values are written as the language writes
numbers and lists; names of another direction than the sentence are set apart in it.
"""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import bidi
from .languages import by_own_name, known_as, nearest, offered
from .locales import Locale, read_locale
from .names import encodable

STANDARD = "en"
SYSTEM = "system"  # use the system's language
FIELD = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d+)\])?)\s+(".*")$')
SIMPLE = re.compile(r'(?<=\n\n)msgid "([^"\\]+)"\nmsgstr "([^"\\\n]+)"\n(?=\n|\Z)')  # most entries are like this
HEADER = 8192  # characters that a header, with the glossary above it, may have


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


@dataclass(frozen=True)
class Number:
    """A number with decimals, or a large one, as the language writes it."""

    value: float
    places: int = 0


@dataclass(frozen=True)
class Listing:
    """Several texts in a row, as the language writes a list; with or without its word for "and"."""

    items: tuple[Text | str, ...]
    has_and: bool = True


def listing(items: Iterable[Text | str], *, has_and: bool = True) -> Listing:
    return Listing(tuple(items), has_and)


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
    content = path.read_text(encoding="utf-8")
    simple = SIMPLE.findall(content)
    catalogue = Catalogue(entries={key: [form] for key, form in simple})
    try:
        if len(catalogue.entries) < len(simple):
            raise CatalogueError
        _add_blocks(catalogue, path, SIMPLE.sub("", content))
    except CatalogueError:
        catalogue = Catalogue()
        _add_blocks(catalogue, path, content)  # tells the line of the fault
    return catalogue


def _add_blocks(catalogue: Catalogue, path: Path, content: str) -> None:
    for number, block in _blocks(path, content):
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


def read_header(path: Path) -> Catalogue:
    """A catalogue without its entries."""
    catalogue = Catalogue()
    with path.open(encoding="utf-8") as file:
        content = file.read(HEADER).partition('\nmsgid "')[2].partition("\n\n")[0]
    for _, block in _blocks(path, f'msgid "{content}'):
        catalogue.apply_header(block.get("msgstr", ""))
    return catalogue


def _blocks(path: Path, content: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The entries of a file as dicts of fields, each with its last line."""
    block: dict[str, str] = {}
    name = ""
    for number, line in enumerate([*content.splitlines(), ""], start=1):
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
        self._catalogues: dict[str, Catalogue] = {}  # English and the chosen one, each read when a text is asked for
        self.choose(language)

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(sorted(path.stem for path in self._folder.glob("*.po")))

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """The code and own name of each language, sorted by name."""
        named = ((each, read_header(self._folder / f"{each}.po").name or each) for each in self.languages)
        return tuple(sorted(named, key=lambda pair: by_own_name(pair[1])))

    @property
    def is_rtl(self) -> bool:
        """Whether the language is written from right to left."""
        return self._read(self.language).is_rtl

    def nearest(self, wanted: Iterable[str]) -> str:
        """The best language for someone who asks for these, the first most."""
        return next((found for found in (nearest(each, self.languages) for each in wanted) if found), STANDARD)

    def offered(self, wanted: Iterable[str]) -> tuple[str, ...]:
        """Languages that someone who asks for these may know."""
        return tuple(code for each in wanted for code in offered(each) if code in self.languages)

    def choose(self, language: str) -> None:
        """Switch to a language, or to English if it has no catalogue."""
        self.language = known_as(language, self.languages) or STANDARD
        self._catalogues = {code: each for code, each in self._catalogues.items() if code in (STANDARD, self.language)}
        self._locale: Locale = read_locale(self._folder, self.language)

    def _read(self, language: str) -> Catalogue:
        if language not in self._catalogues:
            self._catalogues[language] = read(self._folder / f"{language}.po")
        return self._catalogues[language]

    def say(self, words: Text | str, **values: Any) -> str:
        """Translate a Text, or a key with its values. A key without a text is returned as it is."""
        if isinstance(words, str):
            words = text(words, values.pop("count", None), **values)
        form = self._read(self.language).form(words.key, words.count)
        if form is None:
            form = self._read(STANDARD).form(words.key, words.count)
        if form is None:
            return words.key
        named = {name: self._filled(value) for name, value in words.values}
        if words.count is not None:
            named["count"] = self.number(words.count)
        return encodable(form.format(**named)) if named else form

    def number(self, value: float, places: int = 0) -> str:
        """A number in the digits of the language."""
        return self._locale.number(value, places)

    def join(self, items: Iterable[Text | str], *, has_and: bool = True) -> str:
        """A list as the language writes it."""
        return self._locale.join([self._filled(item) for item in items], has_and=has_and)

    def _filled(self, value: Any) -> Any:
        """A value as it stands in a sentence."""
        if isinstance(value, Text):
            return self.say(value)
        if isinstance(value, Number):
            return self.number(value.value, value.places)
        if isinstance(value, Listing):
            return self.join(value.items, has_and=value.has_and)
        if isinstance(value, int) and not isinstance(value, bool):
            return self._locale.digits(str(value))
        if isinstance(value, str) and (bidi.RIGHT.search(value) if not self.is_rtl else bidi.LEFT.search(value)):
            return bidi.isolated(value)
        return value
