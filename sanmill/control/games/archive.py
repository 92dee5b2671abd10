"""The saved games as the app uses them: kept, listed, searched, opened, taken in and handed out.

Everything that reads or takes long happens on a thread of its own, one thing after the other; what comes of it is
posted to the thread that everything else runs on.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

from sanmill.control.modes.strength import name_of
from sanmill.control.views.types import BoardView, GamesView, ImportView, SavedGame
from sanmill.core.fen import LETTERS
from sanmill.core.i18n import Text, text
from sanmill.core.model import Board, Content
from sanmill.core.record import RecordError
from sanmill.core.saved_games import ALL_MOST, IndexEntry, SavedGames, StoredGame
from sanmill.core.store import Store
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game

from . import archive_intents
from .archive_intents import GamesIntent
from .game_files import clean_title, described, opened, retitled, stored_game
from .importing import read_games
from .session import Session

log = logging.getLogger(__name__)

FLUSH_SECONDS = 3.0
MOVES_LEAST = 3  # of an unfinished game that is kept without being asked
Job = Callable[[], Any]
RESULTS = {"1-0": "white", "0-1": "black", "1/2-1/2": "draw", "*": "unfinished"}


class Reader(Protocol):
    """Who wants to know what becomes of the saved games; always called on the main thread."""

    def show_saved(self, view: GamesView) -> None:
        """The list changed."""

    def open_session(self, session: Session) -> None:
        """A saved game shall be brought to the board."""

    def renamed(self, name: str, title: str) -> None:
        """A game has another title."""

    def game_deleted(self, title: Text) -> None:
        """A game was deleted and can be put back."""

    def show_import(self, view: ImportView) -> None:
        """An import is done."""

    def hand_out(self, title: Text, text: str, *, is_file: bool) -> None:
        """Saved games as text: for a file, or for another app."""

    def tell(self, words: Text) -> None:
        """Something worth a sentence happened."""


class Archive:
    """The saved games with their own thread.

    ``post`` brings a call to the main thread, ``say`` puts a text into words, ``variant`` names rules.
    """

    def __init__(
        self,
        store: Store,
        reader: Reader,
        *,
        post: Callable[[Job], None],
        say: Callable[[Text], str],
        variant: Callable[[str], Text],
    ) -> None:
        self._games = SavedGames(store, described)
        self._reader = reader
        self._post = post
        self._say = say
        self._variant = variant
        self._wanted = archive_intents.FindGames()
        self._noted: tuple[object, ...] = ()
        self._removed: StoredGame | None = None
        self._boards: dict[str, Board] = {}
        self._pictures: dict[IndexEntry, BoardView] = {}
        self._jobs: queue.Queue[Job | None] = queue.Queue()
        self._thread = threading.Thread(target=self._run, name="archive", daemon=True)
        self._thread.start()

    # On the main thread.

    def note(self, session: Session) -> None:
        """A game is over or makes way for another: keep it, if it is worth it and not kept as it is."""
        is_worth_it = session.is_kept or (session.is_over and session.now) or session.moves_played >= MOVES_LEAST
        if is_worth_it and session.record_stamp != self._noted:
            self._noted = session.record_stamp
            game = stored_game(session)
            self._jobs.put(lambda: self._put([game], is_asked=False))

    def save(self, session: Session, title: str) -> None:
        """Keep a game by the user's wish."""
        session.is_kept, session.title = True, clean_title(title)
        self._noted = session.record_stamp
        game = stored_game(session)
        self._jobs.put(lambda: self._save(game))

    def handle(self, intent: GamesIntent) -> None:
        """Do what the user asks of the saved games."""
        if isinstance(intent, archive_intents.FindGames):
            self._wanted = intent
            self._jobs.put(self._show)
        elif isinstance(intent, archive_intents.OpenGame):
            self._jobs.put(lambda: self._open(intent.name))
        elif isinstance(intent, archive_intents.RenameGame):
            self._jobs.put(lambda: self._rename(intent.name, clean_title(intent.title)))
        elif isinstance(intent, archive_intents.DeleteGame):
            self._jobs.put(lambda: self._delete(intent.name))
        elif isinstance(intent, archive_intents.RestoreGame):
            self._jobs.put(self._restore)
        elif isinstance(intent, archive_intents.ImportGames):
            self._jobs.put(lambda: self._import(intent.data))
        elif isinstance(intent, archive_intents.ExportGames):
            self._jobs.put(lambda: self._export(intent.name, is_file=True))
        elif isinstance(intent, archive_intents.ShareGame):
            self._jobs.put(lambda: self._export(intent.name, is_file=False))

    def flush(self, seconds: float = FLUSH_SECONDS) -> None:
        """Wait until everything asked for is done, but not for ever: a long import goes on by itself."""
        done = threading.Event()
        self._jobs.put(done.set)
        done.wait(seconds)

    def close(self) -> None:
        """Do what is left and end the thread."""
        self._jobs.put(None)
        self._thread.join(FLUSH_SECONDS)

    # On the archive's own thread.

    def _run(self) -> None:
        while True:
            job = self._jobs.get()
            try:
                if job is None:
                    return
                job()
            except Exception as failure:
                log.exception("the saved games")
                self._post(lambda failure=failure: _fail(failure))  # type: ignore[misc]

    def _put(self, games: list[StoredGame], *, is_asked: bool) -> int:
        count = self._games.put(games, is_asked=is_asked)
        if count:
            self._show()
        return count

    def _save(self, game: StoredGame) -> None:
        words = text("games.saved") if self._put([game], is_asked=True) else text("games.full", most=ALL_MOST)
        self._post(lambda: self._reader.tell(words))

    def _show(self) -> None:
        """Publish the list as wanted now; older wishes that wait behind find nothing new to say."""
        entries = self._games.entries
        wanted = self._wanted
        self._pictures = {entry: self._pictures.get(entry) or self._picture(entry) for entry in entries}
        rows = {entry: self._row(entry) for entry in entries}
        found = tuple(row for entry, row in rows.items() if self._fits(entry, row, wanted))
        variants = sorted({entry.rules for entry in entries}, key=lambda rules: (" " in rules, rules))
        view = GamesView(found, len(entries), tuple((rules, self._variant(rules)) for rules in variants))
        if wanted is self._wanted:
            self._post(lambda: self._reader.show_saved(view))

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
            session = opened(name, content)
        except RecordError as failure:
            words = text("games.unreadable", cause=failure.words)
            self._post(lambda: self._reader.tell(words))
        else:
            self._post(lambda: self._reader.open_session(session))

    def _rename(self, name: str, title: str) -> None:
        self._games.rename(name, title, retitled)
        self._show()
        self._post(lambda: self._reader.renamed(name, title))

    def _delete(self, name: str) -> None:
        self._removed = self._games.remove(name)
        self._show()
        if self._removed:
            title = title_of(self._removed.entry)
            self._post(lambda: self._reader.game_deleted(title))

    def _restore(self) -> None:
        removed, self._removed = self._removed, None
        if removed:
            self._put([removed], is_asked=True)

    def _import(self, data: bytes | str) -> None:
        """Take in what can be read. A single game is opened; otherwise the outcome is told."""
        imported = read_games(data)
        for session in imported.sessions:
            session.is_kept = True
        now = time.time()  # the first of the file stands first in the list
        games = [stored_game(session, now - index / 1000) for index, session in enumerate(imported.sessions)]
        count = self._put(games, is_asked=True) if games else 0
        view = ImportView(count, count < len(games), imported.faults, imported.more_faults)
        if len(imported.sessions) == 1 and not view.faults and not view.is_full:
            self._post(lambda: self._reader.open_session(imported.sessions[0]))
        else:
            self._post(lambda: self._reader.show_import(view))

    def _export(self, name: str, *, is_file: bool) -> None:
        entries = [entry for entry in self._games.entries if name in ("", entry.name)]
        contents = [self._games.load(entry.name) for entry in entries]
        written = "\n".join(str(content["record"]) for content in contents if content)
        title = title_of(entries[0]) if name and entries else text("games.all", len(entries))
        self._post(lambda: self._reader.hand_out(title, written, is_file=is_file))


