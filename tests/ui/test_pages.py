"""Pages: opened from the menu and from each other, left by Back, and still there after a kill."""

from __future__ import annotations

from pathlib import Path

import pytest

from ci.driver import Driver
from sanmill.ui import pages
from sanmill.ui.widgets.ask import pieces


def test_the_menu_lists_what_there_is_in_its_order(driver: Driver) -> None:
    rows = [row.name for row in reversed(driver.app.nav.home.ids.entries.children)]
    assert rows == [entry.name for entry in pages.menu()]
    assert {"set_up", "settings"} <= set(rows)


@pytest.mark.parametrize("name", sorted(pages.PAGES))
def test_a_page_opens_and_back_leaves_it(driver: Driver, name: str) -> None:
    driver.app.nav.open(name)
    driver.frames(3)
    assert driver.app.nav.current == name
    assert driver.app.nav.screens.current_screen.title
    driver.key(27)
    assert driver.app.nav.current == "home"
    assert not driver.app.nav.screens.has_screen(name)


def test_a_page_opened_from_the_game_leads_back_to_it_also_after_a_kill(driver: Driver, tmp_path: Path) -> None:
    driver.press("Two players")
    driver.press("Start")
    driver.press("More")
    driver.press("Settings")
    assert driver.app.nav.current == "settings"
    driver.app.store.flush()
    driver.close()
    driver.__init__(tmp_path)  # type: ignore[misc]
    assert driver.app.nav.current == "settings"
    driver.press("Back")
    assert driver.app.nav.current == "play"
    driver.press("Back")
    assert driver.app.nav.current == "home"


def test_places_there_are_no_longer_are_left_out(driver: Driver, tmp_path: Path) -> None:
    driver.close()
    (tmp_path / "state.json").write_text('{"version": 1, "trail": ["home", "gone", 3, "settings"]}', encoding="utf-8")
    driver.__init__(tmp_path)  # type: ignore[misc]
    assert driver.app.nav.current == "settings"
    driver.key(27)
    assert driver.app.nav.current == "home"


def test_a_question_is_asked_once_and_a_text_is_taken_along(driver: Driver, tmp_path: Path) -> None:
    answers: list[str] = []
    for press, expected in (("No", []), ("Yes", ["yes"])):
        driver.app.nav.ask("Sure?", "Yes", lambda: answers.append("yes"), no="No")
        driver.frames(2)
        driver.press(press)
        driver.frames(3)
        assert answers == expected
        assert driver.app.nav.sheet is None
    driver.app.nav.read("A text", "line\n" * 3000, "text.txt")
    driver.frames(2)
    driver.press("Save")
    assert (tmp_path / "exports" / "text.txt").read_text(encoding="utf-8") == "line\n" * 3000
    driver.press("Copy")
    assert "clipboard" in driver.app.nav.toast
    assert "\n".join(pieces("a\n\nb\n" * 1000)) == ("a\n\nb\n" * 1000).rstrip("\n")
