"""Variations: lines through a game tree with the states and evaluations along them."""

from __future__ import annotations

from dataclasses import dataclass, field

from sanmill.core.game.model import GameState, Side
from sanmill.core.game.tree import GameTree, Node
from sanmill.engine.game import Game
from sanmill.engine.replay import replay


@dataclass
class Variation:
    """A line of moves with its states and the evaluations known so far."""

    moves: tuple[str, ...]
    states: list[GameState]
    values: dict[int, float] = field(default_factory=dict)  # by ply; 1 is a win for White

    def until(self, ply: int) -> Variation:
        values = {at: value for at, value in self.values.items() if at <= ply}
        return Variation(self.moves[:ply], self.states[: ply + 1], values)


@dataclass(frozen=True)
class Deletion:
    """A deleted node, where it was, and the main line before and after."""

    node: Node
    parent: Node
    index: int
    before: Variation
    after: Variation


def turns_of(rules: str, start: str, tree: GameTree) -> dict[Node, tuple[int, Side]]:
    """The turn number and the side of each move; an illegal move raises a RecordError."""
    return {node: (state.turn, state.side) for node, state in replay(Game(rules, start or None), tree)}


def common_length(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    differ = (index for index, (left, right) in enumerate(zip(one, other)) if left != right)
    return next(differ, min(len(one), len(other)))


def last_of(node: Node) -> Node:
    """The end of the first variation from a node."""
    while node.children:
        node = node.children[0]
    return node
