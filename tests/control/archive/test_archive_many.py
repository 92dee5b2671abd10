"""Thousands of saved games: a list that fills, a start that reads none of them, imports that can be stopped."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sanmill.control.archive import feature as archive
from sanmill.control.archive import importing
from sanmill.control.archive.game_files import entry_from_file, entry_of, open_game, stored_game
from sanmill.control.archive.intents import DeleteGame, ExportGames, FindGames, ImportGames, RestoreGame, StopImport
from sanmill.control.games.game_info import RESIGNED, Player, Termination
from sanmill.control.games.session import Session
from sanmill.core.executor import Executor
from sanmill.core.game.model import Side
from sanmill.core.storage import saved_games
from sanmill.core.storage.saved_games import IndexEntry, SavedGames
from sanmill.core.storage.store import Store, T
from sanmill.core.storage.stored import Stored
from sanmill.engine.rules import variants
from tests.kit.archive import ArchiveKit
from tests.kit.byte_store import ByteStore
from tests.kit.read_games import read_games

SHORT = '[Event "Game {}"]\n\n1. d6 f4 2. b4 d2 1-0\n\n'


def written(count: int) -> str:
    return "".join(SHORT.format(number) for number in range(count))


def titles(kit: ArchiveKit) -> list[str]:
    assert kit.view is not None
    return [dict(game.title.values)["title"] for game in kit.view.games]


@pytest.fixture
def kit(tmp_path: Path) -> Iterator[ArchiveKit]:
    kit = ArchiveKit(tmp_path)
    yield kit
    kit.close()


@pytest.fixture
def unindexed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of 30 games without its index, of which 5 are read at once."""
    monkeypatch.setattr(archive, "READ_AT_ONCE", 5)
    kit = ArchiveKit(tmp_path)
    kit.do(ImportGames(written(30)))
    kit.close()
    (tmp_path / "games.json").unlink()
    return tmp_path


# The list.


def test_first_rows_are_shown_before_all_games_are_read(unindexed: Path) -> None:
    kit = ArchiveKit(unindexed)
    kit.send(FindGames())
    seen = []
    while kit.view is None or not kit.view.is_complete:
        kit.posted.get()()
        assert kit.view is not None
        seen.append((len(kit.view.games), kit.view.known, kit.view.total))
    assert seen == [(known, known, 30) for known in range(0, 31, 5)]
    assert titles(kit) == [f"Game {number}" for number in range(30)]
    kit.close()


def test_user_actions_are_handled_while_list_loads(unindexed: Path) -> None:
    kit = ArchiveKit(unindexed)
    kit.send(FindGames())
    kit.until(lambda: kit.view and kit.view.games)
    assert kit.view is not None
    first = kit.view.games[0]
    kit.send(DeleteGame(first.name))
    kit.until(lambda: kit.told)
    assert not kit.view.is_complete
    kit.do(RestoreGame(), FindGames(words="game 1"))
    assert sorted(titles(kit)) == sorted(f"Game {number}" for number in range(30) if "1" in str(number))
    assert kit.view.total == 30
    kit.close()


def test_export_while_list_loads_includes_all_games(unindexed: Path) -> None:
    kit = ArchiveKit(unindexed)
    kit.do(ExportGames())
    assert kit.handed[0].count("[Event ") == 30
    kit.close()


def test_kill_while_list_loads_loses_nothing(unindexed: Path) -> None:
    kit = ArchiveKit(unindexed)
    kit.send(FindGames())
    kit.until(lambda: kit.view and kit.view.games)
    again = ArchiveKit(unindexed)  # as after a kill: the first one was not closed
    assert again.do(FindGames()).known == 30
    for each in (kit, again):
        each.close()


# A start.


