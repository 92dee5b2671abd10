"""The exercise with coordinates by touch."""

from __future__ import annotations

from sanmill.control.coordinates.feature import TOTAL
from tests.kit.coordinates_scenes import asked, coordinates
from tests.kit.driver import Driver


def test_points_are_found_by_touch(driver: Driver) -> None:
    driver.go("learn")
    driver.frames(4)
    driver.press("Coordinates")
    driver.press("Find the point")
    board = driver.app.nav.page.board
    for _ in range(TOTAL):
        assert f"Find {asked(driver)}" in driver.texts()
        driver.touch(*board.to_window(*board.geometry.at(asked(driver))))
        driver.frames(2)
    assert "A new best!" in driver.texts()


def test_points_are_named_by_buttons_and_the_board_answers_nothing(driver: Driver) -> None:
    coordinates(driver)
    driver.press("Name the point")
    board = driver.app.nav.page.board
    point = asked(driver)
    driver.touch(*board.to_window(*board.geometry.at(point)))
    assert asked(driver) == point
    for _ in range(TOTAL):
        driver.press(asked(driver))
    assert "A new best!" in driver.texts()
    driver.press("Name the point")
    driver.press("Stop")
    assert "How well do you know the board?" in driver.texts()
