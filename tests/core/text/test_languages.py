"""Which catalogue serves a language tag."""

from __future__ import annotations

import pytest

from sanmill.core.resources import CATALOGUES
from sanmill.core.text.i18n import Number, Translator, listing, text
from sanmill.core.text.languages import Tag, by_own_name, nearest, offered, parse
from sanmill.core.text.locales import Locale, read_locale

SHIPPED = ("cs", "de", "en", "es", "fa", "fr", "ja", "pt_BR", "ro", "ru", "zh", "zh_Hant")


@pytest.mark.parametrize(
    ("written", "tag"),
    [
        ("zh-Hant-TW", Tag("zh", "Hant", "TW")),
        ("zh_HK", Tag("zh", "Hant", "HK")),
        ("zh-Hans-SG", Tag("zh", "Hans", "SG")),
        ("pt_BR.UTF-8", Tag("pt", "", "BR")),
        ("de_DE@euro", Tag("de", "", "DE")),
        ("sr-Latn", Tag("sr", "Latn")),
        ("iw", Tag("he")),
        ("in-ID", Tag("id", "", "ID")),
        ("es-419", Tag("es", "", "419")),
        ("en-US-u-ca-gregory", Tag("en", "", "US")),
        ("C", Tag("")),
        ("POSIX", Tag("")),
        ("", Tag("")),
    ],
)
def test_language_tags_of_all_systems_are_parsed(written: str, tag: Tag) -> None:
    assert parse(written) == tag


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        ("pt-PT", "pt_BR"),
        ("pt", "pt_BR"),
        ("zh-HK", "zh_Hant"),
        ("zh-TW", "zh_Hant"),
        ("zh-MO", "zh_Hant"),
        ("zh-Hant", "zh_Hant"),
        ("zh-CN", "zh"),
        ("zh-SG", "zh"),
        ("zh", "zh"),
        ("zh-Hans-HK", "zh"),
        ("es-MX", "es"),
        ("fr-CA", "fr"),
        ("fa-AF", "fa"),
        ("mo", "ro"),
        ("be-BY", ""),
        ("tlh", ""),
    ],
)
def test_nearest_catalogue_is_found(wanted: str, given: str) -> None:
    assert nearest(wanted, SHIPPED) == given


def test_widely_known_language_is_offered_but_not_chosen() -> None:
    assert offered("be-BY") == ("ru",)
    translator = Translator(CATALOGUES)
    assert translator.nearest(["be-BY"]) == "en"
    assert translator.nearest(["be-BY", "de-AT"]) == "de"  # the phone lists several
    assert offered("de") == ()


def test_names_are_sorted_ignoring_accents() -> None:
    names = ["简体中文", "Українська", "English", "فارسی", "Čeština", "Deutsch", "日本語", "Español"]
    ordered = ["Čeština", "Deutsch", "English", "Español", "Українська", "فارسی", "日本語", "简体中文"]
    assert sorted(names, key=by_own_name) == ordered


@pytest.mark.parametrize(
    ("language", "number", "members"),
    [
        ("en", "12,345.6", "a, b and c"),
        ("de", "12.345,6", "a, b und c"),
        ("fr", "12\u202f345,6", "a, b et c"),
        ("pl", "12\u00a0345,6", "a, b i c"),
        ("ja", "12,345.6", "a、b、c"),
        ("zh_Hant", "12,345.6", "a、b和c"),
        ("fa", "۱۲٬۳۴۵٫۶", "a، b، و c"),
    ],
)
def test_numbers_and_lists_are_written_by_locale(language: str, number: str, members: str) -> None:
    locale = read_locale(CATALOGUES, language)
    assert locale.number(12345.6, 1) == number
    assert locale.join(["a", "b", "c"]) == members


def test_years_and_ratings_are_not_grouped() -> None:
    assert Locale().number(2026) == "2026"
    assert Locale().number(-5) == "−5"


def test_language_without_locale_uses_english_format() -> None:
    assert read_locale(CATALOGUES, "xx") == Locale()


def test_values_in_texts_use_locale_format() -> None:
    german = Translator(CATALOGUES, "de")
    assert "1,5" in german.say(text("tablebase.build", size=Number(1.5, 1)))
    assert "d6, f4 und a1" in german.say(text("notice.took", side="Ben", points=listing(["d6", "f4", "a1"])))


def test_change_of_rating_has_sign_and_digits_of_language() -> None:
    persian = Translator(CATALOGUES, "fa")
    words = [text("result.rating", rating=1027, change=Number(change, is_change=True)) for change in (27, -27)]
    gained, lost = map(persian.say, words)
    assert "+۲۷" in gained
    assert "−۲۷" in lost


def test_name_of_other_direction_is_isolated() -> None:
    english = Translator(CATALOGUES)
    assert english.say(text("result.wins", side="דנה")) == "\u2068דנה\u2069 wins!"
    assert english.say(text("result.wins", side="Dana")) == "Dana wins!"
