"""Shows what the archive of saved games reports, and asks the user for names, files and text for it."""

from __future__ import annotations

from sanmill.control.archive import intents as archive_intents
from sanmill.control.archive.view import GamesView, ImportProgress, ImportView
from sanmill.core.game.collection import SIZE_MAX
from sanmill.core.storage.saved_games import ALL_MAX
from sanmill.core.text.i18n import Text, text
from sanmill.ui.app_port import AppPort
from sanmill.ui.nav import PLAY
from sanmill.ui.widgets.text_entry import TextEntrySheet

SUFFIXES = (".pgn", ".txt", ".mill", ".fen")
UNDO_SECONDS = 6.0


class ArchivePresenter:
    """The archive's reader; runs on the UI thread."""

    def __init__(self, app: AppPort) -> None:
        self._app = app
        self.view: GamesView | None = None
        self.progress: ImportProgress | None = None  # of the import that runs

    # Reports of the archive.

    def show_saved(self, view: GamesView) -> None:
        """Show a changed list on the page of saved games."""
        self.view = view
        page = self._app.nav.screens.current_screen
        if hasattr(page, "show_games"):
            page.show_games(view)

    def show_progress(self, progress: ImportProgress | None) -> None:
        """Show how far an import is on the page of saved games; it goes on when the page is left."""
        self.progress = progress
        page = self._app.nav.screens.current_screen
        if hasattr(page, "show_progress"):
            page.show_progress()

    def game_opened(self) -> None:
        self._app.nav.go(PLAY)

    def game_deleted(self, title: Text) -> None:
        """Show a toast with an undo button."""
        words = self._app.say("games.deleted", title=title)
        undo = (self._app.say("toast.undo"), lambda: self._app.send(archive_intents.RestoreGame()))
        self._app.nav.show_toast(words, UNDO_SECONDS, undo)

    def show_import(self, view: ImportView) -> None:
        """Show how many games were imported and the errors: as a toast, or as a text if there are many."""
        say = self._app.say
        lines = [say(text("import.done", view.count)) if view.count else say("import.nothing")]
        lines += [say("review.stopped", done=view.stopped.done, total=view.stopped.total)] if view.stopped else []
        lines += [say("games.full", most=ALL_MAX)] if view.is_full else []
        lines += [say(fault) for fault in view.faults]
        lines += [say(text("import.more", view.more_faults))] if view.more_faults else []
        if len(lines) <= 2:
            self._app.nav.show_toast("\n".join(lines), UNDO_SECONDS)
        else:
            self._app.nav.show_text(say("import.title"), "\n".join(lines), "faults.txt")

    def hand_out(self, title: Text, written: str, *, is_file: bool) -> None:
        """Share exported games, or save them to a file."""
        if is_file:
            self._app.files.save(f"{file_name(self._app.say(title))}.pgn", written)
        else:
            self._app.files.share(written)

    def show_message(self, words: Text) -> None:
        self._app.nav.show_toast(self._app.say(words))

    # Requests of the user.

    def save_game(self) -> None:
        """Ask for a name and save the game in progress."""
        title, say = self._app.controller.game_title, self._app.say
        if title is None:
            return
        then = lambda words: self._app.send(archive_intents.SaveGame(words))  # noqa: E731 - one line
        self._app.nav.open_sheet(
            TextEntrySheet(title=say("games.save_title"), label=say("games.name"), text=title, then=then)
        )

    def rename(self, name: str, title: str) -> None:
        say = self._app.say
        then = lambda words: self._app.send(archive_intents.RenameGame(name, words))  # noqa: E731 - one line
        self._app.nav.open_sheet(
            TextEntrySheet(title=say("games.rename"), label=say("games.name"), text=title, then=then)
        )

    def import_file(self) -> None:
        then = lambda _, data: self._app.send(archive_intents.ImportGames(data))  # noqa: E731 - one line
        self._app.files.open_bytes(SUFFIXES, then, SIZE_MAX)

    def paste(self) -> None:
        """Import games from the clipboard."""
        pasted = self._app.files.paste()
        if pasted.strip():
            self._app.send(archive_intents.ImportGames(pasted))
        else:
            self.show_message(text("games.nothing_to_paste"))


def file_name(title: str) -> str:
    kept = "".join(letter if letter.isalnum() or letter in " -–()" else " " for letter in title)
    return " ".join(kept.split())[:60] or "game"
