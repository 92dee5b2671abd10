"""The saved games on the screen: what the archive says, and what is asked of it with words and sheets."""

from __future__ import annotations

from sanmill.control.games import archive_intents
from sanmill.control.games.session import Session
from sanmill.control.views.types import GamesView, ImportView
from sanmill.core.i18n import Text, text

from .app_port import AppPort
from .nav import PLAY
from .widgets.text_entry import WriteSheet

ENDINGS = (".pgn", ".txt", ".mill", ".fen")
UNDO_SECONDS = 6.0
LONG = 50_000  # what takes a moment to read


class SavedGamesUi:
    """Listens to the archive and shows what it says; always on the thread that draws."""

    def __init__(self, app: AppPort) -> None:
        self._app = app
        self.view: GamesView | None = None

    # What the archive says.

    def show_saved(self, view: GamesView) -> None:
        """The list changed; the page shows it if it is in front."""
        self.view = view
        page = self._app.nav.screens.current_screen
        if hasattr(page, "show_games"):
            page.show_games(view)

    def open_session(self, session: Session) -> None:
        """Bring a game to the board."""
        self._app.controller.start(session)
        self._app.nav.go(PLAY)

    def renamed(self, name: str, title: str) -> None:
        """The game in progress follows."""
        self._app.controller.rename(name, title)

    def game_deleted(self, title: Text) -> None:
        """Say so, and offer to put it back."""
        words = self._app.say("games.deleted", title=title)
        undo = (self._app.say("toast.undo"), lambda: self._app.send(archive_intents.RestoreGame()))
        self._app.nav.tell(words, UNDO_SECONDS, undo)

    def show_import(self, view: ImportView) -> None:
        """Say what was taken and what was wrong with the rest: in passing, or to be read."""
        say = self._app.say
        lines = [say(text("import.done", view.count)) if view.count else say("import.nothing")]
        lines += [say("import.full")] if view.is_full else []
        lines += [say(fault) for fault in view.faults]
        lines += [say(text("import.more", view.more_faults))] if view.more_faults else []
        if len(lines) <= 2:
            self._app.nav.tell("\n".join(lines), UNDO_SECONDS)
        else:
            self._app.nav.read(say("import.title"), "\n".join(lines), "faults.txt")

    def hand_out(self, title: Text, written: str, *, is_file: bool) -> None:
        """Games as text, to be shared or saved."""
        if is_file:
            self._app.files.save(f"{file_name(self._app.say(title))}.pgn", written)
        else:
            self._app.files.share(written)

    def tell(self, words: Text) -> None:
        """Say it in passing."""
        self._app.nav.tell(self._app.say(words))

    # What is asked.

    def save_game(self) -> None:
        """Keep the game in progress under a name."""
        session = self._app.controller.session
        if session is None:
            return

        def save(title: str) -> None:
            self._app.archive.save(session, title)
            self._app.controller.changed()

        say = self._app.say
        self._app.nav.open_sheet(
            WriteSheet(title=say("games.save_title"), label=say("games.name"), text=session.title, then=save)
        )

    def rename(self, name: str, title: str) -> None:
        """Give a saved game another title."""
        say = self._app.say
        then = lambda words: self._app.send(archive_intents.RenameGame(name, words))  # noqa: E731 - one line
        self._app.nav.open_sheet(WriteSheet(title=say("games.rename"), label=say("games.name"), text=title, then=then))

    def import_file(self) -> None:
        """Take in the games of a file."""
        self._app.files.open_bytes(ENDINGS, lambda _, data: self._take_in(data))

    def _take_in(self, data: bytes | str) -> None:
        if len(data) > LONG:
            self.tell(text("games.looking"))
        self._app.send(archive_intents.ImportGames(data))

    def paste(self) -> None:
        """Take in the games of the clipboard."""
        pasted = self._app.files.paste()
        if pasted.strip():
            self._take_in(pasted)
        else:
            self.tell(text("games.nothing_to_paste"))


def file_name(title: str) -> str:
    """A title as a file may be called."""
    kept = "".join(letter if letter.isalnum() or letter in " -–()" else " " for letter in title)
    return " ".join(kept.split())[:60] or "game"
