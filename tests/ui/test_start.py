"""The real program: its start in homes that are damaged or missing, and its rest when nothing happens."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Callable

import pytest

from sanmill.ui import platform, waiting_loop
from tests.kit.driver import ROOT
from tests.kit.patience import HANG

SHOWN = "first frame of Sanmill"

COME_TO_REST = """
import threading, time
from kivy.app import App
from kivy.clock import Clock
from sanmill import app

def watch():
    while True:
        before = Clock.frames
        time.sleep(1)
        if before and Clock.frames - before < 5:
            break
    Clock.schedule_once(lambda _: App.get_running_app().stop(), 0)

threading.Thread(target=watch, daemon=True).start()
app.main()
print("at rest")
"""


def cut_short(home: Path) -> Path:
    """Another Kivy program was ended while it saved its settings."""
    (home / ".kivy").mkdir()
    (home / ".kivy" / "config.ini").write_text("[kivy]\nconfig_version = 27\nlog_lev", encoding="utf-8")
    return home


def of_another_program(home: Path) -> Path:
    """Settings with which this program could not show anything."""
    (home / ".kivy").mkdir()
    broken = "[kivy]\nlog_level = critical\nkivy_clock = none\n[graphics]\nmaxfps = nothing\n"
    (home / ".kivy" / "config.ini").write_text(broken, encoding="utf-8")
    return home


def with_a_file_for_logs(home: Path) -> Path:
    (home / ".kivy").mkdir()
    (home / ".kivy" / "logs").touch()
    return home


def missing(home: Path) -> Path:
    """A home that cannot be made, whoever runs the test."""
    (home / "file").touch()
    return home / "file" / "home"


@pytest.mark.parametrize(
    ("make", "way_in"),
    [
        (cut_short, "main.py"),
        (cut_short, "-m sanmill app"),
        (of_another_program, "main.py"),
        (with_a_file_for_logs, "main.py"),
        (missing, "main.py"),
    ],
)
def test_app_starts_with_any_home_folder(make: Callable[[Path], Path], way_in: str, tmp_path: Path) -> None:
    home = make(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    unset = ("KIVY", "KCFG", "XDG")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(unset)}
    environment.update(HOME=str(home), SDL_VIDEODRIVER="offscreen", SDL_AUDIODRIVER="dummy", LANGUAGE="en")
    command = [sys.executable, *way_in.split()]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        lines = []
        for line in process.stderr:
            lines.append(line)
            if SHOWN in line:
                break
        process.kill()
    assert SHOWN in "".join(lines[-1:]), "".join(lines)
    others = {".config", ".cache"}  # our data, shaders of the graphics driver
    kept = [path for path in sorted(tmp_path.rglob("*")) if not others & set(path.parts)]
    assert kept == before, "files of Kivy's own"


@pytest.mark.skipif(platform.kind not in waiting_loop.DESKTOPS, reason="the loop of other systems does not wait")
def test_app_comes_to_rest_and_wakes_when_called(tmp_path: Path) -> None:
    environment = {**os.environ, "SANMILL_DATA": str(tmp_path)}
    command = [sys.executable, "-c", COME_TO_REST]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=HANG, check=False)
    assert ran.stdout == "at rest\n", ran.stderr
