"""A hint, given in three steps: the idea, the piece, the move."""

from __future__ import annotations

from dataclasses import dataclass

from sanmill.control.views import verdicts
from sanmill.core.game.ideas import Idea, idea_of
from sanmill.core.game.model import Board, GameState
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import Text, text
from sanmill.engine.messages import SearchLine

NO_MOVE = Move()
IDEA, PIECE, WHOLE = 1, 2, 3  # steps


@dataclass(frozen=True)
class Hint:
    """The suggested move and how much of it is shown."""

    move: Move = NO_MOVE
    step: int = 0
    proof: Text | None = None  # what the tablebase says

    @classmethod
    def from_line(cls, line: SearchLine) -> Hint:
        """The first step, with the tablebase value where the move has one."""
        return cls(line.move, IDEA, verdicts.proof_of(line))

    def next(self) -> Hint:
        """The next step; a placement or removal has no piece to show."""
        return Hint(self.move, min(WHOLE, self.step + (1 if self.move.start else 2)), self.proof)

    def idea(self, board: Board, state: GameState) -> Idea | None:
        """What the move is good for."""
        return idea_of(board, state, self.move) if self.move else None

    def words(self, idea: Idea | None) -> Text | None:
        """The sentence of this step."""
        if idea is None:
            return None
        move = self.move
        if self.step == IDEA:
            return text("proof.after", words=idea.words, proof=self.proof) if self.proof else idea.words
        if self.step == PIECE:
            return text("hint.piece", point=move.start)
        if move.is_removal:
            return text("hint.take", point=move.end)
        return text("hint.move", start=move.start, end=move.end) if move.start else text("hint.place", point=move.end)
