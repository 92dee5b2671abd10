"""ci/setup.sh with scripted programs: on machines with several Pythons, with a too new one only, and without rights."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.scripted_tools import path_of, shell_program

ROOT = Path(__file__).resolve().parents[2]
# A Python of another version. Its venv has a pip that notes its calls and fails if the machine says so.
PYTHON = """
case $1 in
    -c) exec {real} -c {pretend} "$2" ;;
    -m) mkdir -p "$3/bin" && cp "$0" "$3/bin/python"
        [ "$2" = venv ] || {{ echo "$*" >>"$MACHINE/calls" && [ ! -e "$MACHINE/no-compiler" ]; }} ;;
esac
"""
PRETEND = """
import os, sys, sysconfig
sysconfig.get_path = lambda name: os.environ["MACHINE"] + "/installed/python3-dev"
sys.version_info = (*{version}, 0, "final", 0)
sys.base_prefix = "/usr"
if not {is_complete}:
    sys.modules["ensurepip"] = None
exec(sys.argv[1])
"""
LIBRARIES = "libGL.so.1 libEGL.so.1 libmtdev.so.1"
# Installs what it is asked for: the scripted tools look for a folder of the package's name.
APT = """
echo "apt-get $*" >>"$MACHINE/calls"
case $1 in install) for each; do mkdir -p "$MACHINE/installed/$each"; done ;; esac
touch "$MACHINE/installed/python3-dev/Python.h"
"""


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A checkout of what the script reads, on a machine with libraries and a compiler but without Python."""
    shutil.copytree(ROOT / "ci", tmp_path / "checkout" / "ci", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "installed").mkdir()
    (tmp_path / "calls").touch()
    programs = tmp_path / "bin"
    shell_program(programs / "ldconfig", f"echo {LIBRARIES}")
    shell_program(programs / "gcc", 'case $* in *GL/gl.h*) [ -e "$MACHINE/installed/libgl-dev" ] ;; esac')
    shell_program(programs / "pkg-config", '[ -e "$MACHINE/installed/libsdl2-dev" ]')
    shell_program(programs / "apt-get", "exit 1")
    shell_program(programs / "sudo", "exit 1")
    shell_program(programs / "id", "echo 0")
    return tmp_path


def python(machine: Path, name: str, *version: int, is_complete: bool = True) -> None:
    pretend = PRETEND.format(version=version, is_complete=is_complete)
    script = PYTHON.format(real=shlex.quote(sys.executable), pretend=shlex.quote(pretend))
    shell_program(machine / "bin" / name, script)


def set_up(machine: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", str(machine / "checkout" / "ci" / "setup.sh"), "run"],
        env={"PATH": path_of(machine / "bin"), "HOME": str(machine), "MACHINE": str(machine), **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def made_with(machine: Path) -> str:
    return (machine / "checkout" / ".venv" / "made-with").read_text(encoding="utf-8").strip()


def test_newest_python_with_kivy_wheel_is_chosen(machine: Path) -> None:
    python(machine, "python3", 3, 14)
    for minor in (14, 12, 11, 9):
        python(machine, f"python3.{minor}", 3, minor)
    python(machine, "python3.13", 3, 13, is_complete=False)
    ran = set_up(machine)
    assert ran.returncode == 0, ran.stderr
    assert made_with(machine) == "/usr 3 12 0"
    assert "-r ci/requirements/app.txt" in (machine / "calls").read_text(encoding="utf-8")


def test_python_named_by_user_is_chosen(machine: Path) -> None:
    for minor in (13, 9):
        python(machine, f"python3.{minor}", 3, minor)
    assert set_up(machine, PYTHON="python3.9").returncode == 0
    assert made_with(machine) == "/usr 3 9 0"


def test_kivy_is_compiled_for_python_without_wheel(machine: Path) -> None:
    python(machine, "python3", 3, 14)
    shell_program(machine / "bin" / "apt-get", APT)
    ran = set_up(machine)
    assert ran.returncode == 0, ran.stderr
    calls = (machine / "calls").read_text(encoding="utf-8")
    for package in ("libsdl2-dev", "libsdl2-image-dev", "libsdl2-mixer-dev", "libsdl2-ttf-dev", "libgl-dev"):
        assert package in calls
    assert made_with(machine) == "/usr 3 14 0"
    assert "Kivy has no wheel for it" in ran.stderr


def test_setup_without_root_prints_install_command(machine: Path) -> None:
    python(machine, "python3", 3, 14)
    ran = set_up(machine)
    assert ran.returncode == 1
    assert "sudo apt-get install -y --no-install-recommends python3-dev libsdl2-dev " in ran.stderr
    assert not (machine / "checkout" / ".venv").exists()


def test_failed_kivy_compilation_prints_alternative(machine: Path) -> None:
    python(machine, "python3", 3, 14)
    shell_program(machine / "bin" / "apt-get", APT)
    (machine / "no-compiler").touch()
    for _ in range(2):  # a failure is not taken for done
        ran = set_up(machine)
        assert ran.returncode == 1
        assert "install Python 3.13 and type: PYTHON=python3.13 make run" in ran.stderr
