"""The shipped fonts draw every character of every language."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import tests.kit.driver  # noqa: F401 - sets up rendering without a display
from sanmill.core.i18n import read

ROOT = Path(__file__).resolve().parents[2]
NOBODY_HAS = "\U000f1234"


@pytest.fixture(autouse=True, scope="module")
def _loaded() -> None:
    from kivy.base import EventLoop

    from sanmill.ui import fonts

    EventLoop.ensure_window()
    fonts.load(ROOT / "assets" / "fonts")


@cache
def drawn(character: str, is_bold: bool = False) -> bytes:
    """A character as pixels."""
    from kivy.core.text import DEFAULT_FONT, Label

    label = Label(text=character, font_name=DEFAULT_FONT, font_size=24, bold=is_bold)
    label.refresh()
    return bytes(label.texture.pixels)


@pytest.mark.parametrize("language", sorted(path.stem for path in (ROOT / "i18n").glob("*.po")))
def test_every_character_of_a_language_is_drawn(language: str) -> None:
    words = [form for forms in read(ROOT / "i18n" / f"{language}.po").entries.values() for form in forms]
    characters = sorted({each for form in words for each in form if each.isprintable() and not each.isspace()})
    for is_bold in (False, True):
        missing = [each for each in characters if drawn(each, is_bold) == drawn(NOBODY_HAS, is_bold)]
        assert not missing, "run ci/make_fonts.py again"


def test_what_people_type_in_chinese_is_drawn() -> None:
    for character in "王小明与李华下棋，《对局》２０２６年。":
        assert drawn(character) != drawn(NOBODY_HAS), character


def test_latin_and_chinese_stand_in_one_line() -> None:
    assert drawn("a设") not in (drawn("a" + NOBODY_HAS), drawn(NOBODY_HAS + "设"))


def test_what_people_type_in_bold_is_drawn_too() -> None:
    from sanmill.ui.fonts import has_bold
    from sanmill.ui.widgets.base import LineLabel

    bold = [each for each in "设置棋盘对局" if drawn(each, True) == drawn(NOBODY_HAS, True)]
    assert not bold
    rare = next(each for each in "嫣婷鹏" if not has_bold(each))
    for words, is_bold in (("棋盘", True), ("Board", True), (f"棋{rare}", False)):
        label = LineLabel(text=words, bold=True)
        label.texture_update()
        assert label._label.options["bold"] is is_bold
