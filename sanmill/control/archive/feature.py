"""The archive of saved games: save, list, search, open, rename, delete, import and export.

File access and imports run on a thread of their own, one after the other; results are posted to the main thread.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sanmill.control.context import Context
from sanmill.control.effects import Effect, HandOut, SheetText, Toast
from sanmill.control.feature import Feature
from sanmill.control.games.game_info import FRIEND, clean_title
from sanmill.control.games.session import Session
from sanmill.control.routes import Kind, Route
from sanmill.core.executor import Executor
from sanmill.core.game.record import RecordError
from sanmill.core.progress.statistics import Tally
from sanmill.core.storage.saved_games import ALL_MAX, INDEX, SavedGames, StoredGame
from sanmill.core.storage.store import save_words
from sanmill.core.text.i18n import text

from . import intents as archive_intents
from .game_files import entry_from_file, open_game, retitled, stored_game
from .importing import Import
from .opening_index import FILE, OpeningIndex
from .view import ArchiveView, GamesView, ImportProgress, ImportView, SavedGame, SaveGameView, title_of

log = logging.getLogger(__name__)

TakeResults = Callable[[dict[str, Tally]], None]

FLUSH_SECONDS = 3.0  # how long a phone lets an app prepare for the background; the work goes on there
READ_AT_ONCE, INDEXED_AT_ONCE = 50, 20  # games for the list and for openings; other work comes in between
MOVES_MIN = 3  # full moves of an unfinished game that is saved automatically


class Archive(Feature):
    """The saved games and their thread."""

    files = (INDEX, FILE)

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._store = context.store
        self._games = SavedGames(context.store, entry_from_file)
        self._openings = OpeningIndex(context.store, self._games)
        self._counted: tuple[str, ...] = ()  # keys of the positions asked about last
        self._found: GamesView | None = None  # by the newest search
        self._progress: ImportProgress | None = None  # of the import that runs
        self._wanted: archive_intents.FindGames | None = None  # the newest search
        self._noted: tuple[object, ...] = ()
        self._removed: StoredGame | None = None
        self._imports: list[Import] = []  # the first one runs
        self._is_stopping = threading.Event()
        self._executor = Executor("archive")
        self._is_closing = threading.Event()
        self.handlers = {
            archive_intents.SaveGame: lambda intent: self._save_current(intent.title),
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

    def appear(self, route: Route) -> None:
        """Look for the games that match, whose words depend on the language."""
        if route.kind is Kind.GAMES:
            self._find(self._wanted or archive_intents.FindGames())

    def close(self, route: Route) -> None:
        """Forget the search."""
        if route.kind is Kind.GAMES:
            self._wanted = self._found = None

    def view(self, route: Route) -> ArchiveView | SaveGameView:
        if route.kind is Kind.GAMES:
            return ArchiveView(self._found, self._progress)
        session = self._context.current.session
        return SaveGameView(session.info.title if session else "")

    def load(self) -> None:
        """Read the index anew: files came back."""
        self._submit(self._games.forget)

    def note(self, session: Session) -> None:
        """Save a game that ended or is replaced, if it is long enough and changed since the last time."""
        is_ended = session.is_over and session.cursor.game_ply
        is_kept = session.info.mode == FRIEND  # elsewhere, while it is in progress
        is_due = session.info.is_saved or is_ended or (session.full_moves >= MOVES_MIN and not is_kept)
        if is_due and session.record_stamp != self._noted:
            self._noted = session.record_stamp
            self._submit(self._note, stored_game(session))

    def _save_current(self, title: str) -> None:
        session = self._context.current.session
        if session is None:
            return
        session.info.is_saved, session.info.title = True, clean_title(title)
        self._noted = session.record_stamp
        self._submit(self._save, stored_game(session))

    def count_results(self, keys: tuple[str, ...], take: TakeResults) -> None:
        """Give the user's results by position, on the main thread; again while older games are still being read."""
        self._counted = keys
        self._submit(self._count, keys, take)

    def _find(self, intent: archive_intents.FindGames) -> None:
        """Save the game in progress if the user saved it before, so that the list is up to date."""
        session = self._context.current.session
        if session and session.info.is_saved:
            self.note(session)
        self._wanted = intent
        self._submit(self._show_found, intent)

    def _deliver(self, wanted: archive_intents.FindGames, view: GamesView) -> None:
        """Show a list unless it is of an older search."""
        if wanted is self._wanted:
            self._found = view

    def _show_progress(self, progress: ImportProgress | None) -> None:
        self._progress = progress

    def _finish_import(self, view: ImportView) -> None:
        self._context.tell(outcome_of(view))

    def pause(self) -> None:
        self.flush()

    def flush(self, seconds: float = FLUSH_SECONDS) -> None:
        """Wait for the work submitted so far, but not for the rest of an import."""
        self._executor.wait(seconds)

    def end(self) -> None:
        """Finish the work submitted so far, except for the rest of an import, and end the thread."""
        if not self._is_closing.is_set():
            self._is_closing.set()
            self._submit(self._games.save_index)
            self._executor.close()

    def _submit(self, work: Callable[..., Any], *args: Any, **options: Any) -> None:
        self._executor.submit(self._run, work, *args, **options)

    # On the archive's own thread.

    def _post(self, call: Callable[[], object]) -> None:
        """Make a change on the main thread and publish it."""

        def run() -> None:
            call()
            self._context.update()

        self._context.post(run)

    def _tell(self, effect: Effect) -> None:
        self._post(lambda: self._context.tell(effect))

    def _run(self, work: Callable[..., Any], *args: Any, **options: Any) -> None:
        try:
            work(*args, **options)
        except Exception as error:
            log.exception("saved games")
            self._context.post(lambda error=error: _raise(error))  # type: ignore[misc]

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
        self._context.post(lambda: take(found))
        if not is_complete:
            self._submit(self._count, keys, take)

    def _save(self, game: StoredGame) -> None:
        """Save a game and say so once it is on disk."""
        is_put = self._put(game, is_asked=True)
        words = save_words(self._store, text("games.saved")) if is_put else text("games.full", most=ALL_MAX)
        self._tell(Toast((words,)))

    def _show(self) -> None:
        """Publish the list for the newest search, once there was one."""
        wanted = self._wanted
        if wanted is None:
            return
        entries, total = self._games.entries, self._games.total
        variants = {rules: self._context.title_of(rules) for rules in {entry.rules for entry in entries}}
        games = (SavedGame(entry, variants[entry.rules]) for entry in entries)
        looked_for = wanted if wanted.rules in variants else replace(wanted, rules="")
        found = tuple(game for game in games if self._fits(game, looked_for))
        choices = sorted(variants.items(), key=lambda choice: (" " in choice[0], choice[0]))
        view = GamesView(found, len(entries), total, tuple(choices), looked_for.rules)
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
        if wanted.rules not in ("", game.entry.rules) or wanted.outcome not in ("", game.outcome):
            return False
        if not wanted.words.strip():
            return True
        say = self._context.say
        words = f"{say(game.title)} {say(game.detail)} {say(game.result)}".casefold()
        return all(word in words for word in wanted.words.casefold().split())

    def _open(self, name: str) -> None:
        file = self._games.load(name)
        try:
            if file is None:
                raise RecordError(0, text("record.missing"))
            session = open_game(name, file)
        except RecordError as error:
            words = text("games.unreadable", error=error.words)
            self._tell(Toast((words,)))
        else:
            self._post(lambda: self._context.current.open(session))

    def _rename(self, name: str, title: str) -> None:
        self._games.rename(name, title, retitled)
        self._show()
        self._post(lambda: self._rename_current(name, title))

    def _rename_current(self, name: str, title: str) -> None:
        """The game in progress, if it has this name."""
        session = self._context.current.session
        if session and session.info.name == name:
            session.info.title, session.info.is_saved = title, True
            self._context.update()

    def _delete(self, name: str) -> None:
        self._removed = self._games.remove(name)
        self._show()
        if self._removed:
            words = text("games.deleted", title=title_of(self._removed.entry))
            self._tell(Toast((words,), archive_intents.RestoreGame()))

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
                self._post(lambda: self._show_progress(None))
            if self._imports:
                self._submit(self._import_on)

    def _import_some(self, job: Import) -> bool:
        """Import a few games; whether the import is over then."""
        if not self._is_stopping.is_set():
            job.read_on()
            if not job.is_done:
                progress = job.progress
                self._post(lambda: self._show_progress(progress))
                return False
        view = job.finish()
        only = job.only_game(view)
        if view.count:
            self._show()
        self._post(lambda: self._context.current.open(only) if only else self._finish_import(view))
        return True

    def _export(self, name: str, *, is_file: bool) -> None:
        if not name:
            self._games.read_on(self._games.total)
        entries = [entry for entry in self._games.entries if name in ("", entry.name)]
        files = [self._games.load(entry.name) for entry in entries]
        written = "\n".join(file.record for file in files if file)
        title = title_of(entries[0]) if name and entries else text("games.all", len(entries))
        self._tell(HandOut(title, written, is_file=is_file))


def outcome_of(view: ImportView) -> Toast | SheetText:
    """How many games were imported and the errors: as a toast, or as a text if there are many."""
    lines = [text("import.done", view.count) if view.count else text("import.nothing")]
    if view.stopped:
        lines.append(text("review.stopped", done=view.stopped.done, total=view.stopped.total))
    lines += [text("games.full", most=ALL_MAX)] if view.is_full else []
    lines += view.errors
    lines += [text("import.more", view.more_errors)] if view.more_errors else []
    if len(lines) <= 2:
        return Toast(tuple(lines), is_long=True)
    return SheetText(text("import.title"), tuple(lines), "errors.txt")


def _raise(error: Exception) -> None:
    """Raise an error of the archive's thread on the main thread."""
    raise error
