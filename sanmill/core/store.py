"""Versioned JSON files in one folder, written whole or not at all, on a thread of their own.

Knows nothing of what is kept. A file that cannot be read is set aside and counts as missing.
"""

from __future__ import annotations

import json
import logging
import os
import threading
from pathlib import Path
from typing import Any

VERSION = 1

log = logging.getLogger(__name__)


class Store:
    """Named files of JSON. ``save`` returns at once; the newest content of each name is what gets written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._waiting: dict[str, dict[str, Any]] = {}
        self._is_writing = False
        self._is_closed = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def load(self, name: str) -> dict[str, Any] | None:
        """The content of a file; none when it is missing, damaged or of a later version."""
        path = self._path(name)
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError):
            self._set_aside(path)
            return None
        try:
            content = json.loads(text)
        except ValueError:
            content = None
        if not isinstance(content, dict) or content.pop("version", None) != VERSION:
            self._set_aside(path)
            return None
        return content

    def save(self, name: str, content: dict[str, Any]) -> None:
        """Have the content written soon. It must not be changed afterwards."""
        with self._changed:
            self._waiting[name] = content
            self._changed.notify_all()

    def flush(self) -> None:
        """Wait until everything handed over is on disk."""
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting and not self._is_writing)

    def close(self) -> None:
        """Write what is left and end the thread."""
        self.flush()
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._is_writing = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._waiting or self._is_closed)
                if not self._waiting:
                    return
                name = next(iter(self._waiting))
                content = self._waiting.pop(name)
                self._is_writing = True
            try:
                write_whole(self._path(name), json.dumps({"version": VERSION, **content}, ensure_ascii=False))
            except OSError as failure:
                log.error("%s could not be written: %s", name, failure)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def _set_aside(self, path: Path) -> None:
        log.error("%s cannot be read and is set aside", path.name)
        try:
            path.replace(path.with_suffix(".unreadable"))
        except OSError as failure:
            log.error("%s could not be set aside: %s", path.name, failure)


def write_whole(path: Path, text: str) -> None:
    """Replace a file so that, whatever happens, either the old or the new text is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".new")
    with open(unfinished, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(unfinished, path)
