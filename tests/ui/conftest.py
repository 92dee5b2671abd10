"""The real app, rendered without a display, for each test anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ci.driver import Driver
from sanmill.control import table, watch


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    """An app past its first run, without pauses between moves."""
    monkeypatch.setattr(table, "PAUSE", 0.0)
    monkeypatch.setattr(watch, "SECONDS", dict.fromkeys(watch.SECONDS, 0.0))
    (tmp_path / "state.json").write_text('{"version": 1, "trail": ["home"]}', encoding="utf-8")
    driver = Driver(tmp_path)
    yield driver
    driver.close()
