"""What the commands for developers share: exit codes, errors as one line, options."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path

from sanmill.engine.errors import EngineError

CANNOT_START, INTERRUPTED = 2, 130
DEFAULT = "(default: %(default)s)"  # of an option, at the end of its help

Main = Callable[[Sequence[str]], int]


def command(name: str, interrupted: str = "") -> Callable[[Main], Main]:
    """Make an error of a command a line on stderr and an exit code; ``interrupted`` is said after Ctrl-C."""

    def decorate(run: Main) -> Main:
        @wraps(run)
        def main(arguments: Sequence[str]) -> int:
            try:
                return run(arguments)
            except KeyboardInterrupt:
                print(interrupted)
                return INTERRUPTED
            except BrokenPipeError:
                raise
            except (EngineError, OSError, ValueError) as error:
                print(f"sanmill {name}: {error}", file=sys.stderr)
                return CANNOT_START

        return main

    return decorate


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Put the path before the text of an error of the engine, which leaves it out."""
    try:
        yield
    except EngineError as error:
        raise EngineError(f"{path}: {error}", error.code) from error


def whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """The type of an option: a whole number within bounds."""

    def read(word: str) -> int:
        if word.removeprefix("-").isdecimal():
            number = int(word)
            if least <= number and (most is None or number <= most):
                return number
        bounds = f"{least} or more" if most is None else f"{least} to {most}"
        raise argparse.ArgumentTypeError(f"takes {bounds}, not {word!r}")

    return read


def add_rules(parser: argparse.ArgumentParser, variant: str = "nine_mens_morris") -> None:
    parser.add_argument(
        "--variant", default=variant, help="one that sanmill variants lists (default: nine_mens_morris)"
    )
    parser.add_argument("--rules", default="", help='changes to the variant, like "PiecesCount=12 MayFly=false"')


def add_threads(parser: argparse.ArgumentParser) -> None:
    cores = os.cpu_count() or 1
    parser.add_argument("--threads", type=whole(1), default=cores, metavar="N", help=f"1 or more {DEFAULT}")


def add_concurrency(parser: argparse.ArgumentParser) -> None:
    cores, words = os.cpu_count() or 1, f"games at a time, 1 or more {DEFAULT}"
    parser.add_argument("--concurrency", type=whole(1), default=cores, metavar="N", help=words)
