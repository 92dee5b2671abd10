"""Loads the engine library with the cffi declarations that ci/declare.py makes from mill.h."""

from __future__ import annotations

import importlib
import os
from functools import lru_cache
from typing import Any, NamedTuple

from sanmill import __version__

from .errors import EngineError
from .paths import library_paths

DECLARATIONS = "sanmill.engine._declarations"
REMEDY = "run: make engine"


class Engine(NamedTuple):
    """The library and its FFI, both untyped cffi objects."""

    ffi: Any
    lib: Any


@lru_cache(maxsize=1)
def load() -> Engine:
    """The engine, loaded once. An error is not cached, so that a later call can succeed."""
    ffi = _declarations()
    lib = _open(ffi)
    _check_version(ffi.string(lib.mill_version()).decode("ascii", "replace"))
    return Engine(ffi, lib)


def version() -> str:
    """The version of the engine library; empty if it cannot be loaded."""
    try:
        engine = load()
    except EngineError:
        return ""
    return str(engine.ffi.string(engine.lib.mill_version()).decode("ascii", "replace"))


def _declarations() -> Any:
    try:
        return importlib.import_module(DECLARATIONS).ffi
    except ModuleNotFoundError as missing:
        if missing.name == DECLARATIONS:
            raise EngineError(f"the engine's declarations have not been made; {REMEDY}") from missing
        raise EngineError(f"the Python package cffi is not installed ({missing})") from missing


def _open(ffi: Any) -> Any:
    errors: list[str] = []
    for place in library_paths():
        name = "the program itself" if place is None else place
        if place is not None and os.path.dirname(place) and not os.path.exists(place):
            errors.append(f"{name} (not there)")
            continue
        try:
            lib = ffi.dlopen(place)
            lib.mill_version  # noqa: B018 - names are looked up when they are first used
        except (OSError, ffi.error, UnicodeEncodeError) as error:  # cffi opens no path that is not text
            errors.append(f"{name} ({error})")
        else:
            return lib
    raise EngineError(f"the engine library cannot be opened; {REMEDY}. Looked at: {', '.join(errors)}")


def _check_version(version: str) -> None:
    if version not in ("unknown", __version__):
        raise EngineError(f"the engine library is version {version}, the program {__version__}; {REMEDY}")
