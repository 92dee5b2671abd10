"""A new language is prepared as one file, and the longest language is made of all."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ci.assets import language
from ci.catalogues import compile_catalogues, read
from ci.robots import longest
from sanmill.core.text.i18n import Translator

CATALOGUES = Path(__file__).resolve().parents[2] / "i18n"


def test_new_language_file_has_all_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "head", lambda code: language.HEAD.format(**HEAD, code=code))
    shutil.copy(CATALOGUES / "en.po", tmp_path)
    path = language.prepare("sk", tmp_path)
    english, made = read(tmp_path / "en.po"), read(path)
    assert made.name == "Slovenčina"
    assert made.plurals == 3
    assert made.entries.keys() == english.entries.keys()
    assert not any(form for forms in made.entries.values() for form in forms)
    compile_catalogues(tmp_path)
    assert Translator(tmp_path, "sk").say("side.white") == "White"  # until it is translated
    words = path.read_text(encoding="utf-8")
    assert "# mill: " in words
    assert '#. White\nmsgid "side.white"\nmsgstr ""\n' in words
    filled = words.replace('"side.white"\nmsgstr ""', '"side.white"\nmsgstr "Biely"')
    (tmp_path / "sl.po").write_text(filled, encoding="utf-8")
    compile_catalogues(tmp_path)
    assert Translator(tmp_path, "sl").say("side.white") == "Biely"  # nothing else is to be done


def test_existing_language_keeps_its_texts(tmp_path: Path) -> None:
    shutil.copy(CATALOGUES / "en.po", tmp_path)
    words = (CATALOGUES / "de.po").read_text(encoding="utf-8")
    entry = '\nmsgid "side.white"\nmsgstr "Weiß"\n'
    assert entry in words
    (tmp_path / "de.po").write_text(words.replace(entry, ""), encoding="utf-8")
    made = read(language.prepare("de", tmp_path))
    assert made.entries["side.white"] == [""]
    assert made.entries["side.black"] == ["Schwarz"]


def test_missing_or_invalid_language_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert language.main([]) == 1
    assert language.main(["C.UTF-8"]) == 1
    assert "make language LANG=sv" in capsys.readouterr().out


def test_longest_language_has_longest_texts(tmp_path: Path) -> None:
    folder = longest.make(CATALOGUES, tmp_path / "i18n")
    made = read(folder / f"{longest.LONGEST}.po")
    german = read(CATALOGUES / "de.po")
    assert made.entries.keys() == read(CATALOGUES / "en.po").entries.keys()
    assert all(longest.width(made.entries[key][0]) >= longest.width(german.entries[key][0]) for key in german.entries)
    assert not any(longest.OTHER_SCRIPT.search(form) for forms in made.entries.values() for form in forms)


HEAD = {
    "name": "Slovenčina",
    "glossary": "\n".join(f"# {term}: " for term in language.GLOSSARY),
    "direction": "",
    "plurals": 3,
    "rule": "(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2)",
}
