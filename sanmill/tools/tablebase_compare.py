"""A compressed tablebase against uncompressed values: samples of every subspace, and all positions that are stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass
from functools import partial
from pathlib import Path

from sanmill.engine.errors import EngineError
from sanmill.engine.tablebase.tablebase import Counts, Subspace, Tablebase

from .command import naming

CACHE_MEGABYTES = 1500  # a subspace that is derived needs its partner decoded
PARTS = 64  # of a subspace or its samples; what a stop waits for
COUNTED = ("positions", "wins", "draws", "losses", "unreached")
HEAD = " ".join([f"{'table':>7} {'samples':>9} {'unreached':>9}", *(f"{word:>13}" for word in COUNTED)])


@dataclass(frozen=True)
class SubspaceComparison:
    """A subspace of which nothing differs."""

    name: str
    samples: Counts
    everything: Counts | None  # None: only samples were compared

    def __str__(self) -> str:
        samples, everything = self.samples, self.everything
        line = f"{self.name:>7} {samples.compared:>9,} {samples.left_out:>9,}"
        if everything is None:
            return line
        counts = (everything.compared, everything.wins, everything.draws, everything.losses, everything.left_out)
        return " ".join([line, *(f"{count:>13,}" for count in counts)])


class Comparison:
    """Compares on threads; the first difference is an error."""

    def __init__(self, rules: str, tablebase: Tablebase, folder: Path, *, threads: int) -> None:
        self._tablebase = tablebase
        with naming(folder):
            self._exact = Tablebase(rules, folder)
            if self._exact.warning:
                raise EngineError(self._exact.warning)
        self._exact.map()
        self._threads = threads
        tablebase.set_cache(CACHE_MEGABYTES)

    def run(self, *, samples: int, seed: int, has_all: bool) -> Iterator[SubspaceComparison]:
        """Each subspace of the uncompressed tablebase; of layers those that both have.

        ``has_all``: also all positions of those that are stored.
        """
        layers = {each.name for each in self._tablebase.layers()}
        stored = layers.union(each.name for each in self._tablebase.subspaces())
        with ThreadPoolExecutor(self._threads) as executor:
            for subspace in (*self._exact.subspaces(), *self._exact.layers()):
                if subspace.hands and subspace.name not in layers:
                    continue
                sampled = self._sum(executor, partial(self._sample, subspace, samples, seed))
                everything = None
                if has_all and subspace.name in stored:
                    everything = self._sum(executor, partial(self._part, subspace))
                    _check_counts(subspace, everything)
                yield SubspaceComparison(subspace.name, sampled, everything)

    @property
    def missing_layers(self) -> list[str]:
        """The subspaces of the placing phase that the folder lacks."""
        exact = {each.name for each in self._exact.layers()}
        return [each.name for each in self._tablebase.layers() if each.name not in exact]

    def _sample(self, subspace: Subspace, samples: int, seed: int, part: int) -> Counts:
        count = samples * (part + 1) // PARTS - samples * part // PARTS
        number = PARTS * seed + part
        return self._tablebase.compare(self._exact, subspace, samples=count, seed=number) if count else Counts()

    def _part(self, subspace: Subspace, part: int) -> Counts:
        return self._tablebase.compare(self._exact, subspace, part=part, parts=PARTS)

    def _sum(self, executor: ThreadPoolExecutor, compare: Callable[[int], Counts]) -> Counts:
        running = [executor.submit(compare, part) for part in range(PARTS)]
        try:
            counted = [astuple(each.result()) for each in running]
        finally:
            for each in running:
                each.cancel()
        return Counts(*map(sum, zip(*counted)))


def _check_counts(subspace: Subspace, counts: Counts) -> None:
    """Where nothing is left out, the counts are those of the solved subspace; of a layer nothing else is counted."""
    solved = (subspace.positions, subspace.wins, subspace.draws, subspace.losses)
    positions = counts.compared - counts.left_out if subspace.hands else counts.compared
    found = (positions, counts.wins, counts.draws, counts.losses)
    is_whole = subspace.hands or not counts.left_out
    if positions != subspace.positions or (is_whole and found != solved):
        raise EngineError(f"{subspace.name}: counts {found} instead of {solved}")
