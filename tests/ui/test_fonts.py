"""The shipped fonts draw every character of every language."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

import tests.kit.driver  # noqa: F401 - sets up rendering without a display
from ci.catalogues import read

ROOT = Path(__file__).resolve().parents[2]
NOBODY_HAS = "\U000f1234"


@pytest.fixture(autouse=True, scope="module")
def _loaded() -> None:
    from kivy.base import EventLoop

    from sanmill.ui.text import fonts, text_provider

    EventLoop.ensure_window()
    fonts.load(ROOT / "assets" / "fonts")
    text_provider.install()


@cache
def drawn(character: str, is_bold: bool = False) -> bytes:
    """A character as pixels."""
    from kivy.core.text import DEFAULT_FONT, Label

    label = Label(text=character, font_name=DEFAULT_FONT, font_size=24, bold=is_bold)
    label.refresh()
    return bytes(label.texture.pixels)


def fonts_of(text: str, language: str = "en", *, is_bold: bool = False) -> list[str]:
    """The font files that draw a text, in order."""
    from sanmill.ui.text import fonts

    faces = fonts.faces()
    faces.language = language
    base = next(iter(faces.bases))
    return [Path(path).stem for path, _ in faces.parts(text, base, is_bold)]


@pytest.mark.parametrize("language", sorted(path.stem for path in (ROOT / "i18n").glob("*.po")))
def test_fonts_draw_all_characters_of_language(language: str) -> None:
    from sanmill.core.text import arabic

    words = [arabic.join(form) for forms in read(ROOT / "i18n" / f"{language}.po").entries.values() for form in forms]
    characters = sorted({each for form in words for each in form if each.isprintable() and not each.isspace()})
    for is_bold in (False, True):
        assert "\ufffd" not in drawn_as("".join(characters), language, is_bold=is_bold), (
            "run ci/assets/make_fonts.py again"
        )
    missing = [each for each in characters[::29] if drawn(each) == drawn(NOBODY_HAS)]  # the list of coverage is true
    assert not missing


def drawn_as(text: str, language: str, *, is_bold: bool) -> str:
    from sanmill.ui.text import fonts

    faces = fonts.faces()
    faces.language = language
    return "".join(words for _, words in faces.parts(text, next(iter(faces.bases)), is_bold))


@pytest.mark.parametrize(
    ("text", "language", "fonts"),
    [
        ("Șțőűğıґї", "en", ["words"]),
        ("Ada 小明", "en", ["words", "chinese"]),
        ("直棋", "zh", ["chinese"]),
        ("直棋", "zh_Hant", ["taiwanese"]),
        ("直棋", "ja", ["japanese"]),
        ("東のはな", "en", ["japanese"]),  # kana tell Japanese in every language
        ("嬴", "ja", ["taiwanese"]),  # what one lacks the others may have
        ("דנה", "en", ["hebrew"]),
        ("☺", "en", ["DejaVuSans"]),
    ],
)
def test_line_parts_use_matching_font(text: str, language: str, fonts: list[str]) -> None:
    assert fonts_of(text, language) == fonts


def test_bold_is_drawn_where_a_bold_glyph_exists() -> None:
    assert fonts_of("设置", "zh", is_bold=True) == ["chinese-bold"]
    assert fonts_of("鹏", "zh", is_bold=True) == ["chinese"]


def test_typed_characters_of_many_scripts_are_drawn() -> None:
    for character in "王小明与李华下棋，《对局》２０２６年。臺灣繁體漢字ひらがなカタカナ日本דנהسلام":
        assert drawn(character) != drawn(NOBODY_HAS), character


def test_latin_and_chinese_mix_in_one_line() -> None:
    assert drawn("a设") not in (drawn("a" + NOBODY_HAS), drawn(NOBODY_HAS + "设"))


def test_invisible_characters_have_no_width() -> None:
    assert drawn("a\u200bb") == drawn("ab")
    assert drawn("a\ufe0fb") == drawn("ab")


def test_line_height_is_same_in_all_scripts() -> None:
    from kivy.core.text import Label

    heights = {}
    for words in ("Words", "设置", "設定", "東のはな", "דנה"):
        label = Label(text=words, font_size=32)
        heights[words] = label.get_extents(words)[1]
    assert len(set(heights.values())) == 1, heights


def test_joined_letters_are_measured_as_drawn() -> None:
    from kivy.core.text import Label

    label = Label(text="سلام", font_size=32)
    apart = sum(label.get_extents(letter)[0] for letter in "سلام")
    assert label.get_extents("سلام")[0] < apart


def test_right_to_left_line_starts_at_the_right() -> None:
    """Trailing spaces are at the left of a Hebrew line and at the right of an English one."""
    left, right = columns("א                "), columns("a                ")
    assert left[0] > right[0]


def columns(text: str) -> tuple[int, int]:
    """The first and the last column with ink."""
    from kivy.core.text import Label

    label = Label(text=text, font_size=24, strip=False)
    label.refresh()
    width, alphas = label.texture.width, bytes(label.texture.pixels)[3::4]
    inked = [index % width for index, alpha in enumerate(alphas) if alpha]
    return min(inked), max(inked)


def test_icons_of_the_font_are_all_used() -> None:
    icons = json.loads((ROOT / "assets" / "fonts" / "icons.json").read_text(encoding="utf-8"))
    sources = [path for path in (ROOT / "sanmill").rglob("*") if path.suffix in (".py", ".kv")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    assert [name for name in icons if not re.search(rf"""["']{name}["']""", text)] == []
