"""The size check: long files warn, too long ones fail, other files are ignored."""

from __future__ import annotations

from pathlib import Path

from ci.checks.check_sizes import check


def test_long_files_warn_and_too_long_files_fail(tmp_path: Path) -> None:
    lengths = {
        "sanmill/core/short.py": 400,
        "engine_c/src/long.c": 401,
        "tests/core/longer.py": 600,
        "ci/too_long.py": 601,
        "engine_c/build/made.c": 9999,
        "tests/data/games.txt": 9999,
    }
    for name, lines in lengths.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x\n" * lines, encoding="utf-8")
    warnings, errors = check(tmp_path)
    assert warnings == [
        "engine_c/src/long.c:401: warning: more than 400 lines",
        "tests/core/longer.py:600: warning: more than 400 lines",
    ]
    assert errors == ["ci/too_long.py:601: more than 600 lines"]
