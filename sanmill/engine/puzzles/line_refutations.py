"""Refutations of the wrong turns of a puzzle with a line: proven when the puzzle is made, kept as text with it.

The text has a part for each turn of the solver, with " | " between them. A part has words such as ``d7,a4=g7xb2`` and
``f4=e5,d6,c5xd6``: after any turn on the left the play on the right follows, the opponent's turn first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from sanmill.core.game.model import Side
from sanmill.core.game.move import Move, moves_in
from sanmill.engine.game import Game
from sanmill.engine.search.proof import ProofState, ProvenTurn, Prover
from sanmill.engine.tablebase.turns import best_play, played

from .generator import Puzzle

Turn = tuple[Move, ...]
SEPARATOR = " | "


def turns_of(puzzle: Puzzle) -> list[Turn]:
    """The turns of the line: the solver's, then the opponent's, in turn."""
    turns: list[list[Move]] = []
    for move in puzzle.solution:
        if move.is_removal and turns:
            turns[-1].append(move)
        else:
            turns.append([move])
    return [tuple(turn) for turn in turns]


# As text.


def refutation_of(puzzle: Puzzle, number: int, tried: Sequence[str]) -> Turn:
    """The play that refutes a wrong turn of the solver; empty if none is known."""
    parts = puzzle.refutations.split(SEPARATOR)
    return dict(_read(parts[number])).get(tuple(map(Move, tried)), ()) if number < len(parts) else ()


def check_refutations(puzzle: Puzzle) -> None:
    """Raise ValueError or EngineError unless every refutation can be played."""
    game, turns = Game(puzzle.rules, puzzle.position), turns_of(puzzle)
    for number, part in enumerate(puzzle.refutations.split(SEPARATOR)):
        for tried, reply in _read(part):
            with played(game, (*tried, *reply)):
                pass
        game.play(*map("".join, turns[2 * number : 2 * number + 2]))


def _read(part: str) -> Iterator[tuple[Turn, Turn]]:
    for word in part.split():
        tries, reply = word.split("=")
        moves = tuple(move for turn in reply.split(",") for move in moves_in(turn))
        for tried in tries.split(","):
            yield moves_in(tried), moves


def _write(refuted: dict[Turn, list[Turn]]) -> str:
    tries: dict[str, list[str]] = {}
    for tried, reply in refuted.items():
        tries.setdefault(_as_words(reply), []).append("".join(tried))
    return " ".join(f"{','.join(same)}={reply}" for reply, same in tries.items())


def _as_words(turns: Iterable[Turn]) -> str:
    return ",".join("".join(turn) for turn in turns)


# Making them.


def with_refutations(
    prover: Prover,
    puzzle: Puzzle,
    tickets: Iterator[int],
    *,
    nodes: int = 0,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Puzzle:
    """The puzzle with the refutations that are proven within ``nodes`` a position (0: all of them)."""
    game, parts = Game(puzzle.rules, puzzle.position), []
    refuter = _Refuter(prover, tickets, nodes)
    for number, turn in enumerate(turns_of(puzzle)):
        if is_cancelled():
            return puzzle
        if number % 2 == 0:
            parts.append(_write(refuter.refute_others(game, turn)))
        game.play(*turn)
    return replace(puzzle, refutations=SEPARATOR.join(parts) if any(parts) else "")


class _Refuter:
    def __init__(self, prover: Prover, tickets: Iterator[int], nodes: int) -> None:
        self._prover = prover
        self._tickets = tickets
        self._nodes = nodes

    def refute_others(self, game: Game, right: Turn) -> dict[Turn, list[Turn]]:
        """The refutations of every turn but the right one."""
        found: dict[Turn, list[Turn]] = {}
        for turn in self._prove(game).turns:
            if turn.moves != right:
                with played(game, turn.moves):
                    reply = best_play(game, self._best)
                if reply:
                    found[turn.moves] = reply
        return found

    def _prove(self, game: Game) -> ProofState:
        return self._prover.run(game, ticket=next(self._tickets), nodes=self._nodes)

    def _best(self, game: Game) -> ProvenTurn | None:
        return None if game.result else _best(game, self._prove(game))


def _best(game: Game, state: ProofState) -> ProvenTurn | None:
    """A turn that keeps the value: by DTW, or else the one that removes, threatens most and leaves fewest threats."""
    best = [turn for turn in state.turns if turn.wdl is not None and turn.wdl == state.wdl]
    distances = [turn.dtw for turn in best if turn.dtw is not None]
    if state.wdl and best and len(distances) == len(best):
        wanted = min(distances) if state.wdl > 0 else max(distances)
        best = [turn for turn in best if turn.dtw == wanted]
    return max(best, key=lambda turn: _merit(game, turn, is_winning=state.wdl == 1), default=None)


def _merit(game: Game, turn: ProvenTurn, *, is_winning: bool) -> tuple[bool, int, int]:
    side = game.side
    with played(game, turn.moves):
        own, other = _threats(game, side), -_threats(game, side.other)
    return (turn.moves[-1].is_removal, *((own, other) if is_winning else (other, own)))


def _threats(game: Game, side: Side) -> int:
    """The lines that a side could make a mill with its next move."""
    view, board = game.view, game.board
    own = {point.name for point, content in zip(board.points, view.contents) if content is side.piece}
    empty = {point.name: point for point, content in zip(board.points, view.contents) if not content}
    goes_anywhere = view.in_hand[side] > 0 or view.may_fly[side]
    threats = 0
    for line in board.lines:
        gap = [name for name in line.points if name in empty]
        if len(gap) == 1 and sum(name in own for name in line.points) == len(line.points) - 1:
            others = own - set(line.points)
            threats += bool(others) if goes_anywhere else any(near in others for near in empty[gap[0]].neighbours)
    return threats
