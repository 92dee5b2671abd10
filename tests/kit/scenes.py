"""Every screen and sheet of the app by name, for screenshots and layout checks."""

from __future__ import annotations

from typing import Any

from sanmill.core import settings
from sanmill.core.settings import Setting
from tests.kit.clock_scenes import CLOCK_CHANGED, CLOCK_SCENES
from tests.kit.coordinates_scenes import COORDINATES_SCENES
from tests.kit.drawing_scenes import DRAWING_SCENES
from tests.kit.driver import Driver
from tests.kit.explorer_scenes import EXPLORER_SCENES
from tests.kit.game_scenes import GAME_SCENES
from tests.kit.opening_scenes import OPENING_SCENES
from tests.kit.page_scenes import PAGE_SCENES
from tests.kit.play_scenes import PLAY_SCENES
from tests.kit.puzzle_scenes import PUZZLE_SCENES

SCENES = {
    **PLAY_SCENES,
    **PAGE_SCENES,
    **GAME_SCENES,
    **EXPLORER_SCENES,
    **OPENING_SCENES,
    **CLOCK_SCENES,
    **DRAWING_SCENES,
    **COORDINATES_SCENES,
    **PUZZLE_SCENES,
}
CHANGED: tuple[Setting[Any], ...] = (
    settings.COORDINATES,
    settings.THEME,
    settings.PIECES,
    settings.PIECE_SIZE,
    settings.LINE_WIDTH,
    settings.VARIANT,
    settings.WEIGHTS,
    settings.LEVEL,
    settings.WATCH_WHITE_WEIGHTS,
    *CLOCK_CHANGED,
)


def enter(driver: Driver, name: str) -> None:
    """Go to a scene with the settings that scenes change at their defaults."""
    driver.app.nav.close_sheets()
    for setting in CHANGED:
        driver.set(setting, setting.default)
    driver.frames(1)
    SCENES[name](driver)
    driver.frames(5)
