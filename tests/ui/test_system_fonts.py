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
        (tmp_path / name).touch()
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


def test_fontconfig_is_asked_on_a_desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "fc-list"
    program.write_text(
        "#!/bin/sh\n[ \"$1\" = :charset=e00 ] && echo '/fonts/Thai-Bold.ttf:' && echo '/fonts/Thai.ttf:'\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(system_fonts, "platform", "linux")
    system_fonts._find.cache_clear()
    assert system_fonts.find("ก") == "/fonts/Thai.ttf"
    system_fonts._find.cache_clear()
