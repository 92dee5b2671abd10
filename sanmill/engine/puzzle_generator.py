"""Puzzles out of endgame tables: positions in which exactly one turn keeps the win, or the draw.

Everything here follows from the tables, the rules and a seed: the same puzzle comes out every time and everywhere.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from sanmill.core.fen import write_fen
from sanmill.core.model import Board, Content, Reason, Side
from sanmill.core.move import Move

from .game import Game
from .tablebase import Tablebase, Verdict
from .tablebase_turns import Turn, best_turn, best_turns, sole_turn, turns_of

THEMES = ("close", "stop", "block", "fly", "ending")
LENGTH_MOST = 5  # own turns to be found
FORCED_MOST = 3  # of them where no table counts the turns
TRIALS = 5000  # positions looked at before giving up
FAR = 10  # turns to an end that no table counts
CHOICES_LEAST = 3  # turns to choose from
DAILY_EASIEST, DAILY_STEP, DAILY_CANDIDATES = 800, 100, 4


@dataclass(frozen=True)
class Puzzle:
    """A position and the one turn that keeps its value; then the play that follows."""

    rules: str
    position: str
    side: Side
    is_win: bool  # otherwise it is a draw to be saved
    theme: str
    turns: int | None  # to the win, of both sides together
    length: int  # own turns to be found
    choices: int  # legal turns at the start, all but one wrong
    rating: int
    solution: tuple[str, ...]  # moves of both sides


# Making.


class Chance:
    """Numbers from a seed, by the one function whose results never change between versions."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def below(self, count: int) -> int:
        """A number from 0 on, below the count."""
        return int(self._random.random() * count)

    def some(self, items: Sequence[int], count: int) -> list[int]:
        """So many of the items, in any order."""
        pool = list(items)
        for place in range(count):
            other = place + self.below(len(pool) - place)
            pool[place], pool[other] = pool[other], pool[place]
        return pool[:count]


def make(tables: Tablebase, rules: str, theme: str, seed: str, trials: int = TRIALS) -> Puzzle | None:
    """A puzzle of a theme (empty: of any); none when the tables hold none that can be found."""
    chance = Chance(f"{rules} {theme} {seed}")
    game = Game(rules)
    pairs = _pairs(tables, is_counted=theme == "ending")
    if theme == "fly":
        pairs = [pair for pair in pairs if _may_fly(game, pair[0])]
    if not pairs:
        return None
    for _ in range(trials):
        mine, theirs = pairs[chance.below(len(pairs))]
        side = Side(chance.below(2))
        if theme == "block" and chance.below(4):
            places = _nearly_blocked(game.board, mine, theirs, chance)
        else:
            places = chance.some(range(len(game.board.points)), mine + theirs)
        if len(places) == mine + theirs:
            game.set_up(position_of(game.board, places[:mine], places[mine:], side))
            puzzle = _puzzle_at(game, tables, theme)
            if puzzle:
                return puzzle
    return None


def make_near(
    tables: Tablebase, rules: str, theme: str, seed: str, *, rating: int, candidates: int = 3
) -> Puzzle | None:
    """Of a few puzzles that which is nearest to a rating."""
    found: list[Puzzle] = []
    for number in range(candidates):
        puzzle = make(tables, rules, theme, f"{seed}.{number}")
        if puzzle is None:
            break
        found.append(puzzle)
    return min(found, key=lambda puzzle: abs(puzzle.rating - rating)) if found else None


def make_daily(tables: Tablebase, rules: str, day: date) -> Puzzle | None:
    """The puzzle of a day, the same for everyone: another theme each day, harder from Monday to Sunday."""
    theme = THEMES[day.toordinal() % len(THEMES)]
    rating = DAILY_EASIEST + DAILY_STEP * day.weekday()
    return make_near(tables, rules, theme, day.isoformat(), rating=rating, candidates=DAILY_CANDIDATES)


def _puzzle_at(game: Game, tables: Tablebase, theme: str) -> Puzzle | None:
    """The puzzle of the game's position, if it is one and has the theme."""
    verdict = None if game.result else tables.probe(game)
    if verdict is None or verdict.outcome < 0 or (theme == "ending" and not _is_ending(verdict)):
        return None
    position, side = game.position, game.side
    sole = sole_turn(game, tables, verdict.outcome)
    game.set_up(position)
    if sole is None or sole[1] < CHOICES_LEAST:
        return None
    first, choices = sole
    themes = _themes(game, first)
    if theme not in ("", "block", "ending") and theme not in themes:
        return None
    solution, length, is_blocked = _solution(game, tables, first, is_counted=_is_ending(verdict))
    themes += ("block",) * is_blocked + ("ending",) * _is_ending(verdict)
    if not themes or (theme and theme not in themes):
        return None
    return Puzzle(
        rules=game.rules_text,
        position=position,
        side=side,
        is_win=verdict.outcome > 0,
        theme=theme or themes[0],
        turns=verdict.turns,
        length=length,
        choices=choices,
        rating=_rating(length, choices, verdict.turns, is_quiet=themes == ("ending",)),
        solution=solution,
    )


