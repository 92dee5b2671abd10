"""The tree of a game: going on, going back, branches and their order."""

from __future__ import annotations

from sanmill.core.gametree import GameTree, Node


def tree_of(*lines: str) -> GameTree:
    """Each line starts from the beginning; what it shares with an earlier one is the same branch."""
    tree = GameTree()
    for line in lines:
        tree.current = tree.root
        for move in line.split():
            tree.play(move)
    return tree


def shape(tree: GameTree) -> list[tuple[int, str]]:
    return [(depth, node.move) for depth, node in tree.root.walk()]


def test_going_on_and_back() -> None:
    tree = tree_of("d6 f4 b6")
    assert tree.moves == ("d6", "f4", "b6")
    assert tree.back()
    assert tree.back()
    assert tree.moves == ("d6",)
    assert tree.forward()
    assert tree.moves == ("d6", "f4")
    tree.current = tree.root
    assert not tree.back()
    assert tree.moves == ()


def test_the_end_has_no_forward() -> None:
    assert not tree_of("d6").forward()


def test_a_known_move_is_the_known_branch() -> None:
    tree = tree_of("d6 f4", "d6 a1", "d6 f4 b6")
    assert len(tree) == 4
    assert shape(tree) == [(0, ""), (1, "d6"), (2, "f4"), (3, "b6"), (2, "a1")]
    assert [node.move for node in tree.main_line] == ["d6", "f4", "b6"]


def test_promoting_makes_the_main_line() -> None:
    tree = tree_of("d6 f4 b6", "d6 a1 g7", "d6 a1 g1")
    tree.promote(tree.current)
    assert [node.move for node in tree.main_line] == ["d6", "a1", "g1"]
    assert len(tree) == 6


def test_deleting_the_branch_one_looks_at() -> None:
    tree = tree_of("d6 f4", "d6 a1 g7")
    doomed = tree.root.children[0].children[1]
    tree.delete(doomed)
    assert tree.moves == ("d6",)
    assert shape(tree) == [(0, ""), (1, "d6"), (2, "f4")]
    tree.delete(tree.root)
    assert len(tree) == 2


def test_deleting_elsewhere_keeps_the_place() -> None:
    tree = tree_of("d6 a1 g7", "d6 f4")
    tree.delete(tree.root.children[0].children[0])
    assert tree.moves == ("d6", "f4")


def test_equal_trees() -> None:
    one, two = tree_of("d6 f4", "d6 a1"), tree_of("d6 f4", "d6 a1")
    assert one == two
    two.back()
    assert one == two
    two.root.children[0].comment = "good"
    assert one != two
    assert tree_of("d6 f4 a1") != tree_of("d6 f4", "d6 a1")
    assert tree_of("d6") != tree_of("d6 f4")
    assert one != "d6 f4"


def test_a_tree_may_be_very_deep() -> None:
    tree, twin = GameTree(), GameTree()
    for grown in (tree, twin):
        for _ in range(50_000):
            grown.current = Node("d6", grown.current)
    assert len(tree.moves) == 50_000
    assert tree == twin
    tree.delete(tree.root.children[0])
    assert len(tree) == 0
    del twin