def _board_of(rules: str) -> Board:
    """The board of some rules; the usual one when the engine does not know them."""
    try:
        return Game(rules).board
    except EngineError:
        return Game().board


def _fail(failure: Exception) -> None:
    """What went wrong elsewhere goes wrong here, where it is noticed."""
    raise failure


# Words about a game.


def title_of(entry: IndexEntry) -> Text:
    """What a game is called: by its title, by its players, or by how it was played."""
    if entry.title:
        return text("games.titled", title=entry.title)
    if not (entry.white_level or entry.black_level or entry.white or entry.black):
        return text("games.two_players")
    white = _player(entry.white, entry.white_level, entry.black_level)
    return text("games.named", white=white, black=_player(entry.black, entry.black_level, entry.white_level))


def _player(name: str, level: int, other_level: int) -> Text | str:
    """A machine by its level, a person by name, who plays against a machine as you."""
    if level:
        return name_of(level)
    return name or (text("games.you") if other_level else "?")


def detail_of(entry: IndexEntry, variant: Text) -> Text:
    """When, under which rules and how long it was played."""
    moves = text("games.moves", entry.turns)
    if entry.date and "?" not in entry.date:
        return text("games.detail", date=entry.date.replace(".", "-"), variant=variant, moves=moves)
    return text("games.detail_undated", variant=variant, moves=moves)


def result_of(entry: IndexEntry) -> Text:
    """How it ended; for who played against the machine, in person."""
    outcome = RESULTS.get(entry.result, "unfinished")
    is_versus = bool(entry.white_level) != bool(entry.black_level)
    if is_versus and outcome in ("white", "black"):
        winner_level = entry.white_level if outcome == "white" else entry.black_level
        return text("games.result.lost" if winner_level else "games.result.won")
    return text(f"games.result.{outcome}")
