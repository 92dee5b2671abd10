"""Saved games: a file each, and an index with what lists, search and previews need.

Automatically saved games are limited in number, the oldest go first; those the user saved or imported stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

from .json_schema import ENGINE_TEXT, Default, Fields, FileSchema, Flag, Items, Number, OneOf, Whole, Words
from .record import OWN_SIZE_MAX, UNFINISHED
from .store import FileName, Store

FOLDER, INDEX = "games", "games"
AUTOMATIC_MAX = 200  # automatically saved games
ALL_MAX = 2000
AUTOMATIC, SAVED = KINDS = ("automatic", "saved")
GONE_MAX = 50  # names of deleted games, which are not saved automatically again
NAME = FileName()  # of a game
ORDER_MAX = 1e11
ORDER_STEP = 0.001  # at least between two games
ENTRY = Fields(
    {
        "name": NAME,
        "kind": OneOf(KINDS),
        "order": Number(0, ORDER_MAX),
        "title": Words(1000),
        "white": Words(1000),
        "black": Words(1000),
        "white_level": Whole(0, 100),
        "black_level": Whole(0, 100),
        "date": Words(10),
        "result": Words(10),
        "rules": ENGINE_TEXT,
        "turns": Whole(0, 1_000_000),
        "position": Words(100),
    }
)
INDEX_SCHEMA = FileSchema(
    Fields(
        {
            "games": Default(Items(ENTRY, ALL_MAX, is_lenient=True), list),
            "gone": Default(Items(NAME, GONE_MAX, is_lenient=True), list),
        }
    ),
    size=16 << 20,
)
GAME_SCHEMA = FileSchema(
    Fields(
        {
            "record": Words(OWN_SIZE_MAX),
            "kind": Default(OneOf(KINDS), SAVED),
            "order": Default(Number(0, ORDER_MAX), 0.0),
            "ply": Default(Whole(0, 100_000), -1),
            "counts": Default(Flag(), False),
            "serious": Default(Flag(), False),
        }
    ),
    size=32 << 20,
)


@dataclass(frozen=True)
class IndexEntry:
    name: str
    kind: str
    order: float  # newer games have greater numbers
    title: str  # given by the user, may be empty
    white: str  # a person's name, may be empty
    black: str
    white_level: int  # of the computer, 0 for people
    black_level: int
    date: str  # 2026.11.16, or empty
    result: str
    rules: str
    turns: int
    position: str  # at the end of the main line

    @property
    def is_over(self) -> bool:
        return self.result != UNFINISHED


@dataclass(frozen=True)
class StoredGame:
    """A game's index entry and the content of its file, with the game as text under ``record``."""

    entry: IndexEntry
    content: dict[str, Any]


class SavedGames:
    """The games in a store. Not thread-safe."""

    def __init__(self, store: Store, describe: Callable[[str, dict[str, Any]], IndexEntry | None]) -> None:
        """``describe`` makes an entry from a game's name and file when the index lacks it."""
        self._store = store
        self._describe = describe
        self._known: dict[str, IndexEntry] | None = None
        self._gone: list[str] = []

    @property
    def entries(self) -> tuple[IndexEntry, ...]:
        """All games, the newest first."""
        latest_first = reversed(list(self._index.values()))  # where a damaged file left no room for greater orders
        return tuple(sorted(latest_first, key=lambda entry: -entry.order))

    @property
    def _index(self) -> dict[str, IndexEntry]:
        """The stored index, synchronised with the files; only files it lacks are read."""
        if self._known is None:
            content = self._store.load(INDEX, INDEX_SCHEMA) or {"games": [], "gone": []}
            self._gone = content["gone"]
            self._known = self._synchronised({entry["name"]: IndexEntry(**entry) for entry in content["games"]})
        return self._known

    def _synchronised(self, index: dict[str, IndexEntry]) -> dict[str, IndexEntry]:
        """The index without missing files and with those it lacks, as after a crash."""
        names = [path.rpartition("/")[2] for path in self._store.names(FOLDER)]
        found = {name: index[name] for name in names if name in index}
        for name in names:
            content = self.load(name) if name not in index and name not in self._gone else None
            entry = self._describe(name, content) if content else None
            if entry:
                found[name] = entry
        if found.keys() != index.keys():
            self._save_index(found)
        return found

    def _save_index(self, index: dict[str, IndexEntry]) -> None:
        self._known = index
        self._gone = self._gone[-GONE_MAX:]
        self._store.save(INDEX, {"games": [asdict(entry) for entry in index.values()], "gone": self._gone})

    def load(self, name: str) -> dict[str, Any] | None:
        return self._store.load(f"{FOLDER}/{name}", GAME_SCHEMA)

    def put(self, games: Iterable[StoredGame], *, is_asked: bool, is_newest: bool = False) -> int:
        """Save games, replacing those of the same name; return how many there was room for.

        A deleted game is saved again only if ``is_asked``. Automatically saved games make room. ``is_newest`` orders
        the games after all others even if the system clock went back.
        """
        index = dict(self._index)
        games = self._newest(list(games)) if is_newest else games
        count = 0
        for game in games:
            name = game.entry.name
            if not is_asked and name in self._gone:
                continue
            if name not in index and len(index) >= ALL_MAX and not self._drop_oldest(index):
                break
            self._gone = [each for each in self._gone if each != name]
            index[name] = game.entry
            self._store.save(f"{FOLDER}/{name}", game.content)
            count += 1
            if sum(each.kind == AUTOMATIC for each in index.values()) > AUTOMATIC_MAX:
                self._drop_oldest(index)
        if count:
            self._save_index(index)
        return count

    def _newest(self, games: list[StoredGame]) -> list[StoredGame]:
        """The games with orders above those of all others."""
        names = {game.entry.name for game in games}
        last = max((entry.order for entry in self._index.values() if entry.name not in names), default=0.0)
        shift = max(0.0, last + ORDER_STEP - min((game.entry.order for game in games), default=0.0))
        if not shift:
            return games
        moved = [replace(game.entry, order=min(ORDER_MAX, game.entry.order + shift)) for game in games]
        return [StoredGame(entry, {**game.content, "order": entry.order}) for entry, game in zip(moved, games)]

    def _drop_oldest(self, index: dict[str, IndexEntry]) -> bool:
        automatic = (each for each in index.values() if each.kind == AUTOMATIC)
        oldest = min(automatic, key=lambda each: each.order, default=None)
        if oldest is None:
            return False
        del index[oldest.name]
        self._store.delete(f"{FOLDER}/{oldest.name}")
        return True

    def remove(self, name: str) -> StoredGame | None:
        """Delete a game and return it, for undo."""
        entry, content = self._index.get(name), self.load(name)
        if entry is None:
            return None
        self._store.delete(f"{FOLDER}/{name}")
        self._gone.append(name)
        self._save_index({other: each for other, each in self._index.items() if other != name})
        return StoredGame(entry, content) if content else None

    def rename(self, name: str, title: str, retitled: Callable[[str, str], str]) -> None:
        """Change a title; ``retitled`` writes it into the record. The game then counts as saved by the user."""
        entry, content = self._index.get(name), self.load(name)
        if entry and content:
            content = {**content, "record": retitled(content["record"], title), "kind": SAVED}
            self.put([StoredGame(replace(entry, title=title, kind=SAVED), content)], is_asked=True)
