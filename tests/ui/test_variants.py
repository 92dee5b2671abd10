"""The variants page and the workshop, by real touches on real widgets and with real files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sanmill.control.variants import rule_set
from sanmill.core import settings
from sanmill.ui.widgets.board_row import BoardRow
from tests.kit.driver import Driver


def page(driver: Driver) -> Any:
    return driver.app.nav.screens.current_screen


def says(driver: Driver, words: str) -> bool:
    return any(words in text for text in driver.texts())


def slide(driver: Driver, rule: str, value: int) -> None:
    """Move a rule's slider by a finger."""
    line = page(driver).rule_rows[rule]
    slider = line.control.ids.slider
    driver.app.keys.scroll_to(slider)
    driver.frames(2)
    places = [each for each, _ in line.rule.choices]
    x = slider.x + slider.inset + slider.reach(places.index(value), slider.width)
    driver.touch(*slider.to_window(x, slider.center_y))
    driver.frames(2)


def write(driver: Driver, name: str) -> None:
    page(driver).name_row.ids.entry.text = name


def test_variants_are_listed_with_board_and_rules(driver: Driver) -> None:
    driver.press("Variants and rules")
    for name in rule_set.builtin_names():
        assert says(driver, driver.app.say(f"variant.{name}"))
    driver.press("Dooz")
    assert driver.front == "rules:dooz"
    assert says(driver, "Each side has 12 pieces.")
    assert len(page(driver).board.view.board.lines) == 20
    driver.press("Play")
    assert driver.app.settings.get(settings.VARIANT) == "dooz"
    driver.press("Play Otto")
    assert driver.app.say(driver.view.title) == "Dooz"


