"""``python -m sanmill opening``: exact values of the turns of a position; builds the opening book."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from sanmill.core.resources import ASSETS
from sanmill.engine.game import Game
from sanmill.engine.search.book import BOOK, Book
from sanmill.engine.search.opening import OpeningTurn, opening_turns
from sanmill.engine.search.proof import Prover
from sanmill.engine.tablebase.tablebase import Tablebase

from .book_build import build_book
from .command import DEFAULT, INTERRUPTED, add_threads, command, naming, whole

WORDS = {1: "win", 0: "draw", -1: "loss"}


@command("opening")
def main(arguments: Sequence[str]) -> int:
    if arguments and arguments[0] == "build":
        return _build(_build_parser().parse_args(arguments[1:]))
    return _show(_parser().parse_args(arguments))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sanmill opening",
        description="The turns of a position with their exact values, as far as book and tables know or prove them.",
        epilog="sanmill opening build --help tells how the opening book is made.",
    )
    parser.add_argument("moves", nargs="*", metavar="FEN | MOVE", help="a position in quotes, then moves like d6 f4")
    parser.add_argument("--rules", default="nine_mens_morris", help=f"a variant and changes {DEFAULT}")
    parser.add_argument(
        "--tables",
        type=Path,
        default=ASSETS / "tables",
        metavar="PATH",
        help="the tablebase (default: that of the app)",
    )
    parser.add_argument(
        "--book", type=Path, default=BOOK, metavar="FILE", help="the opening book (default: that of the app)"
    )
    parser.add_argument("--time", type=float, default=10.0, metavar="S", help=f"seconds for proofs {DEFAULT}")
    add_threads(parser)
    return parser


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sanmill opening build", description="Prove the values of the first positions; continues where it stopped."
    )
    parser.add_argument("--rules", default="nine_mens_morris", help=f"a variant and changes {DEFAULT}")
    parser.add_argument("--tables", type=Path, required=True, metavar="PATH", help="the complete tablebase")
    parser.add_argument("--placed", type=whole(1, 5), default=4, metavar="N", help=f"pieces placed, 1 to 5 {DEFAULT}")
    parser.add_argument(
        "--out", type=Path, default=BOOK, metavar="FILE", help="the book to write (default: that of the app)"
    )
    add_threads(parser)
    parser.add_argument("--hash", type=whole(1), default=1024, metavar="MB", help=f"memory for proofs {DEFAULT}")
    return parser


def _build(options: argparse.Namespace) -> int:
    with naming(options.tables):
        tablebase = Tablebase(options.rules, options.tables)
    tablebase.map()
    try:
        build_book(
            options.rules,
            tablebase,
            options.out,
            placed=options.placed,
            threads=options.threads,
            megabytes=options.hash,
            say=lambda line: print(line, flush=True),
        )
    except KeyboardInterrupt:
        print("stopped; the same command continues")
        return INTERRUPTED
    return 0


def _show(options: argparse.Namespace) -> int:
    game = _game(options.rules, options.moves)
    with naming(options.tables):
        tablebase = Tablebase(options.rules, options.tables) if options.tables.exists() else None
    with naming(options.book):
        book = Book.open(options.book) if options.book.exists() else None
    prover = Prover(options.rules, tablebase, book)
    tickets = count(1)
    turns = opening_turns(prover, game, tickets=tickets, threads=options.threads, time_ms=int(options.time * 1000))
    if not turns:
        print("The game is over.")
        return 0
    print(*(_line(turn) for turn in turns), sep="\n")
    if any(turn.wdl is None for turn in turns):
        print(f"Not everything is proven: {prover.reason or 'time is up'}.")
    return 0


def _game(rules: str, words: Sequence[str]) -> Game:
    """The position: a FEN has spaces or slashes, moves have neither."""
    moves = list(words)
    fen = moves.pop(0) if moves and "/" in moves[0] else None
    game = Game(rules, fen)
    for word in moves:
        game.play(*word.split())
    return game


def _line(turn: OpeningTurn) -> str:
    value = "not proven" if turn.wdl is None else WORDS[turn.wdl]
    mistakes = "" if turn.mistakes is None else f"  {turn.mistakes:>2} of {turn.replies} replies are mistakes"
    return f"{''.join(turn.moves):<8} {value:<10}{mistakes}".rstrip()
