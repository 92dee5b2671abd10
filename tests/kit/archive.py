"""An archive on real files, with a reader that keeps what it is told."""

from __future__ import annotations

import queue
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sanmill.control.archive.feature import Archive
from sanmill.control.archive.intents import FindGames, ImportGames
from sanmill.control.archive.view import GamesView, ImportProgress, ImportView
from sanmill.control.games.session import Session
from sanmill.control.intents import Intent
from sanmill.core.storage.store import FileProblem, FileStore
from sanmill.core.text.i18n import Text
from tests.kit.patience import HANG


class ArchiveKit:
    """Run the archive and its posted callbacks synchronously."""

    def __init__(self, folder: Path, *, is_read_only: bool = False) -> None:
        self.folder = folder
        self.problems: list[FileProblem] = []
        self.store = FileStore(folder, report=self.problems.append, is_read_only=is_read_only)
        self.posted: queue.SimpleQueue[Callable[[], Any]] = queue.SimpleQueue()
        self.view: GamesView | None = None
        self.opened: list[Session] = []
        self.imports: list[ImportView] = []
        self.progress: list[ImportProgress] = []
        self.running = 0  # imports that were begun and are not done
        self.names: list[tuple[str, str]] = []
        self.told: list[Text] = []
        self.handed: list[str] = []
        self.archive = Archive(self.store, self, self, post=self.posted.put, say=words_of, variant=name_of_rules)

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
        self.archive.close()
        self.store.close()

    # What the archive says.

    def show_saved(self, view: GamesView) -> None:
        self.view = view

    def start(self, session: Session) -> None:
        self.opened.append(session)

    def rename(self, name: str, title: str) -> None:
        self.names.append((name, title))

    def game_opened(self) -> None:
        assert self.opened

    def game_deleted(self, title: Text) -> None:
        self.told.append(title)

    def show_progress(self, progress: ImportProgress | None) -> None:
        if progress:
            self.progress.append(progress)
        else:
            self.running -= 1

    def show_import(self, view: ImportView) -> None:
        self.imports.append(view)

    def hand_out(self, title: Text, text: str, *, is_file: bool) -> None:
        self.handed.append(text)

    def show_message(self, words: Text) -> None:
        self.told.append(words)


def words_of(words: Text) -> str:
    """A text as its key and its values."""
    values = (words_of(value) if isinstance(value, Text) else str(value) for _, value in words.values)
    return " ".join((words.key, *values))


def name_of_rules(rules: str) -> Text:
    """A variant by its key."""
    return Text(f"variant.{rules}")
