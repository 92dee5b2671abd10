"""The turns of a position with their values and the share of replies that are mistakes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from sanmill.core.game.move import Move
from sanmill.engine.game import Game

from .proof import ProofState, ProvenTurn, Prover


@dataclass(frozen=True)
class OpeningTurn:
    """A turn with its value for the side that makes it: 1 win, 0 draw, -1 loss, None if it is not proven."""

    moves: tuple[Move, ...]
    wdl: int | None
    dtw: int | None
    replies: int  # turns of the opponent
    mistakes: int | None  # replies that lose value; None: not all are known


def opening_turns(
    prover: Prover, game: Game, *, tickets: Iterator[int], threads: int = 1, time_ms: int = 0
) -> tuple[OpeningTurn, ...]:
    """Value every turn and its replies, best first: by value, then by the share of mistakes that follow."""
    deadline = time.monotonic() + time_ms / 1000
    state = prover.run(game, ticket=next(tickets), threads=threads, time_ms=time_ms)
    reason = prover.reason
    turns = [
        _with_replies(prover, game, turn, next(tickets), threads, time_ms and _left(deadline)) for turn in state.turns
    ]
    prover.reason = reason
    return tuple(sorted(turns, key=_order))


def _left(deadline: float) -> int:
    return max(1, int((deadline - time.monotonic()) * 1000))


def _order(turn: OpeningTurn) -> tuple[float, float]:
    share = turn.mistakes / turn.replies if turn.mistakes is not None and turn.replies else 0.0
    return -0.5 if turn.wdl is None else -turn.wdl, -share


def _with_replies(prover: Prover, game: Game, turn: ProvenTurn, ticket: int, threads: int, time_ms: int) -> OpeningTurn:
    after = game.copy()
    after.play(*turn.moves)
    state = prover.run(after, ticket=ticket, threads=threads, time_ms=time_ms)
    counts = reply_counts(state)
    return OpeningTurn(turn.moves, turn.wdl, turn.dtw, len(state.turns), counts and counts[1])


def reply_counts(state: ProofState) -> tuple[int, int] | None:
    """The turns of a position and how many of them lose value; None if that is not known of each."""
    is_known = state.wdl is not None and all(
        reply.upper < state.wdl or reply.lower == state.wdl for reply in state.turns
    )
    return (len(state.turns), sum(reply.upper < state.upper for reply in state.turns)) if is_known else None
