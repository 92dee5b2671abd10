"""Help, About and License as the user meets them."""

from __future__ import annotations

from pathlib import Path

import pytest

from sanmill import __version__
from sanmill.control.lesson_plans import FIRST, LESSONS
from sanmill.core import publisher, settings
from sanmill.core.licences import read_works
from sanmill.core.resources import ASSETS
from sanmill.core.text.search import is_found
from sanmill.ui.help.screen import RulePictures
from sanmill.ui.widgets.long_text import wrap
from tests.kit.driver import Driver


def test_finished_lesson_is_marked_as_done(driver: Driver, tmp_path: Path) -> None:
    driver.press("Learn")
    driver.press("5. Blocking")
    assert driver.view.mode == "lesson"
    driver.tap("e5", "d5")
    assert driver.view.status.key == "learn.block.done"
    driver.press("Next")
    assert driver.view.status.key == "learn.fly.1"
    driver.tap("b2")
    driver.app.store.flush()
    driver.close()
    driver.__init__(tmp_path)  # type: ignore[misc]
    assert driver.view.status.key == "learn.fly.2"
    driver.key(27, 27)  # drops the chosen piece, then leaves
    assert driver.front == "learn"
    done = [tap.label for tap in driver.taps() if getattr(tap, "detail", "") == "Done"]
    assert done == ["5. Blocking"]
    driver.key(27)
    assert driver.front == "home"


def test_learn_offers_first_unfinished_lesson(driver: Driver) -> None:
    driver.app.controller.features.lessons.progress.add(FIRST)
    driver.press("Help")
    driver.press("Learn")
    driver.press("Next: Placing")
    assert driver.view.status.key == "learn.place.1"


def test_lesson_steps_are_shown_by_a_quiet_button(driver: Driver) -> None:
    """What is filled is what to do: the touch on the board."""
    driver.press("Learn")
    driver.press("5. Blocking")
    for step in range(2):
        assert driver.view.status.key == f"learn.block.{step + 1}"
        (button,) = (tap for tap in driver.taps() if getattr(tap, "label", "") == "Next step")
        assert not button.is_on
        driver.press("Next step")
    assert driver.view.status.key == "learn.block.done"


def test_last_lesson_leads_to_game(driver: Driver) -> None:
    driver.press("Learn")
    driver.press("10. Openings")
    for _ in LESSONS[-1].steps:
        driver.until(lambda: driver.view.board.pulses)
        driver.tap(min(driver.view.board.pulses))
    driver.until(lambda: driver.view.prompt and driver.view.prompt.icon)
    driver.press("Play")
    driver.press("Play Otto")
    assert driver.view.mode == "versus"


def test_help_leads_to_rules_and_report(driver: Driver) -> None:
    driver.press("Help")
    driver.press("Nine Men’s Morris")
    assert driver.front.startswith("rules:")
    driver.press("Back")
    driver.press("Report a problem")
    assert driver.front == "report"


def test_question_opens_to_its_answer(driver: Driver) -> None:
    driver.press("Help")
    answer = "The letters a–g count from left to right"
    assert not any(words.startswith(answer) for words in driver.texts())
    driver.press("How do I read a1–g7?")
    assert any(words.startswith(answer) for words in driver.texts())
    driver.press("How do I read a1–g7?")
    assert not any(words.startswith(answer) for words in driver.texts())


def find(driver: Driver, words: str) -> list[str]:
    page = driver.app.nav.page
    page.search.ids.words.text = words
    driver.until(lambda: not page._find.is_triggered)
    return driver.texts()


def test_pictures_stand_in_rows_and_are_as_large_alone(driver: Driver) -> None:
    driver.open("help")
    driver.frames(4)
    (grid,) = [widget for widget in driver.walk() if isinstance(widget, RulePictures)]
    pictures = grid.children[::-1]
    assert len({picture.ids.words.height for picture in pictures}) > 1
    for left, right in zip(pictures[::2], pictures[1::2]):
        assert left.ids.board.top == pytest.approx(right.ids.board.top)
    width = pictures[0].ids.board.width
    find(driver, "fly to any free point")
    driver.frames(4)
    (grid,) = [widget for widget in driver.walk() if isinstance(widget, RulePictures)]
    assert [picture.ids.board.width for picture in grid.children] == [pytest.approx(width)]


SAFE = "A piece in a mill is safe, unless all of them stand in mills."


