"""Whole turns and what endgame tables say of them: which keep the value, which is best, what a wrong one leads to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sanmill.core.model import Side

from .game import Game
from .tablebase import Tablebase

TRICKS_MOST = 8  # replies compared for how much they leave to get wrong
REFUTATION_TURNS = 5


@dataclass(frozen=True)
class Turn:
    """A legal turn, its removals included, and what the tables say of it for the side that plays it."""

    moves: tuple[str, ...]
    outcome: int
    turns: int | None  # to the end, this one included

    @property
    def takes(self) -> bool:
        """Whether it takes a piece."""
        return self.moves[-1].startswith("x")


@dataclass(frozen=True)
class Judgement:
    """What a turn that somebody tried is worth."""

    is_right: bool
    is_slow: bool  # it still wins, but another turn wins sooner
    outcome: int  # of the tried turn
    answer: tuple[str, ...]  # the opponent's best turn; after a wrong one the play on to where it shows


def turns_of(game: Game, tables: Tablebase) -> list[Turn]:
    """Every legal turn; none where the tables do not speak of each."""
    turns: list[Turn] = []
    for turn in _turns(game, tables, game.side, ()):
        if turn is None:
            return []
        turns.append(turn)
    return turns


def _turns(game: Game, tables: Tablebase, side: Side, moves: tuple[str, ...]) -> Iterator[Turn | None]:
    """One turn after the other; none in place of one that no table knows. Who stops early has a game to mend."""
    for move in game.legal():
        game.play(move)
        turn = (*moves, move)
        result = game.result
        if result is not None:
            yield Turn(turn, 0 if result.winner is None else 1 if result.winner is side else -1, 1)
        elif game.side is side:
            yield from _turns(game, tables, side, turn)
        else:
            verdict = tables.probe(game)
            turns = None if verdict is None or verdict.turns is None else verdict.turns + 1
            yield None if verdict is None else Turn(turn, -verdict.outcome, turns)
        game.undo()


def sole_turn(game: Game, tables: Tablebase, outcome: int) -> tuple[Turn, int] | None:
    """The one turn with this outcome, and how many turns there are; none if there is another. The game is lost."""
    sole: Turn | None = None
    count = 0
    for turn in _turns(game, tables, game.side, ()):
        count += 1
        if turn is None or (turn.outcome == outcome and sole is not None):
            return None
        if turn.outcome == outcome:
            sole = turn
    return (sole, count) if sole else None


def best_turns(turns: Sequence[Turn]) -> list[Turn]:
    """The turns that keep the value, and of them those that win soonest or hold out longest."""
    value = max(turn.outcome for turn in turns)
    kept = [turn for turn in turns if turn.outcome == value]
    counted = [turn.turns for turn in kept if turn.turns is not None]
    if value == 0 or len(counted) < len(kept):
        return kept
    wanted = min(counted) if value > 0 else max(counted)
    return [turn for turn in kept if turn.turns == wanted]


def best_turn(game: Game, tables: Tablebase) -> Turn | None:
    """The best turn; of equal ones that which leaves the opponent most to get wrong. None: the game is over."""
    turns = turns_of(game, tables)
    if not turns:
        return None
    best = best_turns(turns)
    if best[0].outcome > 0 and best[0].turns is not None:
        return best[0]
    best.sort(key=lambda turn: not turn.takes)
    return min(best[:TRICKS_MOST], key=lambda turn: ways_out(game, tables, turn))


def ways_out(game: Game, tables: Tablebase, turn: Turn) -> float:
    """The share of the opponent's answers to a turn that keep the value."""
    with _Played(game, turn.moves):
        answers = turns_of(game, tables)
    if not answers:
        return 0.0
    value = max(answer.outcome for answer in answers)
    return sum(answer.outcome == value for answer in answers) / len(answers)


class _Played:
    """Moves that are taken back afterwards."""

    def __init__(self, game: Game, moves: Sequence[str]) -> None:
        self._game = game
        self._moves = moves

    def __enter__(self) -> None:
        for move in self._moves:
            self._game.play(move)

    def __exit__(self, *_: object) -> None:
        for _move in self._moves:
            self._game.undo()


# Judging.


def judge(game: Game, tables: Tablebase, moves: Sequence[str]) -> Judgement:
    """What a whole turn in the game's position is worth, and what follows. The game stays as it is."""
    turns = turns_of(game, tables)
    tried = next(turn for turn in turns if turn.moves == tuple(moves))
    is_right = tried.outcome == max(turn.outcome for turn in turns)
    is_slow = is_right and tried.outcome > 0 and tried not in best_turns(turns)
    with _Played(game, moves):
        answer = _reply(game, tables) if is_right else _refutation(game, tables)
    return Judgement(is_right, is_slow, tried.outcome, answer)


def _reply(game: Game, tables: Tablebase) -> tuple[str, ...]:
    turn = best_turn(game, tables)
    return turn.moves if turn else ()


def _refutation(game: Game, tables: Tablebase) -> tuple[str, ...]:
    """The best play of both sides until the opponent has shown its point: a piece taken, or the end."""
    punisher = game.side
    played: list[str] = []
    for _ in range(REFUTATION_TURNS):
        side = game.side
        turn = best_turn(game, tables)
        if turn is None:
            break
        for move in turn.moves:
            game.play(move)
        played += turn.moves
        if side is punisher and (turn.takes or turn.outcome == 0):
            break
    for _move in played:
        game.undo()
    return tuple(played)
