"""Loading the library and the declarations, and the errors when they are missing, wrong or old."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sanmill import __version__
from sanmill.engine import abi, paths
from sanmill.engine.errors import EngineError, Status
from sanmill.engine.game import Game
from sanmill.engine.tablebase.tablebase import TablebaseBuild

open_again = abi.load.__wrapped__


def compile_library(folder: Path, source: str) -> str:
    path = folder / "libother.so"
    compiler = ["gcc", "-shared", "-fPIC", "-x", "c", "-", "-o", str(path)]
    subprocess.run(compiler, input=source, text=True, check=True)
    return str(path)


def test_library_is_opened_once() -> None:
    assert abi.load() is abi.load()


def test_environment_variable_is_the_only_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    missing = str(tmp_path / "nowhere.so")
    monkeypatch.setenv("SANMILL_LIBRARY", missing)
    assert paths.library_paths() == [missing]
    with pytest.raises(EngineError, match=r"make engine.*nowhere\.so \(not there\)"):
        open_again()


def test_missing_library_error_lists_all_paths(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SANMILL_LIBRARY", raising=False)
    monkeypatch.setattr(paths, "PACKAGE", tmp_path / "installed")
    monkeypatch.setattr(paths, "BUILD", tmp_path / "built")
    with pytest.raises(EngineError, match=r"installed.*not there.*built.*not there"):
        open_again()


def test_invalid_library_file_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "libsanmill.so"
    path.write_text("not a library")
    monkeypatch.setenv("SANMILL_LIBRARY", str(path))
    with pytest.raises(EngineError, match="cannot be opened"):
        open_again()


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes on Linux only")
def test_undecodable_library_path_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "\udcff.so"
    path.write_bytes(b"")
    monkeypatch.setenv("SANMILL_LIBRARY", str(path))
    with pytest.raises(EngineError, match="cannot be opened"):
        open_again()


def test_foreign_library_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SANMILL_LIBRARY", compile_library(tmp_path, "int something_else;"))
    with pytest.raises(EngineError, match="mill_version"):
        open_again()


def test_library_of_other_version_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    old = compile_library(tmp_path, 'const char *mill_version(void) { return "0.0.1"; }')
    monkeypatch.setenv("SANMILL_LIBRARY", old)
    with pytest.raises(EngineError, match=rf"version 0\.0\.1, the program {__version__}.*make engine"):
        open_again()


def test_missing_declarations_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(abi, "DECLARATIONS", "sanmill.engine._not_made")
    with pytest.raises(EngineError, match="make engine"):
        open_again()


def test_missing_cffi_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, abi.DECLARATIONS, raising=False)
    monkeypatch.setitem(sys.modules, "_cffi_backend", None)
    with pytest.raises(EngineError, match="cffi"):
        open_again()


def test_android_asks_linker_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SANMILL_LIBRARY", raising=False)
    monkeypatch.setenv("ANDROID_ARGUMENT", "/data/app")
    assert paths.library_paths()[-1] == "libsanmill.so"


def test_ios_uses_symbols_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SANMILL_LIBRARY", raising=False)
    monkeypatch.setenv("KIVY_BUILD", "ios")
    assert paths.library_paths() == [None]
    monkeypatch.delenv("KIVY_BUILD")
    monkeypatch.setattr(sys, "platform", "ios")
    assert paths.library_paths() == [None]


@pytest.mark.parametrize(
    ("platform", "name"), [("linux", "libsanmill.so"), ("darwin", "libsanmill.dylib"), ("win32", "libsanmill.dll")]
)
def test_library_name_depends_on_platform(monkeypatch: pytest.MonkeyPatch, platform: str, name: str) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert paths.library_name() == name


def test_error_codes_match_header() -> None:
    elements = abi.load().ffi.typeof("MillStatus").elements
    assert {code: f"MILL_{Status(code).name}" for code in elements} == elements
    assert len(Status) == len(elements)


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: Game("no_such_variant"), Status.INVALID),
        (lambda: Game().play("xd6"), Status.ILLEGAL),
        (lambda: Game().play("z9"), Status.INVALID),
        (lambda: TablebaseBuild("OneTimeUseMill=true", Path(), max_pieces=7), Status.NEEDS_HISTORY),
        (lambda: TablebaseBuild("nine_mens_morris", Path(), max_pieces=3), Status.TOO_FEW_PIECES),
    ],
)
def test_error_carries_its_code(call: Callable[[], object], code: Status) -> None:
    with pytest.raises(EngineError) as raised:
        call()
    assert raised.value.code is code
