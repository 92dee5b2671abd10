"""The app starts on any data folder: a damaged file costs its own content and nothing else."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sanmill.control.play.intents import StartTwoPlayers
from sanmill.control.saved_state import MODE_FILES
from sanmill.core.storage.store import Store
from tests.kit.damage import damage, write_folder
from tests.kit.mutate import fresh_folder, mutate
from tests.kit.starts import start

FOLDERS, GROUPS = 200, 8
REWRITTEN = {"game.json", "run.json", "set_up.json", "lesson.json", "puzzle.json", "state.json", "games.json"}
REWRITTEN |= {"course.json", "course_days.json"}  # a game that the statistics lost is looked through again


@pytest.mark.parametrize("group", range(GROUPS))
def test_app_starts_with_damaged_folder(tmp_path: Path, group: int) -> None:
    chance = random.Random(group)
    for number in range(FOLDERS // GROUPS):
        folder = tmp_path / str(number)
        write_folder(folder)
        damaged = damage(folder, chance)
        sound = {path: path.read_bytes() for path in set(folder.rglob("*.json")) - damaged if path.is_file()}
        views = start(folder).views
        assert [move.words for move in views[-1].moves] == ["d6"], damaged
        for path, content in sound.items():
            is_rewritten = path.name in REWRITTEN or path.parent.name == "games"  # one of them is opened
            assert is_rewritten or path.read_bytes() == content, (path, damaged)
        assert not list(folder.rglob("*.new")), damaged
        start(folder)
    assert len(list(tmp_path.iterdir())) == FOLDERS // GROUPS, "a file was written outside its folder"


@pytest.mark.parametrize("group", range(GROUPS))
def test_app_starts_with_mutated_fields(tmp_path: Path, group: int) -> None:
    """The files saved by the first start are read by the next."""
    for number in range(FOLDERS // GROUPS):
        folder, chance = tmp_path / str(number), random.Random(f"{group} {number}")
        fresh_folder(folder, chance)
        changed = mutate(folder, chance)
        start(folder)
        assert start(folder).errors == [], changed


def test_invalid_statistics_number_drops_its_game_only(tmp_path: Path) -> None:
    write_folder(tmp_path)
    path = tmp_path / "statistics.json"
    path.write_text(path.read_text(encoding="utf-8").replace("812.5", "1e999", 1), encoding="utf-8")
    kept = path.read_bytes()
    for _ in range(2):
        assert len(start(tmp_path).controller.features.results.statistics.games) == 2
    assert (tmp_path / "statistics.unreadable").read_bytes() == kept
    assert not (tmp_path / "statistics.unreadable2").exists(), "told once"


def test_file_name_outside_folder_is_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    write_folder(folder)
    store = Store(folder)
    for file in MODE_FILES:
        store.delete(file)
    store.close()
    path = folder / "game.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"current"', '"../../../x"'), encoding="utf-8")
    started = start(folder)
    controller, views = started.controller, started.views
    assert views[0].mode == "versus", "the game itself is kept"
    controller.handle(StartTwoPlayers())
    assert {path.name for path in tmp_path.iterdir()} == {"a"}
    assert {path.name for path in (tmp_path / "a").iterdir()} == {"b"}


@pytest.mark.parametrize("rules", ["\\ud800", "\\u0000", "²"])
def test_rules_invalid_for_engine_count_as_damage(tmp_path: Path, rules: str) -> None:
    write_folder(tmp_path)
    (tmp_path / "tablebase_build.json").write_text(f'{{"version": 1, "rules": "{rules}"}}', encoding="utf-8")
    start(tmp_path)
    assert (tmp_path / "tablebase_build.unreadable").exists()
