"""The pages of the settings: rows set their value and tell why one has no effect; text brings them elsewhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kivy.metrics import Metrics

from sanmill.control.board import intents
from sanmill.control.play.intents import StartTwoPlayers
from sanmill.control.settings.intents import ImportSettings
from sanmill.control.views.types import BoardView
from sanmill.core import settings
from sanmill.core.settings import GROUPS, SETTINGS
from sanmill.core.text import settings_text
from sanmill.ui import theme
from sanmill.ui.settings.screen import SampleBoard, SettingsGroupPage
from tests.kit.driver import Driver, drawn

ROWS_MAX = 24


def test_settings_have_a_row_on_one_of_four_pages(driver: Driver) -> None:
    rows: list[str] = []
    for title, group in zip(("Board", "Play", "Sound", "App"), GROUPS):
        driver.open("settings")
        driver.frames(3)
        driver.press(title)
        page = driver.app.nav.screens.current_screen
        assert isinstance(page, SettingsGroupPage)
        assert page.has_stage is (group == settings.BOARD)
        assert len(page.rows) <= ROWS_MAX
        rows += page.rows
    assert sorted(rows) == sorted(setting.key for setting in SETTINGS if setting.group in GROUPS)


def test_rows_set_their_value_and_sample_board_shows_it(driver: Driver) -> None:
    driver.open("settings_group:board")
    driver.frames(3)
    sample = next(widget for widget in driver.walk() if isinstance(widget, SampleBoard))
    board = sample.ids.board
    before = drawn(board.above)
    driver.press("Show possible moves")
    assert driver.app.settings.get(settings.TARGETS) is False
    assert drawn(board.above) < before
    driver.press("Evaluation bar")
    assert sample.ids.evaluation.height > 0
    shown: list[int] = []
    show = board.show

    def record(view: BoardView) -> None:
        shown.append(view.ply)
        show(view)

    board.show = record
    driver.press("Animation speed")
    driver.press("Slow")
    driver.until(lambda: len(shown) == 2)
    assert shown == [2, 1]  # the piece moves, and goes back


def test_row_without_effect_explains_why(driver: Driver) -> None:
    driver.open("settings_group:play")
    driver.frames(3)
    page: Any = driver.app.nav.screens.current_screen
    driver.press("Playing style")
    driver.press("Attacking")
    driver.frames(3)
    assert driver.app.settings.get(settings.STYLE) == "attacking"
    assert page.rows[settings.STYLE.key].words == "Attacking"
    time = page.rows[settings.TIME.key]
    assert time.disabled
    assert time.detail == "Used from level 12 up. You are on level 3."
    page.rows[settings.LEVEL.key].ids.slider.value = 12
    assert driver.app.settings.get(settings.LEVEL) == 12
    assert not time.disabled
    assert time.detail == "For each move"


def test_text_size_changes_in_place(driver: Driver) -> None:
    driver.open("settings_group:app")
    driver.frames(3)
    driver.press("Text size")
    driver.press("Extra large")
    driver.frames(4)
    assert driver.front == "settings_group:app"
    assert Metrics.fontscale == theme.TEXT_MAX
    driver.key(27)
    assert driver.front == "home"
    driver.press("Two players")
    driver.press("Start")
    driver.tap("d6")
    assert len(driver.view.moves) == 1


def test_restoring_defaults_asks_and_keeps_games(driver: Driver) -> None:
    driver.send(StartTwoPlayers())
    driver.tap("d6")
    driver.send(intents.Resign(), intents.Answer(True))
    counted = driver.app.controller.features.results.statistics
    driver.set(settings.THEME, "paper")
    driver.set(settings.ALGORITHM, "random")
    driver.app.nav.close_sheets()
    driver.open("settings")
    driver.frames(3)
    driver.press("Restore defaults")
    driver.press("Cancel")
    driver.frames(3)
    assert driver.app.settings.get(settings.THEME) == "paper"
    driver.press("Restore defaults")
    driver.press("Restore")
    driver.frames(6)
    assert all(driver.app.settings.get(setting) == setting.default for setting in SETTINGS)
    assert driver.app.controller.features.results.statistics == counted
    assert "d6" in driver.record
    driver.app.store.flush()
    kept = json.loads((driver.app.data / "settings.json").read_text(encoding="utf-8"))
    assert kept[settings.THEME.key] == "auto"


def test_settings_are_exported_and_imported_as_file(driver: Driver, tmp_path: Path) -> None:
    driver.app.files.folder = tmp_path
    driver.set(settings.THEME, "paper")
    driver.set(settings.LEVEL, 9)
    nav: Any = driver.app.nav
    driver.open("expert")
    driver.frames(3)
    driver.press("Export settings")
    driver.press("Save")
    driver.until(lambda: getattr(nav.sheet, "path", ""))
    driver.press("Save")
    saved = tmp_path / "sanmill-settings.txt"
    driver.until(saved.exists)
    driver.app.settings.restore()
    driver.frames(4)
    driver.open("expert")
    driver.frames(3)
    driver.press("Import from file")
    driver.until(lambda: getattr(nav.sheet, "path", ""))
    driver.press("sanmill-settings.txt")
    driver.until(lambda: "imported" in nav.toast)
    assert driver.app.settings.get(settings.THEME) == "paper"
    assert driver.app.settings.get(settings.LEVEL) == 9


def test_invalid_settings_text_is_shown_with_line(driver: Driver) -> None:
    nav: Any = driver.app.nav
    driver.open("expert")
    driver.frames(3)
    driver.send(ImportSettings(f"{settings_text.HEADER}\nboard.theme = mud\nplay.level = 4\nno.such = 1\n"))
    driver.frames(2)
    assert nav.sheet.title == "Could not be imported"
    assert nav.sheet.text.splitlines() == [
        "1 setting imported",
        "",
        "Line 2: board.theme cannot be “mud”. Possible: auto, maple, stone, slate, night, paper, contrast.",
        "Line 4: There is no setting no.such.",
    ]
    assert driver.app.settings.get(settings.THEME) == "auto"
    assert driver.app.settings.get(settings.LEVEL) == 4
    nav.close_sheets()
    driver.send(ImportSettings("1. d6 f4"))
    assert driver.app.settings.get(settings.LEVEL) == 4
