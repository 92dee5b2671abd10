"""Opening books: exact values of the first positions of a game, up to symmetry."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sanmill.core.resources import ASSETS
from sanmill.engine.abi import load
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.rules import bytes_of, check, new_error, owned

BOOK = ASSETS / "openings" / "nine_mens_morris.book"


class Book:
    """A book to probe, from any thread, or to fill, from one."""

    def __init__(self, handle: Any) -> None:
        self._ffi, self._lib = load()
        self.handle = handle
        self.placed = int(self._lib.mill_book_placed(handle))
        """It holds positions with up to so many pieces placed."""

    @classmethod
    def open(cls, path: Path = BOOK) -> Book:
        lib = load().lib
        return cls(owned(lib.mill_book_open, lib.mill_book_close, os.fsencode(path)))

    @classmethod
    def empty(cls, rules: str, placed: int) -> Book:
        lib = load().lib
        return cls(owned(lib.mill_book_new, lib.mill_book_close, bytes_of(rules, "a set of rules"), placed))

    def probe(self, game: Game) -> int | None:
        """1 win, 0 draw, -1 loss for the side to move; None if it is not in the book."""
        wdl = self._ffi.new("int32_t *")
        return int(wdl[0]) if self._lib.mill_book_probe(self.handle, game.handle, wdl) else None

    def positions(self, placed: int, rules: str) -> Iterator[Game]:
        """A game that is set up to the positions with so many pieces placed, one of each symmetric set."""
        game, slot = Game(rules), self._ffi.new("uint32_t *")
        while self._lib.mill_book_next(self.handle, placed, slot, game.handle):
            yield game
            slot[0] += 1

    def add(self, game: Game, wdl: int) -> bool:
        return bool(self._lib.mill_book_add(self.handle, game.handle, wdl))

    def write(self, path: Path) -> None:
        error = new_error()
        check(self._lib.mill_book_write(self.handle, os.fsencode(path), error), error)


def open_book() -> Book | None:
    """The book of the app; None where it is missing or cannot be read."""
    try:
        return Book.open() if BOOK.exists() else None
    except EngineError:
        return None
