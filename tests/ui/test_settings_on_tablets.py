"""The settings beside the list of their groups, where there is room."""

from __future__ import annotations

from sanmill.core import settings
from tests.kit.driver import Driver


def test_tablet_shows_settings_beside_their_groups(driver: Driver) -> None:
    driver.resize(1280, 800)
    driver.open("settings")
    driver.frames(3)
    driver.press("Show possible moves")
    assert driver.app.settings.get(settings.TARGETS) is False
    driver.press("Play")
    driver.press("Confirm moves")
    assert driver.front == "settings"
    assert driver.app.settings.get(settings.CONFIRM) is True
    driver.resize(360, 720)
    assert "Confirm moves" not in driver.texts()
    driver.press("Play")
    assert driver.front == "settings_group:play"
