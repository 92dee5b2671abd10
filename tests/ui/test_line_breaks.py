"""Lines of Chinese and Japanese, and of texts in parts, end where they should."""

from __future__ import annotations

import pytest

from sanmill.ui.widgets.line_breaks import break_between_parts, break_lines, segments


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("白方已经落子。", 6, ["白方已经", "落子。"]),  # no character is alone on the last line
        ("白方。", 2, ["白", "方。"]),  # unless there is no room for another
        ("手中还有 3 子", 6, ["手中还有", "3 子"]),  # a number stays with its word
        ("剩 3 子时可以飞行。", 6, ["剩 3 子时", "可以飞行。"]),  # a line is filled past the spaces
        ("与（白方）下", 2, ["与", "（白", "方）", "下"]),
        ("強さはモラバラバと同じ", 6, ["強さは", "モラバラバと", "同じ"]),  # a word in katakana stays whole
        ("ナイン・メンズ・モリス", 8, ["ナイン・メンズ・", "モリス"]),
        ("Alpha-Beta 搜索", 10, ["Alpha-Beta", "搜索"]),
        ("第一行\n二", 9, ["第一行", "二"]),
        ("Mill! Take a piece.", 11, ["Mill! Take", "a piece."]),
    ],
)
def test_lines_are_filled_and_start_correctly(text: str, width: int, lines: list[str]) -> None:
    assert break_lines(text, width, len).split("\n") == lines


def test_segments_keep_all_characters() -> None:
    text = "三连！请取走 1 子。Take (one) “piece”，好。"
    assert "".join(segments(text)) == text


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("9 Oct · Dooz · 3 moves", 22, ["9 Oct · Dooz · 3 moves"]),
        ("9 Oct · Dooz · 3 moves", 21, ["9 Oct · Dooz", "3 moves"]),
        ("9 Oct · Dooz · 3 moves", 8, ["9 Oct", "Dooz", "3 moves"]),
        ("15 Oct · Classic Mill · 6 moves", 16, ["15 Oct · Classic", "Mill · 6 moves"]),  # in fewer lines
        ("15 Oct · Classic Mill", 10, ["15 Oct", "Classic", "Mill"]),
    ],
)
def test_no_line_begins_or_ends_with_dot_between_parts(text: str, width: int, lines: list[str]) -> None:
    assert break_between_parts(text, width, len).split("\n") == lines
