"""Broken, huge or malicious files: each raises a RecordError with its line, in reasonable time."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanmill.core.game.record import DEPTH_MAX, NODES_MAX, SIZE_MAX, RecordError, read, write


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("d6 z9", 1, "record.no_move 'z9'"),
        ("d6\n\nhello there", 3, "record.no_move 'hello'"),
        ("d6\nd6-", 2, "record.no_move"),
        ("d6-f4-a1", 1, "record.no_move"),
        ("d6f4", 1, "record.no_move"),
        ("a8", 1, "record.no_move"),
        ("d6 x", 1, "record.no_move 'x'"),
        ("d6 ]", 1, "record.no_move"),
        ("d6\n{never\nends", 2, "record.open_"),
        ("d6 f4\n(a1\n(b2", 3, "record.open_"),
        ("d6 )", 1, "record.none_open"),
        ("(d6)", 1, "record.lone_variation"),
        ("d6 ((f4))", 1, "record.lone_variation"),
        ("d6 ( )", 1, "record.empty_variation"),
        ("$1 d6", 1, "record.lone_mark"),
        ("d6" + " $1" * 9, 1, "record.marks 8"),
        ('\n[Event "open]', 2, "record.header"),
        ("[Event]", 1, "record.header"),
        ('d6\n[Event "late"]', 2, "record.late_header"),
        ("d6\n********/********/********", 2, "record.late_header"),
        ('[FEN "********/*"]\n********/********/********', 2, "record.second_start"),
        ('d6 1-0\n[Event "second"]', 2, "record.ended"),
        ("d6 * f4", 1, "record.ended"),
        ("\0", 1, "record.no_move"),
        ("\x7fELF\x02\x01\x01", 1, "record.no_move"),
        ("移動", 1, "record.no_move"),
    ],
)
def test_errors_name_line_and_reason(text: str, line: int, reason: str) -> None:
    with pytest.raises(RecordError, match=reason) as caught:
        read(text)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line}: ")


def nested(depth: int) -> str:
    return "d6 " + "(f4 " * depth + ")" * depth


def test_size_limits_are_enforced() -> None:
    read(nested(DEPTH_MAX))
    with pytest.raises(RecordError, match="too_deep"):
        read(nested(DEPTH_MAX + 1))
    with pytest.raises(RecordError, match=rf"record\.too_many_moves {NODES_MAX}"):
        read("d6 " * (NODES_MAX + 1))
    with pytest.raises(RecordError, match=rf"record\.too_long {SIZE_MAX}"):
        read("d6 " * SIZE_MAX)


@pytest.mark.parametrize(
    "text",
    [
        "(" * SIZE_MAX,
        "{" * SIZE_MAX,
        "[" * SIZE_MAX,
        "d6 " + "$1 " * 300_000,
        "d6 " + "{a}" * 300_000,
        "d6 " + ";\n" * 400_000,
        "d6" + "xa1" * 50_000 + "(f4)" * 49_000,
        "d6" + "(f4)" * 90_000,
        "d6" + "xa1" * 300_000 + "z",
        "9" * SIZE_MAX,
        "fen " + " " * (SIZE_MAX - 4),
        '[Event "' + "\\" * (SIZE_MAX - 10),
        '[Event "x"]\n' * 80_000,
        "*" * SIZE_MAX,
        "!?" * 400_000,
        "\n" * SIZE_MAX,
    ],
    ids=lambda text: repr(text[:20]),
)
def test_large_file_is_handled_in_bounded_time(text: str) -> None:
    start = time.process_time()
    with suppress(RecordError):
        write(read(text))
    assert time.process_time() - start < 30


def test_long_game_round_trips() -> None:
    record = read("d6 " * 20_000)
    assert read(write(record)) == record


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.text(max_size=60) | st.text('abd67x-.123(){};$!?*O@X/[]"\\ \n%', max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(RecordError):
        record = read(text)
        assert read(write(record)) == record
