"""The moves of a game with variations, comments and a cursor.

Knows no rules. A tree may be thousands of moves deep, so nothing here recurses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .move import Move
from .shapes import Shape


class Node:
    """A move and its replies; the first child continues the main line. The root has an empty move."""

    __slots__ = ("children", "comment", "expected_reply", "line", "marks", "move", "parent", "shapes")

    def __init__(self, move: str = "", parent: Node | None = None, *, line: int = 0) -> None:
        self.move = Move(move)
        self.parent = parent
        self.children: list[Node] = []
        self.comment = ""
        self.marks: tuple[int, ...] = ()  # numeric annotation glyphs: 1 good, 2 poor, …
        self.shapes: tuple[Shape, ...] = ()  # drawn on the board
        self.expected_reply = ""  # the reply that the engine which played this move expected
        self.line = line  # of the text it was read from; 0 if none
        if parent is not None:
            parent.children.append(self)

    def __repr__(self) -> str:
        return f"Node({self.move!r}, {len(self.children)} children)"

    @property
    def content(self) -> tuple[object, ...]:
        """The move and what is noted at it."""
        return (self.move, self.comment, self.marks, self.shapes)

    def child(self, move: str) -> Node | None:
        return next((child for child in self.children if child.move == move), None)

    @property
    def path(self) -> list[Node]:
        """The nodes from the first move down to this one."""
        nodes: list[Node] = []
        node: Node = self
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def walk(self) -> Iterator[tuple[int, Node]]:
        """This node and its descendants with their depth, each main line before its variations."""
        stack = [(0, self)]
        while stack:
            depth, node = stack.pop()
            yield depth, node
            stack += ((depth + 1, child) for child in reversed(node.children))


class GameTree:
    def __init__(self) -> None:
        self.root = Node()
        self.current = self.root

    def __eq__(self, other: object) -> bool:
        """Compare moves, variations, comments, marks and shapes; cursor and line numbers do not matter."""
        if not isinstance(other, GameTree):
            return NotImplemented
        return len(self) == len(other) and all(
            (depth, *node.content) == (other_depth, *twin.content)
            for (depth, node), (other_depth, twin) in zip(self.root.walk(), other.root.walk())
        )

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        """The number of moves, variations included."""
        return sum(1 for _ in self.root.walk()) - 1

    def copy(self) -> GameTree:
        """The same moves, with the cursor at the start."""
        copied = GameTree()
        stack = [(self.root, copied.root)]
        while stack:
            node, twin = stack.pop()
            twin.comment, twin.marks, twin.shapes = node.comment, node.marks, node.shapes
            twin.expected_reply = node.expected_reply
            stack += [(child, Node(child.move, twin, line=child.line)) for child in node.children]
        return copied

    @property
    def main_line(self) -> list[Node]:
        nodes: list[Node] = []
        node = self.root
        while node.children:
            node = node.children[0]
            nodes.append(node)
        return nodes

    def play(self, move: str) -> Node:
        """Go to the child with this move; add it if there is none."""
        self.current = self.current.child(move) or Node(move, self.current)
        return self.current

    def back(self) -> None:
        self.current = self.current.parent or self.root

    def promote(self, node: Node) -> None:
        """Make the path to a node the main line."""
        for step in node.path:
            siblings = step.parent.children if step.parent else []
            siblings.remove(step)
            siblings.insert(0, step)

    def delete(self, node: Node) -> None:
        """Remove a node with its descendants; a cursor among them moves to the parent."""
        parent = node.parent
        if parent is None:
            return
        if node in self.current.path:
            self.current = parent
        parent.children.remove(node)
        node.parent = None

    def reattach(self, node: Node, parent: Node, index: int) -> None:
        """Put a deleted node back among its siblings."""
        node.parent = parent
        parent.children.insert(index, node)

    def find(self, moves: Iterable[str]) -> Node | None:
        node: Node | None = self.root
        for move in moves:
            node = node.child(move) if node else None
        return node

    def take_shapes(self, other: GameTree) -> None:
        """Draw along the main line what another tree has at the same moves."""
        twin: Node | None = other.root
        for node in (self.root, *self.main_line):
            twin = twin.child(node.move) if twin and node.move else twin
            node.shapes = twin.shapes if twin else ()

    def merge_duplicates(self) -> None:
        stack = [self.root]
        while stack:
            node = stack.pop()
            firsts: dict[Move, Node] = {}
            for child in node.children:
                first = firsts.setdefault(child.move, child)
                if first is not child:
                    first.comment = " ".join(comment for comment in (first.comment, child.comment) if comment)
                    first.marks = first.marks or child.marks
                    first.shapes = first.shapes or child.shapes
                    first.children += child.children
                    for grandchild in child.children:
                        grandchild.parent = first
            node.children = list(firsts.values())
            stack += node.children
