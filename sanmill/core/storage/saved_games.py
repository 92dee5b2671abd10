"""Saved games: a file each, and an index with what lists, search and previews need.

Automatically saved games are limited in number, the oldest go first; those the user saved or imported stay.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated

from sanmill.core.game.record import OWN_SIZE_MAX, UNFINISHED

from .guard import guarded
from .store import FileName, Store
from .stored import Count, EngineText, Length, OneOf, Range, Stored

FOLDER, INDEX = "games", "games"
AUTOMATIC_MAX = 200  # automatically saved games
ALL_MAX = 2000
AUTOMATIC, SAVED = KINDS = ("automatic", "saved")
DELETED_MAX = 50  # names of deleted games, which are not saved automatically again
ORDER_MAX = 1e11
ORDER_STEP = 0.001  # at least between two games
SAVED_AFTER = 200  # entries read; then a crash costs no more than that

Kind = Annotated[str, OneOf(KINDS)]
Order = Annotated[float, Range(0, ORDER_MAX)]
Name = Annotated[str, Length(1000)]
Level = Annotated[int, Range(0, 100)]


@dataclass(frozen=True)
class IndexEntry:
    name: FileName
    kind: Kind
    order: Order  # newer games have greater numbers
    title: Name  # given by the user, may be empty
    white: Name  # a person's name, may be empty
    black: Name
    white_level: Level  # of the computer, 0 for people
    black_level: Level
    date: Annotated[str, Length(10)]  # 2026.11.16, or empty
    result: Annotated[str, Length(10)]
    rules: EngineText
    turns: Annotated[int, Range(0, 1_000_000)]
    position: Annotated[str, Length(100)]  # at the end of the main line
    opening: Annotated[str, Length(40)] = ""  # its name in the table of openings, if it has one

    @property
    def is_over(self) -> bool:
        return self.result != UNFINISHED


@dataclass(frozen=True)
class Index:
    games: Annotated[list[IndexEntry], Count(ALL_MAX, is_lenient=True)] = field(default_factory=list)
    deleted: Annotated[list[FileName], Count(DELETED_MAX, is_lenient=True)] = field(default_factory=list)


@dataclass(frozen=True)
class GameFile:
    record: Annotated[str, Length(OWN_SIZE_MAX)]
    kind: Kind = SAVED
    order: Order = 0.0
    ply: Annotated[int, Range(-1, 100_000)] = -1  # where the game stands; -1: at the end of the main line
    counts: bool = False
    is_rated: bool = False


INDEX_FILE = Stored(Index, size=16 << 20)
GAME_FILE = Stored(GameFile, size=32 << 20)


@dataclass(frozen=True)
class StoredGame:
    entry: IndexEntry
    file: GameFile


class SavedGames:
    """The games in a store. Not thread-safe.

    The files are what is saved; the index can be made from them. Files that it lacks, as after a crash or when it is
    damaged, are read by ``read_on``, a few at a time; what is saved or deleted meanwhile counts at once.
    """

    def __init__(self, store: Store, describe: Callable[[str, GameFile], IndexEntry | None]) -> None:
        """``describe`` makes an entry from a game's name and file when the index lacks it."""
        self._store = store
        self._describe = describe
        self._known: dict[str, IndexEntry] | None = None
        self._unread: dict[str, None] = {}  # names of files that the index lacks, the newest first
        self._unsaved = 0  # changes since the index was saved
        self._deleted: list[str] = []

    @property
    def entries(self) -> tuple[IndexEntry, ...]:
        """All games known so far, the newest first."""
        latest_first = reversed(list(self._index.values()))  # where a damaged file left no room for greater orders
        return tuple(sorted(latest_first, key=lambda entry: -entry.order))

    @property
    def total(self) -> int:
        """How many games there are, with those that ``read_on`` has still to read."""
        return len(self._index) + len(self._unread)

    def read_on(self, most: int) -> bool:
        """Read up to so many files that the index lacks; whether there are none left then."""
        index = self._index
        for name in list(self._unread)[:most]:
            del self._unread[name]
            entry = guarded(self._store, (f"{FOLDER}/{name}",), partial(self._described, name))
            if entry:
                index[name] = entry
                self._unsaved += 1
        is_complete = not self._unread
        if is_complete:
            self._limit_automatic(index)
        if is_complete or self._unsaved >= SAVED_AFTER:
            self.save_index()
        return is_complete

    @property
    def _index(self) -> dict[str, IndexEntry]:
        """The stored index without missing files."""
        if self._known is None:
            self._known = guarded(self._store, (INDEX,), self._read_index)
        return self._known

    def _read_index(self) -> dict[str, IndexEntry]:
        index = self._store.load(INDEX, INDEX_FILE) or Index()
        self._deleted = index.deleted
        stored = {entry.name: entry for entry in index.games}
        present = set(self._names())
        lacking = present - stored.keys() - set(self._deleted)
        in_order = self._names(newest_first=True) if lacking else []
        self._unread = dict.fromkeys(name for name in in_order if name in lacking)
        known = {name: entry for name, entry in stored.items() if name in present}
        self._unsaved = len(stored) - len(known)
        return known

    def _names(self, *, newest_first: bool = False) -> list[str]:
        return [path.rpartition("/")[2] for path in self._store.names(FOLDER, newest_first=newest_first)]

    def forget(self) -> None:
        """Read the index anew when it is needed."""
        self._known = None

    def save_index(self) -> None:
        if self._unsaved:
            self._unsaved = 0
            self._deleted = self._deleted[-DELETED_MAX:]
            self._store.save(INDEX, INDEX_FILE.write(Index(list(self._index.values()), self._deleted)))

    def _described(self, name: str) -> IndexEntry | None:
        file = self.load(name)
        return self._describe(name, file) if file else None

    def load(self, name: str) -> GameFile | None:
        return self._store.load(f"{FOLDER}/{name}", GAME_FILE)

    def holds(self, game: StoredGame) -> bool:
        """Whether the file of a game says the same, apart from its order. Does not need the index."""
        file = self.load(game.entry.name)
        return file is not None and replace(file, order=game.file.order) == game.file

    def put(self, games: Iterable[StoredGame], *, is_asked: bool, is_newest: bool = False, is_last: bool = True) -> int:
        """Save games, replacing those of the same name; return how many there was room for.

        A deleted game is saved again only if ``is_asked``. Automatically saved games make room. ``is_newest`` orders
        the games after all others even if the system clock went back. The index is saved once ``is_last``; until then
        a crash costs no game, only the time to read the new files again.
        """
        index = self._index
        games = self._newest(list(games)) if is_newest else games
        count = 0
        for game in games:
            name = game.entry.name
            if not is_asked and name in self._deleted:
                continue
            if name not in index and name not in self._unread and not self._make_room(index):
                break
            self._deleted = [each for each in self._deleted if each != name]
            self._unread.pop(name, None)
            index[name] = game.entry
            self._store.save(f"{FOLDER}/{name}", GAME_FILE.write(game.file))
            count += 1
        self._unsaved += count
        if not self._unread:
            self._limit_automatic(index)
        if is_last:
            self.save_index()
        return count

    def next_order(self, count: int) -> float:
        """An order such that so many games, a step apart and this one the greatest, come after all others."""
        last = max((entry.order for entry in self._index.values()), default=0.0)
        return min(ORDER_MAX, max(time.time(), last + count * ORDER_STEP))

    def _make_room(self, index: dict[str, IndexEntry]) -> bool:
        """Whether one more game can be saved, perhaps in place of the oldest automatic one."""
        if len(index) + len(self._unread) < ALL_MAX:
            return True
        self.read_on(len(self._unread))
        return len(index) < ALL_MAX or self._drop_oldest(index)

    def _limit_automatic(self, index: dict[str, IndexEntry]) -> None:
        for _ in range(sum(each.kind == AUTOMATIC for each in index.values()) - AUTOMATIC_MAX):
            self._drop_oldest(index)

    def _newest(self, games: list[StoredGame]) -> list[StoredGame]:
        """The games with orders above those of all others."""
        names = {game.entry.name for game in games}
        last = max((entry.order for entry in self._index.values() if entry.name not in names), default=0.0)
        shift = max(0.0, last + ORDER_STEP - min((game.entry.order for game in games), default=0.0))
        if not shift:
            return games
        moved = [replace(game.entry, order=min(ORDER_MAX, game.entry.order + shift)) for game in games]
        return [StoredGame(entry, replace(game.file, order=entry.order)) for entry, game in zip(moved, games)]

    def _drop_oldest(self, index: dict[str, IndexEntry]) -> bool:
        automatic = (each for each in index.values() if each.kind == AUTOMATIC)
        oldest = min(automatic, key=lambda each: each.order, default=None)
        if oldest is None:
            return False
        del index[oldest.name]
        self._unsaved += 1
        self._store.delete(f"{FOLDER}/{oldest.name}")
        return True

    def remove(self, name: str) -> StoredGame | None:
        """Delete a game and return it, for undo."""
        entry, file = self._index.get(name), self.load(name)
        if entry is None:
            return None
        self._store.delete(f"{FOLDER}/{name}")
        self._deleted.append(name)
        del self._index[name]
        self._unsaved += 1
        self.save_index()
        return StoredGame(entry, file) if file else None

    def rename(self, name: str, title: str, retitled: Callable[[str, str], str]) -> None:
        """Change a title; ``retitled`` writes it into the record. The game then counts as saved by the user."""
        entry, file = self._index.get(name), self.load(name)
        if entry and file:
            file = replace(file, record=retitled(file.record, title), kind=SAVED)
            self.put([StoredGame(replace(entry, title=title, kind=SAVED), file)], is_asked=True)
