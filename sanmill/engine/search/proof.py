"""Exact values of a position and of all its turns, in every phase.

A prover is used by one thread; ``stop`` and ``peek`` may be called from any other. A run releases the GIL.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from sanmill.core.game.move import Move
from sanmill.engine.abi import load
from sanmill.engine.errors import EngineError, Status
from sanmill.engine.game import Game
from sanmill.engine.rules import bytes_of, new_error, owned, text_of
from sanmill.engine.tablebase.tablebase import Tablebase

from .book import Book
from .networks import NETWORKS

MEGABYTES = 64


@dataclass(frozen=True)
class ProvenTurn:
    """A turn, and bounds of its value for the side that makes it: 1 win, 0 draw, -1 loss."""

    moves: tuple[Move, ...]
    lower: int
    upper: int
    dtw: int | None  # this turn included; None for a draw or if unknown

    @property
    def wdl(self) -> int | None:
        return self.lower if self.lower == self.upper else None


@dataclass(frozen=True)
class ProofState:
    """What is proven of a position for the side to move. The order of turns does not change during a run."""

    lower: int
    upper: int
    turns: tuple[ProvenTurn, ...]
    is_running: bool
    nodes: int
    probes: int  # of the tablebase
    time_ms: int
    hashfull: int  # per mille of the memory in use

    @property
    def wdl(self) -> int | None:
        return self.lower if self.lower == self.upper else None

    @property
    def is_complete(self) -> bool:
        return all(turn.wdl is not None for turn in self.turns)

    def wdl_of(self, move: Move) -> int | None:
        """The value of a move, which is that of the best turn that begins with it; None if it is not known."""
        turns = [turn for turn in self.turns if turn.moves[0] == move]
        lower, upper = max((turn.lower for turn in turns), default=-1), max((turn.upper for turn in turns), default=1)
        return lower if lower == upper else None


class Prover:
    """Proves values by the book, the tablebase and a search of the placing phase, and keeps them for the next run."""

    def __init__(
        self, rules: str, tablebase: Tablebase | None, book: Book | None = None, *, megabytes: int = MEGABYTES
    ) -> None:
        self._ffi, self._lib = load()
        self._tablebase, self._book = tablebase, book  # the prover borrows them
        null = self._ffi.NULL
        self._proof = owned(
            self._lib.mill_proof_new,
            self._lib.mill_proof_free,
            bytes_of(rules, "a set of rules"),
            null if tablebase is None else tablebase.handle,
            null if book is None else book.handle,
            os.fsencode(NETWORKS),
            megabytes,
        )
        self._game: Game | None = None
        self.reason = ""
        """Why the last run did not prove everything; empty if it did."""

    def run(
        self,
        game: Game,
        *,
        ticket: int,
        threads: int = 1,
        time_ms: int = 0,
        nodes: int = 0,
        is_value_only: bool = False,
    ) -> ProofState:
        """Prove until done, stopped or at a limit (0: none). Each ticket is greater than the one before."""
        limits = self._ffi.new(
            "MillProofLimits *",
            {
                "ticket": ticket,
                "threads": threads,
                "wanted": int(is_value_only),
                "time_ms": time_ms,
                "nodes": nodes,
            },
        )
        error = new_error()
        self._game = game.copy()
        is_done = self._lib.mill_proof_run(self._proof, self._game.handle, limits, error)
        self.reason = "" if is_done else text_of(error.text)
        if not is_done and error.code == Status.NO_MEMORY:
            raise EngineError(self.reason, Status.NO_MEMORY)
        return self.peek()

    def stop(self, ticket: int) -> None:
        """Stop every run up to this ticket, including those not yet started. From any thread."""
        self._lib.mill_proof_stop(self._proof, ticket)

    def peek(self) -> ProofState:
        """What is proven of the position of the current or last run. From any thread."""
        info, game = self._ffi.new("MillProofInfo *"), self._game
        self._lib.mill_proof_info(self._proof, info)
        turns = () if game is None else tuple(self._turn(game, each) for each in info.turns[0 : info.turn_count])
        return ProofState(
            info.lower,
            info.upper,
            turns,
            bool(info.is_running),
            info.nodes,
            info.probes,
            info.time_ms,
            info.hashfull,
        )

    def _turn(self, game: Game, turn: Any) -> ProvenTurn:
        moves = tuple(map(game.move_of, turn.turn.moves[0 : turn.turn.count]))
        return ProvenTurn(moves, turn.lower, turn.upper, turn.dtw if turn.dtw >= 0 else None)
