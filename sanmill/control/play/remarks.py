"""What the coach says about a turn: against low levels what can be seen on the board, above what the turn cost.

The opponent says it, in the first person.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain

from sanmill.control.board.judge import Judgement
from sanmill.control.views.types import Verdict
from sanmill.control.views.verdicts import verdict_of
from sanmill.core.game.ideas import IdeaKind, idea_of
from sanmill.core.game.model import Board, Content, GameState, Line
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import Text, text
from sanmill.engine.game import Game
from sanmill.engine.messages import SearchLine

PLAIN_BELOW = 5  # the first level whose coach speaks of more than can be seen
LOST_FROM = {Verdict.BETTER: "coach.lost.better", Verdict.LEVEL: "coach.lost.level"}
PRAISED = (IdeaKind.CLOSES, IdeaKind.STOPS, IdeaKind.FORKS, IdeaKind.PREPARES, IdeaKind.BREAKS)
GOOD_TURNS = (IdeaKind.CLOSES, IdeaKind.STOPS, IdeaKind.FORKS)
OTHER_PRAISE = {  # every second time
    IdeaKind.CLOSES: "coach.other.closes",
    IdeaKind.STOPS: "coach.other.stops",
    IdeaKind.PREPARES: "coach.other.prepares",
}
WARN_EVERY, PRAISE_EVERY = 5, 3  # turns


@dataclass(frozen=True)
class Remark:
    """A sentence about a turn, and the lines and the shut-in pieces it speaks of."""

    words: Text
    is_warning: bool = False
    lines: tuple[Line, ...] = ()
    blocked: frozenset[str] = frozenset()


@dataclass(frozen=True)
class PlayedTurn:
    """A turn with the judgement of the whole of it, and the moves judged instead of its first, the best first."""

    judgement: Judgement
    moves: tuple[Move, ...]
    lines: tuple[SearchLine, ...]

    @property
    def number(self) -> int:
        return self.judgement.state.turn

    @staticmethod
    def of(judged: list[tuple[Judgement, tuple[SearchLine, ...]]]) -> PlayedTurn:
        """Join the judgements of a move and the removals after it: the turn is worth what is left at its end."""
        (first, lines), (last, _) = judged[0], judged[-1]
        moves = tuple(judgement.played.move for judgement, _ in judged)
        played = replace(last.played, move=moves[0], moves=(*moves[:-1], *last.played.moves))
        return PlayedTurn(replace(first, played=played), moves, lines)


class Restraint:
    """How often the coach has spoken against a low level: it praises at least as often as it warns."""

    def __init__(self) -> None:
        self._praises = self._warnings = 0
        self._praised_at, self._warned_at = -PRAISE_EVERY, -WARN_EVERY

    def warns(self, turn: int) -> bool:
        """Whether a warning may be spoken in this turn; a turn taken back counts."""
        return turn - self._warned_at >= WARN_EVERY and self._warnings < self._praises

    def praises(self, turn: int, kind: IdeaKind) -> bool:
        """Whether praise may be spoken; small things are praised when it is due."""
        is_due = self._praises <= self._warnings and kind is IdeaKind.PREPARES
        return turn - self._praised_at >= PRAISE_EVERY and (kind in GOOD_TURNS or is_due)

    def praise(self, turn: int, kind: IdeaKind) -> Text:
        """The words of a praise, not the same ones every time."""
        self.note(turn, is_warning=False)
        usual = f"coach.{kind.value}" if kind in PRAISED else "coach.good"
        return text(usual if self._praises % 2 else OTHER_PRAISE.get(kind, usual))

    def note(self, turn: int, *, is_warning: bool) -> None:
        if is_warning:
            self._warnings, self._warned_at = self._warnings + 1, turn
        else:
            self._praises, self._praised_at = self._praises + 1, turn


def plain_remark(turn: PlayedTurn, restraint: Restraint) -> Remark | None:
    """What can be seen: a mill missed or allowed, a piece shut in; or what was done well."""
    judgement, number = turn.judgement, turn.number
    game = _game_after(judgement, ())
    idea = idea_of(game.board, judgement.state, turn.moves[0])
    if not judgement.cost.is_slip and restraint.praises(number, idea.kind):
        return Remark(restraint.praise(number, idea.kind), lines=idea.lines)
    is_best = turn.lines[0].move == turn.moves[0]
    if idea.kind is IdeaKind.CLOSES or is_best or not restraint.warns(number):
        return None
    found = _missed_mill(turn, game) or _allowed_mill(turn) or _shut_in(turn)
    if found:
        restraint.note(number, is_warning=True)
    return found


def _missed_mill(turn: PlayedTurn, game: Game) -> Remark | None:
    """A mill that could have been closed by a move that is no worse."""
    played = turn.judgement.played
    for line in turn.lines:
        idea = idea_of(game.board, turn.judgement.state, line.move)
        if idea.kind is IdeaKind.CLOSES and line.score >= played.score:
            return Remark(text("coach.mill_missed", point=idea.point), is_warning=True, lines=idea.lines)
    return None


def _allowed_mill(turn: PlayedTurn) -> Remark | None:
    """A mill that the opponent can close now, and could not after the best turn."""
    after, best = _game_after(turn.judgement, turn.moves), _game_after(turn.judgement, turn.judgement.best.moves)
    points = _mill_points(after)
    for point in sorted(points.keys() - _mill_points(best).keys()):
        return Remark(text("coach.mill_allowed", point=point), is_warning=True, lines=points[point])
    return None


def _shut_in(turn: PlayedTurn) -> Remark | None:
    """A piece that the turn left without a free neighbour, once all pieces are placed."""
    state, judgement = turn.judgement.state, turn.judgement
    if state.is_placing or state.may_fly[state.side]:
        return None
    board = _game_after(judgement, ()).board
    after, best = (_game_after(judgement, moves).view for moves in (turn.moves, judgement.best.moves))
    shut = _blocked(board, after, state) - _blocked(board, state, state) - _blocked(board, best, state)
    point = min(shut, default="")
    words = text("coach.shut_in", point=point)
    return Remark(words, is_warning=True, blocked=frozenset([point])) if point else None


def _blocked(board: Board, shown: GameState, state: GameState) -> set[str]:
    """The pieces of the side to move in a state that have no free neighbour in another."""
    at = dict(zip((point.name for point in board.points), shown.contents))
    return {
        point.name
        for point in board.points
        if at[point.name] is state.side.piece and all(at[name] is not Content.EMPTY for name in point.neighbours)
    }


def _game_after(judgement: Judgement, moves: tuple[Move, ...]) -> Game:
    """The game after those of the moves that belong to the turn judged."""
    game = Game(judgement.position.rules, judgement.position.start or None)
    for move in chain(judgement.position.moves, moves):
        if game.view.ply >= judgement.state.ply and game.side is not judgement.state.side:
            break
        game.play(move)
    return game


def _mill_points(game: Game) -> dict[str, tuple[Line, ...]]:
    """Where the side to move can close a mill, and the lines."""
    state = game.view
    ideas = (idea_of(game.board, state, move) for move in game.legal())
    return {idea.point: idea.lines for idea in ideas if idea.kind is IdeaKind.CLOSES}


def deep_remark(turn: PlayedTurn, restraint: Restraint) -> Remark | None:
    """What a mistake cost; praise for the only good move; otherwise nothing."""
    judgement, board = turn.judgement, _game_after(turn.judgement, ()).board
    if judgement.cost.is_slip:
        return _cost_of(judgement, board)
    others = [line for line in turn.lines if line.move != turn.moves[0]]
    is_only = bool(others) and replace(judgement, best=turn.lines[0], played=others[0]).cost.is_slip
    if not is_only:
        return None
    kind = idea_of(board, judgement.state, turn.moves[0]).kind
    return Remark(restraint.praise(turn.number, kind))


def _cost_of(judgement: Judgement, board: Board) -> Remark:
    """The change of a proven outcome first, then a mill that the opponent can close, then the advantage."""
    best, played = judgement.best, judgement.played
    is_behind = verdict_of(played) is Verdict.WORSE
    if played.is_proven and best.is_proven:
        words = text(LOST_FROM[verdict_of(best)] if is_behind else "coach.drawn")
        return Remark(words, is_warning=True)
    point = judgement.allowed_mill()
    if point:
        lines = _mill_points(_game_after(judgement, played.moves)).get(point, ())
        return Remark(text("coach.mill_allowed", point=point), is_warning=True, lines=lines)
    return Remark(text("coach.ahead" if is_behind else "coach.level"), is_warning=True)
