"""The moves of a game with their branches and notes, and the place one looks at.

Knows no rules: a move is a word. A tree may be thousands of moves deep, so nothing here recurses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator


class Node:
    """One move and what can follow it; the first child continues the main line. The root has no move."""

    __slots__ = ("children", "comment", "foreseen", "line", "marks", "move", "parent")

    def __init__(self, move: str = "", parent: Node | None = None, *, line: int = 0) -> None:
        self.move = move
        self.parent = parent
        self.children: list[Node] = []
        self.comment = ""
        self.marks: tuple[int, ...] = ()  # numeric annotation glyphs: 1 good, 2 poor, …
        self.foreseen = ""  # the move that a machine which played this one expected next
        self.line = line  # where it was read; 0 if it was not
        if parent is not None:
            parent.children.append(self)

    def __repr__(self) -> str:
        return f"Node({self.move!r}, {len(self.children)} children)"

    @property
    def is_removal(self) -> bool:
        """Whether the move takes a piece."""
        return self.move.startswith("x")

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
        """This node and all below it with their depth, each main line before its variations."""
        waiting = [(0, self)]
        while waiting:
            depth, node = waiting.pop()
            yield depth, node
            waiting += ((depth + 1, child) for child in reversed(node.children))


class GameTree:
    """A tree of moves and the current node in it."""

    def __init__(self) -> None:
        self.root = Node()
        self.current = self.root

    def __eq__(self, other: object) -> bool:
        """Same moves, branches and notes; where one looks and where it was read do not matter."""
        if not isinstance(other, GameTree):
            return NotImplemented
        mine, theirs = self.root.walk(), other.root.walk()
        return len(self) == len(other) and all(
            (depth, node.move, node.comment, node.marks) == (other_depth, twin.move, twin.comment, twin.marks)
            for (depth, node), (other_depth, twin) in zip(mine, theirs)
        )

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        """The number of moves, branches included."""
        return sum(1 for _ in self.root.walk()) - 1

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that lead to the current node."""
        return tuple(node.move for node in self.current.path)

    @property
    def main_line(self) -> list[Node]:
        """The nodes of the main line from the start."""
        nodes: list[Node] = []
        node = self.root
        while node.children:
            node = node.children[0]
            nodes.append(node)
        return nodes

    def play(self, move: str) -> Node:
        """Go on with a move: along a known branch, or along a new one."""
        known = [child for child in self.current.children if child.move == move]
        self.current = known[0] if known else Node(move, self.current)
        return self.current

    def back(self) -> bool:
        """Go one move back; false at the start."""
        if self.current.parent is None:
            return False
        self.current = self.current.parent
        return True

    def forward(self) -> bool:
        """Go one move on along the first branch; false at an end."""
        if not self.current.children:
            return False
        self.current = self.current.children[0]
        return True

    def promote(self, node: Node) -> None:
        """Make the whole way to a node the main line."""
        for step in node.path:
            siblings = step.parent.children if step.parent else []
            siblings.remove(step)
            siblings.insert(0, step)

    def delete(self, node: Node) -> None:
        """Cut off a node with all below it; looking there means looking at its parent afterwards."""
        parent = node.parent
        if parent is None:
            return
        if node in self.current.path:
            self.current = parent
        parent.children.remove(node)
        node.parent = None

    def graft(self, node: Node, parent: Node, index: int) -> None:
        """Put a node that was cut off back among its siblings."""
        node.parent = parent
        parent.children.insert(index, node)

    def find(self, moves: Iterable[str]) -> Node | None:
        """The node that these moves lead to from the start."""
        node = self.root
        for move in moves:
            known = [child for child in node.children if child.move == move]
            if not known:
                return None
            node = known[0]
        return node

    def join_twins(self) -> None:
        """Make one branch of those that begin with the same move; their notes are put together."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            firsts: dict[str, Node] = {}
            for child in node.children:
                first = firsts.setdefault(child.move, child)
                if first is not child:
                    first.comment = " ".join(comment for comment in (first.comment, child.comment) if comment)
                    first.marks = first.marks or child.marks
                    first.children += child.children
                    for grandchild in child.children:
                        grandchild.parent = first
            node.children = list(firsts.values())
            waiting += node.children
