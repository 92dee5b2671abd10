"""Errors of the engine with the path they are about, which its texts leave out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sanmill.engine.errors import EngineError


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Put the path before the text of an error."""
    try:
        yield
    except EngineError as error:
        raise EngineError(f"{path}: {error}", error.code) from error
