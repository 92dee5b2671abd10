"""The engine of other platforms, and the refusal of a wheel whose engine does not fit the platform in its name."""

from __future__ import annotations

import platform
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import setuptools

from ci.checks.check_wheel import check, functions
from ci.packaging.wheel import ZIG_TARGETS, make_variables, zig_environment

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "engine_c" / "build" / "libsanmill.so"
CONSOLE = ROOT / "engine_c" / "build" / "sanmill-uci"
WINDOWS_PROGRAM = Path(setuptools.__file__).parent / "cli-64.exe"  # setuptools brings it along on every system
HERE = platform.machine()

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the engine of this machine is no Linux program")


def wheel(folder: Path, tag: str, **files: Path) -> Path:
    path = folder / f"sanmill-1.0-py3-none-{tag}.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, source in files.items():
            archive.write(source, "sanmill/engine/" + name.replace("__", "-").replace("_", "."))
    return path


def linux_wheel(folder: Path, tag: str, library: Path = LIBRARY) -> Path:
    return wheel(folder, tag, libsanmill_so=library, sanmill__uci=CONSOLE)


def cross_build(target: str, tag: str, folder: Path) -> Path:
    """A file of the engine for another platform, built quickly."""
    variables = [*make_variables(tag), f"BUILD={folder}", "CFLAGS=-O0 -fno-sanitize=undefined", "LDFLAGS=-s", "LTO="]
    command = ["make", "-s", "-C", str(ROOT / "engine_c"), f"{folder}/{target}", *variables]
    with zig_environment() as environment:
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return folder / target


# One platform of each kind whose C library zig does not have to compile; `make wheels` builds all nine, and programs.
@pytest.mark.long
@pytest.mark.parametrize(
    ("tag", "library"), [("musllinux_1_2_aarch64", "libsanmill.so"), ("macosx_11_0_arm64", "libsanmill.dylib")]
)
def test_cross_built_library_has_expected_format_and_symbols(tmp_path: Path, tag: str, library: str) -> None:
    built = cross_build(library, tag, tmp_path / "engine")
    made = wheel(tmp_path, tag, **{library.replace(".", "_"): built})
    assert check(made) == ["sanmill/engine/sanmill-uci: missing"]


def test_windows_file_calls_compile(tmp_path: Path) -> None:
    """os_file.c is the only source file with a Windows branch."""
    cross_build("static/os_file.o", "win_amd64", tmp_path)


def test_native_engine_is_accepted(tmp_path: Path) -> None:
    assert check(linux_wheel(tmp_path, f"manylinux_2_99_{HERE}.manylinux9999_{HERE}")) == []


@pytest.mark.parametrize(
    ("tag", "complaint"),
    [
        (f"manylinux_2_1_{HERE}", "of the system, the wheel 2.1"),
        (f"musllinux_1_2_{HERE}", "needs libc.so.6, which the system need not have"),
        ("manylinux_2_99_s390x", f"is ELF for {HERE}, not ELF for s390x"),
        (f"linux_{HERE}", "the name has no known platform"),
        ("win_amd64", "libsanmill.dll: missing"),
        ("macosx_11_0_arm64", "libsanmill.dylib: missing"),
    ],
)
def test_engine_of_another_platform_is_refused(tmp_path: Path, tag: str, complaint: str) -> None:
    assert any(complaint in said for said in check(linux_wheel(tmp_path, tag)))


@pytest.mark.parametrize("tag", ZIG_TARGETS)
def test_all_built_platforms_are_checked(tmp_path: Path, tag: str) -> None:
    assert [said.rpartition(": ")[2] for said in check(wheel(tmp_path, tag))] == ["missing", "missing"]


def test_library_without_exports_is_refused(tmp_path: Path) -> None:
    said = check(linux_wheel(tmp_path, f"manylinux_2_99_{HERE}", library=CONSOLE))
    assert said == [f"sanmill/engine/libsanmill.so: does not export {name}" for name in sorted(functions())]


def test_non_executable_file_is_refused(tmp_path: Path) -> None:
    said = check(linux_wheel(tmp_path, f"manylinux_2_99_{HERE}", library=Path(__file__)))
    assert said[0] == f"sanmill/engine/libsanmill.so: is no program for any machine, not ELF for {HERE}"


def test_windows_program_is_parsed(tmp_path: Path) -> None:
    said = check(wheel(tmp_path, "win_amd64", libsanmill_dll=WINDOWS_PROGRAM, sanmill__uci_exe=LIBRARY))
    assert "sanmill/engine/libsanmill.dll: does not export mill_version" in said
    assert f"sanmill/engine/sanmill-uci.exe: is ELF for {HERE}, not PE for amd64" in said
