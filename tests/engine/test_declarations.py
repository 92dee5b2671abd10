"""The declarations are the header's own, and the C compiler agrees with cffi about them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ci import declare
from sanmill import __version__
from sanmill.core.game.model import Content, LineKind, RuleKind, Side
from sanmill.engine.abi import load
from sanmill.engine.paths import library_paths

COMPILED = """
import sys
from cffi import FFI
declarations, include, library, folder = sys.argv[1:]
ffi = FFI()
ffi.cdef(declarations)
ffi.set_source(
    "compiled", '#include "mill.h"', include_dirs=[include], extra_objects=[library],
    extra_compile_args=["-O0", "-Werror=incompatible-pointer-types", "-Werror=implicit-function-declaration"],
)
ffi.compile(tmpdir=folder)
sys.path.insert(0, folder)
from compiled import ffi, lib
view = ffi.new("MillView *")
game = ffi.gc(lib.mill_game_new(b"", ffi.new("MillError *")), lib.mill_game_free)
lib.mill_game_view(game, view)
print("said", ffi.string(lib.mill_version()).decode(), view.in_hand[0], view.turn)
"""


def test_compiler_agrees_with_cffi(tmp_path: Path) -> None:
    text = declare.declarations(declare.HEADER.read_text(encoding="utf-8"))
    library = next(place for place in library_paths() if place and os.path.exists(place))
    arguments = [text, str(declare.HEADER.parent), library, str(tmp_path)]
    environment = {**os.environ, "LD_LIBRARY_PATH": os.path.dirname(library)}
    ran = subprocess.run(
        [sys.executable, "-c", COMPILED, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    _, version, in_hand, turn = ran.stdout.splitlines()[-1].split()
    assert version in (__version__, "unknown")
    assert (in_hand, turn) == ("9", "1")


def test_module_is_generated_once(tmp_path: Path) -> None:
    target = tmp_path / "declared.py"
    assert declare.declare(target=target)
    first = target.stat()
    assert not declare.declare(target=target)
    assert target.stat().st_mtime_ns == first.st_mtime_ns


def test_module_is_regenerated_for_changed_header(tmp_path: Path) -> None:
    header, target = tmp_path / "other.h", tmp_path / "declared.py"
    header.write_text("/* CFFI-BEGIN */ int one(void); /* CFFI-END */")
    assert declare.declare(header, target)
    header.write_text("/* CFFI-BEGIN */ int two(void); /* CFFI-END */")
    assert declare.declare(header, target)
    assert "two" in target.read_text()


def test_header_without_markers_is_refused() -> None:
    with pytest.raises(ValueError, match="CFFI-BEGIN"):
        declare.declarations("int one(void);")


def test_constants_match_enums() -> None:
    lib = load().lib
    assert (Side.WHITE, Side.BLACK) == (lib.MILL_WHITE, lib.MILL_BLACK)
    pieces = (lib.MILL_EMPTY, lib.MILL_WHITE_PIECE, lib.MILL_BLACK_PIECE, lib.MILL_MARKED)
    assert pieces == (Content.EMPTY, Content.WHITE, Content.BLACK, Content.MARKED)
    kinds = (lib.MILL_RULE_SWITCH, lib.MILL_RULE_NUMBER, lib.MILL_RULE_LIMIT)
    assert kinds == (RuleKind.SWITCH, RuleKind.NUMBER, RuleKind.LIMIT)
    assert (LineKind.EDGE, LineKind.CROSS, LineKind.DIAGONAL) == (0, 1, 2)
