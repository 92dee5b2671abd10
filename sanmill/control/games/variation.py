"""Lines through the tree of a game: the states along them, where they part, when each move is played and by whom."""

from __future__ import annotations

from dataclasses import dataclass, field

from sanmill.core import record
from sanmill.core.gametree import GameTree, Node
from sanmill.core.i18n import Text, text
from sanmill.core.model import GameState, Side
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game

REFUSALS = (
    "game_over must_remove nothing_owed no_piece own_piece others_piece in_mill other_captive not_near occupied marked "
    "hand_empty must_place not_joined repeated_mill"
).split()


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
    """Play every branch: the turn and the side of each move. What cannot be played is refused with its line."""
    game = Game(rules, start or None)
    turns: dict[Node, tuple[int, Side]] = {}
    ply = 0
    for depth, node in tree.root.walk():
        if depth == 0:
            continue
        for _ in range(depth - 1, ply):
            game.undo()
        state = game.view
        turns[node] = (state.turn, state.side)
        try:
            game.play(node.move)
        except EngineError as error:
            words = refusal_words(node.move, game.refusal(node.move), state.side)
            raise record.RecordError(node.line, str(error), words) from error
        ply = depth
    return turns


def refusal_words(move: str, reason: str, side: Side) -> Text | None:
    """Why a move of a record cannot be played, in the words the board has for it; nothing if it has none."""
    if reason not in REFUSALS:
        return None
    other = text(f"side.{side.other.name.lower()}")
    why = text(f"refusal.{reason}", side=other) if reason == "others_piece" else text(f"refusal.{reason}")
    return text("record.refused", move=move, why=why)


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
