"""Puzzles from the tablebase: positions in which exactly one turn keeps the win or the draw.

A puzzle depends on tablebase, rules and seed only, so that it is the same on every device.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Annotated

from sanmill.core.game.fen import write_fen
from sanmill.core.game.model import Board, Content, Reason, Side
from sanmill.core.game.move import Move
from sanmill.core.storage.stored import Count, EngineText, Length, OneOf, Range
from sanmill.engine.game import Game
from sanmill.engine.tablebase.tablebase import RatedTurn, Tablebase, TbValue
from sanmill.engine.tablebase.turns import best_turn, best_turns, only_turn, rated_turns

THEMES = ("close", "stop", "block", "fly", "ending")
PLACING = "placing"
LINE_THEMES = (PLACING, "midgame")  # with a line, see line_puzzles
LENGTH_MAX = 5  # turns of the solver
FORCED_MAX = 3  # the same without DTW
TRIALS = 5000  # positions tried before giving up
UNKNOWN_DTW = 10  # assumed where the tablebase has WDL only
CHOICES_MIN = 3  # legal turns
DAILY_EASIEST, DAILY_STEP, DAILY_CANDIDATES = 800, 100, 4


@dataclass(frozen=True)
class Puzzle:
    rules: EngineText
    position: EngineText
    side: Side
    is_win: bool  # otherwise a draw
    theme: Annotated[str, OneOf((*THEMES, *LINE_THEMES))]
    turns: Annotated[int, Range(0, 10_000)] | None  # DTW
    length: Annotated[int, Range(0, 1000)]  # turns of the solver
    choices: Annotated[int, Range(0, 10_000)]  # legal turns at the start
    rating: Annotated[int, Range(0, 10_000)]
    solution: Annotated[tuple[Annotated[Move, Length(20)], ...], Count(1000)]  # moves of both sides
    refutations: Annotated[str, Length(20_000)] = (
        ""  # of wrong turns, where the puzzle has a line: see line_refutations
    )


class Chance:
    """Random numbers from a seed, by the only method whose results are the same in every Python version."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def below(self, count: int) -> int:
        return int(self._random.random() * count)

    def some(self, items: Sequence[int], count: int) -> list[int]:
        pool = list(items)
        for place in range(count):
            other = place + self.below(len(pool) - place)
            pool[place], pool[other] = pool[other], pool[place]
        return pool[:count]


def make(
    tablebase: Tablebase, rules: str, theme: str, seed: str, *, is_cancelled: Callable[[], bool] = lambda: False
) -> Puzzle | None:
    """Make a puzzle of a theme, or of any if it is empty; None when no position was found or it was cancelled."""
    chance = Chance(f"{rules} {theme} {seed}")
    game = Game(rules)
    pairs = _piece_counts(tablebase, needs_dtw=theme == "ending")
    if theme == "fly":
        pairs = [pair for pair in pairs if _may_fly(game, pair[0])]
    if not pairs:
        return None
    for _ in range(TRIALS):
        if is_cancelled():
            return None
        mine, theirs = pairs[chance.below(len(pairs))]
        side = Side(chance.below(2))
        if theme == "block" and chance.below(4):
            places = _nearly_blocked(game.board, mine, theirs, chance)
        else:
            places = chance.some(range(len(game.board.points)), mine + theirs)
        if len(places) == mine + theirs:
            game.set_up(position_of(game.board, places[:mine], places[mine:], side))
            puzzle = _puzzle_at(game, tablebase, theme)
            if puzzle:
                return puzzle
    return None


