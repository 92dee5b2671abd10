"""Settings as text: there and back, and every line that cannot be used is named with its reason."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sanmill.core import settings
from sanmill.core.settings import SETTINGS, Setting, Settings
from sanmill.core.storage.store import Store
from sanmill.core.text import settings_text
from sanmill.core.text.i18n import Translator
from sanmill.engine.search.options import options

ROOT = Path(__file__).resolve().parents[3]
BOUNDED = settings.bounded(options())
MORE = {"app.language": ("system", "en"), "play.variant": ("nine_mens_morris", "lasker_morris")}


def other_than_default(setting: Setting[Any]) -> Any:
    """A value that is not the one at first."""
    if setting.key in MORE:
        return MORE[setting.key][1]
    if isinstance(setting.default, bool):
        return not setting.default
    if setting.key == settings.WEIGHTS.key:
        return "moving.mill=20 placing.gap=-9"
    if setting.choices:
        return next(choice for choice in setting.choices if choice != setting.default)
    return setting.maximum if isinstance(setting.default, int) else "/a folder/with = signs"


def test_settings_text_round_trips(tmp_path: Path) -> None:
    store = Store(tmp_path)
    chosen = Settings(store, options())
    chosen.apply({setting.key: other_than_default(setting) for setting in BOUNDED.values()})
    written = settings_text.write(chosen)
    reading = settings_text.read(written, BOUNDED, MORE)
    assert reading.errors == ()
    assert reading.values == {setting.key: other_than_default(setting) for setting in BOUNDED.values()}
    chosen.restore()
    assert all(chosen.get(setting) == setting.default for setting in SETTINGS)
    chosen.apply(reading.values)
    assert settings_text.write(chosen) == written
    store.close()
    again = Store(tmp_path)
    assert Settings(again, options()).get(settings.LEVEL) == chosen.level_perfect
    again.close()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nonsense", "Line 2: “nonsense” is not of the form key = value."),
        ("= 3", "Line 2: “= 3” is not of the form key = value."),
        ("no.such = 3", "Line 2: There is no setting no.such."),
        ("play.level = 99", "Line 2: play.level cannot be “99”. Possible: 1–13."),
        ("play.level = yes", "Line 2: play.level cannot be “yes”. Possible: 1–13."),
        ("play.level = " + "9" * 5000, "Line 2: play.level cannot be “" + "9" * 39 + "…”. Possible: 1–13."),
        (
            "engine.weights = moving.mill=2000",
            "Line 2: engine.weights cannot be “moving.mill=2000”. Possible: moving.mill=20 placing.gap=9.",
        ),
        ("engine.tables = a\0b", "Line 2: engine.tables cannot be “a\0b”. Possible: ≤ 4100."),
        (
            "two_players.white = " + "x" * 2_000_000,
            "Line 2: two_players.white cannot be “" + "x" * 39 + "…”. Possible: ≤ 4100.",
        ),
        ("board.coordinates = 1", "Line 2: board.coordinates cannot be “1”. Possible: yes, no."),
        ("app.language = xx", "Line 2: app.language cannot be “xx”. Possible: system, en."),
        ("play.time = 4", "Line 2: play.time cannot be “4”. Possible: 1, 2, 3, 5, 10, 20, 30, 60."),
        ("app.hand = left\nplay.first=black", "Line 2: app.hand appears twice; the first one is used."),
    ],
)
def test_invalid_line_is_reported_and_others_applied(line: str, words: str) -> None:
    content = f"app.hand=right\n{line}\n\n# a remark\nboard.theme =  paper \n" if "twice" in words else f"\n{line}\n"
    reading = settings_text.read(content, BOUNDED, MORE)
    speaker = Translator(ROOT / "i18n")
    (error,) = reading.errors
    assert speaker.say("settings.line_error", line=error.line, error=error.words) == words
    if "twice" in words:
        assert reading.values == {"app.hand": "right", "play.first": "black", "board.theme": "paper"}
    else:
        assert reading.values == {}


@pytest.mark.parametrize("content", ["", "\x00\x01", "{}", "1. d6 f4 2. b4", "\n" * 50, "x = y\n" * 3000, "#\r\n#"])
def test_unrelated_text_sets_nothing(content: str) -> None:
    reading = settings_text.read(content, BOUNDED, MORE)
    assert reading.values == {}
    assert len(reading.errors) <= settings_text.LINES_MAX + 1
