"""Which positions the user's games against the engine went through while placing, and how these games ended.

An index of the saved games, brought up to date a few games at a time on the thread of the archive.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Annotated

from sanmill.core.game import record
from sanmill.core.game.model import Side
from sanmill.core.game.record import RecordError
from sanmill.core.game.symmetry import KEY_LENGTH, symmetric_key
from sanmill.core.progress.statistics import DRAW, LOSS, WIN, Tally
from sanmill.core.storage.guard import guarded
from sanmill.core.storage.saved_games import ALL_MAX, IndexEntry, SavedGames
from sanmill.core.storage.store import FileName, Store
from sanmill.core.storage.stored import Count, Length, OneOf, Stored
from sanmill.engine.errors import EngineError
from sanmill.engine.replay import start_of

FILE = "openings"
PLIES_MAX = 100  # of a game, more than any placing phase has
SAVED_AFTER = 200  # games; then a crash costs no more than reading these again
SCORES = (LOSS, DRAW, WIN)
WINNERS = {"1-0": Side.WHITE, "0-1": Side.BLACK, "1/2-1/2": None}


@dataclass(frozen=True)
class IndexedGame:
    """A game: its state when it was read, the user's score and the keys of its positions, joined."""

    stamp: Annotated[str, Length(100)]
    score: Annotated[float, OneOf(SCORES)]
    keys: Annotated[str, Length(PLIES_MAX * KEY_LENGTH)]


@dataclass(frozen=True)
class IndexedGames:
    games: Annotated[dict[FileName, IndexedGame], Count(ALL_MAX, is_lenient=True)] = field(default_factory=dict)


OPENINGS = Stored(IndexedGames, size=16 << 20)


class OpeningIndex:
    """The index and its file. Used by one thread."""

    def __init__(self, store: Store, games: SavedGames) -> None:
        self._store = store
        self._games = games
        self._known: dict[str, IndexedGame] | None = None
        self._by_key: dict[str, set[str]] = {}  # names of games
        self._unsaved = 0  # changes since the index was saved

    def catch_up(self, most: int) -> bool:
        """Read up to so many games that are new or changed; whether the index is up to date then."""
        if not self._games.read_on(most):
            return False
        known = self._loaded()
        wanted = {entry.name: entry for entry in self._games.entries if _score(entry) is not None}
        new = [entry for name, entry in wanted.items() if name not in known or known[name].stamp != _stamp(entry)]
        for name in known.keys() - wanted.keys():
            self._forget(name)
        for entry in new[:most]:
            self._add(entry.name, IndexedGame(_stamp(entry), _score(entry) or LOSS, "".join(self._keys(entry))))
        is_complete = len(new) <= most
        if self._unsaved >= SAVED_AFTER or (self._unsaved and is_complete):
            self._save(known)
        return is_complete

    def tallies(self, keys: Iterable[str]) -> dict[str, Tally]:
        """The user's results in games that went through each of these positions."""
        known = self._loaded()
        found = {key: self._by_key[key] for key in keys if self._by_key.get(key)}
        return {key: Tally.of(known[name].score for name in names) for key, names in found.items()}

    def _add(self, name: str, game: IndexedGame) -> None:
        self._forget(name)
        self._loaded()[name] = game
        self._unsaved += 1
        for key in set(_split(game.keys)):
            self._by_key.setdefault(key, set()).add(name)

    def _forget(self, name: str) -> None:
        game = self._loaded().pop(name, None)
        if game:
            self._unsaved += 1
            for key in set(_split(game.keys)):
                self._by_key[key].discard(name)

    def _loaded(self) -> dict[str, IndexedGame]:
        if self._known is None:
            self._known = guarded(self._store, (FILE,), self._read)
        return self._known

    def _read(self) -> dict[str, IndexedGame]:
        saved = self._store.load(FILE, OPENINGS) or IndexedGames()
        self._known, self._by_key = {}, {}
        for name, game in saved.games.items():
            self._add(name, game)
        self._unsaved = 0
        return self._known

    def _save(self, known: dict[str, IndexedGame]) -> None:
        self._store.save(FILE, OPENINGS.write(IndexedGames(known)))
        self._unsaved = 0

    def _keys(self, entry: IndexEntry) -> Iterator[str]:
        """The keys of the positions of a game while its players place; none of a file that cannot be read."""
        file = self._games.load(entry.name)
        if file is None:
            return
        try:
            source = record.read_stored(file.record)
            game = start_of(source)
            rules = game.rules_text
            for node in source.tree.main_line[:PLIES_MAX]:
                state = game.view
                if not state.is_placing:
                    return
                yield symmetric_key(rules, state)
                game.play(node.move)
            yield symmetric_key(rules, game.view)
        except (RecordError, EngineError):
            return


def _split(keys: str) -> list[str]:
    return [keys[at : at + KEY_LENGTH] for at in range(0, len(keys), KEY_LENGTH)]


def _stamp(entry: IndexEntry) -> str:
    """Differs when the game was saved again."""
    return f"{entry.order} {entry.result}"


def _score(entry: IndexEntry) -> float | None:
    """The user's score in a finished game against the engine; none of other games."""
    if bool(entry.white_level) == bool(entry.black_level) or entry.result not in WINNERS:
        return None
    winner, side = WINNERS[entry.result], Side.BLACK if entry.white_level else Side.WHITE
    return DRAW if winner is None else WIN if winner is side else LOSS
