"""Clipboard, sharing, opening and saving files, through the system's dialogs where it has them.

Where the system has no file picker, a sheet browses the folders. The name of a file need not be UTF-8: paths keep it
as it is, and what is shown and passed on is ``encodable``.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from sanmill.core.imports import imported
from sanmill.core.storage.private_files import SHARED
from sanmill.core.storage.store import write_atomically
from sanmill.core.text.names import encodable

from . import background, platform, questions
from .app_port import Say

if TYPE_CHECKING:
    from .nav import Nav

LARGEST = 4 << 20  # bytes of a file
Listing = tuple[Path, list[tuple[str, bool]]]  # a folder and its entries: name, whether it is a folder
Take = Callable[[str, str], None]  # a file's name and its text
TakeBytes = Callable[[str, bytes], None]
Open = Callable[[], BinaryIO]
TakeFile = Callable[[str, Open], None]  # a file's name, and how to open it


class Files:
    """Every error is shown as a toast."""

    def __init__(self, nav: Nav, say: Say, folder: Path) -> None:
        self._nav = nav
        self._say = say
        self.folder = folder  # the last one opened

    # Export.

    def copy(self, text: str) -> None:
        platform.copy(encodable(text))
        self._nav.show_toast(self._say("files.copied"))

    def share(self, text: str) -> None:
        """Share a text with another app, or copy it where sharing is not supported."""
        if not platform.share(encodable(text)):
            self.copy(text)

    def save(self, name: str, content: str | bytes) -> None:
        """Save a text or a PNG image where the user chooses."""
        kind = "text/plain" if isinstance(content, str) else "image/png"

        def write(document: Any) -> None:
            self._run(lambda: platform.write_document(document, _bytes(content)), lambda _: self._saved(name), name)

        try:
            is_asked = platform.pick_target(name, kind, write)
        except OSError as error:
            self.failed(error, name)
            return
        if not is_asked:
            self._browse(title=self._say("files.save_title"), file_name=name, content=content)

    def save_in(self, folder: Path, name: str, content: str | bytes) -> None:
        """Write a file into a folder; ask before replacing one."""
        path = folder / name

        def write() -> None:
            self._nav.close_sheets()
            self.folder = folder
            self._run(lambda: write_atomically(path, _bytes(content), SHARED), lambda _: self._saved(str(path)), name)

        def ask(is_there: bool) -> None:
            if is_there:
                self._nav.confirm(questions.REPLACE_FILE, write, name=name)
            else:
                write()

        self._run(path.exists, ask, name)

    def _saved(self, name: str) -> None:
        self._nav.show_toast(self._say("files.saved", name=name))

    # Import.

    def paste(self) -> str:
        return encodable(platform.paste())

    def open(self, suffixes: tuple[str, ...], take: Take) -> None:
        def arrived(name: str, content: bytes) -> None:
            try:
                text = content.decode("utf-8-sig")
            except UnicodeDecodeError:
                self._nav.show_toast(self._say("files.not_text", name=name))
            else:
                take(name, text)

        self.open_bytes(suffixes, arrived)

    def open_bytes(self, suffixes: tuple[str, ...], take: TakeBytes, largest: int = LARGEST) -> None:
        """Let the user pick a file and pass its content to ``take``."""
        self.pick(suffixes, lambda name, open_file: self.read(name, open_file, take, largest))

    def pick(self, suffixes: tuple[str, ...], take: TakeFile) -> None:
        def picked(document: Any, name: str) -> None:
            take(name, lambda: platform.open_document(document))

        try:
            is_asked = platform.pick_document(picked)
        except OSError as error:
            self.failed(error, self._say("files.open_title"))
            return
        if not is_asked:
            self._browse(title=self._say("files.open_title"), suffixes=suffixes, take=take)

    def _browse(self, **what: Any) -> None:
        self._nav.open_sheet(imported("sanmill.ui.widgets.file_browser:FileBrowserSheet")(self, **what))

    def pick_path(self, path: Path, take: TakeFile) -> None:
        """A file was picked in the browser."""
        self.folder = path.parent
        self._nav.close_sheets()
        take(encodable(path.name), lambda: path.open("rb"))

    def read(self, name: str, open_file: Open, take: TakeBytes, largest: int = LARGEST) -> None:
        def read() -> bytes:
            with open_file() as file:
                return file.read(largest + 1)

        def arrived(content: bytes) -> None:
            if len(content) > largest:
                self._nav.show_toast(self._say("files.too_large", name=name, most=largest >> 20))
            else:
                take(name, content)

        self._run(read, arrived, name)

    def list(self, folder: Path, suffixes: tuple[str, ...], then: Callable[[Listing], None]) -> None:
        """List a folder, or its nearest existing parent."""
        self._run(lambda: _list_folder(folder, suffixes), then, str(folder))

    def failed(self, error: OSError, name: str = "") -> None:
        words = error.strerror or str(error)
        self._nav.show_toast(self._say("files.failed", name=name or str(error.filename), error=words))

    def _run(self, work: Callable[[], Any], then: Callable[[Any], None], name: str) -> None:
        background.run(work, then, lambda error: self.failed(error, name))


def _list_folder(folder: Path, suffixes: tuple[str, ...]) -> Listing:
    """List folders, then files with one of the suffixes; hidden entries are left out."""
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    found = [(path.name, path.is_dir()) for path in folder.iterdir() if not path.name.startswith(".")]
    seen = [each for each in found if each[1] or not suffixes or each[0].lower().endswith(suffixes)]
    return (folder, sorted(seen, key=lambda each: (not each[1], each[0].lower())))


def _bytes(content: str | bytes) -> bytes:
    return encodable(content).encode() if isinstance(content, str) else content
