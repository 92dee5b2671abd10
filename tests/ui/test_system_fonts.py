"""Fonts of the system for scripts that are not shipped."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from struct import pack

import pytest

import tests.kit.driver  # noqa: F401 - sets up rendering without a display
from sanmill.ui.text import font_coverage, fonts, system_fonts
from tests.kit.scripted_tools import path_of, shell_program

ROOT = Path(__file__).resolve().parents[2]
FILES = {
    "NotoSansThai-Bold.ttf": "กข",
    "NotoSansThai-Regular.ttf": "กข",
    "NotoSansDevanagari-VF.ttf": "क",
    "NotoSansCJK-Regular.ttc": "한龘",
    "NotoSansSymbols-Regular-Subsetted.ttf": "⛵",
    "NotoColorEmoji.ttf": "🐉",
    "Roboto-Regular.ttf": "a",
    "fonts.xml": "",
}


def font(characters: str) -> bytes:
    """A font file that has these characters and no glyphs."""
    groups = b"".join(pack(">LLL", ord(each), ord(each), 1) for each in sorted(characters))
    table = pack(">HHLLL", 12, 0, 16 + len(groups), 0, len(characters)) + groups
    cmap = pack(">HHHHL", 0, 1, 3, 10, 12) + table
    return b"\0\1\0\0" + pack(">H6x4s4xLL", 1, b"cmap", 28, len(cmap)) + cmap


@pytest.fixture(autouse=True)
def _forgetful() -> Iterator[None]:
    """Ask the system anew in every test."""
    for known in (system_fonts.find, system_fonts._candidates, font_coverage._ranges):
        known.cache_clear()
    yield
    for known in (system_fonts.find, system_fonts._candidates, font_coverage._ranges):
        known.cache_clear()


@pytest.fixture
def phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The font folder of a phone."""
    for name, characters in FILES.items():
        (tmp_path / name).write_bytes(font(characters))
    monkeypatch.setattr(system_fonts, "platform", "android")
    monkeypatch.setitem(system_fonts.FOLDERS, "android", (str(tmp_path / "none"), str(tmp_path)))
    return tmp_path


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
def test_phone_font_is_found_for_script(phone: Path, character: str, file: str) -> None:
    assert system_fonts.find(character) == str(phone / file)


def test_phone_without_fonts_has_none(phone: Path) -> None:
    for path in phone.iterdir():
        path.unlink()
    assert not system_fonts.find("ก")


@pytest.mark.parametrize("character", ["ฃ", "🏹", "⛷"])
def test_font_lacking_the_character_is_not_used(phone: Path, character: str) -> None:
    """The font would draw a box."""
    assert not system_fonts.find(character)


def test_coloured_emoji_use_shipped_font(phone: Path) -> None:
    fonts.load(ROOT / "assets" / "fonts")
    faces = fonts.faces()
    drawn = "".join(words for _, words in faces.parts("😀👍🏽🏆❤️ 🐉 🇭🇺 1️⃣", next(iter(faces.bases)), is_bold=False))
    assert drawn == "😀👍🏆❤ • HU 1"


@pytest.mark.parametrize("name", ["words.ttf", "chinese.ttf", "taiwanese.otf", "emoji.ttf"])
def test_font_coverage_is_read_from_file(name: str) -> None:
    listed = json.loads((ROOT / "assets" / "fonts" / "coverage.json").read_text(encoding="utf-8"))[name]
    path = str(ROOT / "assets" / "fonts" / name)
    assert all(font_coverage.has(path, character) for character in listed)
    assert not font_coverage.has(path, "ก")


def test_system_font_draws_what_is_not_shipped(phone: Path) -> None:
    fonts.load(ROOT / "assets" / "fonts")
    faces = fonts.faces()
    parts = faces.parts("Ada กข", next(iter(faces.bases)), is_bold=False)
    assert [(Path(path).name, words) for path, words in parts] == [
        ("words.ttf", "Ada "),
        ("NotoSansThai-Regular.ttf", "กข"),
    ]


def test_character_without_font_is_shown_as_missing(phone: Path) -> None:
    for path in phone.iterdir():
        path.unlink()
    faces = fonts.faces()
    assert faces.parts("aก", next(iter(faces.bases)), is_bold=False)[0][1] == "a\ufffd"


def test_invalid_font_file_is_skipped(phone: Path) -> None:
    (phone / "NotoSansThai-Regular.ttf").write_bytes(b"")
    assert system_fonts.find("ก") == str(phone / "NotoSansThai-Bold.ttf")


def test_fontconfig_is_used_on_desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = [tmp_path / name for name in ("Thai-Bold.ttf", "Thai.ttf")]
    for file in files:
        file.write_bytes(font("ก"))
    told = "".join(f"echo {shlex.quote(str(file))}:\n" for file in files)
    shell_program(tmp_path / "bin" / "fc-list", f'[ "$1" = :charset=e00 ] || exit\n{told}')
    monkeypatch.setenv("PATH", path_of(tmp_path / "bin"))
    monkeypatch.setattr(system_fonts, "platform", "linux")
    assert system_fonts.find("ก") == str(files[1])