class CountingStore(Store):
    """Counts what it reads."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.read: list[str] = []

    def load(self, name: str, stored: Stored[T]) -> T | None:
        self.read.append(name)
        return super().load(name, stored)

    def names(self, folder: str, *, newest_first: bool = False) -> list[str]:
        self.read.append(f"{folder}/*")
        return super().names(folder, newest_first=newest_first)


@pytest.mark.parametrize("has_index", [True, False])
def test_finished_game_already_saved_reads_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_index: bool
) -> None:
    kit = ArchiveKit(tmp_path)
    kit.do(ImportGames(written(30)))
    played = Session("two_players", "nine_mens_morris", (Player(), Player()))
    played.play("d6")
    played.info.termination = Termination(RESIGNED, Side.BLACK)
    kit.archive.note(played)
    kit.close()
    before = (tmp_path / "games.json").read_bytes()
    if not has_index:
        (tmp_path / "games.json").unlink()
    monkeypatch.setattr("tests.kit.archive.Store", lambda folder, *_, **__: CountingStore(folder))
    again = ArchiveKit(tmp_path)
    again.archive.note(played)  # as a start does
    again.wait()
    store: Any = again.store
    assert store.read == [f"games/{played.info.name}"]
    again.close()
    assert not has_index or (tmp_path / "games.json").read_bytes() == before


def test_closing_waits_for_pending_saves(kit: ArchiveKit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()
    real = SavedGames.put

    def put(games: SavedGames, *args: Any, **options: Any) -> int:
        begun.set()
        go_on.wait()  # a slow disk
        return real(games, *args, **options)

    monkeypatch.setattr(SavedGames, "put", put)
    monkeypatch.setattr(Executor, "wait", lambda *_: None)  # as if any time limit had passed
    kit.save(Session("two_players", "nine_mens_morris", (Player(), Player())), "mine")
    begun.wait()
    end = threading.Thread(target=kit.close)
    end.start()
    go_on.set()
    end.join()
    assert len(list((tmp_path / "games").glob("*.json"))) == 1


# Entries.


def test_entry_from_file_equals_saved_entry() -> None:
    chance = random.Random(5)
    for number in range(60):
        players = chance.choice([(Player(), Player()), (Player(), Player(True, 4, "balanced"))])
        rules = chance.choice([variant.name for variant in variants()])
        session = Session("versus" if players[1].is_engine else "two_players", rules, players)
        for _ in range(chance.randrange(1, 90)):
            if session.cursor.game.legal():
                session.play(chance.choice(session.cursor.game.legal()))
        if number % 3 == 0 and not session.is_over:
            session.info.termination = Termination(RESIGNED, chance.choice(list(Side)))
        elif number % 3 == 1:
            session.rewind(chance.randrange(len(session.cursor.line) + 1))
        session.info.title = chance.choice(["", "Cup"])
        game = stored_game(session, 7.0)
        opened = open_game(session.info.name, game.file)
        assert entry_from_file(session.info.name, game.file) == game.entry == entry_of(opened, game.entry.kind, 7.0)


# Imports.


def test_import_of_thousand_games_reports_progress(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tests.kit.archive.Store", lambda *_, **__: ByteStore())
    kit = ArchiveKit(tmp_path)
    view = kit.do(ImportGames(written(1000)))
    assert (view.total, kit.imports[0].count, kit.imports[0].errors) == (1000, 1000, ())
    assert titles(kit) == [f"Game {number}" for number in range(1000)]
    done = [progress.done for progress in kit.progress]
    assert len(done) > 3
    assert done == sorted(set(done))
    assert {progress.total for progress in kit.progress} == {1000}


def test_stopped_import_keeps_its_games_and_says_so(kit: ArchiveKit, tmp_path: Path) -> None:
    kit.send(FindGames(), ImportGames(written(500)))
    kit.until(lambda: kit.progress)
    kit.send(StopImport())
    kit.wait()
    (view,) = kit.imports
    assert view.stopped is not None
    assert 0 < view.count == view.stopped.done < view.stopped.total == 500
    assert titles(kit) == [f"Game {number}" for number in range(view.count)]
    assert len(list((tmp_path / "games").glob("*.json"))) == view.count
    assert kit.do(ImportGames(written(2))).total == view.count + 2


def test_late_stop_does_not_stop_next_import(kit: ArchiveKit) -> None:
    kit.do(ImportGames(written(2)))
    kit.send(StopImport())
    assert kit.do(ImportGames(written(300))).total == 302
    assert kit.imports[-1].stopped is None


def test_imports_are_queued_and_games_saved_meanwhile(kit: ArchiveKit) -> None:
    kit.send(FindGames(), ImportGames(written(300)), ImportGames(written(200)))
    kit.until(lambda: kit.progress)
    kit.save(Session("two_players", "nine_mens_morris", (Player(), Player())), "mine")
    kit.until(lambda: kit.told)
    assert kit.running
    kit.wait()
    assert [view.count for view in kit.imports] == [300, 200]
    assert kit.do(FindGames()).total == 501


def test_failing_import_ends_and_next_runs(kit: ArchiveKit, monkeypatch: pytest.MonkeyPatch) -> None:
    real = importing.GameReader.read

    def read(reader: importing.GameReader, size: int) -> list[Session]:
        if reader.done and reader.total == 300:
            raise MemoryError
        return real(reader, size)

    monkeypatch.setattr(importing.GameReader, "read", read)
    kit.send(FindGames(), ImportGames(written(300)), ImportGames(written(200)))
    with pytest.raises(MemoryError):
        kit.wait()
    kit.wait()
    assert [view.count for view in kit.imports] == [200]
    assert kit.do(FindGames()).total == 200 + kit.progress[0].done


def test_clock_jump_loses_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    jumps = iter(range(0, 10**9, 3600))
    monkeypatch.setattr("time.monotonic", lambda: next(jumps))
    assert len(read_games(written(20)).sessions) == 20


def test_full_library_reports_partial_import(kit: ArchiveKit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_games, "ALL_MAX", 250)
    assert kit.do(ImportGames(written(400))).total == 250
    (view,) = kit.imports
    assert (view.count, view.is_full, view.stopped) == (250, True, None)


def test_import_limit_covers_full_export() -> None:
    assert importing.GAMES_MAX >= saved_games.ALL_MAX


def test_index_lost_during_import_is_rebuilt(kit: ArchiveKit, tmp_path: Path) -> None:
    kit.send(FindGames(), ImportGames(written(300)))
    kit.until(lambda: kit.progress)
    kit.store.flush()
    found = SavedGames(Store(tmp_path), entry_from_file)
    while not found.read_on(50):
        pass
    assert all(isinstance(entry, IndexEntry) for entry in found.entries)
    assert len(found.entries) >= kit.progress[0].done
