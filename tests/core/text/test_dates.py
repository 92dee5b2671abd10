"""Dates as people say them."""

from __future__ import annotations

from datetime import date

import pytest

from sanmill.core.resources import CATALOGUES
from sanmill.core.text.dates import day_words, read_day
from sanmill.core.text.i18n import Translator

TODAY = date(2026, 3, 1)


@pytest.mark.parametrize(
    ("written", "english", "german", "chinese"),
    [
        ("2026.03.01", "Today", "Heute", "今天"),
        ("2026.02.28", "Yesterday", "Gestern", "昨天"),
        ("2026.02.16", "16 Feb", "16. Feb.", "2月16日"),
        ("2025.11.16", "16 Nov 2025", "16. Nov. 2025", "2025年11月16日"),
    ],
)
def test_day_is_named_relative_to_today(written: str, english: str, german: str, chinese: str) -> None:
    day = read_day(written)
    assert day is not None
    for language, words in (("en", english), ("de", german), ("zh", chinese)):
        assert Translator(CATALOGUES, language).say(day_words(day, TODAY)) == words


@pytest.mark.parametrize("written", ["", "????.??.??", "2026.13.01", "2026.02.30", "yesterday", "1.2", "0.1.1"])
def test_invalid_day_is_none(written: str) -> None:
    assert read_day(written) is None
