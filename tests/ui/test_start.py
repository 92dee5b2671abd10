"""The real program: its start in homes that are damaged or missing, and its rest when nothing happens."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Callable

import pytest

from sanmill.control.features import FEATURES
from sanmill.control.routes import HOME, Route
from sanmill.control.saved_state import save_pages
from sanmill.core.storage.store import Store
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

LIST_LOADED = """
import sys
from kivy.app import App
from kivy.clock import Clock
from kivy.lang import Builder
from sanmill import app

def list_loaded(_):
    print(*(name for name in sys.modules if name.startswith("sanmill.")))
    print(*(name for name in Builder.files if name))
    App.get_running_app().stop()

Clock.schedule_once(lambda _: Clock.schedule_once(list_loaded, 0), 0)
app.main()
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


@pytest.mark.parametrize(
    ("pages", "screens", "asked"),
    [
        ((), {"play"}, {"play", "lessons"}),
        ((HOME,), {"home"}, {"home", "friends", "lessons", "play", "puzzles", "statistics"}),
    ],
    ids=["first start", "home"],
)
def test_start_loads_only_what_it_shows(
    pages: tuple[Route, ...], screens: set[str], asked: set[str], tmp_path: Path
) -> None:
    """Features out of sight cost a start nothing, but for the names of the rules, which every page may show."""
    if pages:
        store = Store(tmp_path)
        save_pages(store, pages)
        store.close()
    environment = {**os.environ, "SANMILL_DATA": str(tmp_path)}
    command = [sys.executable, "-c", LIST_LOADED]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=HANG, check=False)
    modules, files = (line.split() for line in ran.stdout.splitlines())
    rules = {"sanmill.control.variants.library", "sanmill.control.variants.rule_set"}
    names = {tuple(name.split(".")[1:3]) for name in modules if name.count(".") > 2 and name not in rules}
    loaded = {(part, feature) for part, feature in names if part != "engine" and feature in FEATURES}
    assert loaded == {("ui", name) for name in screens} | {("control", name) for name in asked}
    assert {Path(name).parent.name for name in files} & set(FEATURES) == screens
