"""The review page: opened from the end of a game, stepped through by touch, left for another try and back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sanmill.control.board import intents, judge
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.core.text.i18n import text
from tests.kit.driver import Driver
from tests.kit.play_scenes import LOST, start


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shallow search is enough here."""
    monkeypatch.setattr(judge, "DEPTH_PLACING", 4)
    monkeypatch.setattr(judge, "DEPTH_MOVING", 6)


def page(driver: Driver) -> Any:
    return driver.app.nav.screens.current_screen


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
    board = page(driver).board
    driver.touch(*board.to_window(*board.geometry.at("d6")))
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
    driver.press("Menu")
    driver.press("Back to the review")
    assert driver.view.mode == "review"
    driver.key(27)
    assert driver.view.is_over


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
