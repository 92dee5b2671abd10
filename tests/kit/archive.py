"""An archive on real files, with a reader that keeps what it is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from sanmill.control.games.archive import Archive
from sanmill.control.games.session import Session
from sanmill.control.intents import Intent
from sanmill.control.views.types import GamesView, ImportView
from sanmill.core.i18n import Text
from sanmill.core.store import FileStore


class ArchiveKit:
    """Waits until the archive is done, then does what it posted."""

    def __init__(self, folder: Path, *, is_read_only: bool = False) -> None:
        self.folder = folder
        self.store = FileStore(folder, is_read_only=is_read_only)
        self.posted: list[Callable[[], Any]] = []
        self.view: GamesView | None = None
        self.opened: list[Session] = []
        self.imports: list[ImportView] = []
        self.names: list[tuple[str, str]] = []
        self.told: list[Text] = []
        self.handed: list[str] = []
        self.archive = Archive(self.store, self, self, post=self.posted.append, say=words_of, variant=name_of_rules)

    def wait(self) -> None:
        self.archive.flush(60)
        waiting, self.posted[:] = list(self.posted), []
        for call in waiting:
            call()

    def do(self, *wanted: Intent) -> GamesView:
        for intent in wanted:
            self.archive.handlers[type(intent)](intent)
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
