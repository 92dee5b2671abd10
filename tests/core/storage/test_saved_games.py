"""Saved games on real files: saving, limits, deletion, undo, and a lost index."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from sanmill.core.storage import saved_games
from sanmill.core.storage.saved_games import AUTOMATIC, GAME_FILE, SAVED, GameFile, IndexEntry, SavedGames, StoredGame
from sanmill.core.storage.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path)
    yield store
    store.close()


def game(name: str, order: float = 1.0, kind: str = SAVED) -> StoredGame:
    entry = IndexEntry(name, kind, order, "", "", "", 0, 3, "2026.11.16", "1-0", "nine_mens_morris", 20, "*" * 24)
    return StoredGame(entry, GameFile(f"1. d6 {{{name}}} 1-0", kind, order))


def describe(name: str, file: GameFile) -> IndexEntry | None:
    return replace(game(name).entry, title=file.record)


def names(games: SavedGames) -> list[str]:
    """The names in the list once all files that the index lacks were read."""
    while not games.read_on(1):
        pass
    return [entry.name for entry in games.entries]


def test_games_are_restored_newest_first(store: Store, tmp_path: Path) -> None:
    games = SavedGames(store, describe)
    games.put([game("a", 1), game("b", 3), game("c", 2)], is_asked=True)
    store.flush()
    again = SavedGames(Store(tmp_path), describe)
    assert names(again) == ["b", "c", "a"]
    assert again.entries[0] == game("b", 3).entry
    assert again.load("a") == game("a", 1).file
    assert again.load("z") is None


def test_file_with_non_utf8_name_is_indexed_once(store: Store, tmp_path: Path) -> None:
    SavedGames(store, describe).put([game("a", 1), game("b", 3)], is_asked=True)
    store.flush()
    odd = os.fsdecode(b"caf\xe9")
    (tmp_path / "games" / "a.json").rename(tmp_path / "games" / f"{odd}.json")
    for reader in (describe, lambda *_: pytest.fail("read again")):
        fresh = Store(tmp_path)
        games = SavedGames(fresh, reader)
        assert sorted(names(games)) == ["b", odd]
        assert games.load(odd)
        fresh.close()


def test_opening_the_list_reads_index_only(store: Store, tmp_path: Path) -> None:
    SavedGames(store, describe).put([game(f"g{number}", number) for number in range(30)], is_asked=True)
    store.flush()
    for path in (tmp_path / "games").glob("*.json"):
        path.write_text("nonsense", encoding="utf-8")
    assert len(SavedGames(store, describe).entries) == 30


def test_oldest_automatic_games_are_evicted_first(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_games, "AUTOMATIC_MAX", 3)
    games = SavedGames(store, describe)
    games.put([game("kept", 0)], is_asked=True)
    for number in range(1, 6):
        games.put([game(f"auto{number}", number, AUTOMATIC)], is_asked=False)
    assert names(games) == ["auto5", "auto4", "auto3", "kept"]
    assert games.load("auto1") is None


def test_full_library_refuses_excess_games(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_games, "ALL_MAX", 2)
    games = SavedGames(store, describe)
    assert games.put([game("a", kind=AUTOMATIC), game("b"), game("c"), game("d")], is_asked=True) == 3
    assert sorted(names(games)) == ["b", "c"]
    assert games.put([game("b", 9)], is_asked=True) == 1


def test_deleted_game_returns_only_on_request(store: Store, tmp_path: Path) -> None:
    games = SavedGames(store, describe)
    games.put([game("a"), game("b", 2)], is_asked=True)
    removed = games.remove("a")
    assert removed == game("a")
    assert games.remove("a") is None
    store.flush()
    assert not (tmp_path / "games" / "a.json").exists()
    again = SavedGames(store, describe)
    assert again.put([game("a", kind=AUTOMATIC)], is_asked=False) == 0
    again.put([removed], is_asked=True)
    assert names(again) == ["b", "a"]
    assert again.put([game("a", 5)], is_asked=False) == 1


def test_renamed_game_becomes_saved(store: Store) -> None:
    games = SavedGames(store, describe)
    games.put([game("a", kind=AUTOMATIC)], is_asked=False)
    games.rename("a", "Sunday", lambda text, title: f"{{{title}}} {text}")
    games.rename("z", "nobody", lambda text, title: text)
    assert (games.entries[0].title, games.entries[0].kind) == ("Sunday", SAVED)
    file = games.load("a")
    assert file is not None
    assert file.record.startswith("{Sunday}")


@pytest.mark.parametrize("index", ["", "nonsense", '{"version": 1}', '{"version": 1, "games": 7}'])
def test_lost_index_is_rebuilt_from_files(store: Store, tmp_path: Path, index: str) -> None:
    SavedGames(store, describe).put([game("a"), game("b")], is_asked=True)
    store.flush()
    (tmp_path / "games.json").write_text(index, encoding="utf-8")
    (tmp_path / "games" / "c.json").write_text("nonsense", encoding="utf-8")
    again = SavedGames(Store(tmp_path), describe)
    assert sorted(names(again)) == ["a", "b"]
    assert {entry.title for entry in again.entries} == {"1. d6 {a} 1-0", "1. d6 {b} 1-0"}


def test_kill_between_game_and_index_loses_neither(store: Store, tmp_path: Path) -> None:
    games = SavedGames(store, describe)
    games.put([game("a"), game("b")], is_asked=True)
    store.flush()
    store.save("games/c", GAME_FILE.write(game("c").file))  # written, but not yet in the index
    (tmp_path / "games" / "a.json").unlink()  # deleted, but still in the index
    store.flush()
    again = SavedGames(Store(tmp_path), describe)
    assert sorted(names(again)) == ["b", "c"]
    assert sorted(names(SavedGames(Store(tmp_path), describe))) == ["b", "c"]


def test_damaged_entries_are_dropped(store: Store, tmp_path: Path) -> None:
    good = asdict(game("a").entry)
    store.save("games/a", GAME_FILE.write(game("a").file))
    store.flush()
    entries = [good, {**good, "turns": "many"}, {**good, "kind": "stolen"}, {"name": "x"}, 7, {**good, "turns": True}]
    (tmp_path / "games.json").write_text(json.dumps({"version": 1, "games": entries}), encoding="utf-8")
    assert names(SavedGames(store, describe)) == ["a"]


def test_new_games_are_newest_after_clock_moves_back(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_games, "AUTOMATIC_MAX", 3)
    games = SavedGames(store, describe)
    games.put([game(f"old{number}", 1000 + number, AUTOMATIC) for number in range(3)], is_asked=False, is_newest=True)
    games.put([game("new1", 10, AUTOMATIC)], is_asked=False, is_newest=True)
    games.put([game("new2", 11, AUTOMATIC)], is_asked=False, is_newest=True)
    assert names(games) == ["new2", "new1", "old2"]
    games.put([game("first", 5), game("second", 4)], is_asked=True, is_newest=True)  # one file, first game on top
    assert names(games)[:3] == ["first", "second", "new2"]
    file = games.load("new2")
    assert file is not None
    assert file.order > 1002


def test_damaged_order_keeps_new_games_first(store: Store) -> None:
    games = SavedGames(store, describe)
    games.put([game("damaged", order=saved_games.ORDER_MAX)], is_asked=True)
    for name in ("one", "two"):
        games.put([game(name)], is_asked=True, is_newest=True)
    assert names(games) == ["two", "one", "damaged"]


def test_interrupted_rebuild_resumes(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_games, "SAVED_AFTER", 10)
    SavedGames(store, describe).put([game(f"g{number:02}", number) for number in range(30)], is_asked=True)
    store.flush()
    (tmp_path / "games.json").unlink()
    first = SavedGames(Store(tmp_path), describe)
    assert (first.entries, first.total) == ((), 30)
    for _ in range(3):
        assert not first.read_on(5)
    assert (len(first.entries), first.total) == (15, 30)
    first._store.flush()  # killed here
    again = SavedGames(Store(tmp_path), describe)
    assert (len(again.entries), again.total) == (10, 30)
    assert len(names(again)) == 30


def test_changes_during_rebuild_apply_at_once(store: Store, tmp_path: Path) -> None:
    SavedGames(store, describe).put([game(name) for name in "abcd"], is_asked=True)
    store.flush()
    (tmp_path / "games.json").unlink()
    games = SavedGames(Store(tmp_path), describe)
    assert games.put([game("new", 9), game("d", 8)], is_asked=True) == 2
    assert ([entry.name for entry in games.entries], games.total) == (["new", "d"], 5)
    games.remove("d")
    assert sorted(names(games)) == ["a", "b", "c", "new"]


def test_library_limit_holds_during_rebuild(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_games, "ALL_MAX", 3)
    SavedGames(store, describe).put([game("a"), game("b"), game("c")], is_asked=True)
    store.flush()
    (tmp_path / "games.json").unlink()
    games = SavedGames(Store(tmp_path), describe)
    assert games.put([game("d")], is_asked=True) == 0
    assert sorted(names(games)) == ["a", "b", "c"]


def test_automatic_limit_holds_after_rebuild(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    SavedGames(store, describe).put([game(f"auto{at}", at, AUTOMATIC) for at in range(6)], is_asked=False)
    store.flush()
    (tmp_path / "games.json").unlink()
    monkeypatch.setattr(saved_games, "AUTOMATIC_MAX", 3)
    games = SavedGames(Store(tmp_path), lambda name, file: game(name, file.order, AUTOMATIC).entry)
    assert names(games) == ["auto5", "auto4", "auto3"]


def test_existing_game_is_recognised_without_index(store: Store, tmp_path: Path) -> None:
    SavedGames(store, describe).put([game("a", 1)], is_asked=True)
    store.flush()
    (tmp_path / "games.json").unlink()
    games = SavedGames(Store(tmp_path), lambda *_: pytest.fail("read for the index"))
    assert games.holds(game("a", 2))
    assert not games.holds(game("a", 2, AUTOMATIC))
    assert not games.holds(game("b"))
