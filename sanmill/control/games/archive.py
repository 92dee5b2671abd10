"""The archive of saved games: save, list, search, open, rename, delete, import and export.

File access and imports run on a thread of their own, one after the other; results are posted to the main thread.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import date
from typing import Any, Protocol

from sanmill.control.intents import Handlers
from sanmill.control.views.types import BoardView, GamesView, ImportView, SavedGame
from sanmill.core.dates import day_words, read_day
from sanmill.core.fen import LETTERS
from sanmill.core.i18n import Text, text
from sanmill.core.model import Board, Content
from sanmill.core.record import RecordError
from sanmill.core.saved_games import ALL_MAX, IndexEntry, SavedGames, StoredGame
from sanmill.core.statistics import Tally
from sanmill.core.store import Store, save_words
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game

from . import archive_intents
from .archive_intents import RESULTS
from .game_files import entry_from_file, open_game, retitled, stored_game
from .game_info import clean_title
from .importing import read_games
from .opening_index import OpeningIndex
from .session import Session
from .strength import name_of

log = logging.getLogger(__name__)

TakeResults = Callable[[dict[str, Tally]], None]

FLUSH_SECONDS = 3.0
INDEXED_AT_ONCE = 20  # games; other work of the thread comes in between
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
        self._wanted = archive_intents.FindGames()
        self._noted: tuple[object, ...] = ()
        self._removed: StoredGame | None = None
        self._boards: dict[str, Board] = {}
        self._pictures: dict[IndexEntry, BoardView] = {}
        self._thread = ThreadPoolExecutor(1, "archive")
        self._is_closing = threading.Event()
        self._last: list[Future[None]] = []  # the work submitted last
        self.handlers: Handlers = {
            archive_intents.FindGames: self._find,
            archive_intents.OpenGame: lambda intent: self._submit(self._open, intent.name),
            archive_intents.RenameGame: lambda intent: self._submit(
                self._rename, intent.name, clean_title(intent.title)
            ),
            archive_intents.DeleteGame: lambda intent: self._submit(self._delete, intent.name),
            archive_intents.RestoreGame: lambda _: self._submit(self._restore),
            archive_intents.ImportGames: lambda intent: self._submit(self._import, intent.data),
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
            self._submit(self._put, [stored_game(session)], is_asked=False)

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
        self._submit(self._show)

    def _put_on_board(self, session: Session) -> None:
        self._owner.start(session)
        self._listener.game_opened()

    def flush(self, seconds: float = FLUSH_SECONDS) -> None:
        """Wait for the work submitted so far; a long import may outlast the timeout."""
        wait(self._last, seconds)

    def close(self) -> None:
        """Finish the work submitted so far, except for an import, and end the thread."""
        self._is_closing.set()
        self.flush()
        self._thread.shutdown(wait=False)

    def _submit(self, work: Callable[..., Any], *args: Any, **options: Any) -> None:
        self._last = [self._thread.submit(self._run, work, *args, **options)]

    # On the archive's own thread.

    def _run(self, work: Callable[..., Any], *args: Any, **options: Any) -> None:
        try:
            work(*args, **options)
        except Exception as error:
            log.exception("saved games")
            self._post(lambda error=error: _raise(error))  # type: ignore[misc]

    def _put(self, games: list[StoredGame], *, is_asked: bool, is_newest: bool = True) -> int:
        count = self._games.put(games, is_asked=is_asked, is_newest=is_newest)
        if count:
            self._show()
        return count

    def _count(self, keys: tuple[str, ...], take: TakeResults) -> None:
        if keys is not self._counted or self._is_closing.is_set():
            return
        is_complete = self._openings.catch_up(INDEXED_AT_ONCE)
        found = self._openings.tallies(keys)
        self._post(lambda: take(found))
        if not is_complete:
            with contextlib.suppress(RuntimeError):  # the thread is ending
                self._submit(self._count, keys, take)

    def _save(self, game: StoredGame) -> None:
        """Save a game and say so once it is on disk."""
        is_put = self._put([game], is_asked=True)
        words = save_words(self._store, text("games.saved")) if is_put else text("games.full", most=ALL_MAX)
        self._post(lambda: self._listener.show_message(words))

    def _show(self) -> None:
        """Publish the list for the newest search; older ones are dropped."""
        entries = self._games.entries
        wanted = self._wanted
        self._pictures = {entry: self._pictures.get(entry) or self._picture(entry) for entry in entries}
        rows = {entry: self._row(entry) for entry in entries}
        found = tuple(row for entry, row in rows.items() if self._fits(entry, row, wanted))
        variants = sorted({entry.rules for entry in entries}, key=lambda rules: (" " in rules, rules))
        view = GamesView(found, len(entries), tuple((rules, self._variant(rules)) for rules in variants))
        if wanted is self._wanted:
            self._post(lambda: self._listener.show_saved(view))

    def _fits(self, entry: IndexEntry, row: SavedGame, wanted: archive_intents.FindGames) -> bool:
        if wanted.rules not in ("", entry.rules) or wanted.result not in ("", RESULTS.get(entry.result)):
            return False
        if not wanted.words.strip():
            return True
        words = f"{self._say(row.title)} {self._say(row.detail)} {self._say(row.result)}".casefold()
        return all(word in words for word in wanted.words.casefold().split())

    def _row(self, entry: IndexEntry) -> SavedGame:
        return SavedGame(
            name=entry.name,
            title=title_of(entry),
            detail=detail_of(entry, self._variant(entry.rules)),
            result=result_of(entry),
            board=self._pictures[entry],
            is_over=entry.is_over,
        )

    def _picture(self, entry: IndexEntry) -> BoardView:
        if entry.rules not in self._boards:
            self._boards[entry.rules] = _board_of(entry.rules)
        board = self._boards[entry.rules]
        contents = tuple(Content(max(0, LETTERS.find(letter))) for letter in entry.position)
        empty = (Content.EMPTY,) * len(board.points)
        return BoardView(board, contents if len(contents) == len(board.points) else empty)

    def _open(self, name: str) -> None:
        content = self._games.load(name)
        try:
            if content is None:
                raise RecordError(0, "its file is missing", text("record.missing"))
            session = open_game(name, content)
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
            self._put([removed], is_asked=True, is_newest=False)

    def _import(self, data: bytes | str) -> None:
        """Save the games that can be read. A single one is opened; otherwise the outcome is shown.

        When the app ends before all of them were read, none is saved: the file can be imported again.
        """
        imported = read_games(data, self._is_closing.is_set)
        if self._is_closing.is_set():
            return
        for session in imported.sessions:
            session.info.is_saved = True
        now = time.time()  # the first game of the file comes first in the list
        games = [stored_game(session, now - index / 1000) for index, session in enumerate(imported.sessions)]
        count = self._put(games, is_asked=True) if games else 0
        done = text("games.saved")
        words = save_words(self._store, done) if count else done
        faults = imported.faults if words is done else (words, *imported.faults)
        view = ImportView(count, count < len(games), faults, imported.more_faults)
        if len(imported.sessions) == 1 and not view.faults and not view.is_full:
            self._post(lambda: self._put_on_board(imported.sessions[0]))
        else:
            self._post(lambda: self._listener.show_import(view))

    def _export(self, name: str, *, is_file: bool) -> None:
        entries = [entry for entry in self._games.entries if name in ("", entry.name)]
        contents = [self._games.load(entry.name) for entry in entries]
        written = "\n".join(str(content["record"]) for content in contents if content)
        title = title_of(entries[0]) if name and entries else text("games.all", len(entries))
        self._post(lambda: self._listener.hand_out(title, written, is_file=is_file))


def _board_of(rules: str) -> Board:
    """The board of these rules; the default one when the engine rejects them."""
    try:
        return Game(rules).board
    except EngineError:
        return Game().board


def _raise(error: Exception) -> None:
    """Raise an error of the archive's thread on the main thread."""
    raise error


