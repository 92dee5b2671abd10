"""The data folder of the running app is closed to other accounts; a file the user saves elsewhere is not."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from sanmill.control.play.intents import StartTwoPlayers
from tests.kit.driver import ROOT, Driver
from tests.kit.patience import HANG

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes of files")

# The app as it is started, which plays a move, fails once and ends.
START = """
import os
os.umask(0)
import tests.kit.driver
from kivy.app import App
from kivy.clock import Clock
from sanmill import app
from sanmill.control.play.intents import StartTwoPlayers
from sanmill.control.board import intents
from sanmill.control.archive import intents as archive_intents
def play(*_):
    running = App.get_running_app()
    running.send(StartTwoPlayers())
    running.send(intents.TapPoint("d6"))
    running.send(archive_intents.ImportGames("1. d6 f4 *"))
    Clock.schedule_once(running.stop, 0.5)
    raise ValueError("on purpose")
Clock.schedule_once(play, 0.1)
app.main()
"""


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def test_app_files_are_private_including_old_ones(tmp_path: Path) -> None:
    data = tmp_path / "config" / "sanmill"
    (data / "games").mkdir(parents=True)
    for name in ("game.unreadable", "games/old.json"):
        (data / name).write_text("", encoding="utf-8")
        (data / name).chmod(0o666)
    for folder in (data / "games", data):
        folder.chmod(0o777)
    environment = {name: value for name, value in os.environ.items() if name != "SANMILL_DATA"}
    environment["XDG_CONFIG_HOME"] = str(data.parent)
    command = [sys.executable, "-c", START]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=HANG)
    assert done.returncode == 0, done.stderr
    found = [data, *data.rglob("*")]
    assert {"lock", "game.json", "state.json", "run.json", "breadcrumbs.txt", "reports"} <= {
        path.name for path in found
    }
    assert any("report" in path.name and path.suffix == ".txt" for path in found)
    for path in found:
        assert mode(path) == (0o700 if path.is_dir() else 0o600), path


def test_exported_file_follows_umask(driver: Driver, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    driver.send(StartTwoPlayers())
    old = os.umask(0o022)
    try:
        driver.app.files.save_in(folder, "game.pgn", "1. d6")
        driver.until((folder / "game.pgn").exists)
    finally:
        os.umask(old)
    assert mode(folder / "game.pgn") == 0o644
