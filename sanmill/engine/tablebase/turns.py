"""Turns rated by the tablebase: which keep the value, which is best, how a wrong one is refuted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

from sanmill.core.game.move import Move
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game

from .tablebase import RatedTurn, Tablebase

COMPARED_MAX = 8  # equal turns compared by the replies they leave
REFUTATION_TURNS = 5


@dataclass(frozen=True)
class TurnJudgement:
    is_right: bool
    is_slow: bool  # wins, but another turn wins sooner
    wdl: int
    reply: tuple[Move, ...]  # the opponent's best turn; after a wrong turn, its refutation


def rated_turns(game: Game, tablebase: Tablebase) -> list[RatedTurn]:
    """Every legal turn; an empty list if the tablebase lacks one of them."""
    turns: list[RatedTurn] = []
    for turn in tablebase.turns(game):
        if turn is None:
            return []
        turns.append(turn)
    return turns


def only_turn(game: Game, tablebase: Tablebase, wdl: int) -> tuple[RatedTurn, int] | None:
    """The only turn with this value, and the number of turns; None if there are several."""
    only: RatedTurn | None = None
    count = 0
    for turn in tablebase.turns(game):
        count += 1
        if turn is None or (turn.wdl == wdl and only is not None):
            return None
        if turn.wdl == wdl:
            only = turn
    return (only, count) if only else None


def best_turns(turns: Sequence[RatedTurn]) -> list[RatedTurn]:
    """The turns that keep the value and, by DTW, win soonest or lose latest."""
    wdl = max(turn.wdl for turn in turns)
    keeping = [turn for turn in turns if turn.wdl == wdl]
    distances = [turn.dtw for turn in keeping if turn.dtw is not None]
    if wdl == 0 or len(distances) < len(keeping):
        return keeping
    wanted = min(distances) if wdl > 0 else max(distances)
    return [turn for turn in keeping if turn.dtw == wanted]


def best_turn(game: Game, tablebase: Tablebase) -> RatedTurn | None:
    """The best turn, and of equal ones the one with the fewest correct replies. None: the game is over."""
    turns = rated_turns(game, tablebase)
    if not turns:
        return None
    best = best_turns(turns)
    if best[0].wdl > 0 and best[0].dtw is not None:
        return best[0]
    best.sort(key=lambda turn: not turn.removes)
    return min(best[:COMPARED_MAX], key=lambda turn: _correct_replies(game, tablebase, turn))


def _correct_replies(game: Game, tablebase: Tablebase, turn: RatedTurn) -> float:
    with played(game, turn.moves):
        replies = rated_turns(game, tablebase)
    if not replies:
        return 0.0
    wdl = max(reply.wdl for reply in replies)
    return sum(reply.wdl == wdl for reply in replies) / len(replies)


@contextmanager
def played(game: Game, moves: Sequence[str]) -> Iterator[None]:
    game.play(*moves)
    try:
        yield
    finally:
        game.undo(len(moves))


def judge(game: Game, tablebase: Tablebase, moves: Sequence[str]) -> TurnJudgement:
    turns = rated_turns(game, tablebase)
    tried = next((turn for turn in turns if turn.moves == tuple(moves)), None)
    if tried is None:
        raise EngineError("the tablebase has no such turn")
    is_right = tried.wdl == max(turn.wdl for turn in turns)
    is_slow = is_right and tried.wdl > 0 and tried not in best_turns(turns)
    with played(game, moves):
        play = best_play(game, partial(best_turn, tablebase=tablebase), 1 if is_right else REFUTATION_TURNS)
    return TurnJudgement(is_right, is_slow, tried.wdl, tuple(chain.from_iterable(play)))


def best_play(game: Game, best: Callable[[Game], Any], most: int = REFUTATION_TURNS) -> list[tuple[Move, ...]]:
    """The best turns of both sides until the side to move removes a piece, has a draw, or the game ends."""
    refuter, turns = game.side, list[tuple[Move, ...]]()
    while len(turns) < most:
        side, turn = game.side, best(game)
        if turn is None:
            break
        game.play(*turn.moves)
        turns.append(turn.moves)
        if side is refuter and (turn.moves[-1].is_removal or turn.wdl == 0):
            break
    game.undo(sum(map(len, turns)))
    return turns
