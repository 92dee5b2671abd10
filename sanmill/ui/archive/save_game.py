"""The sheet that asks for a name and saves the game in progress."""

from __future__ import annotations

from typing import Any

from sanmill.control.archive.intents import SaveGame
from sanmill.control.archive.view import SaveGameView
from sanmill.ui.app_port import the_app
from sanmill.ui.widgets.text_entry import TextEntrySheet


class SaveGameSheet(TextEntrySheet):
    """Starts with the title that the game has."""

    def __init__(self, **kwargs: Any) -> None:
        app = the_app()
        then = lambda title: app.send(SaveGame(title))  # noqa: E731 - one line
        super().__init__(title=app.say("games.save_title"), label=app.say("games.name"), then=then, **kwargs)
        self._is_filled = False

    def show(self, view: SaveGameView) -> None:
        """Fill in the title once; then the user writes."""
        if not self._is_filled:
            self._is_filled, self.text = True, view.title
