"""Records: reading, writing, and round trips."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanmill.core.game.record import Record, RecordError, read, write
from sanmill.core.game.tree import GameTree, Node


def main_line(text: str) -> list[str]:
    return [node.move for node in read(text).tree.main_line]


GAME = """\
[Event "Club \\"Friday\\""]
[Variant "nine_mens_morris"]
[Result "1-0"]

{A quiet start} 1. d6 f4 2. b6 (2. f6 {Bad} 2... f2 (2... a1) 3. d7) 2... b4
3. f6xb4 $1 {Mill!} (3. a1 b2) 3... b4 (3... a4) 1-0
"""


def test_complete_game_is_read() -> None:
    record = read(GAME)
    assert record.headers == {"Event": 'Club "Friday"', "Variant": "nine_mens_morris"}
    assert record.header_lines == {"Event": 1, "Variant": 2}
    assert record.result == "1-0"
    assert record.tree.root.comment == "A quiet start"
    line = record.tree.main_line
    assert [node.move for node in line] == ["d6", "f4", "b6", "b4", "f6", "xb4", "b4"]
    assert [node.line for node in line] == [5, 5, 5, 5, 6, 6, 6]
    assert (line[5].comment, line[5].marks) == ("Mill!", (1,))
    bad = line[1].children[1]
    assert (bad.move, bad.comment) == ("f6", "Bad")
    assert [node.move for node in bad.children] == ["f2", "a1"]
    assert [node.move for node in line[3].children] == ["f6", "a1"]
    assert [node.move for node in line[5].children] == ["b4", "a4"]


def test_complete_game_is_written_unchanged() -> None:
    assert write(read(GAME)) == GAME


@pytest.mark.parametrize(
    "text",
    [
        "d6 f4 c5 xd2 a4-a7 xd2",
        "d6,f4,c5xd2,a4-a7xd2",
        "d6\nf4\r\nc5xd2\ra4-a7xd2",
        "1. d6 f4 2. c5xd2 a4-a7xd2 *",
        "1.d6 f4 2.c5xd2 a4-a7xd2",
        "1 d6 f4 2 c5xd2 a4-a7xd2",
        "1. d6 1... f4 2. c5 xd2 2... a4-a7 xd2 1/2-1/2",
        "D6 F4 C5XD2 A4-A7XD2",
        "\ufeffd6 f4 ; a remark (not a variation\n% for others: {[(\nc5xd2 a4-a7xd2",
    ],
)
def test_move_notations_are_accepted(text: str) -> None:
    assert main_line(text) == ["d6", "f4", "c5", "xd2", "a4-a7", "xd2"]


def test_several_removals_are_split() -> None:
    assert main_line("d6xa1xb2xc3 xd3xe3") == ["d6", "xa1", "xb2", "xc3", "xd3", "xe3"]


@pytest.mark.parametrize("text", ["", "  \n ", "*", '[Event "x"]'])
def test_record_without_moves_is_empty(text: str) -> None:
    assert main_line(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "********/O*@*O***/******** b p p 2 7 1 8 0 0 0 0 0 0 0 0 2\nd6",
        "fen ********/O*@*O***/******** b p p 2 7 1 8 0 0 0 0 0 0 0 0 2 \nd6",
        '[FEN "********/O*@*O***/******** b p p 2 7 1 8 0 0 0 0 0 0 0 0 2"]\n\nd6',
    ],
)
def test_start_position_is_read_and_numbers_moves(text: str) -> None:
    record = read(text)
    assert record.position == "********/O*@*O***/******** b p p 2 7 1 8 0 0 0 0 0 0 0 0 2"
    assert write(record).endswith("\n\n1... d6 *\n")


def test_small_board_position_is_read() -> None:
    assert read("********/* w p").position == "********/* w p"


@pytest.mark.parametrize(
    ("headers", "rules"),
    [
        ("", "nine_mens_morris"),
        ('[Variant "Nine Men\'s Morris"]', "nine_mens_morris"),
        ('[Variant "da_san_qi"]', "da_san_qi"),
        ('[Variant "Dooz"][Rules "MayFly=false"]', "dooz MayFly=false"),
        ('[Variant "Dooz"][Rules "zhi_qi MayFly=true"]', "zhi_qi MayFly=true"),
        ('[Rules "MayFly=false PiecesCount=5"]', "MayFly=false PiecesCount=5"),
    ],
)
def test_headers_give_rules(headers: str, rules: str) -> None:
    assert read(headers).rules == rules


@pytest.mark.parametrize("rules", ["dooz", "dooz MayFly=true", "MayFly=false"])
def test_rules_round_trip(rules: str) -> None:
    record = Record({"Variant": "old", "Rules": "older"})
    record.rules = rules
    assert read(write(record)).rules == rules
    record.position = "********/*"
    record.position = None
    assert "FEN" not in write(record)


def test_result_after_moves_overrides_header() -> None:
    assert read('[Result "1-0"] d6').result == "1-0"
    assert read('[Result "1-0"] d6 0-1').result == "0-1"
    assert read('[Result "unclear"] d6').result == "*"
    assert read("d6 f4 (a1 1-0) b6 1/2-1/2").result == "1/2-1/2"


def test_move_annotations_are_read() -> None:
    nodes = read("d6! f4?? a1 !? g7 $14 $7").tree.main_line
    assert [node.marks for node in nodes] == [(1,), (4,), (5,), (14, 7)]


def test_comment_before_variation_belongs_to_its_first_move() -> None:
    tree = read("d6 ( {Or} ; perhaps\n f4 {here} {and there} ) a1").tree
    assert tree.root.children[1].comment == "Or perhaps here and there"


def test_variation_after_removal_replaces_turn_or_removal() -> None:
    tree = read("d6xa1 (f4 a4) (xb2 b6) c3").tree
    assert [node.move for node in tree.root.children] == ["d6", "f4"]
    assert [node.move for node in tree.root.children[0].children] == ["xa1", "xb2"]
    assert [node.move for node in tree.main_line] == ["d6", "xa1", "c3"]


@pytest.mark.parametrize(
    "text",
    [
        "1. d6xa1xb2 (1. f4) 1... c3 *",
        "1. d6xa1 (xb2 1... f4) 1... c3 *",
        "1. d6 (1. f4) xa1 (xb2) 1... c3 *",
        "1. d6 {Why?} xa1 1... c3 *",
        "1. d6xa1 $1 c3 2. a4-a7xc3 (xd6) *",
        "1. xa1 (1. xb2) 1... c3 *",
        "1. d6xa1xb2 (xc3xd3 1... f4xe4) xg7 (xg4) 1... c3 *",
    ],
)
def test_removals_are_written_with_their_move(text: str) -> None:
    assert write(read(text)) == f'[Result "*"]\n\n{text}\n'


def test_long_games_are_wrapped() -> None:
    lines = write(read("d6 f4 " * 100)).splitlines()
    assert max(len(line) for line in lines) <= 80
    assert len(lines) < 25


def test_comment_escapes_closing_brace() -> None:
    record = read("d6")
    record.tree.main_line[0].comment = " one} two\r\nthree "
    assert read(write(record)).tree.main_line[0].comment == "one) two\nthree"


@pytest.mark.parametrize(("headers", "result"), [({"No name": "x"}, "*"), ({}, "won")])
def test_invalid_header_or_result_is_not_written(headers: dict[str, str], result: str) -> None:
    with pytest.raises(RecordError):
        write(Record(headers, result=result))


def test_byte_order_mark_is_ignored() -> None:
    assert read("\ufeff{Grüße} d6").tree.root.comment == "Grüße"


points = st.builds("{}{}".format, st.sampled_from("abcdefg"), st.integers(1, 7))
own_moves = points | st.builds("{}-{}".format, points, points)
removals = points.map("x{}".format)
printable = st.characters(min_codepoint=32, exclude_characters="}\x85\u2028\u2029", exclude_categories=("Cs", "Zs"))
comments = st.just("") | st.text(printable | st.sampled_from(" \n"), max_size=12).map(str.strip)
values = st.text(st.characters(min_codepoint=32, exclude_categories=("Cs", "Zs", "Zl", "Zp", "Cc")), max_size=12)


@st.composite
def trees(draw: st.DrawFn) -> GameTree:
    """As in a game, either all moves that can follow are removals or none is."""
    tree = GameTree()
    tree.root.comment = draw(comments)
    nodes = [tree.root]
    for _ in range(draw(st.integers(0, 25))):
        parent = draw(st.sampled_from(nodes))
        kind = draw(st.sampled_from([own_moves, removals]))
        if parent.children:
            kind = removals if parent.children[0].move.is_removal else own_moves
        node = Node(draw(kind), parent)
        node.comment = draw(comments)
        node.marks = tuple(draw(st.lists(st.integers(0, 255), max_size=2)))
        nodes.append(node)
    return tree


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(
    tree=trees(),
    headers=st.dictionaries(st.sampled_from(["Event", "White", "FEN", "Rules", "Größe"]), values),
    result=st.sampled_from(["1-0", "0-1", "1/2-1/2", "*"]),
)
def test_any_record_round_trips(tree: GameTree, headers: dict[str, str], result: str) -> None:
    record = Record(headers, tree, result)
    text = write(record)
    assert read(text) == record
    assert write(read(text)) == text