# Texts about a game.


def title_of(entry: IndexEntry) -> Text:
    """Its title, its players, or how it was played."""
    if entry.title:
        return text("games.titled", title=entry.title)
    if not (entry.white_level or entry.black_level or entry.white or entry.black):
        return text("games.two_players")
    white = _player(entry.white, entry.white_level, entry.black_level)
    return text("games.named", white=white, black=_player(entry.black, entry.black_level, entry.white_level))


def _player(name: str, level: int, other_level: int) -> Text | str:
    """The engine by its level, a person by name; an unnamed opponent of the engine is "you"."""
    if level:
        return name_of(level)
    return name or (text("games.you") if other_level else "?")


def detail_of(entry: IndexEntry, variant: Text) -> Text:
    """Date, variant and length."""
    moves = text("games.moves", entry.turns)
    day = read_day(entry.date)
    if day:
        return text("games.detail", date=day_words(day, date.today()), variant=variant, moves=moves)
    return text("games.detail_undated", variant=variant, moves=moves)


def result_of(entry: IndexEntry) -> Text:
    """The result; against the engine from the user's point of view."""
    outcome = RESULTS.get(entry.result, "unfinished")
    is_versus = bool(entry.white_level) != bool(entry.black_level)
    if is_versus and outcome in ("white", "black"):
        winner_level = entry.white_level if outcome == "white" else entry.black_level
        return text("games.result.lost" if winner_level else "games.result.won")
    return text(f"games.result.{outcome}")
