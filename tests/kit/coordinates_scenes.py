"""Scenes of the exercise with coordinates."""

from __future__ import annotations

from collections.abc import Callable

from sanmill.control.coordinates.feature import TOTAL, Coordinates
from sanmill.control.coordinates.intents import FIND, NAME, AnswerPoint, StartCoordinates, StopCoordinates
from tests.kit.driver import Driver


def exercise(driver: Driver) -> Coordinates:
    feature = driver.app.controller.features.coordinates
    assert isinstance(feature, Coordinates)
    return feature


def asked(driver: Driver) -> str:
    """The point that is asked."""
    running = exercise(driver)._exercise
    return running.point if running else ""


def wrong(driver: Driver) -> str:
    return "a1" if asked(driver) != "a1" else "g7"


def coordinates(driver: Driver) -> None:
    driver.go("coordinates")
    driver.send(StopCoordinates())


def coordinates_find(driver: Driver) -> None:
    coordinates(driver)
    driver.send(StartCoordinates(FIND))
    driver.send(AnswerPoint(asked(driver)))
    driver.send(AnswerPoint(wrong(driver)))


def coordinates_name(driver: Driver) -> None:
    coordinates(driver)
    driver.send(StartCoordinates(NAME))
    names = [button.label for button in driver.app.nav.page.ids.names.children]
    driver.send(AnswerPoint(next(name for name in names if name != asked(driver))))


def coordinates_done(driver: Driver) -> None:
    coordinates(driver)
    driver.send(StartCoordinates(FIND))
    for _ in range(TOTAL):
        driver.send(AnswerPoint(asked(driver)))


COORDINATES_SCENES: dict[str, Callable[[Driver], None]] = {
    "coordinates": coordinates,
    "coordinates_find": coordinates_find,
    "coordinates_name": coordinates_name,
    "coordinates_done": coordinates_done,
}
