"""The sheet of a new game: opponents, variants by picture, names, and the options under More."""

from __future__ import annotations

from typing import Any

import pytest

from sanmill.control.board import intents
from sanmill.control.games.people import PEOPLE
from sanmill.control.play import two_players
from sanmill.control.play.intents import StartWatch
from sanmill.core import settings
from sanmill.core.game.model import Side
from sanmill.core.text.i18n import text
from sanmill.ui.board.widget import BoardWidget
from sanmill.ui.play.new_game import VariantTile, VariantTiles
from sanmill.ui.widgets.portrait import MOODS, Portrait, picture
from sanmill.ui.widgets.scroll_row import ScrollRow
from tests.kit.driver import Driver


def slider(driver: Driver, number: int = 0) -> Any:
    return [widget for widget in driver.walk() if hasattr(widget, "value_text")][number]


def test_levels_have_distinct_name_portrait_and_sentence(driver: Driver) -> None:
    assert len(set(PEOPLE)) == len(PEOPLE) == driver.app.settings.level_perfect
    driver.press("Play Otto")
    seen = set()
    for level in range(1, driver.app.settings.max_level + 1):
        slider(driver).value = level
        driver.frames(2)
        (portrait,) = (widget for widget in driver.walk() if isinstance(widget, Portrait))
        name = driver.app.say(f"level.{level}.name")
        likes = driver.app.say("person.likes", name=text(f"opening.{PEOPLE[level - 1].white[0]}"))
        assert {name, f"Level {level}", f"{driver.app.say(f'level.{level}')} {likes}"} <= set(driver.texts())
        seen.add((name, portrait.level))
    assert len(seen) == driver.app.settings.max_level
    driver.press("Play Ramon")
    assert driver.parts.top.name == driver.app.say("level.12.name")


@pytest.mark.parametrize("size", [36, 96, 144])
def test_portraits_differ_by_person_and_mood(driver: Driver, size: int) -> None:
    pictures = {picture(level, mood, size).pixels for level in range(1, len(PEOPLE) + 1) for mood in MOODS}
    assert len(pictures) == len(PEOPLE) * len(MOODS)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_slider_stays_under_the_finger_at_every_level(driver: Driver, lang: str) -> None:
    driver.set(settings.LANGUAGE, lang)
    for mode in ("versus", "watch"):
        driver.open(f"new_game:{mode}")
        driver.frames(3)
        places = set()
        for level in range(1, driver.app.settings.level_perfect + 1):
            slider(driver).value = level
            driver.frames(3)
            places.add(slider(driver).to_window(*slider(driver).pos))
        assert driver.app.settings.get(settings.LEVEL if mode == "versus" else settings.WATCH_WHITE) == level
        assert len(places) == 1
        driver.app.nav.close_sheets()


def test_back_from_what_is_proven_returns_to_the_sheet(driver: Driver) -> None:
    driver.set(settings.LEVEL, driver.app.settings.level_perfect)
    driver.open("new_game:versus")
    driver.frames(3)
    driver.press("What is proven")
    assert driver.front == "perfect:nine_mens_morris"
    driver.press("Back")
    assert driver.front == "home"
    sheet = driver.app.nav.sheet
    assert sheet is not None
    assert str(sheet.route) == "new_game:versus"
    driver.press("Play Sibyl")
    driver.press("Back")
    assert driver.app.nav.sheet is None


def test_row_of_variants_begins_with_the_chosen_one_and_stays_where_it_is_scrolled(driver: Driver) -> None:
    driver.set(settings.SPEED, "normal")
    for lang in ("fa", "en"):  # English last: the direction is that of the process
        driver.set(settings.LANGUAGE, lang)
        driver.set(settings.VARIANT, "nine_mens_morris")
        driver.open("new_game:versus")
        driver.until(lambda: driver.app.nav.sheet and driver.app.nav.sheet.shown == 1)
        row = next(widget for widget in driver.walk() if isinstance(widget, ScrollRow))
        tiles = row.children[0]
        variants, tiles.variants = tiles.variants, tiles.variants[:1]  # short for a moment, as while it is laid out
        driver.frames(4)
        tiles.variants = variants
        driver.frames(4)
        chosen = next(widget for widget in driver.walk() if isinstance(widget, VariantTile) and widget.is_on)
        left, right = (row.to_window(x, 0)[0] for x in (row.x, row.right))
        assert left <= chosen.to_window(chosen.x, 0)[0] <= right - chosen.width + 1
        row.scroll_x = 0.5
        driver.set(settings.VARIANT, "morabaraba")
        driver.frames(6)
        assert row.scroll_x == 0.5
        driver.app.nav.close_sheets()
        driver.until(lambda: driver.app.nav.sheet is None)


def test_row_of_variants_shows_that_it_scrolls(driver: Driver) -> None:
    driver.press("Play Otto")
    for size in ((320, 640), (360, 720), (800, 1280)):
        driver.resize(*size)
        tiles = next(widget for widget in driver.walk() if isinstance(widget, VariantTiles))
        row = tiles.parent
        seen = [(row.right - tile.x) / tile.width for tile in tiles.children]
        assert any(0.2 < part < 0.8 for part in seen), "one tile is cut"
        assert row.hidden[0] == 0
        assert row.hidden[1] > 0


