"""A compressed tablebase against uncompressed values: samples of every subspace, and all positions that are stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass
from functools import partial
from pathlib import Path

from sanmill.engine.errors import EngineError
from sanmill.engine.tablebase import Counts, Subspace, Tablebase

CACHE_MEGABYTES = 1500  # a subspace that is derived needs its partner decoded
PARTS = 64  # of a subspace or its samples; what a stop waits for
COUNTED = ("positions", "wins", "draws", "losses", "unreached")
HEAD = " ".join([f"{'table':>6} {'samples':>9} {'unreached':>9}", *(f"{word:>13}" for word in COUNTED)])


@dataclass(frozen=True)
class SubspaceComparison:
    """A subspace of which nothing differs."""

    mover: int
    other: int
    samples: Counts
    everything: Counts | None  # None: only samples were compared

    def __str__(self) -> str:
        samples, everything = self.samples, self.everything
        line = f"{f'{self.mover}-{self.other}':>6} {samples.compared:>9,} {samples.left_out:>9,}"
        if everything is None:
            return line
        counts = (everything.compared, everything.wins, everything.draws, everything.losses, everything.left_out)
        return " ".join([line, *(f"{count:>13,}" for count in counts)])


class Comparison:
    """Compares on threads; the first difference is an error."""

    def __init__(self, rules: str, tablebase: Tablebase, folder: Path, *, threads: int) -> None:
        self._tablebase = tablebase
        self._exact = Tablebase(rules, folder)
        if self._exact.warning:
            raise EngineError(self._exact.warning)
        self._exact.map()
        self._threads = threads
        tablebase.set_cache(CACHE_MEGABYTES)

    def run(self, *, samples: int, seed: int, has_all: bool) -> Iterator[SubspaceComparison]:
        """Each subspace of the uncompressed tablebase. ``has_all``: also all positions of those that are stored."""
        stored = {(each.mover, each.other) for each in self._tablebase.subspaces()}
        with ThreadPoolExecutor(self._threads) as executor:
            for subspace in self._exact.subspaces():
                pieces = (subspace.mover, subspace.other)
                sampled = self._sum(executor, partial(self._sample, pieces, samples, seed))
                everything = None
                if has_all and pieces in stored:
                    everything = self._sum(executor, partial(self._part, pieces))
                    _check_counts(subspace, everything)
                yield SubspaceComparison(*pieces, sampled, everything)

    def _sample(self, pieces: tuple[int, int], samples: int, seed: int, part: int) -> Counts:
        count = samples * (part + 1) // PARTS - samples * part // PARTS
        number = PARTS * seed + part
        return self._tablebase.compare(self._exact, pieces, samples=count, seed=number) if count else Counts()

    def _part(self, pieces: tuple[int, int], part: int) -> Counts:
        return self._tablebase.compare(self._exact, pieces, part=part, parts=PARTS)

    def _sum(self, executor: ThreadPoolExecutor, compare: Callable[[int], Counts]) -> Counts:
        running = [executor.submit(compare, part) for part in range(PARTS)]
        try:
            counted = [astuple(each.result()) for each in running]
        finally:
            for each in running:
                each.cancel()
        return Counts(*map(sum, zip(*counted)))


def _check_counts(subspace: Subspace, counts: Counts) -> None:
    """Where nothing is left out, the counts are those of the solved subspace."""
    solved = (subspace.positions, subspace.wins, subspace.draws, subspace.losses)
    found = (counts.compared, counts.wins, counts.draws, counts.losses)
    if counts.compared != subspace.positions or (not counts.left_out and found != solved):
        raise EngineError(f"{subspace.mover}-{subspace.other}: counts {found} instead of {solved}")