def _is_ending(verdict: Verdict) -> bool:
    """Whether it is a win that can be played to its end, and takes more than one turn."""
    return verdict.outcome > 0 and 2 < (verdict.turns or 0) < 2 * LENGTH_MOST


def _rating(length: int, choices: int, turns: int | None, *, is_quiet: bool) -> int:
    """How hard a puzzle is: by the turns to find, the ways to go wrong, how far the end is, and whether it shows."""
    far = min(FAR if turns is None else turns, 3 * FAR)
    return int(400 + 140 * length + 90 * math.log2(choices) + 8 * far + 120 * is_quiet)


def _themes(game: Game, turn: Turn) -> tuple[str, ...]:
    """What can be seen about a turn in the game's position."""
    view, board = game.view, game.board
    move = Move(turn.moves[0])
    start, end = move.start, move.end
    themes = []
    if turn.takes:
        themes.append("close")
    if _stops(board, view.contents, view.side, end):
        themes.append("stop")
    if start and view.may_fly[view.side]:
        themes += ["fly"] if end not in next(point for point in board.points if point.name == start).neighbours else []
    return tuple(themes)


def _stops(board: Board, contents: tuple[Content, ...], side: Side, end: str) -> bool:
    """Whether a piece that arrives stands in the way of a mill that the other side was about to close."""
    at = {point.name: content for point, content in zip(board.points, contents)}
    theirs = side.other.piece
    return any(end in line.points and sum(at[name] is theirs for name in line.points) == 2 for line in board.lines)


def _solution(game: Game, tables: Tablebase, first: Turn, *, is_counted: bool) -> tuple[tuple[str, ...], int, bool]:
    """The play from a puzzle's position, the number of own turns in it, and whether it leaves no move.

    A counted win is played to its end; otherwise the play goes on for as long as one turn alone is right.
    """
    moves: list[str] = []
    length = 0
    turn: Turn | None = first
    while turn is not None:
        moves += turn.moves
        for move in turn.moves:
            game.play(move)
        length += 1
        is_long = length == (LENGTH_MOST if is_counted else FORCED_MOST)
        turn = None if is_long else _next(game, tables, moves, is_counted=is_counted)
    result = game.result
    for _move in moves:
        game.undo()
    is_blocked = result is not None and result.reason is Reason.NO_MOVES and result.winner is not None
    return tuple(moves), length, is_blocked


def _next(game: Game, tables: Tablebase, moves: list[str], *, is_counted: bool) -> Turn | None:
    """After the opponent's reply, the own turn that is to be found next; none when the puzzle ends before it."""
    reply = best_turn(game, tables)
    if reply is None:
        return None
    for move in reply.moves:
        game.play(move)
    turns = turns_of(game, tables)
    best = best_turns(turns) if turns else []
    keeping = sum(turn.outcome == best[0].outcome for turn in turns) if best else 0
    if is_counted or (keeping == 1 and len(turns) > 1):
        moves += reply.moves
        return best[0]
    for _move in reply.moves:
        game.undo()
    return None


# Positions.


def _pairs(tables: Tablebase, *, is_counted: bool) -> list[tuple[int, int]]:
    """How many pieces the sides may have: the side to move and the other. Where turns are counted, or also others.

    Of the larger tables, which take longer to ask, only those in which neither side is far ahead.
    """
    known = {(table.mover, table.other) for table in tables if table.has_turns or not is_counted}
    both = known | {(other, mover) for mover, other in known}
    counted = max((table.mover + table.other for table in tables if table.has_turns), default=0)
    return sorted(
        (mover, other)
        for mover, other in both
        if mover + other <= min(tables.pieces, counted) or (mover + other <= tables.pieces and abs(mover - other) < 3)
    )


def _may_fly(game: Game, pieces: int) -> bool:
    return bool(game.rule("MayFly")) and pieces <= game.rule("FlyPieceCount")


def position_of(board: Board, mine: Sequence[int], theirs: Sequence[int], side: Side) -> str:
    """The FEN of a position in the moving phase."""
    contents = [Content.EMPTY] * len(board.points)
    for points, owner in ((mine, side), (theirs, side.other)):
        for point in points:
            contents[point] = owner.piece
    return write_fen(contents, side)


def _nearly_blocked(board: Board, mine: int, theirs: int, chance: Chance) -> list[int]:
    """The other side's pieces in a heap whose ways out are shut but for one, which an own piece can reach."""
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
