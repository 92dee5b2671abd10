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


def add_rules(parser: argparse.ArgumentParser, variant: str = "nine_mens_morris") -> None:
    parser.add_argument("--variant", default=variant, help="a named variant (default: nine_mens_morris)")
    parser.add_argument("--rules", default="", help='changes to it, like "PiecesCount=12 MayFly=false"')


def add_threads(parser: argparse.ArgumentParser) -> None:
    cores = os.cpu_count() or 1
    parser.add_argument("--threads", type=int, default=cores, metavar="T", help="(default: %(default)s)")


def add_concurrency(parser: argparse.ArgumentParser) -> None:
    cores, words = os.cpu_count() or 1, "games at a time (default: %(default)s)"
    parser.add_argument("--concurrency", type=int, default=cores, metavar="N", help=words)
