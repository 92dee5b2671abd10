"""The contrast and string checks pass on the shipped files and report errors in others."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ci.checks import check_contrast, check_strings, check_translations
from ci.checks.typography import typographic_errors

ROOT = Path(__file__).resolve().parents[2]


def test_shipped_files_pass() -> None:
    assert check_contrast.check(ROOT / "assets") == []
    assert check_strings.check() == []


def test_low_contrast_line_is_reported(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "assets", tmp_path / "assets")
    path = tmp_path / "assets" / "themes" / "maple.json"
    theme = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**theme, "line": "#C0A070"}), encoding="utf-8")
    assert any("maple: line on board" in error for error in check_contrast.check(tmp_path / "assets"))


def test_incomplete_catalogue_is_reported(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "i18n", tmp_path / "i18n")
    words = 'msgid "side.white"\nmsgstr "Weiß {oops}"\n\nmsgid "no.such"\nmsgstr "x"\n'
    (tmp_path / "i18n" / "de.po").write_text(words, encoding="utf-8")
    errors = [*check_strings.check(tmp_path / "i18n"), *check_translations.check(tmp_path / "i18n")]
    assert "de: side.white has other placeholders" in errors
    assert "de: no.such is not an English key" in errors
    assert "de: side.black is missing" in errors


def shipped_with(tmp_path: Path, name: str, change: tuple[str, str]) -> list[str]:
    shutil.copytree(ROOT / "i18n", tmp_path / "i18n")
    path = tmp_path / "i18n" / name
    words = path.read_text(encoding="utf-8")
    assert change[0] in words
    path.write_text(words.replace(*change, 1), encoding="utf-8")
    errors = [*check_strings.check(tmp_path / "i18n"), *check_translations.check(tmp_path / "i18n")]
    return [error for error in errors if not error.endswith(" is missing")]  # that only warns


def test_fuzzy_text_is_reported(tmp_path: Path) -> None:
    errors = shipped_with(tmp_path, "de.po", ('msgid "side.white"', '#, fuzzy\nmsgid "side.white"'))
    assert errors == ["de: side.white is fuzzy"]


def test_new_english_text_fails_only_a_release(tmp_path: Path) -> None:
    def release_check(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "ci.checks.check_translations", *arguments]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    for part in ("ci", "i18n", "sanmill"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__", "fastlane"))
    with (tmp_path / "i18n" / "en.po").open("a", encoding="utf-8") as english:
        english.write('\nmsgid "play.new"\nmsgstr "A new sentence."\n')
    assert "warning: de: play.new is missing" in release_check().stdout
    assert [release_check(*each).returncode for each in ((), ("--release",))] == [0, 1]


def test_missing_plural_form_is_reported(tmp_path: Path) -> None:
    errors = shipped_with(tmp_path, "de.po", ('\nmsgstr[1] "Nimm {count} Steine."', ""))
    assert errors == ["de: status.you.take has 1 plural forms"]


def test_unbalanced_braces_are_reported(tmp_path: Path) -> None:
    errors = shipped_with(tmp_path, "zh.po", ("{side}胜！", "{side胜！"))
    assert errors == ["zh: result.wins has other placeholders"]


def test_missing_language_name_is_reported(tmp_path: Path) -> None:
    errors = shipped_with(tmp_path, "zh.po", ("X-Language-Name", "X-Nothing"))
    assert errors == ["zh: the head tells no X-Language-Name"]


@pytest.mark.parametrize(
    ("language", "right", "wrong", "error"),
    [
        ("de", "Weiß gewinnt!", "Weiß  gewinnt!", "has two spaces in a row"),
        ("de", "Weiß gewinnt!", "Weiß gewinnt! ", "has a space at an end"),
        ("de", "„Weiß“ gewinnt", '"Weiß" gewinnt', "has a straight quote"),
        ("en", "Black’s turn", "Black's turn", "has a straight apostrophe"),
        ("de", "Weiß gewinnt!", "Weiß gewinnt !", "has a space before a mark"),
        ("fr", "Qui gagne\u202f?", "Qui gagne ?", "lacks a no-break space at a mark"),
        ("fr", "Qui gagne\u202f?!", "Qui gagne?!", "lacks a no-break space at a mark"),
        ("fr", "Gagné\u00a0: vous", "Gagné: vous", "lacks a no-break space at a mark"),
        ("fr", "«\u00a0Ada\u00a0»", "«Ada»", "lacks a no-break space at a mark"),
        ("zh", "白方胜，", "白方胜,", "has a half-width mark"),
        ("ja", "白の勝ち！", "白の勝ち!", "has a half-width mark"),
        ("fa", "برنده؟", "برنده?", "has a mark or letter that Persian writes otherwise"),
        ("fa", "بازی", "بازي", "has a mark or letter that Persian writes otherwise"),
    ],
)
def test_typography_follows_the_language(language: str, right: str, wrong: str, error: str) -> None:
    assert list(typographic_errors(language, right)) == []
    assert error in list(typographic_errors(language, wrong))


def test_syntax_and_ratios_are_exempt_from_typography() -> None:
    assert list(typographic_errors("de", 'Ein Kopf sieht so aus: [Name "Wert"].')) == []
    assert list(typographic_errors("de", "Kontrast {ratio} : 1")) == []


def test_untranslated_text_is_reported(tmp_path: Path) -> None:
    errors = shipped_with(tmp_path, "de.po", ('msgstr "Schwarz"', 'msgstr "Black"'))
    assert errors == ["de: side.black is as in English"]


def test_character_missing_from_fonts_is_reported(tmp_path: Path) -> None:
    errors = shipped_with(tmp_path, "de.po", ('msgstr "Schwarz"', 'msgstr "Schwarzก"'))
    assert errors == ["de: the fonts lack ก; run make fonts"]
