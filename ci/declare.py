"""Generate the cffi declarations from mill.h, unless they are up to date."""

from __future__ import annotations

import contextlib
import hashlib
import io
from pathlib import Path

from ci import ROOT

HEADER = ROOT / "engine_c" / "include" / "mill.h"
MODULE = "sanmill.engine._declarations"
TARGET = ROOT / "sanmill" / "engine" / "_declarations.py"


def declarations(header: str) -> str:
    """The part of the header that cffi reads."""
    _, begin, rest = header.partition("/* CFFI-BEGIN */")
    text, end, _ = rest.partition("/* CFFI-END */")
    if not begin or not end:
        raise ValueError("the header has no part between CFFI-BEGIN and CFFI-END")
    return text


def stamp(text: str) -> str:
    """The first line of the generated module."""
    return f"# Made by ci/declare.py from mill.h, {hashlib.sha256(text.encode()).hexdigest()}\n"


def write_module(text: str, target: Path) -> None:
    from cffi import FFI

    ffi = FFI()
    ffi.set_source(MODULE, None)
    ffi.cdef(text)
    unfinished = target.with_suffix(".new")
    with contextlib.redirect_stdout(io.StringIO()):  # cffi prints the path
        ffi.emit_python_code(str(unfinished))
    body = unfinished.read_text(encoding="utf-8")
    unfinished.write_text(f"{stamp(text)}# ruff: noqa\n# fmt: off\n# mypy: ignore-errors\n{body}", encoding="utf-8")
    unfinished.replace(target)


def declare(header: Path = HEADER, target: Path = TARGET) -> bool:
    """Generate the module if it is missing or outdated; return whether it was."""
    text = declarations(header.read_text(encoding="utf-8"))
    if target.exists() and target.read_text(encoding="utf-8").startswith(stamp(text)):
        return False
    write_module(text, target)
    return True


if __name__ == "__main__":
    if declare():
        print(f"made {TARGET.relative_to(ROOT)}")
