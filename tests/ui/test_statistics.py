"""The statistics page by touch: empty, filled by real games, filtered, kept, forgotten after one question."""

from __future__ import annotations

from typing import Any

from sanmill.control.board import intents
from sanmill.core import settings
from sanmill.ui.statistics.screen import NumberRow
from sanmill.ui.widgets.charts import RatingGraph, ResultRow
from tests.kit.driver import Driver
from tests.kit.page_scenes import statistics


def of_kind(driver: Driver, kind: type[Any]) -> list[Any]:
    return [widget for widget in reversed(list(driver.walk())) if isinstance(widget, kind)]


def total(driver: Driver) -> Any:
    return next(bar for bar in of_kind(driver, ResultRow) if bar.label.startswith("All games"))


def test_statistics_are_filled_kept_and_reset(driver: Driver) -> None:
    driver.press("Statistics")
    driver.press("New game")
    driver.press("More")
    driver.press("Coach me")
    driver.until(lambda: driver.app.settings.get(settings.COACH))
    driver.press("Rated game")
    driver.until(lambda: driver.app.settings.get(settings.RATED))
    assert "Coach me" not in [tap.spoken for tap in driver.taps()]
    driver.press("Play Otto")
    assert "Undo" not in [tap.spoken for tap in driver.taps()]
    driver.tap("d6")
    driver.send(intents.Resign(), intents.Answer(True))
    driver.until(lambda: driver.app.nav.sheet is not None)
    assert driver.app.nav.sheet is not None
    assert any(widget.words.startswith("Rating") for widget in driver.walk() if hasattr(widget, "words"))
    driver.press("View board")
    driver.frames(3)
    driver.app.store.flush()
    data = driver.app.data
    driver.close()
    driver.__init__(data)  # type: ignore[misc]
    driver.go("home")
    driver.press("Statistics")
    assert total(driver).losses == 1
    assert len(of_kind(driver, RatingGraph)) == 1
    driver.press("Reset statistics")
    driver.press("Cancel")
    driver.frames(3)
    assert total(driver).losses == 1
    driver.press("Reset statistics")
    driver.press("Reset")
    driver.frames(3)
    assert not of_kind(driver, ResultRow)
    driver.app.store.flush()
    driver.close()
    driver.__init__(data)  # type: ignore[misc]
    assert not driver.app.controller.features.results.statistics.games


def test_filters_change_what_is_shown(driver: Driver) -> None:
    statistics(driver)
    driver.frames(3)
    assert (total(driver).wins, total(driver).draws, total(driver).losses) == (19, 3, 11)
    driver.press("Side")
    driver.press("Black")
    assert total(driver).wins < 19
    driver.press("Side")
    driver.press("Both sides")
    driver.press("Variant")
    driver.press("Six Men’s Morris")
    assert total(driver).wins + total(driver).draws + total(driver).losses == 3
    driver.press("Type of game")
    driver.press("Watched")
    assert total(driver).wins == 0
    driver.press("Type of game")
    driver.press("Against the computer")
    assert len(of_kind(driver, NumberRow)) == 3
    assert len(of_kind(driver, ResultRow)) == 6


def test_damaged_file_is_set_aside_and_reported(driver: Driver) -> None:
    data = driver.app.data
    driver.close()
    (data / "statistics.json").write_text('{"version": 1, "games": 7}', encoding="utf-8")
    driver.__init__(data)  # type: ignore[misc]
    assert (data / "statistics.unreadable").exists()
    driver.until(lambda: "statistics.json" in driver.app.nav.toast)
