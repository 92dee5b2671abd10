"""Settings, the store behind them, and the words and colours that are files."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ci.catalogues import CatalogueError, compile_catalogues, read
from sanmill.core import settings
from sanmill.core.settings import SETTINGS, Setting, Settings
from sanmill.core.storage.store import FileError, Store, write_atomically
from sanmill.core.text.i18n import Translator, text
from sanmill.core.themes import ThemeError, contrast, parse, read_board_theme, read_palette
from sanmill.engine.search.options import option, options
from tests.kit.any_content import ANY

ROOT = Path(__file__).resolve().parents[2]


def test_setting_is_stored_and_listener_told(tmp_path: Path) -> None:
    store = Store(tmp_path)
    told: list[str] = []
    chosen = Settings(store, options())
    chosen.changed = lambda setting: told.append(setting.key)
    chosen.set(settings.LEVEL, 7)
    chosen.set(settings.LEVEL, 7)
    store.close()
    again = Store(tmp_path)
    assert Settings(again, options()).get(settings.LEVEL) == 7
    assert told == ["play.level"]
    again.close()


def test_listener_is_told_what_reading_the_file_anew_changes(tmp_path: Path) -> None:
    store = Store(tmp_path)
    told: list[str] = []
    chosen = Settings(store, options())
    chosen.set(settings.LEVEL, 7)
    chosen.changed = lambda setting: told.append(setting.key)
    for change in (store.set_aside, store.bring_back):
        change("settings")
        chosen.load()
    assert told == ["play.level"] * 2
    assert chosen.get(settings.LEVEL) == 7
    store.close()


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_invalid_stored_value_falls_back_to_default(setting: Setting[Any], tmp_path: Path) -> None:
    bounded = setting.bounded(options())
    assert bounded.accepts(setting.default)
    wrong = {bool: 1, int: True, str: 3}[type(setting.default)]
    assert not bounded.accepts(wrong)
    write_atomically(tmp_path / "settings.json", json.dumps({"version": 1, setting.key: wrong, "no.such": 1}))
    store = Store(tmp_path)
    assert Settings(store, options()).get(setting) == setting.default
    with pytest.raises(ValueError, match=setting.key):
        Settings(store, options()).set(setting, wrong)
    store.close()


def test_invalid_stored_weights_fall_back_to_standard(tmp_path: Path) -> None:
    for stored, kept in (("moving.mill=20", "moving.mill=20"), ("moving.mill=999", ""), ("gap", ""), ("🙂 \x00", "")):
        write_atomically(tmp_path / "settings.json", json.dumps({"version": 1, settings.WEIGHTS.key: stored}))
        store = Store(tmp_path)
        assert Settings(store, options()).get(settings.WEIGHTS) == kept
        store.close()


def test_choices_outside_engine_bounds_are_not_offered(tmp_path: Path) -> None:
    narrow = [replace(each, maximum=20) if each.name == "MoveTime" else each for each in options()]
    store = Store(tmp_path)
    chosen = Settings(store, narrow)
    assert chosen.bounded["play.time"].choices == (1, 2, 3, 5, 10, 20)
    with pytest.raises(ValueError, match=r"play\.time"):
        chosen.set(settings.TIME, 30)
    store.close()


@pytest.mark.parametrize("setting", [each for each in SETTINGS if each.engine_option and each.choices])
def test_engine_accepts_all_declared_choices(setting: Setting[Any]) -> None:
    assert setting.bounded(options()).choices == setting.choices


def test_bounds_come_from_engine(tmp_path: Path) -> None:
    store = Store(tmp_path)
    chosen = Settings(store, options())
    assert (chosen.max_level, chosen.level_perfect) == (option("Level").maximum, option("Level").maximum + 1)
    assert chosen.bounded["play.style"].choices == option("Style").choices
    chosen.set(settings.LEVEL, chosen.level_perfect)
    with pytest.raises(ValueError, match=r"play\.level"):
        chosen.set(settings.LEVEL, chosen.level_perfect + 1)
    with pytest.raises(ValueError, match=r"play\.style"):
        chosen.set(settings.STYLE, "reckless")
    store.close()


def test_unwritable_folder_is_reported_only(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    errors: list[FileError] = []
    store = Store(tmp_path / "file", errors.append)
    store.save("game", {"a": 1})
    store.flush()
    assert store.load("game", ANY) == {"a": 1}
    store.close()
    assert [error.kind for error in errors] == ["unwritable"]


def test_newest_content_wins(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for number in range(200):
        store.save("game", {"number": number})
    store.close()
    assert json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))["number"] == 199


def test_translator_handles_plurals_values_and_fallback(tmp_path: Path) -> None:
    english = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    english += 'msgid "a.b"\nmsgid_plural "a.b"\nmsgstr[0] "{count} piece"\nmsgstr[1] "{count} "\n"pieces"\n\n'
    english += 'msgid "c"\nmsgstr "{side} \\"moves\\""\n\nmsgid "white"\nmsgstr "White"\n'
    (tmp_path / "en.po").write_text(english, encoding="utf-8")
    (tmp_path / "xx.po").write_text('msgid "white"\nmsgstr "Blanc"\n', encoding="utf-8")
    compile_catalogues(tmp_path)
    speaker = Translator(tmp_path)
    assert speaker.say("a.b", count=1) == "1 piece"
    assert speaker.say(text("a.b", 3)) == "3 pieces"
    assert speaker.say(text("c", side=text("white"))) == 'White "moves"'
    assert speaker.say("no.such") == "no.such"
    speaker.choose("xx")
    assert speaker.say(text("c", side=text("white"))) == 'Blanc "moves"'
    speaker.choose("zz")
    assert speaker.language == "en"


@pytest.mark.parametrize("broken", ["nonsense", 'msgid "a', 'msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n'])
def test_broken_catalogue_names_file(tmp_path: Path, broken: str) -> None:
    (tmp_path / "en.po").write_text(broken, encoding="utf-8")
    with pytest.raises(CatalogueError, match=r"en\.po"):
        read(tmp_path / "en.po")


def test_themes_are_files_with_all_colours(tmp_path: Path) -> None:
    assert contrast(parse("#000000"), parse("#FFFFFF")) == pytest.approx(21)
    assert read_palette(ROOT / "assets" / "palettes" / "dark.json").text == parse("#EDE6DB")
    (tmp_path / "mine.json").write_text('{"board": "#12345"}', encoding="utf-8")
    with pytest.raises(ThemeError, match=r"mine\.json: .*missing 'line, white"):
        read_board_theme(tmp_path / "mine.json")
