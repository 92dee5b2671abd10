"""Lines through the tree of a game: the states along them, where they part, when each move is played and by whom."""

from __future__ import annotations

from dataclasses import dataclass, field

from sanmill.core.gametree import GameTree, Node
from sanmill.core.model import GameState, Side
from sanmill.engine.game import Game
from sanmill.engine.replay import replay


@dataclass
class Variation:
    """A line of moves through the tree with the states along it and what is known of their worth."""

    moves: tuple[str, ...]
    states: list[GameState]
    values: dict[int, float] = field(default_factory=dict)  # by ply, 1 for White


@dataclass(frozen=True)
class Cut:
    """A branch that was cut off, and where it belongs."""

    node: Node
    parent: Node
    index: int
    own: Variation  # the game's line before
    shortened: Variation  # and after


def survey(rules: str, start: str, tree: GameTree) -> dict[Node, tuple[int, Side]]:
    """The turn number and the side of each move; an illegal move raises a RecordError."""
    return {node: (state.turn, state.side) for node, state in replay(Game(rules, start or None), tree)}


def common(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """How many moves two lines have in common."""
    differ = (index for index, (left, right) in enumerate(zip(one, other)) if left != right)
    return next(differ, min(len(one), len(other)))


def foresight(tree: GameTree, moves: tuple[str, ...]) -> dict[str, str]:
    """What was expected after the moves of a line, by ply, to be kept."""
    end = tree.find(moves)
    return {str(ply): node.foreseen for ply, node in enumerate(end.path if end else (), 1) if node.foreseen}


def foresee(tree: GameTree, moves: tuple[str, ...], kept: dict[str, str]) -> None:
    """Take over what was kept of that."""
    end = tree.find(moves)
    for ply, node in enumerate(end.path if end else (), 1):
        node.foreseen = str(kept.get(str(ply), ""))


def end_of(node: Node) -> Node:
    """Where the first branches lead from a node."""
    while node.children:
        node = node.children[0]
    return node
