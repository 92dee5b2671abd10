"""Translations from gettext catalogues, which ``make engine`` compiles from ``i18n/<language>.po``.

The msgid is a key, the msgstr its text; English replaces what a language lacks. Values are written as the language
writes numbers and lists; names of another direction than the sentence are set apart in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from gettext import GNUTranslations
from pathlib import Path
from typing import Any

from . import bidi
from .languages import by_own_name, known_as, nearest, offered
from .locales import Locale, read_locale
from .names import encodable

STANDARD = "en"
SYSTEM = "system"  # use the system's language
NAMES = "languages.json"  # the own name of each language


@dataclass(frozen=True)
class Text:
    """A text to be translated: a key and its placeholders' values, which may be texts themselves."""

    key: str
    values: tuple[tuple[str, Any], ...] = ()
    count: int | None = None  # selects the plural form and fills {count}


def text(key: str, count: int | None = None, **values: Any) -> Text:
    return Text(key, tuple(values.items()), count)


class TextError(Exception):
    """An error with words for the user. Reports leave out what is quoted."""

    def __init__(self, words: Text, where: str = "") -> None:
        values = ", ".join(repr(value) for _, value in words.values)
        super().__init__(f"{where}{words.key} {values}".strip())
        self.words = words


@dataclass(frozen=True)
class Number:
    """A number with decimals, or a large one, as the language writes it."""

    value: float
    places: int = 0
    is_change: bool = False  # with a plus, too


@dataclass(frozen=True)
class Listing:
    """Several texts in a row, as the language writes a list; with or without its word for "and"."""

    items: tuple[Text | str, ...]
    has_and: bool = True


def listing(items: Iterable[Text | str], *, has_and: bool = True) -> Listing:
    return Listing(tuple(items), has_and)


class Translator:
    """Translates into one language, with English as fallback."""

    def __init__(self, folder: Path, language: str = STANDARD) -> None:
        self._folder = folder
        self._names: dict[str, str] = json.loads((folder / NAMES).read_text(encoding="utf-8"))
        self._catalogues: dict[str, GNUTranslations] = {}  # English and the chosen one, read when a text is asked for
        self.choose(language)

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(self._names)

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """The code and own name of each language, sorted by name."""
        return tuple(sorted(self._names.items(), key=lambda pair: by_own_name(pair[1])))

    @property
    def is_rtl(self) -> bool:
        return self._read(self.language).info().get("x-direction") == "rtl"

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

    def _read(self, language: str) -> GNUTranslations:
        if language not in self._catalogues:
            with (self._folder / f"{language}.mo").open("rb") as file:
                self._catalogues[language] = GNUTranslations(file)
        return self._catalogues[language]

    def _form(self, language: str, words: Text) -> str:
        """The text in a language, or the key if it has none."""
        catalogue = self._read(language)
        if words.count is None:
            return catalogue.gettext(words.key)
        return catalogue.ngettext(words.key, words.key, words.count)

    def say(self, words: Text | str, **values: Any) -> str:
        """Translate a Text, or a key with its values. A key without a text is returned as it is."""
        if isinstance(words, str):
            words = text(words, values.pop("count", None), **values)
        form = self._form(self.language, words)
        if form == words.key:
            form = self._form(STANDARD, words)
        named = {name: self._filled(value) for name, value in words.values}
        if words.count is not None:
            named["count"] = self.number(words.count)
        return encodable(form.format(**named)) if named else form

    def number(self, value: float, places: int = 0) -> str:
        return self._locale.number(value, places)

    def join(self, items: Iterable[Text | str], *, has_and: bool = True) -> str:
        return self._locale.join([self._filled(item) for item in items], has_and=has_and)

    def _filled(self, value: Any) -> Any:
        if isinstance(value, Text):
            return self.say(value)
        if isinstance(value, Number):
            plus = "+" if value.is_change and value.value >= 0 else ""
            return f"{plus}{self.number(value.value, value.places)}"
        if isinstance(value, Listing):
            return self.join(value.items, has_and=value.has_and)
        if isinstance(value, int) and not isinstance(value, bool):
            return self._locale.digits(str(value))
        if isinstance(value, str) and (bidi.has_left(value) if self.is_rtl else bidi.has_right(value)):
            return bidi.isolated(value)
        return value
