"""The moves of a game: the turns of the line shown, and the record as rows.

Rows hold numbered turns of both sides, comments, and variations below the moves they replace.
"""

from __future__ import annotations

from sanmill.control.views.types import CellView, HistoryRow, HistoryView, MoveView
from sanmill.core.game.model import Side
from sanmill.core.game.move import split_turns
from sanmill.core.game.record import GLYPHS, has_variations, turn_from
from sanmill.core.game.tree import Node

from .cursor import Cursor
from .session import Session

MARKS = {mark: glyph for glyph, mark in GLYPHS.items()}


def history_of(session: Session) -> HistoryView:
    cursor = session.cursor
    node = cursor.tree.current
    number, side = cursor.turns.get(node, (0, Side.WHITE))
    label = f"{number}." if side is Side.WHITE else f"{number}…"
    return HistoryView(
        rows=tuple(_Rows(cursor).rows),
        shown=f"{label} {node.move}{_marks(node)}" if node.move else "",
        comment=node.comment,
        marks=node.marks,
        can_promote=any(step.parent and step.parent.children[0] is not step for step in node.path),
        can_delete=cursor.can_delete,
    )


def moves_of(session: Session) -> tuple[MoveView, ...]:
    """The turns of the line shown, undone ones included."""
    cursor = session.cursor
    return tuple(
        MoveView(
            number=f"{cursor.states[turn.ply].turn}." if turn.side is Side.WHITE or turn.ply == 0 else "",
            words=str(turn),
            ply=turn.end,
            is_shown=turn.ply < cursor.ply <= turn.end,
            is_taken_back=cursor.is_on_mainline and turn.ply >= cursor.game_ply,
        )
        for turn in split_turns(cursor.line, [state.side for state in cursor.states])
    )


def _marks(node: Node) -> str:
    return "".join(MARKS.get(mark, "") for mark in node.marks)


class _Rows:
    """Lists the turns in order: each row, then its comment and variations, then the moves that follow."""

    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor
        self.rows: list[HistoryRow] = []
        self.is_open = False  # whether Black's turn fits into the last row
        self.numbers = {node: number for number, (_, node) in enumerate(cursor.tree.root.walk())}
        root = cursor.tree.root
        present, end = cursor.tree.find(cursor.played) or root, cursor.tree.find(cursor.mainline.moves) or root
        self.taken_back = set(end.path) - set(present.path)
        self._add_comment(root, 0)
        # A stack of what is still to be listed: a node and its depth, or the end of a variation.
        waiting: list[tuple[Node, int] | None] = [(node, 0) for node in root.children[:1]]
        while waiting:
            task = waiting.pop()
            if task:
                waiting += self._add_turn(*task)
            else:
                self.is_open = False

    def _add_turn(self, node: Node, depth: int) -> list[tuple[Node, int] | None]:
        """Add a turn; returns what follows it, last first."""
        turn = turn_from(node)
        last = turn[-1]
        number, side = self.cursor.turns[node]
        cell = CellView(
            number=self.numbers[last],
            words="".join(step.move for step in turn) + _marks(last),
            is_shown=self.cursor.tree.current in turn,
            is_taken_back=last in self.taken_back,
        )
        if side is Side.WHITE:
            self.rows.append(HistoryRow(depth, f"{number}.", white=cell))
        elif self.is_open:
            row = self.rows[-1]
            self.rows[-1] = HistoryRow(row.depth, row.label, row.white, cell)
        else:
            self.rows.append(HistoryRow(depth, f"{number}…", black=cell))
        self.is_open = side is Side.WHITE
        self._add_comment(last, depth)
        following: list[tuple[Node, int] | None] = [(child, depth) for child in last.children[:1]]
        for step in turn:
            if step.parent and has_variations(step):
                self.is_open = False
                for variation in reversed(step.parent.children[1:]):
                    following += (None, (variation, depth + 1))
        return following

    def _add_comment(self, node: Node, depth: int) -> None:
        if node.comment:
            self.rows.append(HistoryRow(depth, comment=node.comment))
            self.is_open = False