def test_wide_screen_lists_variants_in_two_columns(driver: Driver) -> None:
    driver.press("Variants and rules")
    for size, columns in (((360, 720), 1), ((800, 1280), 2)):
        driver.resize(*size)
        rows = [widget for widget in driver.walk() if isinstance(widget, BoardRow)]
        assert len({row.x for row in rows}) == columns
        assert len({row.center_y for row in rows}) == -(-len(rows) // columns)


def test_own_variant_is_made_tried_saved_and_played(driver: Driver, tmp_path: Path) -> None:
    driver.press("Variants and rules")
    driver.press("Make my own")
    assert len(page(driver).board.view.board.points) == 24
    driver.press("Board")
    driver.press("9 points")
    driver.frames(3)
    assert len(page(driver).board.view.board.points) == 9
    assert says(driver, "18 pieces do not fit on 9 points")
    assert says(driver, "Has no effect on this board.")
    slide(driver, "PiecesCount", 4)
    assert not says(driver, "do not fit")
    driver.press("Moving")
    driver.press("Flying")
    assert says(driver, "Has no effect while flying is off.")
    driver.press("Try it")
    driver.until(lambda: driver.app.nav.sheet.is_over)  # type: ignore[union-attr]
    assert says(driver, "Lasts about")
    driver.press("Close")
    driver.frames(3)
    driver.press("Save")
    assert driver.app.nav.sheet is not None
    driver.app.nav.sheet.ids.row.ids.entry.text = "  Tiny "
    driver.press("Save")
    assert driver.front.startswith("rules:Tiny: ")
    driver.app.store.flush()
    (kept,) = json.loads((tmp_path / "variants.json").read_text(encoding="utf-8"))["variants"]
    assert kept["name"] == "Tiny"
    driver.press("Play")
    driver.press("Play Otto")
    assert driver.app.say(driver.view.title) == "Tiny"
    assert len(driver.view.board.board.points) == 9
    driver.tap("b2")
    driver.app.store.flush()
    driver.close()
    driver.__init__(tmp_path)  # type: ignore[misc]
    assert driver.app.say(driver.view.title) == "Tiny"
    assert driver.view.moves
    driver.go("home")
    driver.press("Play Otto")
    assert says(driver, "Tiny")


def test_unlearned_rules_say_how_engine_evaluates(driver: Driver) -> None:
    driver.go("rules:nine_mens_morris")
    assert not says(driver, "has not learned")
    driver.go("rules:nine_mens_morris PiecesCount=7")
    assert says(driver, "It judges positions as in Nine Men’s Morris.")
    driver.go("workshop:nine_mens_morris")
    assert not says(driver, "has not learned")
    page(driver).choose("PiecesCount", 7)
    assert says(driver, "It judges positions as in Nine Men’s Morris.")
    page(driver).choose("CustodianCaptureEnabled", 1)
    assert says(driver, "has not learned these rules and may play weaker.")


def test_own_variant_is_changed_renamed_shared_and_restored(driver: Driver) -> None:
    library = driver.app.controller.library
    library.save("Mine", "nine_mens_morris PiecesCount=7")
    driver.press("Variants and rules")
    driver.press("Mine")
    driver.press("Change")
    slide(driver, "PiecesCount", 6)
    driver.press("Save")
    assert [variant.rules for variant in library.own] == ["nine_mens_morris PiecesCount=6"]
    driver.press("Rename")
    assert driver.app.nav.sheet is not None
    driver.app.nav.sheet.ids.row.ids.entry.text = ""
    driver.press("Save")
    assert says(driver, "Enter a name first.")
    driver.app.nav.sheet.ids.row.ids.entry.text = "Ours"
    driver.press("Save")
    driver.frames(3)
    assert page(driver).title == "Ours"
    driver.press("Duplicate")
    assert page(driver).title == "Ours 2"
    driver.press("Delete")
    driver.press("Ours")
    driver.press("Share as text")
    assert says(driver, "Ours: nine_mens_morris PiecesCount=6")
    driver.key(27)
    driver.frames(3)
    driver.press("Delete")
    assert driver.front == "variants"
    assert library.own == ()
    driver.press("Undo")
    assert [variant.name for variant in library.own] == ["Ours"]
    driver.key(27)
    assert driver.front == "home"


def test_unreadable_text_is_explained_and_kept(driver: Driver) -> None:
    driver.press("Variants and rules")
    driver.press("Import")
    sheet: Any = driver.app.nav.sheet
    for written, words in (
        ("Mine: chess", "no variant"),
        ("Mine: PiecesCount=99", "takes 3 to 12"),
        ("", "is empty"),
    ):
        sheet.ids.written.text = written
        driver.press("Import")
        assert words in sheet.error
    sheet.ids.written.text = "Mine: dooz MayFly=false"
    driver.press("Import")
    driver.frames(3)
    assert driver.front == "rules:Mine: dooz MayFly=false"
    assert driver.app.nav.sheet is None


def test_single_rule_is_changed_played_and_named(driver: Driver) -> None:
    driver.open("rules:nine_mens_morris")
    driver.frames(3)
    assert says(driver, "One of the oldest games")
    driver.press("Change one rule")
    driver.press("Pieces per side: 9")
    driver.press("7")
    driver.frames(3)
    assert page(driver).title == "Nine Men’s Morris (modified)"
    assert says(driver, "Like Nine Men’s Morris, except: Pieces per side: 7.")
    driver.press("Compare with the standard rules")
    assert says(driver, "Here: Each side has 7 pieces")
    assert says(driver, "Standard: Each side has 9 pieces")
    driver.app.nav.back()
    driver.press("Play")
    driver.press("Play Otto")
    assert driver.app.say(driver.view.title) == "Nine Men’s Morris (modified)"
    driver.app.nav.back()
    assert driver.front == "rules:nine_mens_morris PiecesCount=7"
    driver.press("Give it a name")
    driver.app.nav.sheet.ids.row.ids.entry.text = "Seven"  # type: ignore[union-attr]
    driver.press("Save")
    driver.frames(3)
    assert page(driver).title == "Seven"


def test_captures_and_repetition_are_set_and_compared(driver: Driver) -> None:
    driver.open("workshop:nine_mens_morris")
    driver.frames(3)
    driver.press("Captures")
    driver.press("Take when all are in mills")
    driver.press("End of the game")
    driver.press("Repeated position")
    driver.press("draw the second time")
    rules = driver.app.controller.features.variants.workshop.rules
    assert rules == "nine_mens_morris MayRemoveWhenAllInMills=false RepetitionCount=2"
    driver.go(f"rule_check:{rules}")
    assert says(driver, "Here: A piece in a mill is always safe: when all stand in mills, none is taken.")
    assert says(driver, "Here: The same position a second time is a draw.")
    driver.go(f"rule_check:{rules} ThreefoldRepetitionRule=false")
    assert says(driver, "Here: There is no such rule.")


def test_leaving_changed_rules_asks_first(driver: Driver) -> None:
    driver.open("workshop:lasker_morris")
    driver.frames(3)
    slide(driver, "PiecesCount", 5)
    driver.press("Back")
    driver.press("Close")  # no answer: still here
    driver.frames(3)
    assert page(driver).rule_rows["PiecesCount"].rule.value == 5
    driver.press("Back")
    driver.press("Save")
    driver.app.nav.sheet.ids.row.ids.entry.text = "Five"  # type: ignore[union-attr]
    driver.press("Save")
    assert [variant.name for variant in driver.app.controller.library.own] == ["Five"]
    driver.press("Change")
    slide(driver, "PiecesCount", 6)
    driver.key(27)
    driver.press("Discard")
    driver.frames(3)
    assert driver.front.startswith("rules:Five: ")
    driver.press("Change")
    assert page(driver).rule_rows["PiecesCount"].rule.value == 5
    driver.press("Back")
    assert driver.app.nav.sheet is None  # nothing changed, nothing asked


def test_draft_survives_kill(driver: Driver, tmp_path: Path) -> None:
    driver.open("workshop:lasker_morris")
    driver.frames(3)
    slide(driver, "PiecesCount", 5)
    assert page(driver).rule_rows["PiecesCount"].control.ids.slider.value_text == "5"
    driver.app.store.flush()
    driver.close()
    driver.__init__(tmp_path)  # type: ignore[misc]
    driver.frames(3)
    assert driver.front == "workshop:lasker_morris"
    assert says(driver, "Pieces per side: 5")
    head = page(driver).group_heads["taking"]
    driver.app.keys.scroll_to(head)
    driver.frames(3)
    place = head.to_window(*head.center)
    for is_open in (True, False):
        driver.touch(*place)
        driver.frames(8)
        assert head.is_open is is_open
        assert head.to_window(*head.center) == pytest.approx(place, abs=2)
    driver.press("Start over")
    driver.press("Discard")
    driver.frames(3)
    assert not says(driver, "Pieces per side: 5")


def test_rules_of_current_game_are_one_touch_away(driver: Driver) -> None:
    driver.press("Two players")
    driver.press("Start")
    driver.press("Menu")
    driver.press("Rules of this game")
    assert says(driver, "Each side has 9 pieces.")
    driver.key(27)
    assert driver.front == "play"


def test_invalid_routes_show_some_rules(driver: Driver) -> None:
    for place in ("rules:chess", "rules:: : x=1", "workshop:\0", "rules:"):
        driver.open(place)
        driver.frames(3)
        assert page(driver).title
        driver.key(27)
