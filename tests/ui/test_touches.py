"""A touch on every row, button and chip of every list reaches it: nothing invisible lies over it."""

from __future__ import annotations

from typing import Any

import pytest

from sanmill.ui.widgets.base import Tappable
from tests.kit import scenes
from tests.kit.driver import Driver

HEIGHTS = (0.15, 0.5, 0.85)  # of the row
LISTS = (
    "home",
    "empty_home",
    "games",
    "empty_games",
    "no_game_fits",
    "variants",
    "own_rules",
    "workshop",
    "puzzles",
    "settings",
    "play_settings",
    "help",
    "statistics",
    "appearance",
)


def test_touch_reaches_its_widget(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    for scene in LISTS:
        scenes.enter(driver, scene)
        with monkeypatch.context() as patched:
            touch_everything(driver, patched)


def touch_everything(driver: Driver, patched: pytest.MonkeyPatch) -> None:
    """Touch each row, button and chip without effect, and see what was reached."""
    reached: list[Tappable] = []

    def reach(tap: Tappable, touch: Any) -> bool:
        is_hit = bool(tap.collide_point(*touch.pos)) and not tap.disabled
        if is_hit:
            reached.append(tap)
        return is_hit or bool(tap.disabled and tap.collide_point(*touch.pos))

    patched.setattr(Tappable, "on_touch_down", reach)
    for tap in driver.taps():
        driver.app.keys.scroll_to(tap)
        driver.frames(2)
        for share in HEIGHTS:
            place = tap.to_window(tap.center_x, tap.y + tap.height * share)
            if 0 < place[0] < driver.window.width:  # chips may be scrolled out sideways
                reached.clear()
                driver.touch(*place)
                assert reached == [tap], f"a touch at {place} did not reach {tap.spoken!r}"
