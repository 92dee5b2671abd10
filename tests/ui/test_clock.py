"""The clock for a wooden board by touch, and the screen that stays awake."""

from __future__ import annotations

import pytest

from sanmill.control.board.intents import SetPaused
from sanmill.control.play.intents import StartWatch
from sanmill.core import settings
from sanmill.ui.sounds import Sounds
from tests.kit.clock_scenes import table_clock
from tests.kit.driver import Driver


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    names: list[str] = []
    monkeypatch.setattr(Sounds, "play", lambda _self, cues, _volume: names.extend(cue.value for cue in cues))
    return names


def touch_half(driver: Driver, name: str) -> None:
    half = driver.app.nav.page.ids[name]
    driver.touch(*half.to_window(*half.center))
    driver.frames(2)


def is_awake(driver: Driver) -> bool:
    return not driver.window.allow_screensaver


@pytest.mark.parametrize("size", [(360, 720), (720, 360)])
def test_halves_are_pressed_in_turn(driver: Driver, size: tuple[int, int]) -> None:
    driver.resize(*size)
    driver.press("Clock")
    halves = driver.app.nav.page.ids
    assert halves.top.is_turned is (size[0] < size[1])
    touch_half(driver, "top")
    assert (halves.bottom.is_running, halves.top.is_running) == (True, False)
    touch_half(driver, "top")
    assert halves.bottom.is_running, "the half of the other is dead"
    touch_half(driver, "bottom")
    assert halves.top.is_running


def test_clock_can_be_turned_while_it_is_shown(driver: Driver) -> None:
    table_clock(driver)
    halves = driver.app.nav.page.ids
    for size in ((720, 360), (360, 720), (800, 1280), (640, 320)):
        driver.resize(*size)
        driver.frames(3)
        assert halves.top.size == halves.bottom.size
        between = size[0] - 2 * halves.top.width if size[0] > size[1] else size[1] - 2 * halves.top.height
        assert between < 90


def test_screen_stays_awake_while_a_clock_runs(driver: Driver) -> None:
    table_clock(driver)
    assert not is_awake(driver)
    touch_half(driver, "top")
    assert is_awake(driver)
    driver.press("Pause clock")
    assert not is_awake(driver)
    touch_half(driver, "bottom")
    assert is_awake(driver)
    driver.press("Clock settings")
    assert not is_awake(driver), "the settings pause the clock"
    driver.key(27)
    touch_half(driver, "bottom")
    driver.app.on_pause()
    assert not is_awake(driver)
    driver.app.on_resume()
    touch_half(driver, "bottom")
    assert is_awake(driver)
    driver.key(27)
    assert driver.front == "home"
    assert not is_awake(driver)


def test_screen_stays_awake_while_a_watched_game_or_timed_game_runs(driver: Driver) -> None:
    driver.send(StartWatch())
    driver.until(lambda: is_awake(driver))
    driver.open("more")
    assert is_awake(driver), "a sheet does not end the game"
    driver.key(27)
    driver.send(SetPaused(True))
    assert not is_awake(driver)
    driver.set(settings.MINUTES, 5)
    driver.go("home")
    driver.press("Two players")
    driver.press("Start")
    assert not is_awake(driver)
    driver.tap("d6")
    assert is_awake(driver)
    driver.open("settings")
    assert not is_awake(driver)


def test_last_seconds_are_heard_and_spoken(driver: Driver, heard: list[str]) -> None:
    table_clock(driver)
    touch_half(driver, "top")
    clock = driver.app.controller.features.clock._clock
    clock.left[0] = 5.02
    driver.until(lambda: heard[-1:] == ["tick"])
    clock.left[0] = 0.05
    driver.until(lambda: driver.app.nav.page.ids.bottom.has_lost)
    assert heard[0] == "place"
    assert heard[-1] == "draw"
    assert "Time is up" in driver.app.nav.page.ids.bottom.spoken


def test_reset_asks_first(driver: Driver) -> None:
    table_clock(driver)
    touch_half(driver, "top")
    driver.press("Start over")
    sheet = driver.app.nav.sheet
    assert sheet is not None
    assert sheet.title == "Set both clocks back to the start?"
    driver.key(27)
    assert driver.app.nav.page.is_begun
    driver.press("Start over")
    driver.press("Start over")
    assert not driver.app.nav.page.is_begun


def test_clock_is_set_in_the_sheet_of_a_new_game(driver: Driver) -> None:
    driver.press("Two players")
    assert "Extra time per turn" not in driver.texts()
    driver.press("5")
    assert "Extra time per turn" in driver.texts()
    driver.press("Extra time per turn")
    driver.press("3 s")
    driver.press("Start")
    session = driver.app.controller.current.session
    assert session is not None
    assert session.info.clock is not None
    assert (session.info.clock.starts, session.info.clock.bonus) == ((5, 5), 3)
    driver.key(27)
    driver.press("Two players")
    driver.press("Off")
    assert "Extra time per turn" not in driver.texts()
