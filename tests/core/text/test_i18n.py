"""Catalogues: plural forms, headers, the fallback to English, and broken files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ci.catalogues import CatalogueError, compile_catalogues, read
from sanmill.core import publisher
from sanmill.core.text.i18n import Translator, text

SHIPPED = Path(__file__).resolve().parents[3] / "i18n"
POLISH = r"""
msgid ""
msgstr ""
"Language: pl\n"
"X-Language-Name: Polski\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"

msgid "status.you.take"
msgid_plural "status.you.take"
msgstr[0] "Zabierz {count} pionek."
msgstr[1] "Zabierz {count} pionki."
msgstr[2] "Zabierz {count} pionków."

#, fuzzy
msgid "side.white"
msgstr "Czarne"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SHIPPED, tmp_path / "i18n"))


def written(folder: Path, words: str) -> Path:
    path = folder / "pl.po"
    path.write_text(words, encoding="utf-8")
    compile_catalogues(folder)
    return path


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "Mill! Take a piece.", "Mill! Take 2 pieces."),
        ("de", "Mühle! Schlag einen Stein.", "Mühle! Schlag 2 Steine."),
        ("zh", "三连！请吃掉对方 1 子。", "三连！请吃掉对方 2 子。"),
    ],
)
def test_plural_form_follows_count(language: str, one: str, two: str) -> None:
    translator = Translator(SHIPPED, language)
    assert [translator.say(text("status.you.mill", count)) for count in (1, 2)] == [one, two]


def test_texts_nest_in_texts() -> None:
    assert Translator(SHIPPED, "de").say(text("result.wins", side=text("side.white"))) == "Weiß gewinnt!"


def test_adding_a_file_adds_a_language(folder: Path) -> None:
    (folder / "pl.po").unlink()
    compile_catalogues(folder)
    assert "pl" not in Translator(folder).languages
    written(folder, POLISH)
    translator = Translator(folder, "pl")
    assert ("pl", "Polski") in translator.names
    assert [translator.say("status.you.take", count=count).split()[-1] for count in (1, 3, 5, 22)] == [
        "pionek.",
        "pionki.",
        "pionków.",
        "pionki.",
    ]


def test_texts_name_the_app_as_its_publisher_does(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publisher, "NAME", "Sanmill (unofficial)")
    for path in folder.glob("*.mo"):
        path.unlink()
    compile_catalogues(folder)
    for language, said in (("en", "Sanmill (unofficial) is back"), ("de", "Sanmill (unofficial) ist")):
        assert Translator(folder, language).say("report.back").startswith(said)
    assert Translator(folder).say("app.name") == "Sanmill (unofficial)"


def test_missing_text_falls_back_to_english(folder: Path) -> None:
    written(folder, POLISH)
    translator = Translator(folder, "pl")
    assert translator.say("side.black") == "Black"
    assert translator.say("side.white") == "White"  # a fuzzy entry counts for nothing


def test_entries_need_no_blank_line_between(folder: Path) -> None:
    whole = read(written(folder, POLISH))
    assert read(written(folder, POLISH.lstrip().replace("\n\n", "\n"))).entries == whole.entries


def test_unknown_language_falls_back_to_english() -> None:
    assert Translator(SHIPPED, "tlh").language == "en"


def test_languages_have_their_own_name() -> None:
    names = dict(Translator(SHIPPED).names)
    assert names.items() >= {"de": "Deutsch", "en": "English", "zh": "简体中文"}.items()
    assert len({*names.values()} - {*names}) == len(names)


def test_english_is_read_only_for_missing_texts(folder: Path) -> None:
    translator = Translator(folder, "de")
    (folder / "en.mo").unlink()
    assert translator.say("side.white") == "Weiß"


def test_newer_catalogue_is_compiled_again(folder: Path) -> None:
    compile_catalogues(folder)
    compiled = [folder / f"{language}.mo" for language in ("de", "pl")]
    before = [path.stat().st_mtime_ns for path in compiled]
    written(folder, POLISH)
    assert [path.stat().st_mtime_ns > time for path, time in zip(compiled, before)] == [False, True]


def test_header_gives_text_direction(folder: Path) -> None:
    written(folder, POLISH.replace("Polski", 'Polski\\n"\n"X-Direction: rtl'))
    assert Translator(folder, "pl").is_rtl
    assert not Translator(folder, "de").is_rtl


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (('"Czarne"', '"Czarne'), r"pl\.po:16: .*not a line"),
        (('"Czarne"', '"Czarne" lub"'), r"pl\.po:16: .*not a line"),
        (('msgid "side.white"', 'msgid "status.you.take"'), r"pl\.po: .*status\.you\.take.*exists"),
        (('msgstr "Czarne"', 'msgid "side.black"'), r"pl\.po: .*line 16"),
        (('msgstr "Czarne"', 'msgtxt "Czarne"'), r"pl\.po: .*line 16"),
    ],
)
def test_broken_file_error_names_file_and_reason(folder: Path, change: tuple[str, str], words: str) -> None:
    with pytest.raises(CatalogueError, match=words):
        read(written(folder, POLISH.replace(*change)))
