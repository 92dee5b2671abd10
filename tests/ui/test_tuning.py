"""The page of algorithm and weights, by touches: steps and sliders, the text, the match."""

from __future__ import annotations

from typing import Any

from sanmill.core import settings
from tests.kit.driver import Driver


def open_page(driver: Driver) -> Any:
    driver.open("settings")
    driver.frames(3)
    driver.press("Advanced")
    driver.press("Algorithm and weights")
    return driver.app.nav.screens.current_screen


def text_of(driver: Driver) -> str:
    return driver.app.settings.get(settings.WEIGHTS)


def test_weight_is_set_by_steps_and_slider(driver: Driver) -> None:
    page = open_page(driver)
    driver.press("Moving")
    driver.press("Mills: more")
    driver.press("Mills: more")
    driver.press("Gaps: less")
    assert text_of(driver) == "moving.mill=26 moving.gap=11"
    row = page.weight_rows["mill"]
    assert (row.words, row.detail) == ("26", "Three pieces on a line. Standard: 24")
    slider = page.weight_rows["turn"].ids.slider
    driver.app.keys.scroll_to(slider)
    driver.frames(2)
    driver.touch(*slider.to_window(slider.x, slider.center_y))
    assert text_of(driver) == "moving.mill=26 moving.gap=11 moving.turn=-200"
    assert page.weight_rows["turn"].words == "−200"
    driver.press("Placing")
    assert page.weight_rows["turn"].words == "8"
    driver.press("Moving •")
    driver.press("Restore standard")
    driver.press("Restore")
    assert text_of(driver) == ""
    assert page.weight_rows["turn"].words == "20"


def test_touch_on_slider_by_mistake_is_undone(driver: Driver) -> None:
    page = open_page(driver)
    assert driver._labelled("Try it")
    assert not any(tap.label == "Undo" and not tap.disabled for tap in driver.taps() if hasattr(tap, "label"))
    driver.press("Mills: more")
    driver.press("Mills: more")
    slider = page.weight_rows["gap"].ids.slider
    finger = driver.finger(*slider.to_window(slider.x, slider.center_y))
    driver.move(finger, *slider.to_window(slider.right - 12, slider.center_y))
    driver.lift(finger)
    driver.frames(2)
    assert text_of(driver) == "placing.mill=-13 placing.gap=200"
    driver.press("Undo")
    assert text_of(driver) == "placing.mill=-13"
    assert page.weight_rows["gap"].words == "10"
    driver.press("Restore standard")
    driver.press("Restore")
    driver.press("Undo")
    assert text_of(driver) == "placing.mill=-13"
    driver.press("Undo")
    assert text_of(driver) == ""


def test_weights_are_shared_and_imported_as_text(driver: Driver) -> None:
    page = open_page(driver)
    nav: Any = driver.app.nav
    driver.press("Share as text")
    assert nav.toast == "Nothing is changed yet."
    driver.press("Mills: more")
    driver.press("Share as text")
    assert nav.sheet.text == "placing.mill=-14"
    nav.close_sheets()
    driver.press("Import weights")
    nav.sheet.submit("moving.mill=5000")
    assert nav.sheet.error == "“moving.mill=5000” is out of bounds: -200 to 200."
    assert text_of(driver) == "placing.mill=-14"
    nav.sheet.submit("moving.mill=50 placing.turn=9")
    driver.until(lambda: nav.sheet is None)
    assert text_of(driver) == "placing.turn=9 moving.mill=50"
    assert page.weight_rows["turn"].words == "9"
    assert page.weight_rows["mill"].words == "−15"


def test_match_shows_result_and_page_stays_responsive(driver: Driver) -> None:
    driver.set(settings.VARIANT, "three_mens_morris")
    open_page(driver)
    nav: Any = driver.app.nav
    driver.press("Try it")
    assert nav.toast == "Nothing is changed yet."
    driver.press("Algorithm")
    driver.press("Random moves")
    driver.press("Try it")
    sheet = nav.sheet
    driver.until(lambda: sheet.is_over)
    assert sheet.words.startswith("Weaker than the standard: ")
    assert sheet.words.endswith(" of 20 points")
    assert "±" in sheet.detail
    assert "Three Men’s Morris" in sheet.note
    assert sheet.again == "Play 100 games"
    driver.set(settings.VARIANT, "nine_mens_morris")  # whose games take longer
    driver.press("Play 100 games")
    driver.press("Stop")
    driver.until(lambda: sheet.is_over)
    driver.key(27)
    driver.until(lambda: nav.sheet is None)
    assert driver.front == "tuning"
