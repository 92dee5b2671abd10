"""Scenes of clocks: in games, and the one for a wooden board."""

from __future__ import annotations

from collections.abc import Callable

from sanmill.control.board.intents import SetPaused, TapPoint
from sanmill.control.clock.intents import PauseClock, PressClock, ResetClock
from sanmill.control.games.game_clock import GameClock
from sanmill.control.play.intents import StartTwoPlayers, StartVersus
from sanmill.core import settings
from sanmill.core.game.model import Side
from sanmill.core.settings import Setting
from tests.kit.driver import Driver

CLOCK_CHANGED: tuple[Setting[int], ...] = (settings.MINUTES, settings.VERSUS_MINUTES, settings.BONUS)


def timed(driver: Driver) -> None:
    """Two people, Black in the last seconds."""
    driver.set(settings.MINUTES, 5)
    driver.send(StartTwoPlayers(), TapPoint("d6"))
    session = driver.app.controller.current.session
    assert session is not None
    assert session.info.clock is not None
    session.info.clock.left[Side.BLACK] = 9.5
    session.info.clock.left[Side.WHITE] = 3599.0
    driver.app.controller.update()
    driver.go("play")


def timed_versus(driver: Driver) -> None:
    driver.set(settings.VERSUS_MINUTES, 15)
    driver.send(StartVersus(), TapPoint("d6"), SetPaused(True))
    driver.go("play")


def new_timed(driver: Driver) -> None:
    driver.set(settings.MINUTES, 5)
    driver.set(settings.BONUS, 3)
    driver.go("home")
    driver.open("new_game:two_players")


def new_timed_versus(driver: Driver) -> None:
    driver.set(settings.VERSUS_MINUTES, 10)
    driver.go("home")
    driver.open("new_game:versus")
    driver.frames(3)
    driver.press(driver.app.say("nav.more"))


def table_clock(driver: Driver) -> None:
    driver.go("clock")
    driver.send(ResetClock())


def table_clock_runs(driver: Driver) -> None:
    table_clock(driver)
    driver.send(*(PressClock(side) for side in (Side.BLACK, Side.WHITE, Side.BLACK)))


def table_clock_of(white: float, black: float) -> Callable[[Driver], None]:
    def show(driver: Driver) -> None:
        table_clock_runs(driver)
        clock: GameClock = driver.app.controller.features.of_kind(driver.app.nav.current.kind)._clock  # type: ignore[attr-defined]
        clock.left[:] = [white, black]
        driver.app.controller.update()

    return show


def table_clock_paused(driver: Driver) -> None:
    table_clock_runs(driver)
    driver.send(PauseClock(True))


def table_clock_over(driver: Driver) -> None:
    table_clock_of(0.01, 67.0)(driver)
    driver.until(lambda: driver.app.nav.page.ids.bottom.has_lost)


def table_clock_settings(driver: Driver) -> None:
    table_clock(driver)
    driver.open("clock_settings")


CLOCK_SCENES: dict[str, Callable[[Driver], None]] = {
    "timed": timed,
    "timed_versus": timed_versus,
    "new_timed": new_timed,
    "new_timed_versus": new_timed_versus,
    "table_clock": table_clock,
    "table_clock_runs": table_clock_runs,
    "table_clock_late": table_clock_of(9.0, 3721.0),
    "table_clock_paused": table_clock_paused,
    "table_clock_over": table_clock_over,
    "table_clock_settings": table_clock_settings,
}
