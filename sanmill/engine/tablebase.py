"""Endgame tablebases: opening, probing, checking and progress.

An open tablebase is read-only and may be used by any thread. A build runs in the thread that calls ``run``; ``stop``
and ``progress`` may be called from any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from sanmill.core.move import Move

from .abi import load
from .game import Game
from .rules import bytes_of, check, new_error, text_of

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
    """The positions with ``mover`` pieces of the side to move and ``other`` of the opponent, up to symmetry."""

    mover: int
    other: int
    positions: int
    wins: int
    draws: int
    losses: int
    max_dtw: int
    has_dtw: bool
    slots: int
    bytes: int


@dataclass(frozen=True)
class RatedTurn:
    """A legal turn with its value for the side that makes it."""

    moves: tuple[Move, ...]
    wdl: int
    dtw: int | None  # this turn included

    @property
    def removes(self) -> bool:
        return self.moves[-1].is_removal


@dataclass(frozen=True)
class BuildProgress:
    """The current pair of subspaces, and pairs and slots done and in total."""

    mover: int
    other: int
    pairs_done: int
    pairs: int
    work_done: int
    work: int


class Tablebase:
    """The files of a folder that match a set of rules."""

    def __init__(self, rules: str, folder: Path) -> None:
        self._ffi, self._lib = load()
        error = new_error()
        tb = self._lib.mill_tb_open(bytes_of(rules, "a set of rules"), _path(folder), error)
        check(tb != self._ffi.NULL, error)
        self._tb = self._ffi.gc(tb, self._lib.mill_tb_close)
        self.warning = text_of(error.text)
        """Names the first unusable file; empty if there is none."""
        self.max_pieces = int(self._lib.mill_tb_max_pieces(self._tb))
        """Every subspace with up to this number of pieces of both sides is there."""

    def subspaces(self) -> Iterator[Subspace]:
        """The subspaces that are there, by number of pieces."""
        about = self._ffi.new("MillSubspace *")
        for total in range(2 * PIECES_MAX + 1):
            for mover in range(min(total, PIECES_MAX), -1, -1):
                if self._lib.mill_tb_subspace(self._tb, mover, total - mover, about):
                    yield Subspace(**{**_values(about, Subspace), "has_dtw": bool(about.has_dtw)})

    def probe(self, game: Game) -> TbValue | None:
        """The value of the game's position; None if it is not in the tablebase."""
        value = self._ffi.new("MillTbValue *")
        if not self._lib.mill_tb_probe(self._tb, game.handle, value):
            return None
        return TbValue(value.wdl, value.dtw if value.dtw >= 0 else None)

    def turns(self, game: Game) -> Iterator[RatedTurn | None]:
        """Yield the legal turns, None for one that the tablebase lacks."""
        lib, turns = self._lib, self._ffi.new("MillTbTurn[]", self._lib.MILL_TURNS_MAX)
        legal = self._ffi.new("uint16_t[]", lib.MILL_MOVES_MAX)
        for move in legal[0 : lib.mill_game_legal(game.handle, legal)]:
            count = lib.mill_tb_turns(self._tb, game.handle, move, turns)
            if not count:
                yield None
            for rated in turns[0:count]:
                moves = tuple(game.move_of(code) for code in rated.turn.moves[0 : rated.turn.count])
                yield RatedTurn(moves, rated.value.wdl, rated.value.dtw if rated.value.dtw >= 0 else None)

    def check(self, subspace: Subspace, *, samples: int, seed: int) -> None:
        """Compare sampled positions with the values of their successors; raise an error at the first difference."""
        error = new_error()
        check(self._lib.mill_tb_check(self._tb, subspace.mover, subspace.other, samples, seed, error), error)


class Build:
    """A build of all subspaces with up to ``max_pieces`` pieces of both sides."""

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
    ) -> None:
        """``memory`` is in bytes, 0 for no limit. The folder has to exist.

        Subspaces with more pieces than ``dtw_up_to`` hold WDL only and are compressed; ``is_compressed`` compresses
        the others too.
        """
        self._ffi, self._lib = load()
        error = new_error()
        build = self._lib.mill_tb_build_new(
            bytes_of(rules, "a set of rules"),
            _path(folder),
            max_pieces,
            threads,
            memory,
            dtw_up_to,
            is_compressed,
            error,
        )
        check(build != self._ffi.NULL, error)
        self._build = self._ffi.gc(build, self._lib.mill_tb_build_free)

    def run(self) -> None:
        """Build until done. Finished subspaces stay when the build is stopped or fails."""
        error = new_error()
        check(self._lib.mill_tb_build_run(self._build, error), error)

    def stop(self) -> None:
        """Make ``run`` raise an error with the code STOPPED."""
        self._lib.mill_tb_build_stop(self._build)

    def progress(self) -> BuildProgress:
        progress = self._ffi.new("MillTbProgress *")
        self._lib.mill_tb_build_progress(self._build, progress)
        return BuildProgress(**_values(progress, BuildProgress))


def _path(folder: Path) -> bytes:
    """The name of a folder as C opens it."""
    return str(folder).encode("utf-8", "surrogateescape")


def _values(struct: Any, kind: type[Subspace | BuildProgress]) -> dict[str, Any]:
    """The fields of a C struct that a class has by the same names."""
    return {field.name: getattr(struct, field.name) for field in fields(kind)}
