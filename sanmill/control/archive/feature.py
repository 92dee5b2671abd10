"""The archive of saved games: save, list, search, open, rename, delete, import and export.

File access and imports run on a thread of their own, one after the other; results are posted to the main thread.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any, Protocol

from sanmill.control.games.game_info import clean_title
from sanmill.control.games.session import Session
from sanmill.control.intents import Handlers
from sanmill.core.executor import Executor
from sanmill.core.game.record import RecordError
from sanmill.core.progress.statistics import Tally
from sanmill.core.storage.saved_games import ALL_MAX, SavedGames, StoredGame
from sanmill.core.storage.store import Store, save_words
from sanmill.core.text.i18n import Text, text

from . import intents as archive_intents
from .game_files import entry_from_file, open_game, retitled, stored_game
from .importing import Import
from .intents import RESULTS
from .opening_index import OpeningIndex
from .view import GamesView, ImportProgress, ImportView, SavedGame, title_of

log = logging.getLogger(__name__)

TakeResults = Callable[[dict[str, Tally]], None]

FLUSH_SECONDS = 3.0  # how long a phone lets an app prepare for the background; the work goes on there
READ_AT_ONCE, INDEXED_AT_ONCE = 50, 20  # games for the list and for openings; other work comes in between
MOVES_MIN = 3  # full moves of an unfinished game that is saved automatically


class GameOwner(Protocol):
    """Who has the game in progress; called on the main thread."""

    def start(self, session: Session) -> None:
        """Put a saved game on the board."""

    def rename(self, name: str, title: str) -> None:
        """Rename the game in progress, if it has this name."""


class ArchiveListener(Protocol):
    """Shows the results; called on the main thread."""

    def show_saved(self, view: GamesView) -> None:
        """The list changed."""

    def game_opened(self) -> None:
        """A saved game was put on the board."""

    def game_deleted(self, title: Text) -> None:
        """A game was deleted and can be restored."""

    def show_progress(self, progress: ImportProgress | None) -> None:
        """How far the import is; none when it is done."""

    def show_import(self, view: ImportView) -> None:
        """An import is done."""

    def hand_out(self, title: Text, text: str, *, is_file: bool) -> None:
        """Saved games as text, for a file or for another app."""

    def show_message(self, words: Text) -> None:
        """A message for the user."""


class Archive:
    """The saved games and their thread.

    ``post`` schedules a call on the main thread, ``say`` translates a text, ``variant`` gives the title of rules.
    """

    def __init__(
        self,
        store: Store,
        listener: ArchiveListener,
        owner: GameOwner,
        *,
        post: Callable[[Callable[[], Any]], None],
        say: Callable[[Text], str],
        variant: Callable[[str], Text],
    ) -> None:
        self._store = store
        self._games = SavedGames(store, entry_from_file)
        self._openings = OpeningIndex(store, self._games)
        self._counted: tuple[str, ...] = ()  # keys of the positions asked about last
        self._listener = listener
        self._owner = owner
        self._post = post
        self._say = say
        self._variant = variant
        self._wanted: archive_intents.FindGames | None = None  # the newest search
        self._noted: tuple[object, ...] = ()
        self._removed: StoredGame | None = None
        self._imports: list[Import] = []  # the first one runs
        self._is_stopping = threading.Event()
        self._executor = Executor("archive")
        self._is_closing = threading.Event()
        self.handlers: Handlers = {
            archive_intents.FindGames: self._find,
            archive_intents.OpenGame: lambda intent: self._submit(self._open, intent.name),
            archive_intents.RenameGame: lambda intent: self._submit(
                self._rename, intent.name, clean_title(intent.title)
            ),
            archive_intents.DeleteGame: lambda intent: self._submit(self._delete, intent.name),
            archive_intents.RestoreGame: lambda _: self._submit(self._restore),
            archive_intents.ImportGames: lambda intent: self._submit(self._import, intent.data),
            archive_intents.StopImport: lambda _: self._is_stopping.set(),
            archive_intents.ExportGames: lambda intent: self._submit(self._export, intent.name, is_file=True),
            archive_intents.ShareGame: lambda intent: self._submit(self._export, intent.name, is_file=False),
        }

    # On the main thread.

    def note(self, session: Session) -> None:
        """Save a game that ended or is replaced, if it is long enough and changed since the last time."""
        is_ended = session.is_over and session.cursor.game_ply
        is_due = session.info.is_saved or is_ended or session.full_moves >= MOVES_MIN
        if is_due and session.record_stamp != self._noted:
            self._noted = session.record_stamp
            self._submit(self._note, stored_game(session))

    def save(self, session: Session, title: str) -> None:
        session.info.is_saved, session.info.title = True, clean_title(title)
        self._noted = session.record_stamp
        self._submit(self._save, stored_game(session))

    def count_results(self, keys: tuple[str, ...], take: TakeResults) -> None:
        """Give the user's results by position, on the main thread; again while older games are still being read."""
        self._counted = keys
        self._submit(self._count, keys, take)

    def _find(self, intent: archive_intents.FindGames) -> None:
        self._wanted = intent
        self._submit(self._show_found, intent)

    def _deliver(self, wanted: archive_intents.FindGames, view: GamesView) -> None:
        """Show a list unless it is of an older search."""
        if wanted is self._wanted:
            self._listener.show_saved(view)

    def _put_on_board(self, session: Session) -> None:
        self._owner.start(session)
        self._listener.game_opened()

    def forget(self) -> None:
        """Read the index anew: files came back."""
        self._submit(self._games.forget)

    def flush(self, seconds: float = FLUSH_SECONDS) -> None:
        """Wait for the work submitted so far, but not for the rest of an import."""
        self._executor.wait(seconds)

    def close(self) -> None:
        """Finish the work submitted so far, except for the rest of an import, and end the thread."""
        if not self._is_closing.is_set():
            self._is_closing.set()
            self._submit(self._games.save_index)
            self._executor.close()

    def _submit(self, work: Callable[..., Any], *args: Any, **options: Any) -> None:
        self._executor.submit(self._run, work, *args, **options)

    # On the archive's own thread.

    def _run(self, work: Callable[..., Any], *args: Any, **options: Any) -> None:
        try:
            work(*args, **options)
        except Exception as error:
            log.exception("saved games")
            self._post(lambda error=error: _raise(error))  # type: ignore[misc]

    def _note(self, game: StoredGame) -> None:
        """Save a game automatically. At a start it is usually there already, and the index need not be read."""
        if not self._games.holds(game):
            self._put(game, is_asked=False)

    def _put(self, game: StoredGame, *, is_asked: bool, is_newest: bool = True) -> bool:
        is_put = self._games.put([game], is_asked=is_asked, is_newest=is_newest) > 0
        if is_put:
            self._show()
        return is_put

    def _count(self, keys: tuple[str, ...], take: TakeResults) -> None:
        if keys is not self._counted or self._is_closing.is_set():
            return
        is_complete = self._openings.catch_up(INDEXED_AT_ONCE)
        found = self._openings.tallies(keys)
        self._post(lambda: take(found))
        if not is_complete:
            self._submit(self._count, keys, take)

    def _save(self, game: StoredGame) -> None:
        """Save a game and say so once it is on disk."""
        is_put = self._put(game, is_asked=True)
        words = save_words(self._store, text("games.saved")) if is_put else text("games.full", most=ALL_MAX)
        self._post(lambda: self._listener.show_message(words))

    def _show(self) -> None:
        """Publish the list for the newest search, once there was one."""
        wanted = self._wanted
        if wanted is None:
            return
        entries, total = self._games.entries, self._games.total
        variants = {rules: self._variant(rules) for rules in {entry.rules for entry in entries}}
        games = (SavedGame(entry, variants[entry.rules]) for entry in entries)
        found = tuple(game for game in games if self._fits(game, wanted))
        choices = sorted(variants.items(), key=lambda choice: (" " in choice[0], choice[0]))
        view = GamesView(found, len(entries), total, tuple(choices))
        self._post(lambda: self._deliver(wanted, view))

    def _show_found(self, wanted: archive_intents.FindGames) -> None:
        """Publish what a search finds, and read on while files are missing from the index; older ones are dropped."""
        if wanted is self._wanted:
            self._show()
            self._read_on(wanted)

    def _read_on(self, wanted: archive_intents.FindGames) -> None:
        """Read a few files that the index lacks, show the list, and so on until it is complete."""
        if wanted is self._wanted and len(self._games.entries) < self._games.total and not self._is_closing.is_set():
            self._games.read_on(READ_AT_ONCE)
            self._show()
            self._submit(self._read_on, wanted)

    def _fits(self, game: SavedGame, wanted: archive_intents.FindGames) -> bool:
        if wanted.rules not in ("", game.entry.rules) or wanted.result not in ("", RESULTS.get(game.entry.result)):
            return False
        if not wanted.words.strip():
            return True
        words = f"{self._say(game.title)} {self._say(game.detail)} {self._say(game.result)}".casefold()
        return all(word in words for word in wanted.words.casefold().split())

    def _open(self, name: str) -> None:
        file = self._games.load(name)
        try:
            if file is None:
                raise RecordError(0, "its file is missing", text("record.missing"))
            session = open_game(name, file)
        except RecordError as error:
            words = text("games.unreadable", cause=error.words)
            self._post(lambda: self._listener.show_message(words))
        else:
            self._post(lambda: self._put_on_board(session))

    def _rename(self, name: str, title: str) -> None:
        self._games.rename(name, title, retitled)
        self._show()
        self._post(lambda: self._owner.rename(name, title))

    def _delete(self, name: str) -> None:
        self._removed = self._games.remove(name)
        self._show()
        if self._removed:
            title = title_of(self._removed.entry)
            self._post(lambda: self._listener.game_deleted(title))

    def _restore(self) -> None:
        removed, self._removed = self._removed, None
        if removed:
            self._put(removed, is_asked=True, is_newest=False)

    def _import(self, data: bytes | str) -> None:
        """Begin an import, or let it wait for the one that runs."""
        self._imports.append(Import(self._store, self._games, data))
        if len(self._imports) == 1:
            self._is_stopping.clear()
            self._import_on()

    def _import_on(self) -> None:
        """Import a few games, and so on until all are there or the user stops. Other work comes in between.

        When the app ends before, the games imported so far stay.
        """
        if self._is_closing.is_set():
            return
        is_over = True
        try:
            is_over = self._import_some(self._imports[0])
        finally:
            if is_over:  # also by an error, or the next one would wait for ever
                self._imports.pop(0)
                self._is_stopping.clear()
                self._post(lambda: self._listener.show_progress(None))
            if self._imports:
                self._submit(self._import_on)

    def _import_some(self, job: Import) -> bool:
        """Import a few games; whether the import is over then."""
        if not self._is_stopping.is_set():
            job.read_on()
            if not job.is_done:
                progress = job.progress
                self._post(lambda: self._listener.show_progress(progress))
                return False
        view = job.finish()
        only = job.only_game(view)
        if view.count:
            self._show()
        self._post(lambda: self._put_on_board(only) if only else self._listener.show_import(view))
        return True

    def _export(self, name: str, *, is_file: bool) -> None:
        if not name:
            self._games.read_on(self._games.total)
        entries = [entry for entry in self._games.entries if name in ("", entry.name)]
        files = [self._games.load(entry.name) for entry in entries]
        written = "\n".join(file.record for file in files if file)
        title = title_of(entries[0]) if name and entries else text("games.all", len(entries))
        self._post(lambda: self._listener.hand_out(title, written, is_file=is_file))


def _raise(error: Exception) -> None:
    """Raise an error of the archive's thread on the main thread."""
    raise error
