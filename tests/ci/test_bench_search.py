"""Two builds of the engine are compared side by side."""

from __future__ import annotations

import re
import sys

import pytest

from ci.robots import bench_search
from sanmill.engine.paths import console_paths


@pytest.mark.skipif(sys.platform != "linux", reason="processor time of another process")
def test_two_engines_search_same_positions_alternately(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = str(next(place for place in console_paths() if place.is_file()))
    monkeypatch.setattr(bench_search, "PLIES", (0, 20))
    monkeypatch.setattr(sys, "argv", ["bench_search", engine, engine, "--runs", "2", "--nodes", "20000"])
    bench_search.main()
    lines = capsys.readouterr().out.splitlines()
    found = re.fullmatch(r"ratio ([\d.]+), [\d.]+ to [\d.]+, 4 positions", lines[-1])
    assert len(lines) == 3
    assert found is not None
    assert float(found[1]) > 0
