"""A hint, given in three steps: why, where, and the move itself."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sanmill.control.views import verdicts
from sanmill.control.views.types import BoardView, GhostView, Verdict
from sanmill.core.game.ideas import Idea, IdeaKind, idea_of
from sanmill.core.game.model import Board, GameState
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import Text, text
from sanmill.engine.messages import SearchLine

NO_MOVE = Move()
WHY, WHERE = 1, 2  # steps before the move is played


def is_equal(line: SearchLine, best: SearchLine) -> bool:
    """Whether both moves provably draw."""
    return all(each.is_proven and verdicts.verdict_of(each) is Verdict.LEVEL for each in (line, best))


@dataclass(frozen=True)
class Hint:
    """The suggested move, what it is good for, and how much of it is shown."""

    move: Move = NO_MOVE
    idea: Idea | None = None
    step: int = 0
    proof: Text | None = None  # what the tablebase says

    @classmethod
    def from_lines(cls, lines: tuple[SearchLine, ...], board: Board, state: GameState) -> Hint:
        """The first step of the best move, of several that hold a draw one with a reason that can be seen.

        A move without such a reason is shown at once.
        """
        ideas = (
            (line, idea_of(board, state, line.move)) for line in lines if line is lines[0] or is_equal(line, lines[0])
        )
        line, idea = min(ideas, key=lambda each: each[1].kind is IdeaKind.QUIET)
        step = WHERE if idea.kind is IdeaKind.QUIET else WHY
        return cls(line.move, idea, step, verdicts.proof_of(line))

    def next(self) -> Hint:
        return replace(self, step=WHERE)

    @property
    def is_complete(self) -> bool:
        return self.step == WHERE

    @property
    def words(self) -> Text | None:
        """The sentence of this step; the first also says what is proven."""
        if self.idea is None:
            return None
        why = self.idea.words
        words = self._move_words() if self.is_complete or why is None else why
        is_first = not self.is_complete or why is None
        return text("proof.after", words=words, proof=self.proof) if self.proof and is_first else words

    def _move_words(self) -> Text:
        move = self.move
        if move.is_removal:
            return text("hint.take", point=move.end)
        return text("hint.move", start=move.start, end=move.end) if move.start else text("hint.place", point=move.end)

    def on(self, board: BoardView, state: GameState) -> BoardView:
        """Light the lines concerned; then show the move as a ghost, or the piece to take."""
        if self.idea is None:
            return board
        board = replace(board, lit=board.lit or self.idea.lines)
        if not self.is_complete:
            return board
        board = replace(board, names_points=True)
        if self.move.is_removal:
            return replace(board, pulses=board.pulses | {self.move.end})
        return replace(board, ghost=GhostView(state.side, self.move.start, self.move.end))
