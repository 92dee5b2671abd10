"""How the board looks, set by real touches and seen on real widgets and in real files."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from sanmill.core import settings
from sanmill.core.themes import parse, write_text
from sanmill.ui import platform
from tests.kit.driver import Driver
from tests.kit.play_scenes import MIDDLE, start


def page(driver: Driver) -> Any:
    return driver.app.nav.screens.current_screen


def open_appearance(driver: Driver) -> None:
    driver.press("Settings")
    driver.press("Appearance")
    driver.frames(2)


def slide(driver: Driver, slider: Any, value: int) -> None:
    driver.app.keys.scroll_to(slider)
    driver.frames(2)
    x = slider.x + slider.inset + slider.reach(value, slider.width)
    driver.touch(*slider.to_window(x, slider.center_y))
    driver.frames(2)


def test_sizes_styles_and_coordinates_apply_at_once(driver: Driver) -> None:
    open_appearance(driver)
    board = page(driver).board
    before = board.geometry
    slide(driver, page(driver).rows["board.piece_size"].ids.slider, 5)
    assert board.geometry.radius > before.radius
    slide(driver, page(driver).rows["board.line_width"].ids.slider, 5)
    assert board.geometry.line_width > before.line_width
    points, lines = board.geometry, len(board.static.children)
    driver.press("Coordinates")
    assert len(board.static.children) > lines
    assert board.geometry == points  # the pieces stay where they are
    for style in ("Grooves and spokes", "Round and square", "Plain"):
        count = len(board.sprites["d7"][1].group.children)
        driver.press("Pieces")
        driver.press(style)
        driver.until(lambda: driver.app.nav.sheet is None)
        assert len(board.sprites["d7"][1].group.children) != count
    start(driver, MIDDLE)
    assert driver.parts.board.style.pieces == "plain"
    assert driver.parts.board.geometry.piece_size > 1


def test_own_colours_are_edited_stored_shared_and_deleted(driver: Driver, tmp_path: Path) -> None:
    open_appearance(driver)
    driver.press("Slate")
    slate = driver.app.board_theme
    driver.press("Change colors")
    assert page(driver).title == "My board"
    driver.press("Lines")
    sheet: Any = driver.app.nav.sheet
    slide(driver, sheet.ids.light, 20)
    assert driver.app.board_theme.line != slate.line
    assert not sheet.is_enough
    assert "at least 3 : 1 is needed" in sheet.words
    sheet.write("F0F0F0")
    assert sheet.is_enough
    assert driver.app.board_theme.line == parse("#F0F0F0")
    assert sheet.ids.light.value == 94
    sheet.write("no colour")
    assert sheet.error
    assert driver.app.board_theme.line == parse("#F0F0F0")
    driver.press("Close")
    driver.frames(3)
    driver.press("Rename")
    driver.app.nav.sheet.ids.row.ids.entry.text = "Dusk"  # type: ignore[union-attr]
    driver.press("Save")
    driver.frames(3)
    driver.app.store.flush()
    kept = json.loads((tmp_path / "themes" / "my-board.json").read_text(encoding="utf-8"))
    assert (kept["name"], kept["line"]) == ("Dusk", "#F0F0F0")
    driver.close()
    driver.__init__(tmp_path)  # type: ignore[misc]
    assert driver.app.board_theme.line == parse("#F0F0F0")
    driver.frames(2)
    driver.press("Share or save as file")
    driver.press("Copy")
    driver.key(27)
    driver.frames(3)
    driver.press("Delete")
    assert driver.front == "appearance"
    assert driver.app.board_theme.line != parse("#F0F0F0")
    driver.press("Undo")
    assert driver.app.board_theme.line == parse("#F0F0F0")
    driver.key(27)
    assert driver.front == "settings"
    driver.press("Board")
    driver.press("Theme")
    driver.press("Maple")
    assert driver.app.settings.get(settings.THEME) == "maple"
    driver.until(lambda: driver.app.nav.sheet is None)
    driver.press("Theme")
    driver.press("Dusk")
    assert driver.app.board_theme.line == parse("#F0F0F0")


def test_background_is_used_only_if_text_is_readable(driver: Driver) -> None:
    driver.set(settings.APPEARANCE, "dark")
    open_appearance(driver)
    driver.press("Change colors")
    usual = driver.app.palette.background
    driver.press("Background")
    sheet: Any = driver.app.nav.sheet
    sheet.write("#001820")
    assert driver.app.palette.background == parse("#001820")
    sheet.write("#FFFFFF")
    assert driver.app.palette.background == usual
    assert "not used" in sheet.words
    driver.press("Close")
    driver.frames(3)
    driver.press("Same background as the app")
    assert driver.app.themes.own[0].theme.background is None


def test_unreadable_theme_text_is_explained_and_ignored(driver: Driver) -> None:
    open_appearance(driver)
    before = driver.app.board_theme
    driver.press("Import theme from text")
    sheet: Any = driver.app.nav.sheet
    for written in ("", "{", '{"board": "#123456"}', "[" * 9000, "\0"):
        sheet.ids.written.text = written
        driver.press("Import")
        assert sheet.error
        assert (driver.app.board_theme, driver.app.themes.own) == (before, ())
    theme = driver.app.board_theme
    sheet.ids.written.text = write_text("Theirs", theme).replace("#5A3A1B", "#102030")
    driver.press("Import")
    driver.frames(3)
    assert driver.app.board_theme.line == parse("#102030")
    assert [own.name for own in driver.app.themes.own] == ["Theirs"]


def test_theme_is_imported_from_file_or_clipboard(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_appearance(driver)
    written = write_text("", driver.app.board_theme)
    (tmp_path / "found.json").write_text(written, encoding="utf-8")
    (tmp_path / "wrong.json").write_text("{}", encoding="utf-8")
    driver.app.files.folder = tmp_path
    for name in ("wrong.json", "found.json"):
        driver.press("Open theme file")
        driver.until(lambda: any(str(getattr(tap, "label", "")).endswith(".json") for tap in driver.taps()))
        driver.press(name)
        driver.until(lambda: driver.app.nav.sheet is None)
        driver.until(lambda: driver.app.nav.toast)
    assert [own.name for own in driver.app.themes.own] == ["found"]
    monkeypatch.setattr(platform, "paste", lambda: written.replace('"name": ""', '"name": "Pasted"'))
    driver.press("Import theme from text")
    driver.press("Paste")
    driver.until(lambda: len(driver.app.themes.own) == 2)
    assert {own.name for own in driver.app.themes.own} == {"found", "Pasted"}


def test_theme_file_with_non_utf8_name_is_supported(tmp_path: Path) -> None:
    driver = Driver(tmp_path)
    driver.app.themes.add("Mine", driver.app.board_theme)
    driver.close()
    (path,) = (tmp_path / "themes").iterdir()
    path.write_text(path.read_text(encoding="utf-8").replace('"name": "Mine", ', ""), encoding="utf-8")
    path.rename(tmp_path / "themes" / os.fsdecode(b"caf\xe9.json"))
    (tmp_path / "themes" / os.fsdecode(b"broken\xe9.json")).write_text("{", encoding="utf-8")
    driver = Driver(tmp_path)
    driver.until(lambda: "broken\ufffd.json" in driver.app.nav.toast)
    driver.open("appearance")
    driver.frames(2)
    (own,) = driver.app.themes.own
    assert own.name == "caf\ufffd"
    driver.open(f"colours:{own.file}")
    driver.frames(3)
    driver.press("Share or save as file")
    driver.frames(3)
    driver.close()
    driver = Driver(tmp_path)
    assert driver.app.settings.get(settings.THEME) == own.value
    driver.open("settings")
    driver.frames(3)
    driver.close()


def test_missing_theme_falls_back_to_default(driver: Driver) -> None:
    usual = driver.app.board_theme
    for value in ("own/gone", "own/", "own/../../x"):
        driver.set(settings.THEME, value)
        assert driver.app.board_theme == usual
    driver.open("colours:gone")
    driver.frames(2)
    assert page(driver).title


def test_theme_is_chosen_by_its_tile(driver: Driver) -> None:
    open_appearance(driver)
    tiles = page(driver).rows[settings.THEME.key]
    assert [tile.is_on for tile in reversed(tiles.children)] == [True] + [False] * (len(tiles.children) - 1)
    for tile in list(tiles.children):
        driver.press(tile.label)
        assert driver.app.settings.get(settings.THEME) == tile.value
        assert tile.ids.board.theme == driver.app.board_theme
        assert [each for each in tiles.children if each.is_on] == [tile]
