"""The judgement of moves that analysis, hints, coach and review share.

One search of a fixed depth covers every legal move, and while placing a proof of bounded work runs beside it. Time ends
neither, so that the same position gets the same judgement on every machine and no two parts of the app contradict each
other.
"""

from __future__ import annotations

from dataclasses import dataclass

from sanmill.control.engine_requests import Purpose, SearchRequest
from sanmill.control.views import verdicts
from sanmill.core.game.ideas import IdeaKind, idea_of
from sanmill.core.game.model import Board, GameState, Side
from sanmill.core.game.move import Move
from sanmill.core.game.review import Cost
from sanmill.core.text.i18n import Text, text
from sanmill.engine.game import Game
from sanmill.engine.messages import Limits, Position, SearchLine
from sanmill.engine.search.jobs import Analyse

DEPTH_PLACING, DEPTH_MOVING = 10, 14
NODES = 1_500_000  # bound for rules with many moves; rarely reached
OPTIONS = (("Shuffle", "false"),)


def judge_request(purpose: Purpose, position: Position, state: GameState) -> SearchRequest:
    """Judge every legal move of a position."""
    limits = Limits(depth=DEPTH_PLACING if state.is_placing else DEPTH_MOVING, nodes=NODES)
    return SearchRequest(purpose, position, OPTIONS, limits, Analyse)


@dataclass(frozen=True)
class Judgement:
    """The best move of a position, and the one played."""

    position: Position
    state: GameState
    best: SearchLine
    played: SearchLine

    @property
    def cost(self) -> Cost:
        before, after = (verdicts.value_of(line, Side.WHITE) for line in (self.best, self.played))
        return Cost(len(self.position.moves), self.state.side, before, after, is_proven=self.is_proven)

    @property
    def is_proven(self) -> bool:
        return self.best.is_proven and self.played.is_proven

    def better_words(self, board: Board) -> Text:
        """The best move and why, if one can say: its proven value, otherwise its idea."""
        why = verdicts.proof_of(self.best) or idea_of(board, self.state, self.best.move).why
        if why is None:
            return text("review.better.quiet", move=self.best.move)
        if self.best.move.is_removal:
            return text("review.better_take", point=self.best.move.end, why=why)
        return text("review.better", move=self.best.move, why=why)

    def allowed_mill(self, moves: tuple[str, ...] = ()) -> str:
        """The point where the opponent closed a mill, or could, in reply; empty if the best move allows one too.

        ``moves`` are those of the game from this position on.
        """
        point = self._mill_after(moves) or self._mill_after(self.played.moves)
        return "" if self._mill_after(self.best.moves) else point

    def _mill_after(self, moves: tuple[str, ...]) -> str:
        """The point where the opponent's reply closes a mill if these moves follow."""
        game = Game(self.position.rules, self.position.start or None)
        for move in self.position.moves:
            game.play(move)
        for move in moves:
            if game.view.side is not self.state.side:
                idea = idea_of(game.board, game.view, move)
                return Move(move).end if idea.kind is IdeaKind.CLOSES else ""
            game.play(move)
        return ""


def judge(position: Position, state: GameState, lines: tuple[SearchLine, ...], move: str) -> Judgement | None:
    """The judgement of a move by the lines of its position; ``None`` if they do not contain it."""
    played = next((line for line in lines if line.move == move), None)
    return Judgement(position, state, lines[0], played) if played else None
