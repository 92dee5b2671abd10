"""Many saved games in the real app: the start, the list while it fills, an import that is followed and stopped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sanmill.control.archive import feature as archive
from sanmill.control.archive import feature as archive_feature
from sanmill.control.archive import importing
from sanmill.control.archive.intents import FindGames, ImportGames
from sanmill.control.board import intents
from sanmill.control.play.intents import StartTwoPlayers
from sanmill.core import settings
from sanmill.core.storage import saved_games
from sanmill.core.storage.store import Store
from sanmill.core.storage.stored import Stored
from tests.kit.archive import ArchiveKit
from tests.kit.driver import Driver
from tests.ui.test_games_page import page, rows

SHORT = '[Event "Game {}"]\n[Date "2026.10.10"]\n\n1. d6 f4 2. b4 d2 1-0\n\n'


def written(count: int) -> str:
    return "".join(SHORT.format(number) for number in range(count))


def save_games(folder: Path, count: int) -> None:
    kit = ArchiveKit(folder)
    kit.do(ImportGames(written(count)))
    kit.close()


@pytest.fixture
def unindexed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    """An app with 60 games whose index is lost; one is read at once."""
    monkeypatch.setattr(archive, "READ_AT_ONCE", 1)
    save_games(tmp_path, 60)
    (tmp_path / "games.json").unlink()
    (tmp_path / "state.json").write_text('{"version": 1, "back_stack": []}', encoding="utf-8")
    driver = Driver(tmp_path)
    yield driver
    driver.close()


def shown(driver: Driver) -> list[str]:
    return [row.title for row in rows(driver)]


def data(driver: Driver) -> list[Any]:
    return [each["game"] for each in page(driver).list.ids.list.data]


def test_start_reads_same_files_for_any_number_of_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    real_load, real_names = Store.load, Store.names

    def load(store: Store, name: str, stored: Stored[Any]) -> Any:
        read.append(name)
        return real_load(store, name, stored)

    def names(store: Store, folder: str, **named: bool) -> list[str]:
        read.append(f"{folder}/*")
        return real_names(store, folder, **named)

    monkeypatch.setattr(Store, "load", load)
    monkeypatch.setattr(Store, "names", names)
    found = []
    for count in (3, 90):
        folder = tmp_path / str(count)
        save_games(folder, count)
        for is_first in (True, False):  # the first run finishes a game, the second starts with it
            (folder / "state.json").write_text('{"version": 1, "back_stack": [{"kind": "play"}]}', encoding="utf-8")
            read.clear()
            driver = Driver(folder)
            driver.app.controller.features.archive.flush()
            if is_first:
                driver.send(StartTwoPlayers())
                driver.tap("d6", "f4")
                driver.send(intents.Resign(), intents.Answer(True))
            else:
                found.append([name if len(name) < 20 else "the game on the board" for name in read])
            driver.close()
    assert found[0] == found[1]
    assert found[0].count("the game on the board") == 1
    assert not {"games", "games/*"} & set(found[0])


def test_first_rows_appear_while_list_loads(unindexed: Driver) -> None:
    driver = unindexed
    driver.press("Saved games")
    driver.until(lambda: rows(driver))
    assert not page(driver).ids.foot.children or page(driver).ids.foot.children[0].text == "Loading…"
    driver.until(lambda: len(data(driver)) == 60)
    assert [driver.app.say(game.title) for game in data(driver)] == [f"Game {number}" for number in range(60)]
    assert not page(driver).ids.foot.children


def test_page_can_be_left_while_list_loads(unindexed: Driver, tmp_path: Path) -> None:
    driver = unindexed
    driver.press("Saved games")
    driver.until(lambda: rows(driver))
    driver.key(27)
    assert driver.front == "home"
    index = tmp_path / "games.json"
    driver.until(lambda: index.exists() and len(json.loads(index.read_text(encoding="utf-8"))["games"]) == 60)


def test_visible_rows_stay_while_games_are_added(driver: Driver) -> None:
    driver.press("Saved games")
    driver.send(ImportGames(written(40)))
    driver.until(lambda: len(data(driver)) == 40)
    lines = page(driver).list.ids.list
    lines.scroll_y = 0.5
    driver.frames(3)
    before = [(row.title, round(row.to_window(*row.pos)[1])) for row in rows(driver)]
    driver.send(ImportGames(written(30)))  # newer ones, above
    driver.until(lambda: len(data(driver)) == 70)
    after = [(row.title, round(row.to_window(*row.pos)[1])) for row in rows(driver)]
    assert [row for row in after if row in before] == before[: len(after)]
    page(driver).list.ids.words.text = "Game 3"
    driver.until(lambda: len(data(driver)) < 70)
    assert lines.scroll_y == 1


def test_import_shows_progress_and_stops_by_touch(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "AT_ONCE", 1)
    driver.press("Saved games")
    driver.until(lambda: page(driver).list.is_empty)
    driver.send(ImportGames(written(800)))
    driver.until(lambda: page(driver).ids.foot.children)
    progress = page(driver).ids.foot.children[0]
    driver.until(lambda: progress.share > 0)
    assert progress.text.startswith("Importing: ")
    assert progress.text.endswith(" of 800.")
    driver.key(27)  # it goes on behind other pages
    driver.press("Saved games")
    assert page(driver).ids.foot.children
    driver.press("Stop")
    driver.until(lambda: "Stopped at" in driver.app.nav.toast)
    first, second = driver.app.nav.toast.split("\n")
    count = int(first.split()[0])
    assert second == f"Stopped at {count} of 800."
    assert not page(driver).ids.foot.children
    driver.until(lambda: len(data(driver)) == count)


def test_rows_follow_language(driver: Driver) -> None:
    driver.press("Saved games")
    driver.send(ImportGames(written(3)))
    driver.until(lambda: len(rows(driver)) == 3)
    driver.set(settings.LANGUAGE, "de")
    driver.until(lambda: rows(driver)[0].result == "Weiß hat gewonnen")


def test_outdated_search_is_not_shown(driver: Driver) -> None:
    driver.press("Saved games")
    driver.send(ImportGames(written(40)))
    driver.until(lambda: len(data(driver)) == 40)
    seen: list[int] = []
    page(driver).list.ids.list.bind(data=lambda _, shown: seen.append(len(shown)))
    driver.app.send(FindGames("game 7"))
    driver.app.send(FindGames("game 3"))
    driver.app.send(FindGames("game 39"))
    driver.until(lambda: len(data(driver)) == 1)
    driver.app.controller.features.archive.flush()
    driver.frames(3)
    assert seen == [1]


def test_import_into_full_library_tells_limit(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_games, "ALL_MAX", 20)
    monkeypatch.setattr(archive_feature, "ALL_MAX", 20)
    driver.press("Saved games")
    driver.send(ImportGames(written(30)))
    driver.until(lambda: driver.app.nav.toast)
    assert driver.app.nav.toast == "20 games imported\nYou have saved 20 games, the limit. Delete some first."
