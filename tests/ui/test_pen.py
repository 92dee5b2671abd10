"""Drawing by touch and by keys; a long press plays no move, and a tap, a drag and a hidden board draw nothing."""

from __future__ import annotations

import pytest

from sanmill.core import settings
from sanmill.ui.board import pen
from sanmill.ui.board.widget import BoardWidget
from tests.kit.drawing_scenes import drawing
from tests.kit.driver import Driver
from tests.kit.play_scenes import MIDDLE, OPENING, start

MARK, ARROW_RIGHT, TAB = ord("m"), 275, 9


@pytest.fixture(autouse=True)
def _short_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pen, "HOLD", 0.05)


def at(driver: Driver, point: str) -> tuple[float, float]:
    board = driver.parts.board
    x, y = board.to_window(*board.geometry.at(point))
    return (float(x), float(y))


def hold(driver: Driver, start_point: str, *over: str) -> None:
    """Press a point until the pen is down, slide over others, and release."""
    finger = driver.finger(*at(driver, start_point))
    driver.until(lambda: driver.parts.board._pen.start)
    for point in over:
        driver.move(finger, *at(driver, point))
        driver.frames(1)
    driver.lift(finger)
    driver.frames(2)


def drawn(driver: Driver) -> list[str]:
    return [str(shape) for shape in driver.view.board.shapes]


def test_long_press_draws_a_ring_and_again_removes_it(driver: Driver) -> None:
    start(driver, moves=OPENING)
    hold(driver, "a7")
    assert drawn(driver) == ["Ga7"]
    assert len(driver.view.moves) == len(OPENING), "an empty point was pressed, but nothing placed"
    hold(driver, "a7")
    assert drawn(driver) == []


def test_long_press_on_a_piece_draws_an_arrow_and_moves_nothing(driver: Driver) -> None:
    start(driver, MIDDLE)
    before = driver.view.board.contents
    hold(driver, "e4", "e5", "f4")
    assert drawn(driver) == ["Ge4f4"]
    assert driver.view.board.contents == before
    assert not driver.view.board.chosen
    driver.tap("e4", "f4")
    assert driver.view.board.contents != before, "taps play as ever"


def test_release_off_the_board_draws_nothing(driver: Driver) -> None:
    start(driver, moves=OPENING)
    finger = driver.finger(*at(driver, "d6"))
    driver.until(lambda: driver.parts.board._pen.start)
    driver.move(finger, 5, 5)
    driver.lift(finger)
    driver.frames(2)
    assert drawn(driver) == []


def test_drag_and_second_finger_draw_nothing(driver: Driver) -> None:
    start(driver, MIDDLE)
    finger = driver.finger(*at(driver, "e4"))
    driver.move(finger, *at(driver, "f4"))
    driver.seconds(0.1)
    driver.lift(finger)
    driver.frames(2)
    assert (drawn(driver), driver.view.moves[-1].words) == ([], "e4-f4")
    start(driver, MIDDLE)
    finger = driver.finger(*at(driver, "e4"))
    other = driver.finger(*at(driver, "a7"))
    driver.seconds(0.1)
    driver.lift(finger)
    driver.lift(other)
    assert drawn(driver) == []


@pytest.mark.parametrize("is_off", [True, False])
def test_setting_turns_long_presses_into_taps(driver: Driver, is_off: bool) -> None:
    driver.set(settings.DRAWING, not is_off)
    start(driver, moves=OPENING)
    finger = driver.finger(*at(driver, "a7"))
    driver.seconds(0.1)
    driver.lift(finger)
    driver.frames(2)
    assert (drawn(driver), len(driver.view.moves) - len(OPENING)) == (([], 1) if is_off else (["Ga7"], 0))


def test_lesson_and_set_up_board_cannot_be_drawn_on(driver: Driver) -> None:
    driver.press("Set up a position")
    finger = driver.finger(*at(driver, "a7"))
    driver.seconds(0.1)
    assert not driver.parts.board._pen.start
    driver.lift(finger)


def test_keys_draw_rings_and_arrows(driver: Driver) -> None:
    start(driver, moves=OPENING)
    board = driver.parts.board
    while not isinstance(driver.app.keys._focus, BoardWidget):
        driver.key(TAB)
    board.cursor = "a7"
    driver.key(MARK, MARK)
    assert drawn(driver) == ["Ga7"]
    driver.key(MARK, ARROW_RIGHT, MARK)
    assert drawn(driver) == ["Ga7", "Ga7d7"]


def test_pen_button_changes_the_colour(driver: Driver) -> None:
    drawing(driver)
    driver.press("Pen color: green")
    assert drawn(driver)[-1] == "Rg4"
    driver.press("Pen color: red")
    assert driver.view.board.pen == "B"


def test_drawing_is_spoken(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    start(driver, moves=OPENING)
    driver.set(settings.SPEECH, True)
    monkeypatch.setattr(driver.app.feedback.speech, "say", lambda words, *_, **__: said.append(words))
    driver.parts.board.cursor = "a7"
    driver.parts.board.mark_cursor()
    driver.parts.board.mark_cursor()
    assert any("Ring around a7." in words for words in said)
    driver.set(settings.SPEECH, False)
