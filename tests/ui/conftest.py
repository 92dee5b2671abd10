"""The real app, rendered without a display, for each test anew."""

from __future__ import annotations

import gc
import shutil
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sanmill.control.board import opponent
from sanmill.control.play import watch
from sanmill.control.puzzles.feature import DAILY_FILE
from sanmill.core.resources import ASSETS
from sanmill.engine.tablebase import examination
from sanmill.ui import gc_policy, platform
from tests.kit.driver import Driver


@pytest.fixture
def iphone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """What iOS tells of the window's edges; the app takes this machine for one and may ask at any time."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # which iOS empties
    ios: Any = ModuleType("ios")
    ios.get_safe_area = lambda: {"left": 0, "top": 0, "right": 0, "bottom": 0}
    ios.get_scale = lambda: 1.0
    monkeypatch.setitem(sys.modules, "ios", ios)
    monkeypatch.setattr(platform, "kind", "ios")
    return ios


@pytest.fixture(scope="session", autouse=True)
def _cheap_starts() -> Iterator[None]:
    """Do once what is the same at every start: freeze the runner's objects, examine tablebases.

    An app is garbage as a whole when its test ends; until then it collects nothing.
    """
    examined, held = examination._held_by_shipped, cache(examination._held_by_shipped)
    gc.collect()
    gc.freeze()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(gc, "freeze", lambda: None)  # or the app unfreezes the runner with its own objects
        patched.setattr(gc, "unfreeze", lambda: None)
        patched.setattr(  # the files of other tests of this process change
            examination,
            "_held_by_shipped",
            lambda rules, folder: (held if folder == ASSETS / "tables" else examined)(rules, folder),
        )
        patched.setattr(gc_policy, "MANY", 1_000_000)
        patched.setattr(gc_policy, "TOO_MANY", 1_000_000)
        yield


@pytest.fixture(scope="session")
def used_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of an app past its first run that has made today's puzzle."""
    folder = tmp_path_factory.mktemp("used")
    (folder / "state.json").write_text('{"version": 1, "back_stack": []}', encoding="utf-8")
    driver = Driver(folder)
    driver.until((folder / f"{DAILY_FILE}.json").exists)
    driver.close()
    return folder


@pytest.fixture
def driver(used_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    """An app past its first run, without pauses between moves. It is laid out but not drawn."""
    monkeypatch.setattr(opponent, "PAUSE", 0.0)
    monkeypatch.setattr(watch, "SECONDS", dict.fromkeys(watch.SECONDS, 0.0))
    for name in ("state.json", f"{DAILY_FILE}.json"):
        shutil.copy(used_folder / name, tmp_path)
    driver = Driver(tmp_path)
    yield driver
    driver.close()


@pytest.fixture
def drawing(driver: Driver) -> Driver:
    """The same app, drawing every frame."""
    driver.start_drawing()
    return driver
