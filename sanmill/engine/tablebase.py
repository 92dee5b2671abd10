"""Endgame tables: opening, asking, checking and building them.

Open tables are only read and can be used by any thread. A build runs in the thread that calls ``run``; stop and
progress may come from any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .abi import load
from .game import Game
from .rules import bytes_of, check, new_error, text_of

PIECES_MAX = 12  # a side's, under any rules


@dataclass(frozen=True)
class Verdict:
    """What is proven for the side to move: 1 won, 0 drawn, -1 lost, and in how many turns if the table knows."""

    outcome: int
    turns: int | None

    def __str__(self) -> str:
        word = {1: "win", 0: "draw", -1: "loss"}[self.outcome]
        return word if self.turns is None else f"{word} {self.turns}"


@dataclass(frozen=True)
class Table:
    """One table: the side to move has ``mover`` pieces, the other side ``other``. Equal positions count once."""

    mover: int
    other: int
    positions: int
    wins: int
    draws: int
    losses: int
    longest: int
    has_turns: bool
    slots: int
    bytes: int


@dataclass(frozen=True)
class Progress:
    """How far a build is; work is counted in slots."""

    mover: int
    other: int
    pairs_done: int
    pairs: int
    work_done: int
    work: int


class Tablebase:
    """The tables a folder has for a set of rules."""

    def __init__(self, rules: str, folder: Path) -> None:
        self._ffi, self._lib = load()
        error = new_error()
        tables = self._lib.mill_tb_open(bytes_of(rules, "a set of rules"), _path(folder), error)
        check(tables != self._ffi.NULL, error)
        self._tables = self._ffi.gc(tables, self._lib.mill_tb_close)
        self.complaint = text_of(error.text)
        """The first file that is damaged, old or foreign and is not used; empty if there is none."""
        self.pieces = int(self._lib.mill_tb_max_pieces(self._tables))
        """The tables are complete up to so many pieces of both sides together."""

    def __iter__(self) -> Iterator[Table]:
        """The tables, smaller ones first."""
        about = self._ffi.new("MillSubspace *")
        for total in range(2 * PIECES_MAX + 1):
            for mover in range(min(total, PIECES_MAX), -1, -1):
                if self._lib.mill_tb_subspace(self._tables, mover, total - mover, about):
                    yield _table(about)

    def probe(self, game: Game) -> Verdict | None:
        """What the tables say of the game's position, if they say something."""
        verdict = self._ffi.new("MillTbValue *")
        if not self._lib.mill_tb_probe(self._tables, game.handle, verdict):
            return None
        return Verdict(verdict.wdl, verdict.dtw if verdict.dtw >= 0 else None)

    def check(self, table: Table, *, samples: int, seed: int) -> None:
        """Compare positions of a table with what their moves lead to; raises an error at the first that differs."""
        error = new_error()
        check(self._lib.mill_tb_check(self._tables, table.mover, table.other, samples, seed, error), error)


class Build:
    """Builds the tables of a set of rules for up to so many pieces of both sides together."""

    def __init__(
        self,
        rules: str,
        folder: Path,
        *,
        max_pieces: int,
        threads: int = 1,
        memory: int = 0,
        turns_up_to: int = 2 * PIECES_MAX,
        small: bool = False,
    ) -> None:
        """Memory is in bytes; 0 sets no limit. The folder has to exist.

        With more pieces than ``turns_up_to`` only win, draw and loss are kept, in a small form; ``small`` keeps the
        others in a small form too.
        """
        self._ffi, self._lib = load()
        error = new_error()
        build = self._lib.mill_tb_build_new(
            bytes_of(rules, "a set of rules"), _path(folder), max_pieces, threads, memory, turns_up_to, small, error
        )
        check(build != self._ffi.NULL, error)
        self._build = self._ffi.gc(build, self._lib.mill_tb_build_free)

    def run(self) -> None:
        """Build until all is done. What was built stays when this is stopped or fails with an error."""
        error = new_error()
        check(self._lib.mill_tb_build_run(self._build, error), error)

    def stop(self) -> None:
        """End a run soon; it then fails with an error that says so."""
        self._lib.mill_tb_build_stop(self._build)

    def progress(self) -> Progress:
        """How far the run is."""
        building = self._ffi.new("MillTbProgress *")
        self._lib.mill_tb_build_progress(self._build, building)
        return Progress(
            building.mover,
            building.other,
            building.pairs_done,
            building.pairs,
            building.work_done,
            building.work,
        )


def _path(folder: Path) -> bytes:
    """A folder's name as C opens it."""
    return str(folder).encode("utf-8", "surrogateescape")


def _table(about: Any) -> Table:
    return Table(
        mover=about.mover,
        other=about.other,
        positions=about.positions,
        wins=about.wins,
        draws=about.draws,
        losses=about.losses,
        longest=about.max_dtw,
        has_turns=bool(about.has_dtw),
        slots=about.slots,
        bytes=about.bytes,
    )
