"""Shows what was restored: at a start, after an error, and with the files that were set aside.

What fails is set aside: first the file of the mode on the board, then those of every mode.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from sanmill.core import settings, user_themes
from sanmill.core.storage.guard import GuardedPart, guarded
from sanmill.core.storage.store import Store

from . import features
from .saved_state import GAME, MODE_FILES, STATE
from .variants.library import Library

if TYPE_CHECKING:
    from .controller import Controller


PART_FILES = (settings.FILE, *Library.files)
STARTS = 3  # after this many failed starts in a row, start without the saved game


def names_after(failed_starts: int, store: Store) -> tuple[str, ...]:
    """The files to start without, which failed starts may have had in common."""
    games = (GAME, STATE, *MODE_FILES) if failed_starts >= STARTS else ()
    parts = (*PART_FILES, *features.files(), *store.names(user_themes.FOLDER)) if failed_starts > STARTS else ()
    return (*games, *parts)


class Recovery:
    """Restarts the controller from the saved game."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._current = controller.current

    def show_restored(self, show: Callable[[], None]) -> None:
        """Plan, save and show for the first time; ``show`` says which routes are in sight."""
        store, restart = self._controller.store, self._current.restart
        attempt = partial(self._show_first, show)
        guarded(
            store,
            (GAME, *MODE_FILES),
            lambda: guarded(store, (self._current.mode.file or GAME,), attempt, restart),
            restart,
        )

    def _show_first(self, show: Callable[[], None]) -> None:
        self._controller.forget_views()  # also after an attempt that failed
        show()

    def recover(self) -> None:
        """After an error, restart from the saved game."""
        controller = self._controller
        self._current.restart()
        controller.engine.resume()
        for feature in controller.features.made:
            feature.resume()
        self.show_restored(controller.show_anew)

    def bring_back(self) -> None:
        """Restore what was set aside; the game in progress goes to the saved games."""
        controller = self._controller
        self._current.archive()
        for name in controller.store.names_aside():
            controller.store.bring_back(name)
        parts: tuple[GuardedPart, ...] = (controller.settings, controller.themes, controller.library)
        for part in (*parts, *controller.features.made):
            guarded(controller.store, part.files, part.load)
        self.recover()
