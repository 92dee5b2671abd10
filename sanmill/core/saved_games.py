"""The saved games: a file each, and an index that is enough to list, search and draw them.

Games that were kept automatically make room for newer ones; those the user saved or imported stay until deleted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from .store import Store

FOLDER, INDEX = "games", "games"
AUTOMATIC_MOST = 200  # games kept without being asked; the oldest go first
ALL_MOST = 2000
AUTOMATIC, SAVED = KINDS = ("automatic", "saved")
GONE_MOST = 50  # deleted games that are remembered, so that they do not come back by themselves
UNFINISHED = "*"
TYPES: dict[str, tuple[type, ...]] = {"str": (str,), "int": (int,), "float": (int, float)}


@dataclass(frozen=True)
class Entry:
    """What the index knows of a game."""

    name: str
    kind: str
    order: float  # newer games have greater numbers
    title: str  # given by the user, may be empty
    white: str  # names of people, may be empty
    black: str
    white_level: int  # of machines, 0 for people
    black_level: int
    date: str  # 2026.11.16, or empty
    result: str
    rules: str
    turns: int
    position: str  # at the end of the main line

    @property
    def is_over(self) -> bool:
        """Whether the game has a result."""
        return self.result != UNFINISHED


@dataclass(frozen=True)
class Kept:
    """A saved game: what the index says, and its file, with the game as text under ``record``."""

    entry: Entry
    content: dict[str, Any]


def entry_of(content: dict[str, Any]) -> Entry | None:
    """An entry as it was written; nothing if something is missing or of another kind."""
    values: dict[str, Any] = {}
    for each in fields(Entry):
        value = content.get(each.name)
        if type(value) not in TYPES[str(each.type)]:
            return None
        values[each.name] = value
    return Entry(**values) if values["kind"] in KINDS else None


class Games:
    """The games on their shelf. Used by one thread at a time."""

    def __init__(self, store: Store, describe: Callable[[str, dict[str, Any]], Entry | None]) -> None:
        """``describe`` makes an entry of a game's name and its file, for when the index is lost."""
        self._store = store
        self._describe = describe
        self._known: dict[str, Entry] | None = None
        self._gone: list[str] = []

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All games, the newest first."""
        return tuple(sorted(self._index.values(), key=lambda entry: -entry.order))

    @property
    def _index(self) -> dict[str, Entry]:
        """The index as kept, brought in line with the files; only those it does not know are read."""
        if self._known is None:
            content = self._store.load(INDEX) or {}
            games, gone = content.get("games"), content.get("gone")
            self._gone = [name for name in gone if isinstance(name, str)] if isinstance(gone, list) else []
            entries = (entry_of(each) for each in games if isinstance(each, dict)) if isinstance(games, list) else ()
            self._known = self._as_on_disk({entry.name: entry for entry in entries if entry})
        return self._known

    def _as_on_disk(self, index: dict[str, Entry]) -> dict[str, Entry]:
        """The index without games that are gone and with those it missed, after a kill or when it was lost."""
        names = [path.rpartition("/")[2] for path in self._store.names(FOLDER)]
        found = {name: index[name] for name in names if name in index}
        for name in names:
            content = self.load(name) if name not in index and name not in self._gone else None
            entry = self._describe(name, content) if content else None
            if entry:
                found[name] = entry
        if found.keys() != index.keys():
            self._keep(found)
        return found

    def _keep(self, index: dict[str, Entry]) -> None:
        self._known = index
        self._gone = self._gone[-GONE_MOST:]
        self._store.save(INDEX, {"games": [asdict(entry) for entry in index.values()], "gone": self._gone})

    def load(self, name: str) -> dict[str, Any] | None:
        """The file of a game."""
        content = self._store.load(f"{FOLDER}/{name}")
        return content if content and isinstance(content.get("record"), str) else None

    def put(self, games: Iterable[Kept], *, is_asked: bool) -> int:
        """Keep games, or keep them anew under their names; how many found room.

        What was deleted comes back only when it is asked for. What was kept automatically makes room.
        """
        index = dict(self._index)
        count = 0
        for game in games:
            name = game.entry.name
            if not is_asked and name in self._gone:
                continue
            if name not in index and len(index) >= ALL_MOST and not self._drop_oldest(index):
                break
            self._gone = [each for each in self._gone if each != name]
            index[name] = game.entry
            self._store.save(f"{FOLDER}/{name}", game.content)
            count += 1
            if sum(each.kind == AUTOMATIC for each in index.values()) > AUTOMATIC_MOST:
                self._drop_oldest(index)
        if count:
            self._keep(index)
        return count

    def _drop_oldest(self, index: dict[str, Entry]) -> bool:
        automatic = (each for each in index.values() if each.kind == AUTOMATIC)
        oldest = min(automatic, key=lambda each: each.order, default=None)
        if oldest is None:
            return False
        del index[oldest.name]
        self._store.delete(f"{FOLDER}/{oldest.name}")
        return True

    def remove(self, name: str) -> Kept | None:
        """Delete a game; putting back what is returned undoes it."""
        entry, content = self._index.get(name), self.load(name)
        if entry is None:
            return None
        self._store.delete(f"{FOLDER}/{name}")
        self._gone.append(name)
        self._keep({other: each for other, each in self._index.items() if other != name})
        return Kept(entry, content) if content else None

    def rename(self, name: str, title: str, retitled: Callable[[str, str], str]) -> None:
        """Give a game another title, which ``retitled`` writes into its text; it counts as saved then."""
        entry, content = self._index.get(name), self.load(name)
        if entry and content:
            content = {**content, "record": retitled(content["record"], title), "kind": SAVED}
            self.put([Kept(replace(entry, title=title, kind=SAVED), content)], is_asked=True)
