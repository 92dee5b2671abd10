"""Proves the moves of placing positions on a background thread: by the book, and by complete tables if there are some.

The newest request wins. Results come in steps, so that they can be shown while a long proof goes on.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from sanmill.core.executor import Executor
from sanmill.core.game.move import Move
from sanmill.core.game.symmetry import symmetric_key
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.messages import ExploreOpening, OpeningExplored, OpeningMove
from sanmill.engine.tablebase.tablebase import Tablebase
from sanmill.engine.thread_priority import lower_priority

from .book import open_book
from .opening import reply_counts
from .proof import ProofState, Prover

log = logging.getLogger(__name__)

RUNS = 4096  # runs of the prover that a request may need
EMIT_SECONDS = 0.1  # at least between two results
SLICE_MS, SLICE_MAX_MS = 250, 2000  # of a proof between two results; each slice is twice as long as the one before


class OpeningWorker:
    """Runs one request at a time. Calls ``emit`` on its thread."""

    def __init__(self, emit: Callable[[OpeningExplored], None]) -> None:
        self._emit = emit
        self._lock = threading.Lock()  # of the two attributes below
        self._wanted = 0  # the ticket at work; 0 when none is wanted
        self._prover: Prover | None = None
        self._source: tuple[str, Path | None] | None = None  # what the prover was made for
        self._executor = Executor("openings", lower_priority)

    def explore(self, request: ExploreOpening) -> None:
        """Start a request and stop the one before. Tickets increase."""
        with self._lock:
            self._stop()
            self._wanted = request.ticket
        self._executor.submit(self._run, request)

    def stop(self) -> None:
        """Stop the request at work; it emits nothing more."""
        with self._lock:
            self._stop()

    def release(self) -> None:
        """Stop, close the tables and free the memory of the proofs."""
        self.stop()
        self._executor.submit(self._drop_prover)

    def close(self) -> None:
        self.stop()
        self._executor.close(is_cancelled=True)

    def _stop(self) -> None:
        if self._prover and self._wanted:
            self._prover.stop((self._wanted + 1) * RUNS - 1)
        self._wanted = 0

    # On the worker's thread.

    def _drop_prover(self) -> None:
        """Forget the prover. It takes a while to free, and nobody waits for that in ``stop``: it is not locked."""
        with self._lock:
            dropped, self._prover, self._source = self._prover, None, None
        del dropped

    def _run(self, request: ExploreOpening) -> None:
        try:
            last = 0.0
            for found in self._results(request):
                if request.ticket != self._wanted:
                    return
                if found.done >= 1 or time.monotonic() - last >= EMIT_SECONDS:
                    self._emit(found)
                    last = time.monotonic()
        except (EngineError, OSError) as failure:
            log.warning("request %d failed: %s", request.ticket, failure)
            self._emit_nothing(request)
        except Exception:  # reported by the executor
            self._emit_nothing(request)
            raise

    def _emit_nothing(self, request: ExploreOpening) -> None:
        if request.ticket == self._wanted:
            self._emit(OpeningExplored(request.ticket, (), 1.0))

    def _results(self, request: ExploreOpening) -> Iterator[OpeningExplored]:
        """The values of the moves as far as they are known, then of their replies, one move after the other."""
        position = request.position
        if request.ticket != self._wanted:
            return
        game = Game(position.rules, position.start or None)
        for move in position.moves:
            game.play(move)
        prover, runs = self._ready_prover(request), iter(range(request.ticket * RUNS, (request.ticket + 1) * RUNS))
        moves: tuple[OpeningMove, ...] = ()
        wdl, book = None, open_book()
        for state in self._slices(prover, game, request, runs):
            moves = _moves(game, state)
            wdl = state.wdl if state.wdl is not None or book is None else book.probe(game)
            is_known = all(move.wdl is not None for move in moves)
            if not is_known and not request.tables:
                yield OpeningExplored(request.ticket, moves, 1.0, wdl)
                return
            share = sum(turn.wdl is not None for turn in state.turns) / max(1, len(state.turns))
            yield OpeningExplored(request.ticket, moves, 0.5 * share, wdl)
        groups = _groups(game, moves)
        for index, group in enumerate(groups, 1):
            after = game.copy()
            after.play(group[0])
            counts = None
            if not any(after.view.pending_removals) and not after.result:
                for state in self._slices(prover, after, request, runs):
                    counts = reply_counts(state)
            if counts:
                replies, mistakes = counts
                moves = tuple(
                    replace(move, replies=replies, mistakes=mistakes) if move.move in group else move for move in moves
                )
            yield OpeningExplored(request.ticket, moves, 0.5 + 0.5 * index / len(groups), wdl)

    def _slices(self, prover: Prover, game: Game, request: ExploreOpening, runs: Iterator[int]) -> Iterator[ProofState]:
        """Run the prover until everything is proven, nothing more can be, or the request is stopped."""
        slice_ms = SLICE_MS
        while request.ticket == self._wanted:
            state = prover.run(game, ticket=next(runs), threads=request.threads, time_ms=slice_ms)
            yield state
            if state.is_complete or state.time_ms < slice_ms:
                return
            slice_ms = min(2 * slice_ms, SLICE_MAX_MS)

    def _ready_prover(self, request: ExploreOpening) -> Prover:
        """The prover for these rules and tables; it keeps what it has proven for the next position."""
        rules, source = request.position.rules, (request.position.rules, request.tables)
        if self._prover is None or source != self._source:
            self._drop_prover()
            prover = _make_prover(rules, request.tables)
            with self._lock:
                self._prover, self._source = prover, source
        return self._prover


def _make_prover(rules: str, tables: Path | None) -> Prover:
    """A prover with what can be read of tables and book."""
    try:
        tablebase = Tablebase(rules, tables) if tables else None
    except EngineError:
        tablebase = None
    return Prover(rules, tablebase, open_book())


def _moves(game: Game, state: ProofState) -> tuple[OpeningMove, ...]:
    """The value of each legal move, in the order of the game."""
    return tuple(OpeningMove(move, state.wdl_of(move)) for move in game.legal())


def _groups(game: Game, moves: tuple[OpeningMove, ...]) -> list[list[Move]]:
    """The moves that lead to the same position up to symmetry, together."""
    groups: dict[str, list[Move]] = {}
    for each in moves:
        after = game.copy()
        after.play(each.move)
        groups.setdefault(symmetric_key("", game.board, after.view), []).append(each.move)
    return list(groups.values())
