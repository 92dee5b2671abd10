"""Scenes of what the user draws on the board."""

from __future__ import annotations

from collections.abc import Callable

from sanmill.control.board.intents import Draw, Erase, ExplorePosition, NextColour
from sanmill.control.intents import Open
from sanmill.control.routes import REVIEW
from sanmill.core import settings
from tests.kit.driver import Driver
from tests.kit.play_scenes import OPENING, start


def drawing(driver: Driver) -> None:
    """A game with a ring and an arrow of each colour."""
    start(driver, moves=OPENING)
    driver.send(Erase())
    for ring, arrow in (("d6", "f4d2"), ("b4", "b4b6"), ("a7", "a7d7"), ("g4", "g4e4")):
        driver.send(Draw(arrow[:2], arrow[2:]), Draw(ring), NextColour())
    driver.frames(2)


def drawing_on(theme: str) -> Callable[[Driver], None]:
    def show(driver: Driver) -> None:
        driver.set(settings.THEME, theme)
        drawing(driver)

    return show


def drawing_reviewed(driver: Driver) -> None:
    start(driver, moves=OPENING)
    driver.send(Draw("d6"), Draw("b4", "b6"))
    driver.send(Open(REVIEW))


def drawing_explored(driver: Driver) -> None:
    start(driver, moves=OPENING[:3])
    driver.send(Draw("d6"), Draw("b4", "b6"), ExplorePosition())


DRAWING_SCENES: dict[str, Callable[[Driver], None]] = {
    "drawing": drawing,
    "drawing_slate": drawing_on("slate"),
    "drawing_contrast": drawing_on("contrast"),
    "drawing_reviewed": drawing_reviewed,
    "drawing_explored": drawing_explored,
}
