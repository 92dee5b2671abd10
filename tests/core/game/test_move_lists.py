"""Move lists of PlayOK, GoldToken and others are read as records; what is unknown stays and is named."""

from __future__ import annotations

import pytest

from sanmill.core.game.move_lists import NUMBERED, rewritten
from sanmill.core.game.record import Record, RecordError, read
from sanmill.engine.game import Game


def moves_of(record: Record) -> str:
    return " ".join(node.move for node in record.tree.main_line)


def game_of(source: str) -> tuple[str, str]:
    """The moves of a list and its result."""
    record = read(rewritten(source))
    return moves_of(record), record.result


def test_playok_numbers_points_row_by_row_from_the_top() -> None:
    rows = sorted(Game().board.points, key=lambda point: (-point.rank, point.file))
    assert [point.name for point in rows] == list(NUMBERED)


def test_playok_list_with_headers_and_result() -> None:
    source = '[Site "PlayOK"]\n[White "anna"]\n[Result "0-1"]\n\n1. 1 4 2. 2 5 3. 3x4 6\n4. 12 13 TXT 0-1\n'
    record = read(rewritten(source))
    assert moves_of(record) == "a7 b6 d7 d6 g7 xb6 f6 c4 e4"
    assert (record.headers["White"], record.result) == ("anna", "0-1")


def test_playok_moves_and_removals() -> None:
    assert game_of('[Site "PlayOK"]\n10. 1-2 3-15x7 11.4-5 6-14') == ("a7-d7 g7-g4 xc5 b6-d6 f6-f4", "*")


@pytest.mark.parametrize(
    ("source", "word"), [("1. 12 25", "25"), ("1. 12 13\n2. 0 4", "0"), ("1. 32-28 19-23", "32-28")]
)
def test_unknown_number_is_named_with_its_line(source: str, word: str) -> None:
    with pytest.raises(RecordError) as caught:
        rewritten(source)
    assert (caught.value.line, dict(caught.value.words.values)) == (source.count("\n") + 1, {"word": word})


def test_goldtoken_page() -> None:
    page = (
        "GoldToken\nNine Men's Morris: Anna vs. Ben\n\n"
        "1\tPlace to d6\tPlace to f4\n2\tPlace to b6\tPlace to f2\n3\tPlace to f6, take f2\tPlace to d2\n"
        "12\ta4 -> a7, take d7\td2 -> d3\n13\tResign\n\nQuick Jump\n1 2 3\n"
    )
    record = read(rewritten(page))
    assert moves_of(record) == "d6 f4 b6 f2 f6 xf2 d2 a4-a7 xd7 d2-d3"
    assert record.result == "0-1"
    assert record.tree.root.comment == "GoldToken Nine Men's Morris: Anna vs. Ben"


@pytest.mark.parametrize(
    ("source", "moves", "result"),
    [
        ("1) D6 f4\n2) b6 f2\n3) f6×f2 d2\n½-½", "d6 f4 b6 f2 f6 xf2 d2", "1/2-1/2"),
        ("1: d6 | f4\n2: a4→a7, takes d7 | d2 – d3", "d6 f4 a4-a7 xd7 d2-d3", "*"),
        ("1. d6 f4\n2. a4-a7/xd7 d2-d3\n1 : 0", "d6 f4 a4-a7 xd7 d2-d3", "1-0"),
        ("1. d6 f4 (a quiet start)\n2. d2 b4 (2... a1)\nBlack wins.", "d6 f4 d2 b4", "0-1"),
        ("1 d6 f4\n2 d2 resigns", "d6 f4 d2", "1-0"),
        ("1. d6 f4 {White wins} 2. d2\nDraw", "d6 f4 d2", "1/2-1/2"),
    ],
)
def test_signs_of_other_lists(source: str, moves: str, result: str) -> None:
    assert game_of(source) == (moves, result)


def test_names_above_the_moves_are_headers_and_other_lines_comments() -> None:
    record = read(rewritten('White: Anna "A" B.\nBlack = Ben\nplayed by the {lake}\n1. d6 f4\nthe crowd cheers\n2. d2'))
    assert record.headers == {"White": 'Anna "A" B.', "Black": "Ben"}
    assert record.tree.root.comment.startswith("played by the")
    assert record.tree.main_line[1].comment == "the crowd cheers"


@pytest.mark.parametrize(
    "source", ["1. d6 f4 2. b4xa1 {1:0} (2. a4) *", '[Event "a4 -> a7"]\n\n1. d6 ; draw\n*', "d6\n\n", "", "1. Nf3 Nc6"]
)
def test_our_own_notation_stays(source: str) -> None:
    assert rewritten(source) == source


def test_lines_keep_their_numbers() -> None:
    source = "Anna and Ben\n\n1) d6 f4\n2) d2 z9\n"
    assert rewritten(source).count("\n") == source.count("\n")
    with pytest.raises(RecordError, match="z9") as caught:
        read(rewritten(source))
    assert caught.value.line == 4
