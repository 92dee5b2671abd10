"""The record under the board: read, looked through, noted, branched, cut and put back, by real touches."""

from __future__ import annotations

import dataclasses
from typing import Any

from sanmill.control.board import intents
from sanmill.ui.play.moves import MovesSheet
from sanmill.ui.widgets.evaluation import EvaluationGraph
from sanmill.ui.widgets.text_entry import TextEntrySheet
from tests.kit.driver import Driver
from tests.kit.game_scenes import RECORD
from tests.kit.play_scenes import OPENING, start
from tests.kit.read_games import read_games


def opened(driver: Driver, text: str = RECORD) -> Any:
    (session,) = read_games(text).sessions
    driver.app.controller.start(session)
    driver.go("play")
    driver.open("moves")
    driver.frames(3)
    sheet = driver.app.nav.sheet
    assert isinstance(sheet, MovesSheet)
    return sheet


def cells(driver: Driver) -> list[str]:
    return [tap.words for tap in driver.taps() if getattr(tap, "words", "")]


def write(driver: Driver, words: str) -> None:
    driver.frames(2)
    sheet: Any = driver.app.nav.sheet
    assert isinstance(sheet, TextEntrySheet)
    sheet.ids.entry.text = words
    driver.press("Save")
    driver.frames(2)


def test_current_turn_is_visible_and_tap_selects_another(driver: Driver) -> None:
    sheet = opened(driver)
    assert "e4" in cells(driver)
    driver.press("e4")
    driver.press("Previous")
    assert driver.view.board.last_to == "g4"
    for _ in range(30):
        if driver.view.board.ply:
            driver.press("Previous")
    assert driver.view.board.ply == 0
    assert sheet.ids.list.scroll_y == 1
    assert any(isinstance(widget, EvaluationGraph) for widget in driver.walk())
    driver.press("Next")
    assert driver.view.board.last_to == "d6"


def test_list_begins_and_ends_with_whole_rows(driver: Driver) -> None:
    for size in ((320, 640), (360, 720), (480, 960), (800, 1280)):
        driver.resize(*size)
        for text in (RECORD, " ".join(OPENING)):
            record = opened(driver, text).ids.list
            for step in ("", "Previous", "Start", "Next", "Next", "End"):
                if step:
                    driver.press(step)
                driver.frames(3)
                heights = [each["row_size"][1] for each in record.data]
                tops = [sum(heights[:index]) for index in range(len(heights) + 1)]
                hidden = (1 - record.scroll_y) * (record.children[0].height - record.height)
                assert min(abs(hidden - top) for top in tops) < 1, "a whole row is the first one"
                for row in (index for index, each in enumerate(record.data) if is_shown(each)):
                    assert hidden - 1 <= tops[row], "the current turn is in sight"
                    assert tops[row + 1] <= hidden + record.height + 1
            if text != RECORD:
                assert record.height % 48 == 0, "only whole rows"
            driver.app.nav.close_sheets()


def is_shown(row: dict[str, Any]) -> bool:
    line = row.get("row")
    return bool(line and any(cell and cell.is_shown for cell in (line.white, line.black)))


def test_moves_stay_below_a_hint_in_the_analysis(driver: Driver) -> None:
    start(driver, moves=OPENING, is_versus=True)
    driver.send(intents.SetAnalysis(True))
    driver.until(lambda: driver.view.board.badges)
    driver.press("Hint")
    driver.until(lambda: driver.app.nav.play.notice and driver.app.nav.play.more)
    driver.frames(4)
    assert driver.parts.moves.y > 0, "the row of moves is placed on the screen"
    assert "d6" in driver.texts()


def test_comment_is_written_marked_and_kept(driver: Driver) -> None:
    opened(driver)
    driver.press("Note")
    write(driver, "both are content")
    driver.press("Note")
    driver.press("!?")
    write(driver, "both are\ncontent")
    assert driver.view.notice is not None
    assert "e4 $5 {both are\ncontent}" in driver.record
    driver.app.store.flush()
    assert "both are" in (driver.app.data / "game.json").read_text(encoding="utf-8")


def test_branch_is_promoted_deleted_and_restored(driver: Driver) -> None:
    opened(driver)
    rows = driver.view.history.rows if driver.view.history else ()
    number = next(row.white.number for row in rows if row.depth == 1 and row.white and row.white.words == "g7")
    driver.send(intents.LookAt(number))
    driver.frames(2)
    before = driver.record
    driver.press("Delete")
    assert "g7" not in driver.record
    assert driver.app.nav.toast_action == "Undo"
    driver.app.nav.press_toast()
    assert driver.record == before
    driver.send(intents.LookAt(number))
    driver.press("Make main line")
    assert "5. g7 (5. b2" in driver.record


def test_very_long_record_uses_few_widgets(driver: Driver) -> None:
    sheet = opened(driver)
    view = driver.view
    assert view.history is not None
    rows = view.history.rows * 300
    driver.app.controller.engine.suspend()  # no evaluation shows the real record again
    sheet.show(dataclasses.replace(view, history=dataclasses.replace(view.history, rows=rows)))
    driver.frames(3)
    assert len(sheet.ids.list.data) == len(rows) + 1
    for scroll in (0.0, 0.5, 1.0):
        sheet.ids.list.scroll_y = scroll
        driver.frames(2)
        assert sum(1 for _ in driver.walk()) < 300
