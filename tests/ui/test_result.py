"""The sheet at the end of a game, on a phone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sanmill.control.views.types import ResultNote
from sanmill.core import settings
from sanmill.core.text.i18n import text
from tests.kit.driver import Driver
from tests.kit.scenes import enter

LEVEL = ResultNote("insights", text("result.level_range", low=3, high=5))
FIRST = (
    ResultNote("check_circle", text("result.beaten", level=text("level.1.name"))),
    ResultNote("history", text("result.first")),
)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(("scene", "notes"), [("lost", (LEVEL,)), ("result", FIRST)])
def test_whole_result_is_read_without_scrolling_and_leaves_the_board_whole(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, lang: str, scene: str, notes: tuple[ResultNote, ...]
) -> None:
    driver.set(settings.LANGUAGE, lang)
    enter(driver, scene)
    sheet, result = driver.app.nav.sheet, driver.view.result
    assert sheet
    assert result
    monkeypatch.setattr(driver.app.nav, "show", lambda *_: None)  # a view of the search for the turning point
    sheet.show(replace(driver.view, result=replace(result, notes=notes)))
    driver.frames(4)
    assert driver.app.say(notes[-1].words) in driver.texts()
    assert sheet.ids.content.height <= sheet.ids.scroll.height
    assert sheet.ids.panel.top <= driver.parts.board.y + 1
