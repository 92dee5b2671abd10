"""The real app, rendered without a display, for each test anew."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sanmill.control.modes import game_mode, watch
from sanmill.ui import platform
from tests.kit.driver import Driver


@pytest.fixture
def iphone(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What iOS tells of the window's edges; the app takes this machine for one and may ask at any time."""
    ios: Any = ModuleType("ios")
    ios.get_safe_area = lambda: {"left": 0, "top": 0, "right": 0, "bottom": 0}
    ios.get_scale = lambda: 1.0
    monkeypatch.setitem(sys.modules, "ios", ios)
    monkeypatch.setattr(platform, "kind", "ios")
    return ios


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    """An app past its first run, without pauses between moves. After its first frames it is laid out but not drawn."""
    monkeypatch.setattr(game_mode, "PAUSE", 0.0)
    monkeypatch.setattr(watch, "SECONDS", dict.fromkeys(watch.SECONDS, 0.0))
    (tmp_path / "state.json").write_text('{"version": 1, "trail": ["home"]}', encoding="utf-8")
    driver = Driver(tmp_path)
    driver.stop_drawing()
    yield driver
    driver.close()


@pytest.fixture
def drawing(driver: Driver) -> Driver:
    """The same app, drawing every frame."""
    driver.start_drawing()
    return driver