@pytest.mark.parametrize("name", ["new_game:versus", "variants"])
def test_boards_in_sight_are_drawn_first_and_each_once(driver: Driver, name: str) -> None:
    driver.open(name)
    driver.frames(1)
    boards = [widget for widget in driver.walk() if isinstance(widget, BoardWidget)]
    drawn = {board: list(board.static.children) for board in boards}
    assert 0 < sum(map(bool, drawn.values())) < len(boards), "those that are seen come first"
    driver.frames(4)
    assert all(board.static.children for board in boards)
    assert all(board.static.children == before for board, before in drawn.items() if before), "nothing is drawn again"


def test_tiles_of_variants_look_different(driver: Driver) -> None:
    driver.press("Play Otto")
    tiles = [widget for widget in driver.walk() if isinstance(widget, VariantTile)]
    boards = {(tile.variant.board.board, tile.variant.board.contents) for tile in tiles}
    assert len(boards) == len(tiles) > 10


def test_watched_game_is_named_by_its_persons(driver: Driver) -> None:
    driver.set(settings.WATCH_WHITE, 4)
    driver.set(settings.WATCH_BLACK, 11)
    driver.send(StartWatch())
    driver.frames(2)
    assert driver.front == "play"
    assert "Mia against Viktor" in driver.texts()
    driver.set(settings.LANGUAGE, "de")
    driver.go("home")
    driver.frames(2)
    assert "Mia gegen Viktor" in driver.texts()


def test_variant_is_chosen_by_its_board(driver: Driver) -> None:
    driver.press("Play Otto")
    driver.press("Six Men’s Morris")
    driver.press("Play Otto")
    assert driver.app.say(driver.view.title) == "Six Men’s Morris"


def test_other_options_are_under_more(driver: Driver) -> None:
    driver.press("Play Otto")
    assert "Playing style" not in driver.texts()
    driver.press("More")
    driver.press("Playing style")
    driver.press("Attacking")
    assert driver.app.settings.get(settings.STYLE) == "attacking"
    assert "Attacking" in driver.texts()
    driver.press("Play Otto")
    assert driver.app.controller.current.session is not None
    assert driver.app.controller.current.session.info.players[Side.BLACK].style == "attacking"


def test_watched_sides_keep_their_own_options_after_kill(driver: Driver, tmp_path: Any) -> None:
    driver.set(settings.WEIGHTS, "moving.mill=90")
    driver.open("new_game:watch")
    driver.frames(3)
    slider(driver, 0).value, slider(driver, 1).value = 2, 5
    driver.press("More")
    for label, choice in (("White’s style", "Attacking"), ("Black’s algorithm", "MTD(f)"), ("Black’s weights", "Mine")):
        driver.press(label)
        driver.press(choice)
    driver.press("Start")
    for _ in range(2):
        assert driver.app.controller.current.session is not None
        white, black = driver.app.controller.current.session.info.players
        assert (white.level, black.level) == (2, 5)
        assert (white.style, white.algorithm, white.weights) == ("attacking", "pvs", "")
        assert (black.style, black.algorithm, black.weights) == ("balanced", "mtdf", "moving.mill=90")
        driver.app.store.flush()
        driver.close()
        driver.__init__(tmp_path)  # type: ignore[misc]


def test_weights_are_offered_only_if_present(driver: Driver) -> None:
    driver.open("new_game:watch")
    driver.frames(3)
    driver.press("More")
    assert "White’s algorithm" in driver.texts()
    assert "White’s weights" not in driver.texts()


def test_two_players_have_names_and_swap_sides_in_rematch(driver: Driver) -> None:
    driver.open("new_game:two_players")
    driver.frames(3)
    rows = [widget for widget in driver.walk() if hasattr(widget, "written")]
    for row, name in zip(rows, ("Anna", "Ben")):
        row.ids.entry.text = name
    driver.press("Face to face")
    driver.press("Start")
    assert (driver.parts.bottom.name, driver.parts.top.name) == ("Anna", "Ben")
    assert driver.parts.top.is_turned
    assert isinstance(driver.app.controller.current.mode, two_players.TwoPlayers)
    driver.send(intents.Rematch())
    driver.frames(2)
    assert (driver.parts.bottom.name, driver.parts.top.name) == ("Ben", "Anna")


def test_overlong_name_is_shortened(driver: Driver) -> None:
    driver.open("new_game:two_players")
    driver.frames(3)
    for row in [widget for widget in driver.walk() if hasattr(widget, "written")]:
        row.ids.entry._lines[:] = ["Anna\0" * 1_000_000]  # as if typed: laying out such a line takes Kivy minutes
    driver.press("Start")
    assert driver.parts.bottom.name.startswith("AnnaAnna")
    stored = driver.app.settings.get(settings.WHITE_NAME)
    assert driver.app.settings.bounded[settings.WHITE_NAME.key].accepts(stored)


@pytest.mark.parametrize(
    ("name", "label"),
    [("new_game:versus", "Play Otto"), ("new_game:two_players", "Start"), ("new_game:watch", "Start")],
)
def test_start_button_is_visible_without_scrolling(driver: Driver, name: str, label: str) -> None:
    driver.open(name)
    driver.frames(4)
    start = next(tap for tap in driver.taps() if tap.spoken == label)
    assert start.to_window(0, start.y)[1] < driver.window.height * 0.15
