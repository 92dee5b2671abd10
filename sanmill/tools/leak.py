"""Turns that drop value: every turn of a game against exact values, counted by phase.

A turn drops value if the position after it is worth less to the side that made it than the one before: a win that
becomes a draw or a loss, a draw that becomes a loss. Draws by repetition and by quiet plies are no part of exact
values; a game that ends so while one side has a win is counted as a win that was not finished.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from sanmill.core.game.model import Reason, Side
from sanmill.core.game.move import Move
from sanmill.core.game.phase import phase_of
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.search.book import BOOK, Book
from sanmill.engine.search.proof import Prover
from sanmill.engine.tablebase.tablebase import Tablebase

from .command import naming
from .match import MatchGame
from .opening_suite import Opening

OPENING_TRIALS = 20  # for each opening wanted
FROM_HISTORY = (Reason.THREEFOLD, Reason.N_MOVES)


@dataclass(frozen=True)
class JudgedTurn:
    """A turn with the values of the position before and after it, for the side that made it; None: not proven."""

    position: str
    moves: tuple[Move, ...]
    side: Side
    phase: str
    before: int | None
    after: int | None

    @property
    def is_judged(self) -> bool:
        return self.before is not None and self.after is not None

    @property
    def drops(self) -> bool:
        return self.before is not None and self.after is not None and self.after < self.before


@dataclass
class Leak:
    """Turns of a player by phase, and those of them that dropped value."""

    turns: Counter[str] = field(default_factory=Counter)
    drops: Counter[str] = field(default_factory=Counter)
    unknown: int = 0  # turns that could not be judged
    unfinished: int = 0  # wins that ended in a draw by repetition or quiet plies

    def add(self, turn: JudgedTurn) -> None:
        if not turn.is_judged:
            self.unknown += 1
            return
        self.turns[turn.phase] += 1
        self.drops[turn.phase] += turn.drops

    @property
    def total(self) -> tuple[int, int]:
        return sum(self.drops.values()), sum(self.turns.values())


class Judge:
    """Exact values of positions by book, tables and proof; used by one thread."""

    def __init__(self, rules: str, tables: Path, *, megabytes: int, threads: int = 1) -> None:
        self.rules = rules
        with naming(tables):
            self._tablebase = Tablebase(rules, tables)
        self._tablebase.map()
        pieces = min(2 * Game(rules).rule("PiecesCount"), len(Game(rules).board.points) - 1)
        if self._tablebase.max_pieces < pieces:
            known = self._tablebase.max_pieces
            raise EngineError(f"{tables} has all positions with up to {known} pieces; {pieces} are needed")
        book = Book.open() if BOOK.exists() else None
        self._prover = Prover(rules, self._tablebase, book, megabytes=megabytes)
        self._tickets = count(1)
        self._threads = threads

    def value(self, game: Game) -> int | None:
        """The value for the side to move, by the rules of the board alone; None: not known."""
        result = game.result
        if result is not None and result.reason not in FROM_HISTORY:
            return 0 if result.winner is None else 1 if result.winner is game.side else -1
        if not game.view.is_placing:
            found = self._tablebase.probe(game)
            return None if found is None else found.wdl
        return self._prover.run(game, ticket=next(self._tickets), threads=self._threads, is_value_only=True).wdl

    def turns(self, start: str, moves: Sequence[Move], first: int = 0) -> list[JudgedTurn]:
        """The turns of a game from its move number ``first`` on, which begins a turn."""
        game = Game(self.rules, start or None)
        game.play(*moves[:first])
        games, turns = [game.copy()], []
        for turn in _split(game, moves[first:]):
            turns.append(turn)
            games.append(game.copy())
        # The last position first: what is proven of it helps with those before.
        values = [self._value_for_white(each) for each in reversed(games)][::-1]
        return [
            JudgedTurn(
                each.position, turn, each.side, phase_of(each.view), *(_seen_by(each.side, value) for value in pair)
            )
            for each, turn, pair in zip(games, turns, zip(values, values[1:]))
        ]

    def _value_for_white(self, game: Game) -> int | None:
        result = game.result
        is_cut_short = result is not None and result.reason in FROM_HISTORY
        return None if is_cut_short else _seen_by(game.side, self.value(game))


def _seen_by(side: Side, value: int | None) -> int | None:
    """White's value as the side sees it, or the other way round."""
    return value if value is None or side is Side.WHITE else -value


def _split(game: Game, moves: Sequence[Move]) -> Iterator[tuple[Move, ...]]:
    """Play the moves, and yield after each turn."""
    turn: list[Move] = []
    for move in moves:
        turn.append(move)
        game.play(move)
        if game.result is not None or not any(game.view.pending_removals):
            yield tuple(turn)
            turn = []


def is_unfinished(game: MatchGame, turns: Sequence[JudgedTurn]) -> bool:
    """Whether a game was drawn by repetition or quiet plies although a side had a win."""
    is_drawn = game.reason in {reason.value for reason in FROM_HISTORY}
    return is_drawn and bool(turns) and bool(turns[-1].before)


def count_leaks(game: MatchGame, turns: Sequence[JudgedTurn], leaks: Sequence[Leak]) -> None:
    players = (game.white, 1 - game.white)
    for turn in turns:
        leaks[players[turn.side]].add(turn)
    if is_unfinished(game, turns):
        last = turns[-1]
        winner = last.side if (last.before or 0) > 0 else last.side.other
        leaks[players[winner]].unfinished += 1


def drawn_openings(judge: Judge, plies: int, number: int, seed: int) -> tuple[Opening, ...]:
    """Different positions after random moves that are worth a draw, none with a pending removal."""
    dice, found = random.Random(f"leak {seed}"), dict[str, Opening]()
    for _ in range(OPENING_TRIALS * number):
        game = Game(judge.rules)
        for _ply in range(plies):
            legal = game.legal()
            if legal:
                game.play(dice.choice(legal))
        if game.result is None and not any(game.view.pending_removals) and judge.value(game) == 0:
            found.setdefault(game.position, Opening(game.position, 0))
        if len(found) == number:
            break
    if not found:
        raise EngineError(f"no position after {plies} random moves is drawn")
    return tuple(found.values())
