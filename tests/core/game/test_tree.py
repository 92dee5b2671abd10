"""The game tree: cursor, variations and their order."""

from __future__ import annotations

from sanmill.core.game.tree import GameTree, Node


def tree_of(*lines: str) -> GameTree:
    """Each line starts from the beginning; what it shares with an earlier one is the same branch."""
    tree = GameTree()
    for line in lines:
        tree.current = tree.root
        for move in line.split():
            tree.play(move)
    return tree


def path(tree: GameTree) -> list[str]:
    return [node.move for node in tree.current.path]


def shape(tree: GameTree) -> list[tuple[int, str]]:
    return [(depth, node.move) for depth, node in tree.root.walk()]


def test_cursor_moves_forward_and_back() -> None:
    tree = tree_of("d6 f4 b6")
    assert path(tree) == ["d6", "f4", "b6"]
    tree.back()
    tree.back()
    assert path(tree) == ["d6"]
    tree.play("f4")
    assert path(tree) == ["d6", "f4"]
    tree.current = tree.root
    tree.back()
    assert tree.current is tree.root


def test_known_move_reuses_its_branch() -> None:
    tree = tree_of("d6 f4", "d6 a1", "d6 f4 b6")
    assert len(tree) == 4
    assert shape(tree) == [(0, ""), (1, "d6"), (2, "f4"), (3, "b6"), (2, "a1")]
    assert [node.move for node in tree.main_line] == ["d6", "f4", "b6"]


def test_promoting_makes_main_line() -> None:
    tree = tree_of("d6 f4 b6", "d6 a1 g7", "d6 a1 g1")
    tree.promote(tree.current)
    assert [node.move for node in tree.main_line] == ["d6", "a1", "g1"]
    assert len(tree) == 6


def test_deleting_current_branch_moves_cursor_to_parent() -> None:
    tree = tree_of("d6 f4", "d6 a1 g7")
    doomed = tree.root.children[0].children[1]
    tree.delete(doomed)
    assert path(tree) == ["d6"]
    assert shape(tree) == [(0, ""), (1, "d6"), (2, "f4")]
    tree.delete(tree.root)
    assert len(tree) == 2


def test_deleting_other_branch_keeps_cursor() -> None:
    tree = tree_of("d6 a1 g7", "d6 f4")
    tree.delete(tree.root.children[0].children[0])
    assert path(tree) == ["d6", "f4"]


def test_tree_equality_ignores_cursor_but_not_comments() -> None:
    one, two = tree_of("d6 f4", "d6 a1"), tree_of("d6 f4", "d6 a1")
    assert one == two
    two.back()
    assert one == two
    two.root.children[0].comment = "good"
    assert one != two
    assert tree_of("d6 f4 a1") != tree_of("d6 f4", "d6 a1")
    assert tree_of("d6") != tree_of("d6 f4")
    assert one != "d6 f4"


def test_very_deep_tree_is_supported() -> None:
    tree, twin = GameTree(), GameTree()
    for grown in (tree, twin):
        for _ in range(50_000):
            grown.current = Node("d6", grown.current)
    assert len(path(tree)) == 50_000
    assert tree == twin
    tree.delete(tree.root.children[0])
    assert len(tree) == 0
    del twin
