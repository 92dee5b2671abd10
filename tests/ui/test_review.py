"""The review page: opened from the end of a game, stepped through by touch, left for another try and back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sanmill.control.board import intents, judge
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.core import settings
from sanmill.core.text.i18n import text
from sanmill.ui.widgets.evaluation import with_crossings
from tests.kit.driver import Driver
from tests.kit.play_scenes import LOST, start


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shallow search is enough here."""
    monkeypatch.setattr(judge, "DEPTH_PLACING", 4)
    monkeypatch.setattr(judge, "DEPTH_MOVING", 6)


def page(driver: Driver) -> Any:
    return driver.app.nav.screens.current_screen


def touch(driver: Driver, *points: str) -> None:
    """Touch points of the board of the review."""
    for point in points:
        board = page(driver).board
        driver.touch(*board.to_window(*board.geometry.at(point)))


def open_review(driver: Driver) -> None:
    session = Session("versus", "nine_mens_morris", (Player(), Player(True, 1, "balanced")))
    for move in LOST:
        session.play(move)
    driver.app.controller.start(session)
    driver.go("play")
    driver.press("Menu")
    driver.press("Review")
    driver.until(lambda: driver.view.review and driver.view.review.progress >= 1)


def test_finished_game_offers_review(driver: Driver) -> None:
    start(driver, is_versus=True)
    for point in ("d6", "f4", "b4"):
        driver.until(lambda: driver.view.bottom.is_turn)
        free = driver.app.controller.current.session
        assert free is not None
        driver.tap(point if point in free.cursor.game.legal() else free.cursor.game.legal()[0].lstrip("x"))
    driver.send(intents.Resign(), intents.Answer(True))
    driver.until(lambda: driver.app.nav.sheet is not None)
    driver.press("Review")
    assert driver.front == "review"
    assert driver.view.mode == "review"
    driver.until(lambda: driver.view.review and driver.view.review.progress >= 1)
    driver.press("Previous")
    driver.press("Next")
    driver.key(27)
    assert driver.front == "play"
    assert driver.view.result is not None
    assert driver.app.nav.sheet is None


def test_moments_and_graph_lead_to_positions(driver: Driver) -> None:
    open_review(driver)
    driver.press("Best move")
    touch(driver, "d6")
    assert "Try again" in driver.app.nav.toast, "no touch is passed over in silence"
    cards = list(reversed(page(driver).ids.cards.children))
    assert 1 <= len(cards) <= 5
    assert cards[0].is_turning
    driver.press(cards[-1].title)
    assert driver.view.board.ply == cards[-1].ply
    assert cards[-1].is_shown
    graph = page(driver).ids.graph
    driver.app.keys.scroll_to(graph)
    driver.frames(2)
    driver.touch(*graph.to_window(graph.x + 10, graph.center_y))
    assert driver.view.board.ply == 0
    driver.press(cards[0].title)
    driver.press("Try again")
    assert driver.front == "play"
    assert driver.view.mode == "versus"
    assert driver.view.board.ply == cards[0].ply
    assert page(driver).title == "Another try from move 21"
    driver.press("Back to the review")
    assert (driver.front, driver.view.mode) == ("review", "review")
    driver.press("Try again")
    assert driver.front == "play"
    driver.key(27)
    assert (driver.front, driver.view.mode) == ("review", "review"), "Back returns to the review"
    driver.key(27)
    assert driver.front == "play"
    assert driver.view.is_over


