"""Rings and arrows: what is drawn survives writing and reading, and nothing of a strange comment is lost."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import given

from sanmill.core.game import record, shapes
from sanmill.core.game.shapes import COLOURS, SHAPES_MAX, Shape, drawn
from sanmill.core.game.tree import GameTree

POINTS = ["d6", "f4", "a1", "g7", "c3"]


def test_same_shape_again_is_removed_and_another_colour_replaces() -> None:
    ring = Shape("G", "d6")
    assert drawn((), ring) == (ring,)
    assert drawn((ring,), ring) == ()
    assert drawn((ring,), Shape("R", "d6")) == (Shape("R", "d6"),)
    assert drawn((ring,), Shape("G", "d6", "f4")) == (ring, Shape("G", "d6", "f4"))


def test_no_more_than_the_most_are_drawn() -> None:
    full = tuple(Shape("G", f"{file}{rank}", end) for file in "abcdefg" for rank in range(1, 8) for end in ("", "d4"))
    full = full[:SHAPES_MAX]
    assert drawn(full, Shape("R", "d6", "c3")) == full
    assert len(drawn(full, full[0])) == SHAPES_MAX - 1


def test_commands_are_those_of_chess_programs() -> None:
    listed = (Shape("G", "d6"), Shape("R", "f4"), Shape("B", "d6", "f4"))
    assert shapes.write(listed) == "[%csl Gd6,Rf4][%cal Bd6f4]"
    assert shapes.read("[%csl Gd6,Rf4][%cal Bd6f4] a plan") == ("a plan", listed)
    assert shapes.read("before [%csl Gd6] and [%cal Bd6f4] after")[0] == "before and after"


@pytest.mark.parametrize(
    "strange",
    ["[%csl Zd6]", "[%csl Gd6,Gz9]", "[%cal Gd6]", "[%cal Gd6d6]", "[%csl ]", "[%clk 0:05:00]", "[%csl Gd6", "%csl"],
)
def test_command_that_cannot_be_read_stays_in_the_comment(strange: str) -> None:
    assert shapes.read(f"note {strange}") == (f"note {strange}", ())
    tree = record.read(f"1. d6 {{note {strange}}} f4 *").tree
    assert tree.main_line[0].comment == f"note {strange}"


def test_commands_beyond_the_most_stay_in_the_comment() -> None:
    command = "[%csl " + ",".join(f"G{file}{rank}" for file in "abcdefg" for rank in range(1, 8)) + "]"
    arrows = "[%cal " + ",".join(f"Ga{rank}g{other}" for rank in range(1, 8) for other in range(1, 8)) + "]"
    words, found = shapes.read(command + arrows)
    assert (len(found), words) == (49, arrows)


@given(
    st.lists(
        st.builds(Shape, st.sampled_from(COLOURS), st.sampled_from(POINTS), st.sampled_from(["", "b2", "e4"])),
        max_size=8,
        unique_by=lambda shape: shape.place,
    ),
    st.sampled_from(["", "Mill!", "two\nlines", "with [brackets] and [%eval 0.3]"]),
)
def test_record_keeps_what_is_drawn(listed: list[Shape], comment: str) -> None:
    tree = GameTree()
    for move in ("a1", "b2", "d1", "b4", "g1", "xb2"):
        node = tree.play(move)
        node.shapes, node.comment = tuple(sorted(listed, key=lambda each: bool(each.end))), comment
    tree.root.shapes = tree.current.shapes
    variation = tree.play("d2")
    variation.shapes = tree.root.shapes
    again = record.read(record.write(record.Record(tree=tree))).tree
    assert again == tree
    assert again.copy() == tree


def test_drawn_move_is_written_apart_from_its_removal() -> None:
    tree = GameTree()
    for move in ("a1", "b2", "d1", "b4", "g1", "xb2"):
        tree.play(move)
    tree.main_line[4].shapes = (Shape("G", "g1"),)
    written = record.write(record.Record(tree=tree))
    assert "g1 {[%csl Gg1]} xb2" in " ".join(written.split())
    assert record.read(written).tree == tree
