"""The job of the opening explorer: prove the moves of a placing position by the book, and by complete tables.

Results come in steps, so that they can be shown while a long proof goes on.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from sanmill.core.game.move import Move
from sanmill.core.game.symmetry import symmetric_key
from sanmill.engine.game import Game
from sanmill.engine.jobs import OPENINGS, Job, Work
from sanmill.engine.messages import OpeningExplored, OpeningMove, Position

from .book import open_book
from .opening import reply_counts
from .proof import ProofState, Prover

RUNS = 4096  # runs of the prover that a request may need
EMIT_SECONDS = 0.1  # at least between two results
SLICE_MS, SLICE_MAX_MS = 250, 2000  # of a proof between two results; each slice is twice as long as the one before


@dataclass(frozen=True)
class ExploreOpening(Job):
    """Prove the moves of a placing position; without complete tables only what the book knows."""

    ticket: int
    position: Position
    tables: Path | None = None  # of a tablebase with every position in which all pieces are placed
    threads: int = 1

    queue = OPENINGS

    def nothing_found(self) -> OpeningExplored:
        return OpeningExplored(self.ticket, (), 1.0)

    def run(self, work: Work) -> OpeningExplored | None:
        if work.is_stopped:
            return None
        rules, last = self.position.rules, 0.0

        def make_prover() -> Prover:
            tablebase = work.tablebases.get(rules, self.tables) if self.tables else None
            return Prover(rules, tablebase, open_book())

        prover: Prover = work.keep((rules, self.tables), make_prover)  # with what it proved of other positions
        with work.stoppable(lambda: prover.stop((self.ticket + 1) * RUNS - 1)):
            for found in self._results(prover, work):
                if found.done >= 1:
                    return None if work.is_stopped else found
                if time.monotonic() - last >= EMIT_SECONDS and not work.is_stopped:
                    work.emit(found)
                    last = time.monotonic()
        return None

    def _results(self, prover: Prover, work: Work) -> Iterator[OpeningExplored]:
        """The values of the moves as far as they are known, then of their replies, one move after the other."""
        position = self.position
        game = Game(position.rules, position.start or None)
        game.play(*position.moves)
        runs = iter(range(self.ticket * RUNS, (self.ticket + 1) * RUNS))
        moves: tuple[OpeningMove, ...] = ()
        wdl, book = None, open_book()
        for state in self._slices(prover, game, work, runs):
            moves = _moves(game, state)
            wdl = state.wdl if state.wdl is not None or book is None else book.probe(game)
            is_known = all(move.wdl is not None for move in moves)
            if not is_known and not self.tables:
                yield OpeningExplored(self.ticket, moves, 1.0, wdl)
                return
            share = sum(turn.wdl is not None for turn in state.turns) / max(1, len(state.turns))
            yield OpeningExplored(self.ticket, moves, 0.5 * share, wdl)
        groups = _groups(game, moves)
        for index, group in enumerate(groups, 1):
            after = game.copy()
            after.play(group[0])
            counts = None
            if not any(after.view.pending_removals) and not after.result:
                for state in self._slices(prover, after, work, runs):
                    counts = reply_counts(state)
            if counts:
                replies, mistakes = counts
                moves = tuple(
                    replace(move, replies=replies, mistakes=mistakes) if move.move in group else move for move in moves
                )
            yield OpeningExplored(self.ticket, moves, 0.5 + 0.5 * index / len(groups), wdl)

    def _slices(self, prover: Prover, game: Game, work: Work, runs: Iterator[int]) -> Iterator[ProofState]:
        """Run the prover until everything is proven, nothing more can be, or the request is stopped."""
        slice_ms = SLICE_MS
        while not work.is_stopped:
            state = prover.run(game, ticket=next(runs), threads=self.threads, time_ms=slice_ms)
            yield state
            if state.is_complete or state.time_ms < slice_ms:
                return
            slice_ms = min(2 * slice_ms, SLICE_MAX_MS)


def _moves(game: Game, state: ProofState) -> tuple[OpeningMove, ...]:
    return tuple(OpeningMove(move, state.wdl_of(move)) for move in game.legal())


def _groups(game: Game, moves: tuple[OpeningMove, ...]) -> list[list[Move]]:
    """The moves that lead to the same position up to symmetry, together."""
    groups: dict[str, list[Move]] = {}
    for each in moves:
        after = game.copy()
        after.play(each.move)
        groups.setdefault(symmetric_key("", after.view), []).append(each.move)
    return list(groups.values())
