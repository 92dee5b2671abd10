"""The page Perfect play, by touch: a tablebase file is picked, added, used and deleted; what is wrong is said."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from sanmill.control.games import strength
from sanmill.control.variants.intents import InspectTablebase
from sanmill.core import settings
from sanmill.engine.messages import ImportStage, Stage
from tests.kit import tablebase_file
from tests.kit.driver import Driver
from tests.kit.patience import HANG
from tests.kit.tablebase_file import NAME, RULES

NOTHING, MOVING = "Nothing is proven yet.", "Every position is proven, from move 1 on."


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tablebase_file.make(tmp_path_factory.mktemp("small"))


def page(driver: Driver) -> Any:
    return driver.app.nav.screens.current_screen


def open_page(driver: Driver, folder: Path) -> None:
    """Go to the page as a user does; the file browser shows a folder."""
    driver.app.files.folder = folder
    driver.open(f"rules:{RULES}")
    driver.until(lambda: driver.app.tablebases.of(RULES).stage is Stage.ABSENT)
    driver.press("Perfect play")
    assert page(driver).proven == NOTHING


def pick(driver: Driver, name: str) -> None:
    """Pick a file in the browser."""
    nav: Any = driver.app.nav
    driver.press("Add the full tablebase")
    driver.until(lambda: nav.sheet and nav.sheet.path)
    driver.press(name)
    driver.until(lambda: driver.app.tablebases.importing.stage in (ImportStage.READY, ImportStage.FAILED))


def max_level(driver: Driver) -> int:
    return strength.highest_level(driver.app.tablebases.of(RULES))


def test_tablebase_file_is_added_used_and_deleted(driver: Driver, small: Path) -> None:
    assert len(driver.back_stack) == 1
    open_page(driver, small.parent)
    assert max_level(driver) == 12
    pick(driver, NAME)
    assert page(driver).words.startswith(f"{NAME} covers up to 6 pieces. It needs 0.1 MB; ")
    driver.press("Add")
    driver.until(lambda: page(driver).words == "Added from a file. Uses 0.1 MB.")
    assert page(driver).proven == MOVING
    assert page(driver).ids.chart.pieces == page(driver).ids.chart.most == 6
    assert max_level(driver) == 13
    assert driver.app.say(strength.full_name(13, driver.app.tablebases, RULES)) == "Perfect from move 1"
    driver.press("Delete")
    sheet: Any = driver.app.nav.sheet
    assert sheet.title == "Delete the added tablebase?"
    driver.press("Delete")
    driver.until(lambda: page(driver).proven == NOTHING)
    assert max_level(driver) == 12


def test_invalid_file_is_reported_until_page_is_left(driver: Driver, small: Path, tmp_path: Path) -> None:
    (tmp_path / "holiday.tablebase").write_bytes(b"a film" * 1000)
    open_page(driver, tmp_path)
    pick(driver, "holiday.tablebase")
    assert page(driver).words == "holiday.tablebase is not a tablebase. Nothing was changed."
    driver.press("Back")
    driver.press("Perfect play")
    assert page(driver).words.startswith("Not built yet.")
    driver.app.files.folder = small.parent
    pick(driver, NAME)
    driver.press("Cancel")
    assert page(driver).words.startswith("Not built yet.")
    driver.press("Add the full tablebase")
    driver.frames(3)
    driver.key(27)  # the browser is left without a choice
    assert driver.app.nav.sheet is None
    assert page(driver).words.startswith("Not built yet.")


def test_import_continues_when_page_is_left_and_app_paused(driver: Driver, small: Path) -> None:
    open_page(driver, small.parent)
    gate, opened = threading.Event(), iter((False, True))

    def open_slowly() -> BinaryIO:
        if next(opened):
            gate.wait(HANG)
        return small.open("rb")

    driver.send(InspectTablebase(RULES, NAME, open_slowly))
    driver.until(lambda: driver.app.tablebases.importing.stage is ImportStage.READY)
    driver.press("Add")
    assert page(driver).words == "Copying: 0% of 0.1 MB."
    driver.press("Back")
    driver.app.on_pause()
    driver.app.on_resume()
    gate.set()
    driver.until(lambda: driver.app.tablebases.of(RULES).stage is Stage.ADDED)
    driver.press("Perfect play")
    assert page(driver).proven == MOVING


def test_perfect_level_leads_to_page(driver: Driver) -> None:
    driver.until(lambda: driver.app.tablebases.of(RULES).stage is not Stage.UNKNOWN)
    driver.set(settings.LEVEL, driver.app.settings.level_perfect)
    driver.press("Play Sibyl")
    driver.until(lambda: driver.app.tablebases.of("nine_mens_morris").is_available)
    driver.until(lambda: {"Sibyl", "Perfect with 11 pieces or fewer"} <= set(driver.texts()))
    driver.press("What is proven")
    assert driver.back_stack == ["home", "perfect:nine_mens_morris"]
    assert page(driver).proven == "The first 8 placements and endings with up to 11 pieces are proven."


def test_lower_level_shows_no_proof_link(driver: Driver) -> None:
    driver.press("Play Otto")
    assert "What is proven" not in [tap.spoken for tap in driver.taps() if not tap.disabled]