def test_better_move_is_found_by_touch_in_motion(driver: Driver) -> None:
    """A wrong try is seen and leaves the board by itself; a right one stays; the next mistake follows."""
    open_review(driver)
    driver.set(settings.SPEED, "normal")
    first = driver.view.board.ply
    touch(driver, "d6", "f6")
    assert driver.view.board.last_to == "f6"
    assert page(driver).words == "d6-f6 is what was played."
    assert page(driver).ids.words.color == [*driver.app.palette.bad, 1]
    assert "Find another move." in page(driver).story
    driver.until(lambda: driver.view.board.ply == first)
    driver.until(lambda: not page(driver).board.is_moving)
    assert "d6" in page(driver).board.sprites
    touch(driver, "a4")
    assert page(driver).board.view.chosen == "a4"
    driver.key(27)
    assert (driver.front, page(driver).board.view.chosen) == ("review", "")
    touch(driver, "a4", "a7")
    assert page(driver).words.startswith("Right! a4-a7: ")
    assert page(driver).ids.words.color == [*driver.app.palette.good, 1]
    driver.press("Next mistake")
    assert driver.view.board.ply != first
    assert driver.view.mode == "review"
    assert "Find a better move on the board." in page(driver).story


def test_icons_stand_in_line_above_labels_of_one_and_two_lines(driver: Driver) -> None:
    open_review(driver)
    driver.set(settings.LANGUAGE, "de")
    driver.frames(4)
    buttons = page(driver).buttons.children
    assert len({button.ids.words.height for button in buttons}) > 1
    assert len({round(button.ids.icon.center_y) for button in buttons}) == 1
    assert all(button.ids.words.y >= button.y for button in buttons)


def is_above_foot(driver: Driver, widget: Any) -> bool:
    foot = page(driver).ids.foot
    return bool(widget.to_window(*widget.pos)[1] >= foot.to_window(*foot.pos)[1] + foot.height)


def test_steps_and_progress_are_in_sight(driver: Driver) -> None:
    start(driver, moves=LOST)
    driver.open("review")
    driver.until(lambda: driver.view.review and driver.view.review.progress > 0)
    driver.send(intents.SetPaused(True))
    driver.frames(4)
    shown = page(driver).ids
    assert shown.caption.text.startswith("Stopped at ")
    assert shown.progress.opacity == 1
    assert all(is_above_foot(driver, widget) for widget in (shown.moves, shown.progress, shown.caption))


def test_next_mistake_is_in_sight_on_a_phone_held_sideways(driver: Driver) -> None:
    open_review(driver)
    driver.resize(720, 360)
    driver.frames(4)
    for button in page(driver).buttons.children:
        assert button.to_window(*button.pos)[1] >= 0


def test_graph_is_filled_between_line_and_middle() -> None:
    """Where the line crosses the middle, the fill does as well."""
    assert with_crossings([(0, 0), (10, 20), (20, 10), (30, 0)], 10) == [
        *((0, 0), (5, 10), (10, 20)),
        *((20, 10), (30, 0)),
    ]


def test_tap_on_moment_survives_update(driver: Driver) -> None:
    """The review updates its moments while it is running."""
    open_review(driver)
    review, shown = driver.view.review, page(driver)
    assert review is not None
    (*others, last), words = review.moments, text("review.title")
    assert others
    shown.show(replace(driver.view, review=replace(review, moments=(last,))))
    (card,) = shown.ids.cards.children
    driver.frames(3)
    driver.app.keys.scroll_to(card)
    driver.frames(3)
    finger = driver.finger(*card.to_window(*card.center))
    driver.until(lambda: card.state == "down")
    shown.show(replace(driver.view, review=replace(review, moments=(*others, replace(last, lines=(words,))))))
    driver.frames(3)
    assert [label.text for label in card.ids.lines.children] == [driver.app.say(words)]
    driver.lift(finger)
    driver.until(lambda: driver.view.board.ply == last.ply)


def test_review_is_restored_after_restart(driver: Driver) -> None:
    open_review(driver)
    driver.app.store.flush()
    data = driver.app.data
    driver.close()
    driver.__init__(data)  # type: ignore[misc]
    assert driver.front == "review"
    assert driver.view.mode == "review"
    driver.until(lambda: driver.view.review and driver.view.review.progress > 0.2)
    driver.key(27)
    assert driver.view.is_over
