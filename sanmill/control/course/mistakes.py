"""Finds out whether a turn dropped value, and makes an exercise of it.

The judgements are those of the review, proven where they can be. What needs them is a generator: it yields positions
and receives the lines of each, so that a search for it can run in the background and be stopped at any time.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from itertools import islice

from sanmill.control.views.verdicts import value_of
from sanmill.core.game.ideas import IdeaKind, idea_of
from sanmill.core.game.model import Reason, Side
from sanmill.core.game.move import Move, Turn, split_turns
from sanmill.core.game.phase import PLACING, phase_of
from sanmill.core.game.review import Cost, outcome
from sanmill.core.game.symmetry import symmetric_key
from sanmill.core.progress import course
from sanmill.core.progress.course import Exercise
from sanmill.engine.game import Game
from sanmill.engine.messages import Position, SearchLine

LINE_TURNS = 5  # of a refutation
CLOSERS_MAX = 6  # moves that close a mill whose removals are looked at

Lines = tuple[SearchLine, ...]
Judged = Generator[Position, Lines, "Exercise | None"]


class NotJudgedError(Exception):
    """A position was not judged."""


def game_at(position: Position) -> Game:
    game = Game(position.rules, position.start or None)
    game.play(*position.moves)
    return game


def turns_of(rules: str, start: str, moves: Sequence[str]) -> tuple[Turn, ...]:
    """The turns of a game; raises EngineError where it cannot be played."""
    game, sides = Game(rules, start or None), []
    for move in moves:
        sides.append(game.side)
        game.play(move)
    return tuple(split_turns(moves, sides))


def key_of(exercise: Exercise) -> str:
    return symmetric_key(exercise.rules, Game(exercise.rules, exercise.position).view)


def find_mistake(position: Position, turn: Turn) -> Judged:
    """The exercise that a turn played in a position makes; nothing if it kept the value."""
    costs, lines_before = [], []
    for number, move in enumerate(turn.moves):
        lines = yield from _judge(_after(position, turn.moves[:number]))
        played = next((line for line in lines if line.move == move), None)
        if played is None:
            return None
        costs.append(_cost(turn.side, lines[0], played))
        lines_before.append(lines)
    slip = next((cost for cost in costs if cost.is_slip), None)
    if slip is None:
        return None
    right = yield from _right_turns(position, (), lines_before[0], lines_before[0][0], turn.side)
    joined = "".join(turn.moves)
    if not right or joined in right:
        return None
    line = yield from refutation(_after(position, turn.moves))
    game, best = game_at(position), lines_before[0][0]
    return Exercise(
        rules=game.rules_text,
        position=game.position,
        side=turn.side,
        played=joined,
        right=tuple(right),
        line=line,
        value=max(course.DRAW, outcome(slip.before)),
        after=min(course.DRAW, outcome(slip.after)),
        is_proven=slip.is_proven,
        phase=phase_of(game.view),
        theme=_theme(game, turn, right[0], best, line, is_removal=slip is not costs[0]),
        placement=_placement(game),
    )


def refutation(position: Position) -> Generator[Position, Lines, tuple[str, ...]]:
    """How the opponent answers a wrong turn: the best play of both sides until a removal or the end."""
    game = game_at(position)
    if game.result:
        return ()
    lines = yield from _judge(position)
    sides, refuter = [], game.side
    for move in lines[0].moves:
        sides.append(game.side)
        game.play(move)
    shown: list[str] = []
    for turn in islice(split_turns(lines[0].moves, sides), LINE_TURNS):
        shown += turn.moves
        if turn.side is refuter and turn.moves[-1].is_removal:
            break
    return tuple(shown)


def _after(position: Position, moves: Iterable[str]) -> Position:
    return Position(position.rules, (*position.moves, *moves), position.start)


def _judge(position: Position) -> Generator[Position, Lines, Lines]:
    lines = yield position
    if not lines:
        raise NotJudgedError
    return lines


def _cost(side: Side, best: SearchLine, played: SearchLine) -> Cost:
    before, after = (value_of(line, Side.WHITE) for line in (best, played))
    return Cost(0, side, before, after, is_proven=best.is_proven and played.is_proven)


def _right_turns(
    position: Position, moves: tuple[str, ...], lines: Lines, best: SearchLine, side: Side
) -> Generator[Position, Lines, list[str]]:
    """Every turn that keeps the value of the best one; ``moves`` begin it, ``lines`` go on from there."""
    found: list[str] = []
    closers = 0
    for line in lines:
        if _cost(side, best, line).is_slip:
            continue
        begun = (*moves, line.move)
        after = game_at(_after(position, begun))
        if after.result or after.side is not side or not any(after.view.pending_removals):
            found.append("".join(begun))
        elif closers < CLOSERS_MAX:
            closers += 1
            more = yield from _judge(_after(position, begun))
            found += yield from _right_turns(position, begun, more, best, side)
    return found


def _placement(game: Game) -> int:
    """The number of the piece that is placed; 0 when none is."""
    view = game.view
    return game.rule("PiecesCount") - view.in_hand[view.side] + 1 if phase_of(view) == PLACING else 0


def _theme(game: Game, turn: Turn, right: str, best: SearchLine, line: tuple[str, ...], *, is_removal: bool) -> str:
    """What the right turn does, or what the wrong one allows."""
    if is_removal:
        return course.TAKE
    is_closing = len(turn.moves) > 1
    if "x" in right and not is_closing:
        return course.MILL
    reply = 1 if len(line) > 1 and Move(line[1]).is_removal else 0
    if reply and not _is_mill_allowed(best):
        return course.STOP
    if _blocks(game, turn, line):
        return course.BLOCK
    if _forks(game, turn, line):
        return course.DOUBLE
    kind = idea_of(game.board, game.view, right.partition("x")[0]).kind
    return {IdeaKind.CLOSES: course.MILL, IdeaKind.STOPS: course.STOP, IdeaKind.FORKS: course.DOUBLE}.get(
        kind, course.OTHER
    )


def _is_mill_allowed(best: SearchLine) -> bool:
    """Whether the opponent closes a mill right after the best turn too."""
    rest = list(best.moves[1:])
    while rest and rest[0].is_removal:
        rest.pop(0)
    return len(rest) > 1 and rest[1].is_removal


def _blocks(game: Game, turn: Turn, line: tuple[str, ...]) -> bool:
    """Whether the refutation leaves the user without a move."""
    after = game.copy()
    after.play(*turn.moves, *line)
    result = after.result
    return result is not None and result.reason is Reason.NO_MOVES and result.winner is turn.side.other


def _forks(game: Game, turn: Turn, line: tuple[str, ...]) -> bool:
    """Whether the opponent's reply prepares two mills at once."""
    after = game.copy()
    after.play(*turn.moves)
    return bool(line) and not after.result and idea_of(after.board, after.view, line[0]).kind is IdeaKind.FORKS
