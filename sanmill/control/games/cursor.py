"""The cursor of a game: which line of the tree is shown and at which ply, and how far the game has been played.

The main line is the line of the game itself. ``game_ply`` is where the game stands on it; later moves were undone and
can be redone. Moving the cursor back or into a variation moves the engine's game, never ``game_ply``.
"""

from __future__ import annotations

from sanmill.core.game import record, shapes
from sanmill.core.game.model import GameState, Side
from sanmill.core.game.shapes import Shape
from sanmill.core.game.tree import GameTree, Node
from sanmill.engine.game import Game

from .variation import Deletion, Variation, common_length, last_of, turns_of


class LineError(Exception):
    """A line that the tree does not contain."""


class Cursor:
    """A game tree with the main line, the line shown and the ply shown."""

    def __init__(self, rules: str, start: str) -> None:
        self.game = Game(rules, start or None)  # at the ply shown
        self.rules = self.game.rules_text
        self.start = self.game.position if start else ""
        self.tree = GameTree()
        self.variation = self.mainline = Variation((), [self.game.view])
        self.ply = 0  # shown
        self.game_ply = 0
        self.edits = 0  # of comments and variations
        self.turns: dict[Node, tuple[int, Side]] = {}  # turn number and side of each move
        self._deletion: Deletion | None = None

    # The line shown.

    @property
    def line(self) -> tuple[str, ...]:
        """The moves of the line shown, undone ones included."""
        return self.variation.moves

    @property
    def states(self) -> list[GameState]:
        return self.variation.states

    @property
    def values(self) -> dict[int, float]:
        """The evaluations along the line shown, by ply; 1 is a win for White."""
        return self.variation.values

    @property
    def state(self) -> GameState:
        return self.states[self.ply]

    @property
    def present(self) -> GameState:
        """The state the game stands at."""
        return self.mainline.states[self.game_ply]

    @property
    def is_on_mainline(self) -> bool:
        """Whether the line shown is the main line."""
        return self.variation is self.mainline

    @property
    def is_live(self) -> bool:
        """Whether the cursor is at the present."""
        return self.is_on_mainline and self.ply == self.game_ply

    @property
    def played(self) -> tuple[str, ...]:
        return self.mainline.moves[: self.game_ply]

    # Moving.

    def play(self, move: str) -> None:
        """Play a move at the cursor. A move that differs from the main line starts a new main line."""
        ply, before = self.ply, self.state
        is_known = self.line[ply : ply + 1] == (move,)
        self.game.play(move)
        node = self.tree.play(move)
        self.turns[node] = (before.turn, before.side)
        if not self.is_on_mainline or not is_known:
            self.tree.promote(node)
        if not is_known:
            self.variation = self.variation.until(ply)
            self.variation.moves += (move,)
            self.variation.states.append(self.game.view)
        self.mainline = self.variation
        self.game_ply = self.ply = ply + 1

    def show(self, ply: int) -> None:
        ply = max(0, min(ply, len(self.line)))
        while self.ply > ply:
            self.game.undo()
            self.tree.back()
            self.ply -= 1
        while self.ply < ply:
            self.game.play(self.line[self.ply])
            self.tree.play(self.line[self.ply])
            self.ply += 1

    def show_node(self, node: Node) -> None:
        """Move to any node of the tree; off the main line its variation becomes the line shown."""
        moves = tuple(step.move for step in node.path)
        if self.line[: len(moves)] != moves:
            is_main = self.mainline.moves[: len(moves)] == moves
            self._switch(self.mainline if is_main else self._variation_to(last_of(node)))
        self.show(len(moves))

    def show_present(self) -> None:
        if not self.is_on_mainline:
            self._switch(self.mainline)
        self.show(self.game_ply)

    def rewind(self, ply: int) -> None:
        """Make another ply of the main line the present."""
        self.show_present()
        self.show(ply)
        self.game_ply = self.ply

    def _variation_to(self, node: Node) -> Variation:
        """The line to a node, with the states and values shared with the line shown."""
        steps = node.path
        moves = tuple(step.move for step in steps)
        shared = common_length(moves, self.line)
        self.show(shared)
        variation = self.variation.until(shared)
        for step in steps[shared:]:
            self.turns[step] = (variation.states[-1].turn, variation.states[-1].side)
            self.game.play(step.move)
            variation.states.append(self.game.view)
        for _ in steps[shared:]:
            self.game.undo()
        variation.moves = moves
        return variation

    def _switch(self, variation: Variation) -> None:
        """Show another line, at the last ply both have in common."""
        self.show(min(self.ply, common_length(variation.moves, self.line)))
        self.variation = variation

    # Undo and redo.

    def turn_before(self, ply: int, sides: frozenset[Side]) -> int | None:
        """The last ply before this one at which one of the sides began a turn."""
        return next((at for at in range(ply - 1, -1, -1) if self._begins_turn(at, sides)), None)

    def turn_after(self, ply: int, sides: frozenset[Side]) -> int | None:
        """The next ply at which one of the sides began a turn, or the end of the main line."""
        last = len(self.mainline.states) - 1
        if ply >= last:
            return None
        return next((at for at in range(ply + 1, last) if self._begins_turn(at, sides)), last)

    def _begins_turn(self, ply: int, sides: frozenset[Side]) -> bool:
        state = self.mainline.states[ply]
        return state.side in sides and not any(state.pending_removals)

    # Comments and variations.

    def comment(self, comment: str, marks: tuple[int, ...]) -> None:
        """Annotate the move at the cursor, or the start, which has no marks."""
        node = self.tree.current
        words, typed = shapes.read(record.clean(comment[: record.COMMENT_MAX]))
        node.comment, node.marks = words, marks if node.move else ()
        for shape in typed:
            node.shapes = shapes.drawn(tuple(each for each in node.shapes if each != shape), shape)
        self.edits += 1

    def draw(self, shape: Shape) -> None:
        """Draw a ring or an arrow at the move at the cursor; the same one again is removed."""
        node = self.tree.current
        node.shapes = shapes.drawn(node.shapes, shape)
        self.edits += 1

    def erase(self) -> None:
        """Remove all that is drawn at the move at the cursor."""
        self.tree.current.shapes = ()
        self.edits += 1

    def promote(self) -> None:
        """Make the variation at the cursor the main line of the record."""
        self.tree.promote(self.tree.current)
        self.edits += 1

    @property
    def can_delete(self) -> bool:
        """Whether the move at the cursor was not played, or was undone."""
        return bool(self.tree.current.move) and not (self.is_on_mainline and self.ply <= self.game_ply)

    def delete(self) -> None:
        """Delete the move at the cursor with all that follows."""
        node, parent = self.tree.current, self.tree.current.parent
        if parent is None or not self.can_delete:
            return
        index, mainline = parent.children.index(node), self.mainline
        self.show(self.ply - 1)
        self.tree.delete(node)
        if self.is_on_mainline:
            self.variation = self.mainline = mainline.until(self.ply)
        else:
            is_main = mainline.moves[: self.ply] == self.line[: self.ply]
            self._switch(mainline if is_main else self._variation_to(last_of(parent)))
        self._deletion = Deletion(node, parent, index, mainline, self.mainline)
        self.edits += 1

    def delete_for_good(self) -> None:
        """Delete the move at the cursor so that it cannot be restored."""
        self.delete()
        self._deletion = None

    def restore_deleted(self) -> None:
        """Restore what was deleted last, unless it was played again since."""
        deletion, self._deletion = self._deletion, None
        if deletion is None or deletion.parent not in (node for _, node in self.tree.root.walk()):
            return
        node, parent = deletion.node, deletion.parent
        if any(child.move == node.move for child in parent.children):
            return
        self.tree.reattach(node, parent, min(deletion.index, len(parent.children)))
        if self.mainline is deletion.after and deletion.after is not deletion.before:
            is_shown = self.is_on_mainline
            self.mainline = deletion.before
            self.variation = self.mainline if is_shown else self.variation
        self.edits += 1

    def adopt(self, tree: GameTree, moves: tuple[str, ...]) -> None:
        """Take over a tree and move to the end of one of its lines; raises RecordError for an illegal move."""
        self.tree = tree
        tree.merge_duplicates()
        tree.current = tree.root
        self.turns.update(turns_of(self.rules, self.start, tree))
        end = tree.find(moves)
        if end is None:
            raise LineError("the line of the game is not in its record")
        self.variation = self.mainline = self._variation_to(end)
        self.show(len(moves))
        self.game_ply = self.ply
