"""Endgame tablebases: opening, probing, checking and progress.

An open tablebase is read-only and may be used by any thread. A build or verification runs in the thread that calls
``run``; ``stop`` and ``progress`` may be called from any other.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from sanmill.core.game.move import Move
from sanmill.engine.abi import load
from sanmill.engine.game import Game
from sanmill.engine.rules import bytes_of, check, new_error, owned, text_of

PIECES_MAX = 12  # of a side, under any rules


@dataclass(frozen=True)
class TbValue:
    """The value for the side to move. ``wdl``: 1 win, 0 draw, -1 loss; ``dtw`` is None for a draw or if unknown."""

    wdl: int
    dtw: int | None

    def __str__(self) -> str:
        word = {1: "win", 0: "draw", -1: "loss"}[self.wdl]
        return word if self.dtw is None else f"{word} {self.dtw}"


@dataclass(frozen=True)
class Subspace:
    """The positions with ``mover`` pieces of the side to move and ``other`` of the opponent, up to symmetry.

    In the moving phase, or in the placing phase with ``hands`` pieces in hand, of both sides together.
    """

    hands: int
    mover: int
    other: int
    positions: int
    wins: int
    draws: int
    losses: int
    max_dtw: int
    dtw_step: int  # 1: exact DTW; 0: WDL only; otherwise DTW rounded up to a multiple of it
    slots: int
    bytes: int

    @property
    def name(self) -> str:
        """``7-3``, or ``6: 7-3`` with six pieces in hand."""
        return f"{self.hands}: {self.mover}-{self.other}" if self.hands else f"{self.mover}-{self.other}"


@dataclass(frozen=True)
class RatedTurn:
    moves: tuple[Move, ...]
    wdl: int
    dtw: int | None  # this turn included

    @property
    def removes(self) -> bool:
        return self.moves[-1].is_removal


@dataclass(frozen=True)
class FileInfo:
    """What a file with all subspaces says about itself. ``max_pieces``: complete up to this number of both sides."""

    name: str
    rules: str
    version: int
    max_pieces: int
    subspaces: int
    layer_subspaces: int  # those of the placing phase
    positions: int
    bytes: int
    checksum: int


@dataclass(frozen=True)
class Counts:
    """Positions of a comparison. No game reaches those that are left out, and they have no value."""

    compared: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    left_out: int = 0


@dataclass(frozen=True)
class BuildProgress:
    """The current pair of subspaces, or a subspace with ``hands`` pieces in hand; pairs and slots done and in total.

    A verification counts subspaces instead of pairs, and bytes instead of slots.
    """

    hands: int
    mover: int
    other: int
    pairs_done: int
    pairs: int
    work_done: int
    work: int


class Tablebase:
    """The subspaces of a set of rules, in a file or in the files of a folder."""

    def __init__(self, rules: str, path: Path) -> None:
        self._ffi, self._lib = load()
        error = new_error()
        tb = self._lib.mill_tb_open(bytes_of(rules, "a set of rules"), os.fsencode(path), error)
        check(tb != self._ffi.NULL, error)
        self.handle = self._ffi.gc(tb, self._lib.mill_tb_close)
        self.warning = text_of(error.text)
        """What is wrong with the first unusable file; empty if there is none."""
        self.max_pieces = int(self._lib.mill_tb_max_pieces(self.handle))
        """Every subspace with up to this number of pieces of both sides is there."""
        self.has_layers = bool(self._lib.mill_tb_has_layers(self.handle))
        """The layers of the placing phase are there with which a proof takes about a second."""
        self.layer_hands = int(self._lib.mill_tb_layer_hands(self.handle))
        """Pieces in hand in the layer with the fewest; where more are in hand, a proof can end there."""

    def map(self) -> None:
        """Map uncompressed subspaces into memory. For files that nobody changes, before any other thread probes."""
        self._lib.mill_tb_map(self.handle)

    def subspaces(self, hands: int = 0) -> Iterator[Subspace]:
        """The subspaces that are there, of the moving phase or with so many pieces in hand, by number of pieces."""
        about = self._ffi.new("MillSubspace *")
        for total in range(2 * PIECES_MAX + 1):
            for mover in range(min(total, PIECES_MAX), -1, -1):
                if self._lib.mill_tb_subspace(self.handle, hands, mover, total - mover, about):
                    yield Subspace(**_values(about, Subspace))

    def layers(self) -> Iterator[Subspace]:
        """The subspaces of the placing phase that are there, by number of pieces placed."""
        for hands in range(2 * PIECES_MAX, 0, -1):
            yield from self.subspaces(hands)

    def probe(self, game: Game) -> TbValue | None:
        """The value of the game's position; None if it is not in the tablebase."""
        return self._value(self._lib.mill_tb_probe, game)

    def probe_exact(self, game: Game) -> TbValue | None:
        """The same; where DTW are rounded, search a few turns for the exact one."""
        return self._value(self._lib.mill_tb_probe_exact, game)

    def _value(self, probe: Any, game: Game) -> TbValue | None:
        value = self._ffi.new("MillTbValue *")
        if not probe(self.handle, game.handle, value):
            return None
        return TbValue(value.wdl, value.dtw if value.dtw >= 0 else None)

    def turns(self, game: Game) -> Iterator[RatedTurn | None]:
        """Yield the legal turns, None for one that the tablebase lacks."""
        lib, turns = self._lib, self._ffi.new("MillTbTurn[]", self._lib.MILL_TURNS_MAX)
        legal = self._ffi.new("uint16_t[]", lib.MILL_MOVES_MAX)
        for move in legal[0 : lib.mill_game_legal(game.handle, legal)]:
            count = lib.mill_tb_turns(self.handle, game.handle, move, turns)
            if not count:
                yield None
            for rated in turns[0:count]:
                moves = tuple(game.move_of(code) for code in rated.turn.moves[0 : rated.turn.count])
                yield RatedTurn(moves, rated.value.wdl, rated.value.dtw if rated.value.dtw >= 0 else None)

    def check(self, subspace: Subspace, *, samples: int, seed: int) -> None:
        """Compare sampled positions with the values of their successors; raise an error at the first difference."""
        error = new_error()
        check(self._lib.mill_tb_check(self.handle, subspace.mover, subspace.other, samples, seed, error), error)

    def compare(
        self,
        exact: Tablebase,
        subspace: Subspace,
        *,
        samples: int = 0,
        seed: int = 1,
        part: int = 0,
        parts: int = 1,
    ) -> Counts:
        """Compare a subspace with another tablebase; raise an error at the first difference.

        ``samples`` random positions, or a part of all positions up to symmetry. The subspace may be a derived one; with
        pieces in hand both have it.
        """
        counts, error = self._ffi.new("MillTbCounts *"), new_error()
        name = (subspace.hands, subspace.mover, subspace.other)
        check(
            self._lib.mill_tb_compare(self.handle, exact.handle, *name, samples, seed, part, parts, counts, error),
            error,
        )
        return Counts(**_values(counts, Counts))

    def set_cache(self, megabytes: int) -> None:
        """Memory for decoded values. Before any other thread probes."""
        self._lib.mill_tb_cache(self.handle, megabytes)

    def write(self, file: Path, name: str) -> None:
        """Write all subspaces as one file, which appears under its name only when it is complete."""
        error = new_error()
        check(self._lib.mill_tb_write(self.handle, os.fsencode(file), bytes_of(name, "a name"), error), error)


