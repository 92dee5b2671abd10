"""Saved games by real touches: listed, found, opened, renamed, deleted and put back, imported; a game handed out."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from sanmill.control.archive import intents as archive_intents
from sanmill.control.board import intents
from sanmill.control.play.intents import StartTwoPlayers
from sanmill.core import settings
from sanmill.ui import platform
from sanmill.ui.archive.screen import GamesPage, SavedGameRow
from tests.core.test_png import read as read_png
from tests.kit.driver import Driver
from tests.kit.game_scenes import GAMES, RECORD, found_games
from tests.kit.read_games import read_games


def rows(driver: Driver) -> list[Any]:
    found = [widget for widget in driver.walk() if isinstance(widget, SavedGameRow)]
    return sorted(found, key=lambda row: -row.to_window(0, row.y)[1])


def page(driver: Driver) -> GamesPage:
    screen = driver.app.nav.screens.current_screen
    assert isinstance(screen, GamesPage)
    return screen


def opened(driver: Driver, text: str = GAMES) -> None:
    driver.press("Saved games")
    driver.send(archive_intents.ImportGames(text))
    driver.until(lambda: found_games(driver))
    driver.frames(3)


def test_empty_list_explains_itself_and_fills_automatically(driver: Driver) -> None:
    driver.press("Saved games")
    driver.until(lambda: page(driver).list.is_empty)
    assert "automatically" in page(driver).list.message
    driver.key(27)
    driver.send(StartTwoPlayers())
    driver.tap("d6", "f4")
    driver.send(intents.Resign(), intents.Answer(True))
    driver.app.nav.close_sheets()
    driver.key(27)
    driver.press("Saved games")
    driver.until(lambda: rows(driver))
    assert [row.title for row in rows(driver)] == ["Two players"]
    assert len(rows(driver)[0].ids.board.sprites) == 2


def test_no_line_of_a_row_begins_or_ends_with_a_dot(driver: Driver) -> None:
    opened(driver)
    driver.resize(320, 640)
    driver.frames(4)
    details = [each for row in rows(driver) for each in row.walk() if getattr(each, "text", "") == row.detail]
    lines = ["".join(word.text for word in line.words) for each in details for line in each._label._cached_lines]
    assert len(lines) > len(details)
    assert not [line for line in lines if line.strip(" ·") != line.strip()]


def test_tablet_lists_games_in_two_columns(driver: Driver) -> None:
    opened(driver)
    driver.resize(800, 1280)
    driver.until(lambda: len({row.x for row in rows(driver)}) == 2)
    shown = [row.title for row in rows(driver)]
    assert sorted(shown) == sorted(driver.app.say(each["game"].title) for each in page(driver).list.ids.list.data)
    driver.press(rows(driver)[1].spoken)
    driver.until(lambda: driver.front == "play")


def test_game_is_found_opened_and_stepped_through(driver: Driver) -> None:
    opened(driver)
    assert [row.title for row in rows(driver)][:2] == ["Sunday in the garden", "You – Viktor"]
    page(driver).list.ids.words.text = "garden"
    driver.until(lambda: len(page(driver).list.ids.list.data) == 1)
    page(driver).list.ids.words.text = ""
    driver.press("Draw")
    driver.until(lambda: len(page(driver).list.ids.list.data) == 2)
    driver.press(rows(driver)[0].spoken)
    driver.until(lambda: driver.front == "play")
    assert driver.view.is_over
    assert driver.view.moves[-1].words == "e4"
    assert driver.app.say(driver.view.bottom.name) == "Ann"
    driver.key(27)
    assert driver.front == "games"


def test_filter_rows_start_with_their_first_chip(driver: Driver) -> None:
    driver.set(settings.LANGUAGE, "fa")
    driver.open("games")
    driver.until(lambda: page(driver).list.is_empty)
    driver.send(archive_intents.ImportGames(GAMES))
    driver.until(lambda: page(driver).list.variants)
    for language in ("fa", "en"):  # English last: the direction is that of the process
        driver.set(settings.LANGUAGE, language)
        for name in ("results", "variants"):
            chips = page(driver).list.ids[name]
            driver.until(partial(is_first_chip_in_sight, chips))
            driver.frames(20)  # nothing moves them away again
            assert chips.width > chips.parent.width
            assert is_first_chip_in_sight(chips)


def is_first_chip_in_sight(chips: Any) -> bool:
    first, row = chips.children[-1], chips.parent
    left, start = first.to_window(*first.pos)[0], row.to_window(*row.pos)[0]
    return bool(start <= left and left + first.width <= start + row.width)


def test_search_is_reachable_by_button(driver: Driver) -> None:
    opened(driver)
    driver.press("Search")
    assert page(driver).list.ids.words.focus
    page(driver).list.ids.words.focus = False


def test_game_is_renamed_deleted_and_restored(driver: Driver) -> None:
    opened(driver)
    driver.press("More")
    driver.app.nav.close_sheets()
    page(driver).open_actions(rows(driver)[1].game, "")
    driver.press("Rename")
    sheet: Any = driver.app.nav.sheet
    sheet.ids.entry.text = "My best game"
    driver.press("Save")
    driver.until(lambda: "My best game" in [row.title for row in rows(driver)])
    game = next(row.game for row in rows(driver) if row.title == "My best game")
    page(driver).open_actions(game, "")
    driver.press("Delete")
    driver.until(lambda: driver.app.nav.toast_action)
    assert "My best game" in driver.app.nav.toast
    assert len(page(driver).list.ids.list.data) == 6
    button = next(tap for tap in driver.app.nav.walk() if getattr(tap, "spoken", "") == "Undo")
    driver.touch(*button.to_window(*button.center))
    driver.until(lambda: len(page(driver).list.ids.list.data) == 7)


def test_hundreds_of_games_use_few_widgets(driver: Driver) -> None:
    opened(driver, "1. d6 f4 2. b4 d2 1-0\n" * 400)
    driver.until(lambda: len(page(driver).list.ids.list.data) == 400)
    for scroll in (0.0, 0.4, 1.0):
        page(driver).list.ids.list.scroll_y = scroll
        driver.frames(2)
        assert 3 < len(rows(driver)) < 16
        assert all(len(row.ids.board.sprites) == 4 for row in rows(driver))


def test_valid_and_invalid_files_are_imported_from_folder_sheet(driver: Driver, tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()
    (place / "games.pgn").write_text(GAMES, encoding="utf-8")
    (place / "broken.pgn").write_bytes(b"\0\1\2 not a game")
    (place / "faulty.txt").write_text("1. d6 d6 *\n\n1. a1 *\n\n1. x9 *\n", encoding="utf-8")
    driver.app.files.folder = place
    driver.press("Saved games")
    nav: Any = driver.app.nav
    for name in ("games.pgn", "broken.pgn", "faulty.txt"):
        driver.press("More")
        driver.press("Open file")
        driver.until(lambda: nav.sheet and nav.sheet.path)
        nav.toast = ""
        driver.press(name)
        if name == "games.pgn":
            driver.until(lambda: "7 games" in nav.toast)
        elif name == "broken.pgn":
            driver.until(lambda: "not a saved game" in nav.toast)
        else:
            driver.until(lambda: nav.sheet is not None)
            assert "1 game imported" in nav.sheet.text
            assert "Line 1: d6 cannot be played. There is already a piece there." in nav.sheet.text
            assert "Line 5" in nav.sheet.text


def test_shared_code_from_clipboard_opens_the_game(driver: Driver) -> None:
    (session,) = read_games(RECORD).sessions
    driver.app.controller.start(session)
    driver.go("play")
    driver.open("share")
    driver.press("Game code")
    sent = platform.paste()
    assert sent.startswith("Ann and Ben drew after 6 moves. Who was closer to winning?"), sent
    assert "mill1:" in sent
    assert "15 Nov 2026" in sent
    driver.send(StartTwoPlayers())
    driver.go("home")
    driver.press("Saved games")
    driver.press("More")
    driver.press("Paste")
    driver.until(lambda: driver.front == "play")
    assert driver.view.moves[-1].words == "e4"
    assert driver.app.controller.current.session is not session


def test_record_can_be_read_copied_and_saved(driver: Driver) -> None:
    (session,) = read_games(RECORD).sessions
    driver.app.controller.start(session)
    driver.go("play")
    driver.open("share")
    driver.press("Game record")
    sheet: Any = driver.app.nav.sheet
    assert sheet.file_name == "Sunday in the garden.pgn"
    driver.press("Copy")
    assert platform.paste() == driver.record


def test_board_picture_is_saved(driver: Driver, tmp_path: Path) -> None:
    (session,) = read_games(RECORD).sessions
    driver.app.controller.start(session)
    driver.go("play")
    driver.app.files.folder = tmp_path
    driver.press("Menu")
    driver.press("Share")
    sheet: Any = driver.app.nav.sheet
    driver.until(lambda: sheet.texture is not None)
    driver.press("Send")
    driver.until(lambda: driver.app.nav.sheet is not sheet and driver.app.nav.sheet.path)  # type: ignore[union-attr]
    driver.press("Save")
    path = tmp_path / "Sunday in the garden.png"
    driver.until(path.exists)
    driver.until(lambda: str(path) in driver.app.nav.toast)
    width, height, pixels = read_png(path.read_bytes())
    assert (width, height) == (1080, 1440)
    colours = {pixels[at : at + 3] for at in range(0, len(pixels), 3 * 997)}
    board = [part * 255 for part in driver.app.board_theme.board[:3]]  # the grain varies it
    assert any(all(abs(one - other) < 24 for one, other in zip(colour, board)) for colour in colours)
    assert len(colours) > 3
