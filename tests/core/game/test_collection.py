"""Files with many games are split; files without games are rejected."""

from __future__ import annotations

import pytest

from sanmill.core.game.collection import SIZE_MAX, NotGamesError, checked, decode, split


def parts(text: str) -> list[tuple[int, str]]:
    return [(part.line, part.text.strip()) for part in split(text)]


def test_games_with_headers_are_split_with_line_numbers() -> None:
    text = '[Event "a"]\n[Date "2026.11.16"]\n\n1. d6 f4 1-0\n\n[Event "b"]\n\n1. d6\n[Event "c"]\n1. a1 *'
    found = parts(text)
    assert [line for line, _ in found] == [0, 5, 8]
    assert found[1][1] == '[Event "b"]\n\n1. d6'


def test_games_without_headers_end_at_their_result() -> None:
    assert parts("1. d6 f4 1-0\n1. a1 1/2-1/2\n\n1. g1\n") == [
        (0, "1. d6 f4 1-0"),
        (1, "1. a1 1/2-1/2"),
        (3, "1. g1"),
    ]


def test_results_and_headers_in_comments_do_not_split() -> None:
    text = '1. d6 {I hoped for 1-0\nbut\n[Event "no"]\n} f4 ; 0-1 {\n2. a1 *'
    assert len(parts(text)) == 1


def test_unclosed_comment_damages_one_game_only() -> None:
    text = '1. d6 {oh\n\n[Event "b"]\n\n1. d6 *\n'
    assert [line for line, _ in parts(text)] == [0, 2]


def test_positions_and_blank_lines_do_not_split() -> None:
    assert len(parts("\n\n********/********/********\n\n1. d6 f4\n2. a1\n\n")) == 1
    assert parts("\n \n") == []


def test_common_encodings_are_decoded() -> None:
    assert decode("1. d6 {Mühle}".encode()) == "1. d6 {Mühle}"
    assert decode("1. d6 {Mühle}".encode("latin-1")) == "1. d6 {Mühle}"
    assert decode("1. d6 {Mühle}".encode("utf-16")) == "1. d6 {Mühle}"
    assert decode(b"\xef\xbb\xbf1. d6\r\n2. a1\r") == "1. d6\n2. a1\n"


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", "empty"),
        (b"\xef\xbb\xbf \r\n\t", "empty"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "not_text"),
        (bytes(range(32)) * 8, "not_text"),
        (b"1. d6 \0", "not_text"),
        (b"d6 " * SIZE_MAX, "too_big"),
    ],
)
def test_non_text_is_refused(data: bytes, kind: str) -> None:
    with pytest.raises(NotGamesError) as refusal:
        decode(data)
    assert refusal.value.kind == kind


def test_oversized_clipboard_text_is_refused() -> None:
    with pytest.raises(NotGamesError, match="too_big"):
        checked("x" * (SIZE_MAX + 1))
