"""Fonts of the system for scripts that are not shipped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import tests.kit.driver  # noqa: F401 - sets up rendering without a display
from sanmill.ui import fonts, system_fonts

ROOT = Path(__file__).resolve().parents[2]
FILES = (
    "NotoSansThai-Bold.ttf",
    "NotoSansThai-Regular.ttf",
    "NotoSansDevanagari-VF.ttf",
    "NotoSansCJK-Regular.ttc",
    "NotoSansSymbols-Regular-Subsetted.ttf",
    "NotoColorEmoji.ttf",
    "Roboto-Regular.ttf",
    "fonts.xml",
)


@pytest.fixture
def phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The font folder of a phone."""
    for name in FILES:
        (tmp_path / name).write_bytes(b"\0\1\0\0")
    monkeypatch.setattr(system_fonts, "platform", "android")
    monkeypatch.setitem(system_fonts.FOLDERS, "android", (str(tmp_path / "none"), str(tmp_path)))
    system_fonts._find.cache_clear()
    yield tmp_path
    system_fonts._find.cache_clear()


@pytest.mark.parametrize(
    ("character", "file"),
    [
        ("ก", "NotoSansThai-Regular.ttf"),
        ("क", "NotoSansDevanagari-VF.ttf"),
        ("한", "NotoSansCJK-Regular.ttc"),
        ("龘", "NotoSansCJK-Regular.ttc"),
        ("⛵", "NotoSansSymbols-Regular-Subsetted.ttf"),
    ],
)
def test_a_phone_has_a_font_for_it(phone: Path, character: str, file: str) -> None:
    assert system_fonts.find(character) == str(phone / file)


def test_a_phone_without_fonts_has_none(phone: Path) -> None:
    for path in phone.iterdir():
        path.unlink()
    assert not system_fonts.find("ก")


def test_the_system_draws_what_is_not_shipped(phone: Path) -> None:
    fonts.load(ROOT / "assets" / "fonts")
    faces = fonts.faces()
    parts = faces.parts("Ada กข", next(iter(faces.bases)), is_bold=False)
    assert [(Path(path).name, words) for path, words in parts] == [
        ("words.ttf", "Ada "),
        ("NotoSansThai-Regular.ttf", "กข"),
    ]


def test_what_nobody_has_is_shown_as_missing(phone: Path) -> None:
    for path in phone.iterdir():
        path.unlink()
    faces = fonts.faces()
    assert faces.parts("aก", next(iter(faces.bases)), is_bold=False)[0][1] == "a\ufffd"


def test_a_file_that_is_no_font_is_passed_over(phone: Path) -> None:
    (phone / "NotoSansThai-Regular.ttf").write_bytes(b"")
    assert system_fonts.find("ก") == str(phone / "NotoSansThai-Bold.ttf")


def test_fontconfig_is_asked_on_a_desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = [tmp_path / name for name in ("Thai-Bold.ttf", "Thai.ttf")]
    for file in files:
        file.write_bytes(b"\0\1\0\0")
    program = tmp_path / "fc-list"
    told = "".join(f"echo '{file}:'\n" for file in files)
    program.write_text(f'#!/bin/sh\n[ "$1" = :charset=e00 ] || exit\n{told}')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(system_fonts, "platform", "linux")
    system_fonts._find.cache_clear()
    assert system_fonts.find("ก") == str(files[1])
    system_fonts._find.cache_clear()
