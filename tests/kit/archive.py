"""An archive on real files, with a reader that keeps what it is told."""

from __future__ import annotations

import queue
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sanmill.control.archive.feature import Archive
from sanmill.control.archive.intents import FindGames, ImportGames, SaveGame
from sanmill.control.archive.view import ArchiveView, GamesView, ImportProgress, ImportView
from sanmill.control.effects import Effect, HandOut, SheetText, Toast
from sanmill.control.games.session import Session
from sanmill.control.intents import Intent
from sanmill.control.routes import Kind, Route
from sanmill.core.storage.store import FileError, Store
from sanmill.core.text.i18n import Text
from tests.kit.patience import HANG


class RecordingArchive(Archive):
    """Keeps the outcome of imports for the test."""

    def __init__(self, kit: ArchiveKit) -> None:
        super().__init__(kit)  # type: ignore[arg-type] # the rest of the controller is not used
        self._kit = kit

    def _show_progress(self, progress: ImportProgress | None) -> None:
        super()._show_progress(progress)
        if progress:
            self._kit.progress.append(progress)
        else:
            self._kit.running -= 1

    def _finish_import(self, view: ImportView) -> None:
        self._kit.imports.append(view)


class ArchiveKit:
    """Run the archive and its posted callbacks synchronously."""

    def __init__(self, folder: Path, *, is_read_only: bool = False) -> None:
        self.folder = folder
        self.errors: list[FileError] = []
        self.store = Store(folder, report=self.errors.append, is_read_only=is_read_only)
        self.posted: queue.SimpleQueue[Callable[[], Any]] = queue.SimpleQueue()
        self.view: GamesView | None = None
        self._session: Session | None = None  # the game in progress
        self._controller: Any = None
        self.opened: list[Session] = []
        self.imports: list[ImportView] = []
        self.progress: list[ImportProgress] = []
        self.running = 0  # imports that were begun and are not done
        self.told: list[Text] = []  # lines of messages
        self.handed: list[str] = []
        self.current = self
        self.post, self.say, self.title_of = self.posted.put, words_of, name_of_rules
        self.archive: Archive = RecordingArchive(self)

    def serve(self, controller: Any) -> None:
        """Be the archive of a controller."""
        self._controller = controller
        controller.features.archive = self.archive

    @property
    def session(self) -> Session | None:
        return self._session or (self._controller.current.session if self._controller else None)

    def wait(self) -> None:
        """Wait for what was submitted, then for the imports that run and for the rest of the list."""
        self.archive.flush(HANG)
        while not self.posted.empty() or self.running or not (self.view is None or self.view.is_complete):
            self.posted.get(timeout=HANG)()

    def until(self, is_true: Callable[[], object]) -> None:
        """Do what the archive posts until a condition holds."""
        while not is_true():
            self.posted.get(timeout=HANG)()

    def send(self, *wanted: Intent) -> None:
        for intent in wanted:
            self.running += isinstance(intent, ImportGames)
            self.archive.handlers[type(intent)](intent)

    def do(self, *wanted: Intent) -> GamesView:
        """Send intents, and see the list after them."""
        self.send(*wanted, *([FindGames()] if self.view is None else []))
        self.wait()
        assert self.view is not None
        return self.view

    def close(self) -> None:
        self.archive.end()
        self.store.close()

    def save(self, session: Session, title: str) -> None:
        """Save a game as the one in progress."""
        self._session = session
        self.send(SaveGame(title))

    # What the archive asks of the controller.

    def update(self) -> None:
        view = self.archive.view(Route(Kind.GAMES))
        assert isinstance(view, ArchiveView)
        self.view = view.found

    def open(self, session: Session) -> None:
        self.opened.append(session)

    def tell(self, effect: Effect) -> None:
        if isinstance(effect, HandOut):
            self.handed.append(effect.content)
        elif isinstance(effect, (Toast, SheetText)):
            self.told += (line for line in effect.lines if isinstance(line, Text))


def words_of(words: Text) -> str:
    """A text as its key and its values."""
    values = (words_of(value) if isinstance(value, Text) else str(value) for _, value in words.values)
    return " ".join((words.key, *values))


def name_of_rules(rules: str) -> Text:
    """A variant by its key."""
    return Text(f"variant.{rules}")
