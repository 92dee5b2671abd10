"""Proofs of the moves of a position, as commands: the value of each move, and bounds while it is being proven.

One thread runs commands; ``stop`` and ``peek`` may be called from any other. A run releases the GIL.
"""

from __future__ import annotations

import threading
from pathlib import Path

from sanmill.core.move import Move

from .book import open_book
from .errors import EngineError
from .game import Game
from .messages import ProofDone, ProofProgress, Prove, ProvenMove, ProveValue
from .proof import ProofState, ProvenTurn, Prover
from .tablebase import Tablebase


class MoveProver:
    """Keeps the prover of the last rules and tables, with what it has proven."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # of the attributes below
        self._stopped = 0  # every ticket up to this one
        self._prover: Prover | None = None
        self._key: tuple[str, str] | None = None
        self._ticket = 0

    def run(self, command: Prove, tables: str, *, threads: int, megabytes: int) -> ProofDone:
        """Prove until done, stopped or at a limit."""
        position, limits = command.position, command.limits
        prover = self._ready(position.rules, tables, megabytes)
        with self._lock:
            self._ticket = command.ticket
        game = Game(position.rules, position.start or None)
        for move in position.moves:
            game.play(move)
        state = prover.run(
            game,
            ticket=command.ticket,
            threads=threads,
            time_ms=limits.time_ms,
            nodes=limits.nodes,
            is_value_only=isinstance(command, ProveValue),
        )
        return ProofDone(command.ticket, moves_of(state))

    def stop(self, ticket: int) -> None:
        """Stop every command up to this ticket, including those not yet started. From any thread."""
        with self._lock:
            self._stopped = max(self._stopped, ticket)
            if self._prover is not None:
                self._prover.stop(self._stopped)

    def peek(self) -> ProofProgress | None:
        """What the running proof knows; None if none runs. From any thread."""
        with self._lock:
            prover, ticket = self._prover, self._ticket
        state = prover.peek() if prover is not None else None
        return ProofProgress(ticket, moves_of(state)) if state is not None and state.is_running else None

    def release(self, rules: str) -> None:
        """Close the tables and free the memory if the rules are others or the tables were deleted.

        Other tables alone are no reason: a level plays without those that the user added, and analysis goes on after.
        """
        if self._key and (self._key[0] != rules or not Path(self._key[1]).exists()):
            self._drop()

    def _drop(self) -> None:
        """Forget the prover. It takes a while to free, and nobody waits for that in ``stop``: it is not locked."""
        with self._lock:
            dropped, self._prover, self._key = self._prover, None, None
        del dropped

    def _ready(self, rules: str, tables: str, megabytes: int) -> Prover:
        if self._key != (rules, tables):
            self._drop()
        prover = self._prover
        if prover is None:
            prover = make_prover(rules, tables, megabytes=megabytes)
            with self._lock:
                self._prover, self._key = prover, (rules, tables)
                prover.stop(self._stopped)
        return prover


def make_prover(rules: str, tables: str, *, megabytes: int) -> Prover:
    """A prover with what can be read of tables and book."""
    try:
        tablebase = Tablebase(rules, Path(tables)) if tables else None
    except EngineError:
        tablebase = None
    return Prover(rules, tablebase, open_book(), megabytes=megabytes)


def moves_of(state: ProofState) -> tuple[ProvenMove, ...]:
    """The value of each move: that of the best turn that begins with it."""
    turns: dict[Move, list[ProvenTurn]] = {}
    for turn in state.turns:
        turns.setdefault(turn.moves[0], []).append(turn)
    return tuple(_move(move, with_it) for move, with_it in turns.items())


def _move(move: Move, turns: list[ProvenTurn]) -> ProvenMove:
    lower, upper = max(turn.lower for turn in turns), max(turn.upper for turn in turns)
    best = [turn.dtw for turn in turns if turn.upper == lower == upper]
    distances = [dtw for dtw in best if dtw is not None]
    if lower != upper or not lower or not best or len(distances) < len(best):
        return ProvenMove(move, lower, upper)
    return ProvenMove(move, lower, upper, min(distances) if lower > 0 else max(distances))
