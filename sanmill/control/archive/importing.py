"""Import of games from files, zips of files, the clipboard and share codes; errors are reported with their line.

What is read is bounded by its size and by the number of games, never by time: the same file gives the same games on
any machine, and whoever waits can stop.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from sanmill.control.games.game_info import clean_title
from sanmill.control.games.session import Session
from sanmill.core.game import move_lists, record, zipped
from sanmill.core.game.collection import SIZE_MAX as FILE_SIZE_MAX
from sanmill.core.game.collection import GameText, NotGamesError, checked, decode, split
from sanmill.core.game.record import SIZE_MAX, Record, RecordError
from sanmill.core.storage.saved_games import ALL_MAX, ORDER_STEP, SavedGames, StoredGame
from sanmill.core.storage.store import Store, save_words
from sanmill.core.text.i18n import Text, text
from sanmill.engine import share_code

from .game_files import MOVES_MAX, session_of, stored_game
from .view import ImportProgress, ImportView

log = logging.getLogger(__name__)

GAME_SIZE_MAX = SIZE_MAX - 100_000  # leaves room for what saving adds: move numbers and headers
GAMES_MAX = ALL_MAX  # of a file: all saved games can go out as one file and come in again
ERRORS_MAX = 50  # listed one by one
AT_ONCE = 10_000  # characters; other work of the archive's thread comes in between


class GameReader:
    """Reads the games of a text or a file's bytes, some at a time; slow, not for the main thread."""

    def __init__(self, data: bytes | str) -> None:
        self.done = 0  # games read, good or not
        self.more_errors = 0  # than are listed
        self._errors: list[Text] = []
        self._is_cut = False  # whether there are more games than are read
        self._has_game = False
        self._text = ""  # of a single file
        parts = list(islice(self._split(data), GAMES_MAX + 1))
        self._parts, self._is_cut = parts[:GAMES_MAX], len(parts) > GAMES_MAX

    def _split(self, data: bytes | str) -> Iterator[tuple[GameText, str]]:
        """The texts of the games, each with the name of its file in a zip."""
        try:
            if isinstance(data, bytes) and zipped.is_zip(data):
                for file in zipped.unpack(data):
                    yield from self._split_file(file)
            else:
                self._text = decode(data) if isinstance(data, bytes) else checked(data)
                yield from ((part, "") for part in split(self._text))
        except NotGamesError as error:
            self._add_error(_refusal(error.kind))

    def _split_file(self, file: zipped.ZippedFile) -> Iterator[tuple[GameText, str]]:
        """The games of a file in a zip. What is wrong with it costs no other file."""
        name = clean_title(file.name)
        try:
            if file.error:
                raise NotGamesError(file.error)
            yield from ((part, name) for part in split(decode(file.content)))
        except NotGamesError as error:
            self._add_error(text("import.in_file", name=name, error=_refusal(error.kind)))

    @property
    def total(self) -> int:
        return len(self._parts)

    @property
    def is_done(self) -> bool:
        return self.done == self.total

    @property
    def errors(self) -> tuple[Text, ...]:
        """Sentences about what could not be read, at most ERRORS_MAX of them."""
        if not (self._is_cut and self.is_done):
            return tuple(self._errors)
        return (*self._errors[: ERRORS_MAX - 1], text("import.too_many", self.total))

    def read(self, size: int) -> list[Session]:
        """Read on until so many characters were read, at least one game."""
        sessions: list[Session] = []
        read = 0
        while read < size and not self.is_done:
            part, name = self._parts[self.done]
            self.done += 1
            read += len(part.text)
            try:
                sessions.append(_game_of(part.text))
            except RecordError as error:
                words = _words_of(error, part.line)
                self._add_error(text("import.in_file", name=name, error=words) if name else words)
        self._has_game |= bool(sessions)
        if self.is_done and not self._has_game and share_code.is_code(self._text):
            sessions += self._read_code()
        return sessions

    def _add_error(self, error: Text) -> None:
        if len(self._errors) < ERRORS_MAX:
            self._errors.append(error)
        else:
            self.more_errors += 1

    def _read_code(self) -> list[Session]:
        """A text without games may have a share code, whose errors are then the only ones of interest."""
        self._errors, self.more_errors = [], 0
        try:
            return [_session(share_code.read, self._text)]
        except share_code.CodeError as error:
            self._errors = [text("import.bad_code", error=text(f"import.code.{error.kind}"))]
        except RecordError as error:
            self._errors = [text("import.bad_code", error=error.words)]
        return []


class Import:
    """Reads and saves the games of a text, some at a time."""

    def __init__(self, store: Store, games: SavedGames, data: bytes | str) -> None:
        self.count = 0  # games saved
        self._first: Session | None = None
        self._store = store
        self._games = games
        self._reader = GameReader(data)
        self._order = games.next_order(self._reader.total)  # the first game of the file comes first in the list
        self._is_full = False
        self._is_on_disk = True

    @property
    def is_done(self) -> bool:
        return self._reader.is_done or self._is_full

    @property
    def progress(self) -> ImportProgress:
        return ImportProgress(self._reader.done, self._reader.total)

    def read_on(self) -> None:
        """Import a few games. They are on disk then, unless writing fails."""
        sessions = self._reader.read(AT_ONCE)
        games: list[StoredGame] = []
        for session in sessions:
            session.info.is_saved = True
            games.append(stored_game(session, self._order))
            self._order -= ORDER_STEP
        saved = self._games.put(games, is_asked=True, is_last=False)
        self._first = self._first or next(iter(sessions), None)
        self.count += saved
        self._is_full = saved < len(games)
        self._is_on_disk = self._is_on_disk and self._store.flush()

    def finish(self) -> ImportView:
        """Save the index and say what was imported."""
        self._games.save_index()
        done = text("games.saved")
        words = save_words(self._store, done) if self.count else done
        errors = self._reader.errors if words is done else (words, *self._reader.errors)
        stopped = None if self.is_done else self.progress
        return ImportView(self.count, self._is_full, errors, self._reader.more_errors, stopped)

    def only_game(self, view: ImportView) -> Session | None:
        is_all = view.count == 1 and not (view.errors or view.is_full or view.stopped)
        return self._first if is_all else None


def _game_of(source: str) -> Session:
    """The game of a text in the notation of a record, or in that of another program or site."""
    try:
        return _session(record.read, source, MOVES_MAX, GAME_SIZE_MAX)
    except RecordError as error:
        if len(source) > GAME_SIZE_MAX:
            raise
        ours = move_lists.rewritten(source)
        if ours == source or not move_lists.has_moves(ours):
            raise error from None
        return _session(record.read, ours, MOVES_MAX, GAME_SIZE_MAX)


def _session(read: Callable[..., Record], *source: Any) -> Session:
    """The session of a record. An error of any kind is an error of this game and costs no other."""
    try:
        session = session_of(read(*source))
    except (RecordError, share_code.CodeError):
        raise
    except Exception as error:
        log.exception("a game could not be imported")
        raise RecordError(0, text("record.unreadable")) from error
    if not session.cursor.tree.root.children and not session.info.start:
        raise RecordError(1, text("record.no_game"))
    return session


def _refusal(kind: str) -> Text:
    return text(f"import.{kind}", most=FILE_SIZE_MAX >> 20)


def _words_of(error: RecordError, first: int) -> Text:
    if error.line:
        return text("import.error", line=first + error.line, error=error.words)
    return text("import.error_somewhere", line=first + 1, error=error.words)
