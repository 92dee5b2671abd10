"""Scripted tools never give way to the real ones of the machine."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.kit.scripted_tools import path_of, python_program, shell_program

REAL = ("adb", "apt-get", "avdmanager", "emulator", "pip", "sdkmanager", "sudo", "xcodebuild", "xcrun")


def test_real_tools_are_never_reached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in REAL:
        shell_program(tmp_path / "real" / name, "")
    monkeypatch.setenv("PATH", str(tmp_path / "real"), prepend=":")
    path = path_of(tmp_path / "scripted")
    assert [name for name in REAL if shutil.which(name, path=path)] == []
    assert shutil.which("sed", path=path)


def test_scripted_tool_starts_in_folder_of_any_name(tmp_path: Path) -> None:
    tool = tmp_path / 'it\'s "Ä" b' / "tool"
    python_program(tool, "import sys; print(sys.argv[1:])", "-IS")
    assert subprocess.run([tool, "a b"], capture_output=True, text=True, check=True).stdout == "['a b']\n"