def file_info(file: Path) -> FileInfo:
    """Read header and directory of a file with all subspaces; raise an error if they are not usable."""
    ffi, lib = load()
    info, error = ffi.new("MillTbInfo *"), new_error()
    check(lib.mill_tb_info(os.fsencode(file), info, error), error)
    return FileInfo(**{**_values(info, FileInfo), "name": text_of(info.name), "rules": text_of(info.rules)})


class TablebaseTask:
    """A long task of the engine: one thread runs it, any other may stop it or ask for its progress."""

    def __init__(self, task: Any, run: Any, stop: Any, progress: Any) -> None:
        self._task = task
        self._run, self._stop, self._progress = run, stop, progress

    def run(self) -> None:
        """Run until done; an EngineError says what is wrong, or has the code STOPPED."""
        error = new_error()
        check(self._run(self._task, error), error)

    def stop(self) -> None:
        self._stop(self._task)

    def progress(self) -> BuildProgress:
        progress = load().ffi.new("MillTbProgress *")
        self._progress(self._task, progress)
        return BuildProgress(**_values(progress, BuildProgress))


class Verification(TablebaseTask):
    """A complete check of a file with all subspaces: structure, checksums, and positions against their successors."""

    def __init__(self, rules: str, file: Path, *, samples: int) -> None:
        """``samples`` positions of each subspace are compared."""
        lib = load().lib
        arguments = (bytes_of(rules, "a set of rules"), os.fsencode(file), samples)
        task = owned(lib.mill_tb_verify_new, lib.mill_tb_verify_free, *arguments)
        super().__init__(task, lib.mill_tb_verify_run, lib.mill_tb_verify_stop, lib.mill_tb_verify_progress)


class TablebaseBuild(TablebaseTask):
    """A build of all subspaces with up to ``max_pieces`` pieces of both sides. Those that are finished stay."""

    def __init__(
        self,
        rules: str,
        folder: Path,
        *,
        max_pieces: int,
        threads: int = 1,
        memory: int = 0,
        dtw_up_to: int = 2 * PIECES_MAX,
        is_compressed: bool = False,
        rounded_up_to: int = 0,
    ) -> None:
        """``memory`` is in bytes, 0 for no limit. The folder has to exist.

        Subspaces with more pieces than ``dtw_up_to`` hold WDL only and are compressed; ``is_compressed`` compresses
        the others too. Up to ``rounded_up_to`` pieces they also hold rounded DTW, where the sides are about equal.
        """
        lib = load().lib
        extent = (max_pieces, threads, memory, dtw_up_to, is_compressed, rounded_up_to)
        arguments = (bytes_of(rules, "a set of rules"), os.fsencode(folder), *extent)
        task = owned(lib.mill_tb_build_new, lib.mill_tb_build_free, *arguments)
        super().__init__(task, lib.mill_tb_build_run, lib.mill_tb_build_stop, lib.mill_tb_build_progress)

    def needs(self) -> tuple[int, int]:
        """Bytes of disk for all files of the build at once, and of memory; estimates."""
        ffi, lib = load()
        disk, memory = ffi.new("uint64_t *"), ffi.new("uint64_t *")
        lib.mill_tb_build_needs(self._task, disk, memory)
        return int(disk[0]), int(memory[0])


def _values(struct: Any, kind: type[Subspace | FileInfo | BuildProgress | Counts]) -> dict[str, Any]:
    """The fields of a C struct that a class has by the same names."""
    return {field.name: getattr(struct, field.name) for field in fields(kind)}
