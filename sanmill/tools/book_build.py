"""Builds the opening book of a rule set: proves the value of one position after the other."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.search.book import Book
from sanmill.engine.search.proof import Prover
from sanmill.engine.tablebase.tablebase import Tablebase

WRITE_SECONDS = 20.0


def build_book(
    rules: str,
    tablebase: Tablebase | None,
    path: Path,
    *,
    placed: int,
    threads: int,
    megabytes: int,
    say: Callable[[str], None],
) -> Book:
    """Fill the book from the first ply on, so that an interrupted build is of use; continue an earlier one."""
    book = _continue(rules, path, placed)
    prover, tickets = Prover(rules, tablebase, book, megabytes=megabytes), count(1)
    start = written = time.monotonic()
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        for plies in range(1, placed + 1):
            game, missing = Game(rules), _missing(rules, book, plies)
            for number, position in enumerate(missing, start=1):
                game.set_up(position)
                value = prover.run(game, ticket=next(tickets), threads=threads, is_value_only=True).wdl
                if value is None:
                    raise EngineError(prover.reason)
                book.add(game, value)
                if time.monotonic() - written > WRITE_SECONDS:
                    book.write(path)
                    written = time.monotonic()
                    seconds = (written - start) / number
                    say(f"{plies} placed: {number} of {len(missing)} positions, {seconds:.2f} s each")
            start = time.monotonic()
            say(f"{plies} placed: {summary(rules, book, plies)}")
    finally:
        book.write(path)
    return book


def _continue(rules: str, path: Path, placed: int) -> Book:
    """A book with what the file knows already."""
    if not path.exists():
        return Book.empty(rules, placed)
    old = Book.open(path)
    if old.placed >= placed:
        return old
    book = Book.empty(rules, placed)
    for plies in range(1, old.placed + 1):
        for game in old.positions(plies, rules):
            value = old.probe(game)
            if value is not None:
                book.add(game, value)
    return book


def _missing(rules: str, book: Book, plies: int) -> list[str]:
    return [game.position for game in book.positions(plies, rules) if book.probe(game) is None]


def summary(rules: str, book: Book, plies: int) -> str:
    """How many positions are won, drawn and lost for the side to move."""
    values = [book.probe(game) for game in book.positions(plies, rules)]
    won, drawn, lost = (values.count(value) for value in (1, 0, -1))
    return f"{len(values)} positions: {won} won, {drawn} drawn, {lost} lost"
