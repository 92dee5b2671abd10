"""Broken, huge or malicious files: each raises a RecordError with its line, in reasonable time."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanmill.core.game.record import DEPTH_MAX, NODES_MAX, SIZE_MAX, RecordError, read, write


@pytest.mark.parametrize(
    ("text", "line", "cause"),
    [
        ("d6 z9", 1, "'z9' is not a move"),
        ("d6\n\nhello there", 3, "'hello' is not a move"),
        ("d6\nd6-", 2, "is not a move"),
        ("d6-f4-a1", 1, "is not a move"),
        ("d6f4", 1, "is not a move"),
        ("a8", 1, "is not a move"),
        ("d6 x", 1, "'x' is not a move"),
        ("d6 ]", 1, "is not a move"),
        ("d6\n{never\nends", 2, "not closed"),
        ("d6 f4\n(a1\n(b2", 3, "not closed"),
        ("d6 )", 1, "no variation is open"),
        ("(d6)", 1, "no move to replace"),
        ("d6 ((f4))", 1, "no move to replace"),
        ("d6 ( )", 1, "a variation without a move"),
        ("$1 d6", 1, "belongs to no move"),
        ("d6" + " $1" * 9, 1, "no more than 8 marks"),
        ('\n[Event "open]', 2, "a header is written"),
        ("[Event]", 1, "a header is written"),
        ('d6\n[Event "late"]', 2, "before the first move"),
        ("d6\n********/********/********", 2, "before the first move"),
        ('[FEN "********/*"]\n********/********/********', 2, "a second position"),
        ('d6 1-0\n[Event "second"]', 2, "a second one"),
        ("d6 * f4", 1, "a second one"),
        ("\0", 1, "is not a move"),
        ("\x7fELF\x02\x01\x01", 1, "is not a move"),
        ("移動", 1, "is not a move"),
    ],
)
def test_errors_name_line_and_reason(text: str, line: int, cause: str) -> None:
    with pytest.raises(RecordError, match=cause) as caught:
        read(text)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line}: ")


def nested(depth: int) -> str:
    return "d6 " + "(f4 " * depth + ")" * depth


def test_size_limits_are_enforced() -> None:
    read(nested(DEPTH_MAX))
    with pytest.raises(RecordError, match="deep in each other"):
        read(nested(DEPTH_MAX + 1))
    with pytest.raises(RecordError, match=f"no more than {NODES_MAX} moves"):
        read("d6 " * (NODES_MAX + 1))
    with pytest.raises(RecordError, match=f"no more than {SIZE_MAX} characters"):
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