@pytest.mark.parametrize(
    ("lang", "words", "question", "rule"),
    [
        ("en", "rated GAME", "What is a rated game?", ""),
        ("en", "mill safe", "Why can I not take that piece?", SAFE),
        ("en", "export", "How do I get a game out or in?", ""),
        ("en", "friend", "Can I play with a friend who is far away?", ""),
        ("en", "course", "What is in my course?", ""),
        ("de", "exportieren", "Wie bekomme ich eine Partie heraus oder hinein?", ""),
        ("de", "muhle sicher", "Warum kann ich diesen Stein nicht schlagen?", ""),
    ],
)
def test_search_finds_questions_and_rules(driver: Driver, lang: str, words: str, question: str, rule: str) -> None:
    driver.set(settings.LANGUAGE, lang)
    driver.open("help")
    driver.frames(2)
    everything = set(driver.texts())
    field = driver.app.nav.page.search
    found = find(driver, words)
    assert driver.app.nav.page.search is field, "one goes on typing"
    assert question in found
    assert not rule or rule in found
    assert len(found) < len(everything)
    assert "xyzzy" in " ".join(find(driver, "xyzzy"))
    assert question not in driver.texts()
    assert set(find(driver, "")) == everything


def test_found_rule_leads_to_the_rules(driver: Driver) -> None:
    driver.set(settings.VARIANT, "morabaraba")
    driver.open("help")
    find(driver, "diagonals count")
    driver.press("The diagonals count as lines.")
    assert driver.front == "rules:morabaraba"


def test_search_regards_neither_case_nor_accents() -> None:
    assert is_found("MUHLE", "Eine Mühle")
    assert is_found("two words", "words, then two")
    assert not is_found("two words", "two")
    assert is_found("", "anything")


def test_privacy_has_a_page_of_its_own(driver: Driver) -> None:
    for start in ("help", "about"):
        driver.go(start)
        driver.press("Privacy")
        assert driver.front == "privacy"
        assert "Sanmill collects nothing." in driver.texts()
        driver.press("Back")
        assert driver.front == start


def test_about_shows_versions_and_copies_diagnostics(driver: Driver) -> None:
    driver.press("About")
    facts = {fact.name: fact.value for fact in driver.walk() if hasattr(fact, "value") and hasattr(fact, "name")}
    assert facts["Engine"] == __version__
    assert {"Build", "System", "Python", "Kivy"} <= set(facts)
    words = driver.texts()
    assert {f"Sanmill {__version__}", "Free software: MIT license."} <= set(words)
    assert not any("address" in line for line in words), "no placeholder"
    logo = next(widget for widget in driver.walk() if getattr(widget, "source", "").endswith("sanmill.png"))
    assert logo.texture.size == (512, 512)
    driver.press("Copy diagnostics")
    from kivy.core.clipboard import Clipboard

    assert f"version: {__version__}" in Clipboard.paste()


def test_about_shows_source_address_of_publisher(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publisher, "SOURCE_ADDRESS", "https://example.org/sanmill")
    driver.set(settings.LANGUAGE, "de")
    driver.open("about")
    assert {"https://example.org/sanmill", "Freie Software: MIT-Lizenz."} <= set(driver.texts())


def test_licences_can_be_read_to_their_end(driver: Driver) -> None:
    driver.press("About")
    driver.press("Licenses")
    page = driver.app.nav.screens.current_screen
    driver.until(lambda: page.ids.content.children)
    works = read_works(ASSETS)
    assert [tap.label for tap in driver.taps() if hasattr(tap, "detail")] == [work.name for work in works]
    driver.press("Python")
    page = driver.app.nav.screens.current_screen
    driver.until(lambda: page.long_text.data)
    lines = page.long_text.data
    assert len(lines) > 200
    shown = len(page.long_text.children[0].children)
    assert 0 < shown < 100
    driver.key(274)
    assert 0 < page.long_text.scroll_y < 1
    page.long_text.scroll_y = 0
    driver.frames(3)
    assert not page.long_text.scroll_page(-1)
    seen = [line.text for line in page.long_text.children[0].children]
    assert lines[-1]["text"] in seen
    driver.press("Back")
    assert driver.front == "license"


def test_lines_wrap_between_words_within_width() -> None:
    assert wrap("one two three", 7, lambda sign: 1) == ["one two", "three"]
    assert wrap("abcdefghij", 4, lambda sign: 1) == ["abcd", "efgh", "ij"]
    assert wrap("=" * 20, 6, lambda sign: 1) == ["=" * 6]
    assert wrap("a\n\nb", 4, lambda sign: 1) == ["a", "", "b"]
    assert wrap("三连棋是一种游戏", 3, lambda sign: 1) == ["三连棋", "是一种", "游戏"]
    for line in wrap("some words, some-what longer/than others " * 20, 13, lambda sign: 1):
        assert len(line) <= 13