def make_near(
    tablebase: Tablebase,
    rules: str,
    theme: str,
    seed: str,
    *,
    rating: int,
    candidates: int = 3,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Puzzle | None:
    found: list[Puzzle] = []
    for number in range(candidates):
        puzzle = make(tablebase, rules, theme, f"{seed}.{number}", is_cancelled=is_cancelled)
        if puzzle is None:
            break
        found.append(puzzle)
    return min(found, key=lambda puzzle: abs(puzzle.rating - rating)) if found else None


def make_daily(
    tablebase: Tablebase, rules: str, day: date, *, is_cancelled: Callable[[], bool] = lambda: False
) -> Puzzle | None:
    """The puzzle of a day, the same on every device: themes in turn, harder from Monday to Sunday."""
    theme = THEMES[day.toordinal() % len(THEMES)]
    rating = DAILY_EASIEST + DAILY_STEP * day.weekday()
    return make_near(
        tablebase,
        rules,
        theme,
        day.isoformat(),
        rating=rating,
        candidates=DAILY_CANDIDATES,
        is_cancelled=is_cancelled,
    )


def _puzzle_at(game: Game, tablebase: Tablebase, theme: str) -> Puzzle | None:
    """The puzzle in the game's position; None if it is none or lacks the theme."""
    value = None if game.result else tablebase.probe(game)
    if value is None or value.wdl < 0 or (theme == "ending" and not _is_ending(value)):
        return None
    position, side = game.position, game.side
    only = only_turn(game, tablebase, value.wdl)
    if only is None or only[1] < CHOICES_MIN:
        return None
    first, choices = only
    themes = _themes(game, first)
    if theme not in ("", "block", "ending") and theme not in themes:
        return None
    solution, length, is_blocked = _solution(game, tablebase, first, has_dtw=_is_ending(value))
    themes += ("block",) * is_blocked + ("ending",) * _is_ending(value)
    if not themes or (theme and theme not in themes):
        return None
    return Puzzle(
        rules=game.rules_text,
        position=position,
        side=side,
        is_win=value.wdl > 0,
        theme=theme or themes[0],
        turns=value.dtw,
        length=length,
        choices=choices,
        rating=_rating(length, choices, value.dtw, is_quiet=themes == ("ending",)),
        solution=solution,
    )


def _is_ending(value: TbValue) -> bool:
    """Whether it is a win in more than one turn that a puzzle can play to its end."""
    return value.wdl > 0 and 2 < (value.dtw or 0) < 2 * LENGTH_MAX


def _rating(length: int, choices: int, dtw: int | None, *, is_quiet: bool) -> int:
    distance = min(UNKNOWN_DTW if dtw is None else dtw, 3 * UNKNOWN_DTW)
    return int(400 + 140 * length + 90 * math.log2(choices) + 8 * distance + 120 * is_quiet)


def _themes(game: Game, turn: RatedTurn) -> tuple[str, ...]:
    view, board = game.view, game.board
    move = Move(turn.moves[0])
    start, end = move.start, move.end
    themes = []
    if turn.removes:
        themes.append("close")
    if _stops(board, view.contents, view.side, end):
        themes.append("stop")
    if start and view.may_fly[view.side]:
        themes += ["fly"] if end not in next(point for point in board.points if point.name == start).neighbours else []
    return tuple(themes)


def _stops(board: Board, contents: tuple[Content, ...], side: Side, end: str) -> bool:
    """Whether a piece on ``end`` blocks a mill that the other side was about to close."""
    at = board.by_point(contents)
    theirs = side.other.piece
    return any(end in line.points and sum(at[name] is theirs for name in line.points) == 2 for line in board.lines)


def _solution(
    game: Game, tablebase: Tablebase, first: RatedTurn, *, has_dtw: bool
) -> tuple[tuple[Move, ...], int, bool]:
    """The play from a puzzle's position, the solver's turns in it, and whether the opponent is blocked at its end.

    With DTW a win is played to its end; otherwise the play goes on as long as only one turn is right.
    """
    moves: list[Move] = []
    length = 0
    turn: RatedTurn | None = first
    while turn is not None:
        moves += turn.moves
        game.play(*turn.moves)
        length += 1
        is_long = length == (LENGTH_MAX if has_dtw else FORCED_MAX)
        turn = None if is_long else _next(game, tablebase, moves, has_dtw=has_dtw)
    result = game.result
    game.undo(len(moves))
    is_blocked = result is not None and result.reason is Reason.NO_MOVES and result.winner is not None
    return tuple(moves), length, is_blocked


def _next(game: Game, tablebase: Tablebase, moves: list[Move], *, has_dtw: bool) -> RatedTurn | None:
    """The solver's next turn after the opponent's reply; None when the puzzle ends before it."""
    reply = best_turn(game, tablebase)
    if reply is None:
        return None
    game.play(*reply.moves)
    turns = rated_turns(game, tablebase)
    best = best_turns(turns) if turns else []
    keeping = sum(turn.wdl == best[0].wdl for turn in turns) if best else 0
    if has_dtw or (keeping == 1 and len(turns) > 1):
        moves += reply.moves
        return best[0]
    game.undo(len(reply.moves))
    return None


def _piece_counts(tablebase: Tablebase, *, needs_dtw: bool) -> list[tuple[int, int]]:
    """The possible piece counts of the side to move and its opponent.

    Probing WDL-only subspaces is slower, so that of them only those without a side far ahead are used.
    """
    subspaces = list(tablebase.subspaces())
    known = {(each.mover, each.other) for each in subspaces if each.dtw_step == 1 or not needs_dtw}
    both = known | {(other, mover) for mover, other in known}
    with_dtw = max((each.mover + each.other for each in subspaces if each.dtw_step == 1), default=0)
    return sorted(
        (mover, other)
        for mover, other in both
        if mover + other <= tablebase.max_pieces and (mover + other <= with_dtw or abs(mover - other) < 3)
    )


def _may_fly(game: Game, pieces: int) -> bool:
    return bool(game.rule("MayFly")) and pieces <= game.rule("FlyPieceCount")


def position_of(board: Board, mine: Sequence[int], theirs: Sequence[int], side: Side) -> str:
    contents = [Content.EMPTY] * len(board.points)
    for points, owner in ((mine, side), (theirs, side.other)):
        for point in points:
            contents[point] = owner.piece
    return write_fen(contents, side)


def _nearly_blocked(board: Board, mine: int, theirs: int, chance: Chance) -> list[int]:
    """A random position with the opponent's pieces enclosed but for one gap that a piece can close."""
    around = _neighbours(board)
    heap = [chance.below(len(around))]
    while len(heap) < theirs:
        edge = sorted({near for place in heap for near in around[place]} - set(heap))
        heap.append(edge[chance.below(len(edge))] if edge and chance.below(5) else chance.below(len(around)))
        heap = list(dict.fromkeys(heap))
    walls = sorted({near for place in heap for near in around[place]} - set(heap))
    if not walls or len(walls) > mine:
        return []
    gap = walls[chance.below(len(walls))]
    behind = [near for near in around[gap] if near not in heap and near not in walls]
    if not behind:
        return []
    own = [wall for wall in walls if wall != gap] + [behind[chance.below(len(behind))]]
    free = [place for place in range(len(around)) if place not in own and place not in heap and place != gap]
    return own + chance.some(free, mine - len(own)) + heap


@lru_cache(maxsize=8)
def _neighbours(board: Board) -> tuple[tuple[int, ...], ...]:
    names = [point.name for point in board.points]
    return tuple(tuple(names.index(near) for near in point.neighbours) for point in board.points)
