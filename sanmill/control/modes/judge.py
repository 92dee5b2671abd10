"""The judgement of moves that analysis, hints, coach and review share.

One search of a fixed depth covers every legal move, so that the same position gets the same judgement every time and no
two parts of the app contradict each other. Where the whole game can be proven, a proof of the placing phase follows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from sanmill.control.engine_requests import Purpose, SearchRequest
from sanmill.control.ports import Tablebases
from sanmill.control.views import verdicts
from sanmill.core.i18n import Text, text
from sanmill.core.ideas import IdeaKind, idea_of
from sanmill.core.model import Board, GameState, Side
from sanmill.core.move import Move
from sanmill.core.review import Cost
from sanmill.engine.game import Game
from sanmill.engine.messages import Analyse, Limits, Line, Position, Prove, ProvenMove

DEPTH_PLACING, DEPTH_MOVING = 10, 14
NODES = 1_500_000  # bound for rules with many moves; rarely reached
OPTIONS = (("Shuffle", "false"),)
PROVEN = 19_000  # the score of a proven win without a distance


def judge_request(purpose: Purpose, position: Position, state: GameState) -> SearchRequest:
    """Judge every legal move of a position."""
    limits = Limits(depth=DEPTH_PLACING if state.is_placing else DEPTH_MOVING, nodes=NODES)
    return SearchRequest(purpose, position, OPTIONS, limits, Analyse)


def can_be_proven(tablebases: Tablebases, rules: str, state: GameState) -> bool:
    """Whether a proof search can value a position that neither book nor tablebase has."""
    hands = sum(state.in_hand) + any(state.pending_removals)  # when the turn began
    return state.is_placing and not state.result and tablebases.of(rules).can_prove(hands)


def proof_request(position: Position, command: type[Prove], limits: Limits) -> SearchRequest:
    return SearchRequest(Purpose.PROOF, position, OPTIONS, limits, command)


def proven_lines(lines: Iterable[Line], moves: Iterable[ProvenMove]) -> tuple[Line, ...]:
    """Lines with the values that are proven, best first; estimates stay within what is proven."""
    known = {proven.move: proven for proven in moves}
    marked = (_with_proof(line, known[line.move]) if line.move in known else line for line in lines)
    return tuple(sorted(marked, key=_order))


def _with_proof(line: Line, proven: ProvenMove) -> Line:
    if proven.wdl is None:
        score = max(0, line.score) if proven.lower == 0 else line.score
        return replace(line, score=min(0, score) if proven.upper == 0 else score)
    if line.is_proven:
        return line
    is_mate = bool(line.mate) and (line.mate > 0) == (proven.wdl > 0) and proven.wdl != 0
    score, mate = (line.score, line.mate) if is_mate else (PROVEN * proven.wdl, 0)
    return replace(line, score=score, mate=mate, is_proven=True, dtw=proven.dtw)


def _order(line: Line) -> tuple[int, bool, int]:
    """By the outcome, then proven ones first, then by the score."""
    return -max(-verdicts.DECIDED, min(verdicts.DECIDED, line.score)), not line.is_proven, -line.score


@dataclass(frozen=True)
class Judgement:
    """The best move of a position, and the one played."""

    position: Position
    state: GameState
    best: Line
    played: Line

    @property
    def cost(self) -> Cost:
        before, after = (verdicts.value_of(line, Side.WHITE) for line in (self.best, self.played))
        return Cost(len(self.position.moves), self.state.side, before, after, is_proven=self.is_proven)

    @property
    def is_proven(self) -> bool:
        return self.best.is_proven and self.played.is_proven

    def better_words(self, board: Board) -> Text:
        """The best move and why: its proven value, otherwise its idea."""
        why = verdicts.proof_of(self.best) or idea_of(board, self.state, self.best.move).why
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


def judge(position: Position, state: GameState, lines: tuple[Line, ...], move: str) -> Judgement | None:
    """The judgement of a move by the lines of its position; ``None`` if they do not contain it."""
    played = next((line for line in lines if line.move == move), None)
    return Judgement(position, state, lines[0], played) if played else None
