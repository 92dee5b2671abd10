"""Which turns of a game kept the value of their position, by what tablebase and book know without a search."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.core.game.phase import phase_of
from sanmill.engine.game import Game
from sanmill.engine.search.proof import ProofState, Prover

Turn = tuple[str, "bool | None"]  # the phase, and whether it kept the win or the draw; None: not known, or lost before


def played_turns(prover: Prover, game: Game, moves: tuple[str, ...], side: Side) -> Iterator[Turn]:
    """The complete turns of a side; ``game`` stands at the start of the moves."""
    tickets = count(1)
    rest = [Move(move) for move in moves]
    while rest and not game.result:
        mover, phase, turn = game.side, phase_of(game.view), []
        state = prover.run(game, ticket=next(tickets), nodes=1) if mover is side else None
        while rest and game.side is mover and not game.result:
            turn.append(rest.pop(0))
            game.play(turn[-1])
        if state is not None:
            yield phase, _is_kept(state, tuple(turn))


def _is_kept(state: ProofState, turn: tuple[Move, ...]) -> bool | None:
    played = next((each for each in state.turns if each.moves == turn), None)
    if played is None or state.upper < 0:  # a turn that was not finished, or nothing to keep
        return None
    if played.lower >= state.upper:
        return True
    return False if played.upper < state.lower else None
