"""The order in which a line is drawn, and joined letters."""

from __future__ import annotations

from pathlib import Path

import pytest

from sanmill.core.text import arabic, bidi
from sanmill.core.text.bidi import isolated, visual

CASES = Path(__file__).parents[2] / "data" / "bidi.txt"


def unicode_cases() -> list[tuple[str, int, list[int]]]:
    """Cases of Unicode's BidiCharacterTest.txt: text, direction of the paragraph, level of each character."""
    found = []
    for line in CASES.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            codes, _, base, levels, _ = line.split(";")
            text = "".join(chr(int(code, 16)) for code in codes.split())
            found.append((text, int(base), [-1 if level == "x" else int(level) for level in levels.split()]))
    return found


def test_levels_match_unicode_test_data() -> None:
    cases = unicode_cases()
    assert len(cases) > 300
    wrong = [(text, base) for text, base, levels in cases if bidi._levels(text, base) != levels]
    assert not wrong


@pytest.mark.parametrize(
    ("written", "is_rtl", "drawn"),
    [
        ("Ada plays d6.", False, "Ada plays d6."),
        ("אבג", True, "גבא"),
        ("אב d6-f4.", True, ".d6-f4 בא"),  # moves stay in order, the full stop ends the line
        ("אב 12 גד", True, "דג 12 בא"),
        ("(אב)", True, "(בא)"),  # brackets are mirrored
        ("Ada, אב!", False, "Ada, בא!"),
        ("אִב", True, "באִ"),  # a mark stays behind its letter
        (f"{isolated('אב!')} wins", False, "!בא wins"),
        ("\u202eabc", False, "abc"),  # nobody turns the words of others around
    ],
)
def test_line_is_drawn_in_visual_order(written: str, is_rtl: bool, drawn: str) -> None:
    assert visual(written, is_rtl=is_rtl) == drawn


@pytest.mark.parametrize(
    ("written", "in_english", "in_persian"),
    [
        ("New game", False, False),
        ("سلام", True, True),
        ("Sanmill برنامه", False, True),  # a sentence of a right-to-left language may begin with a name
        (f"{isolated('דנה')} wins", False, False),
        ("d6-f4", False, False),
        ("12", False, True),
    ],
)
def test_paragraph_direction_follows_its_words(written: str, in_english: bool, in_persian: bool) -> None:
    assert bidi.is_rtl(written, is_rtl_language=False) is in_english
    assert bidi.is_rtl(written, is_rtl_language=True) is in_persian


@pytest.mark.parametrize(
    ("written", "joined"),
    [
        ("سلام", "ﺳﻼﻡ"),  # lam and alef are one
        ("می‌رود", "ﻣﯽ‌ﺭﻭﺩ"),  # a half-space ends a letter
        ("بَب", "ﺑَﺐ"),  # letters join over a vowel mark
        ("گچپژ", "ﮔﭽﭙﮋ"),  # letters that only Persian has
        ("d6", "d6"),
    ],
)
def test_arabic_letters_are_joined(written: str, joined: str) -> None:
    assert arabic.join(written) == joined
