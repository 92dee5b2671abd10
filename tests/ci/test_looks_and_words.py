"""The checks of contrast and words pass on what we ship, and fail on what is wrong."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from ci import check_contrast, check_strings

ROOT = Path(__file__).resolve().parents[2]


def test_what_we_ship_passes() -> None:
    assert check_contrast.check(ROOT / "assets") == []
    assert check_strings.check() == []


def test_a_pale_line_is_found(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "assets", tmp_path / "assets")
    path = tmp_path / "assets" / "themes" / "maple.json"
    theme = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**theme, "line": "#C0A070"}), encoding="utf-8")
    assert any("maple: line on board" in fault for fault in check_contrast.check(tmp_path / "assets"))


def test_a_language_that_lacks_words_is_found(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "i18n", tmp_path / "i18n")
    words = 'msgid "side.white"\nmsgstr "Weiß {oops}"\n\nmsgid "no.such"\nmsgstr "x"\n'
    (tmp_path / "i18n" / "de.po").write_text(words, encoding="utf-8")
    faults = check_strings.check(tmp_path / "i18n")
    assert "de: side.white has other placeholders" in faults
    assert "de: no.such is not an English key" in faults
    assert "de: side.black is missing" in faults
