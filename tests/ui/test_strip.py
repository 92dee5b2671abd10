"""The picture of a whole game: drawn while the app goes on, shared or saved."""

from __future__ import annotations

import struct

import pytest

from sanmill.ui import platform
from sanmill.ui.share import strip
from sanmill.ui.share.strip import CELL, COLUMNS, joined
from tests.kit.driver import Driver
from tests.kit.play_scenes import OPENING, start

RED, BLUE = b"\xff\0\0\xff", b"\0\0\xff\xff"


def size_of(picture: bytes) -> tuple[int, int]:
    width, height = struct.unpack(">II", picture[16:24])
    return (width, height)


def test_cells_are_joined_in_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strip, "CELL", (2, 1))
    monkeypatch.setattr(strip, "COLUMNS", 2)
    assert size_of(joined([RED * 2, BLUE * 2, RED * 2])) == (4, 2)
    assert size_of(joined([RED * 2])) == (2, 1)


def test_picture_of_the_game_is_shared(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    shared: list[bytes] = []
    monkeypatch.setattr(platform, "share_picture", lambda _name, content, _text: not shared.append(content))  # type: ignore[func-returns-value]
    start(driver, moves=OPENING)
    driver.open("share")
    driver.frames(4)
    driver.press("Game in pictures")
    driver.press("Game in pictures")
    driver.until(lambda: shared)
    assert size_of(shared[0]) == (COLUMNS * CELL[0], 2 * CELL[1])
    driver.frames(5)
    assert len(shared) == 1, "a second tap draws nothing more"


def test_closed_sheet_draws_no_further(driver: Driver) -> None:
    start(driver, moves=OPENING)
    driver.open("share")
    driver.frames(4)
    driver.press("Game in pictures")
    sheet = driver.app.nav.sheet
    driver.key(27)
    driver.frames(5)
    assert not sheet._strip._event.is_triggered  # type: ignore[union-attr]


def test_game_without_moves_has_no_such_picture(driver: Driver) -> None:
    start(driver)
    driver.open("share")
    driver.frames(4)
    assert "Game in pictures" not in driver.texts()
