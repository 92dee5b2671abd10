"""What the app continues with after a start: the pages, the game in progress and the mode on the board."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from sanmill.core.storage.guard import guarded
from sanmill.core.storage.store import Store
from sanmill.core.storage.stored import Count, Stored

from .board.mode import Mode
from .context import Context
from .games import session_file
from .games.session import Session
from .games.session_file import SessionError
from .play.modes import mode_of
from .routes import PLAY, Route

log = logging.getLogger(__name__)

STACK_MAX = 8  # pages of a restored back stack
GAME, STATE = "game", "state"
MODE_FILES = {  # of modes that are not the game in progress; and the feature that restores each
    "set_up": "play",
    "lesson": "lessons",
    "puzzle": "puzzles",
    "exercise": "course",
    "drill": "openings",
    "explorer": "explorer",
}


@dataclass(frozen=True)
class State:
    back_stack: Annotated[tuple[Route, ...], Count(200, is_lenient=True)] = ()


STATE_FILE = Stored(State, size=8 << 20)


def save_pages(store: Store, back_stack: Iterable[Route]) -> None:
    store.save(STATE, STATE_FILE.write(State(tuple(back_stack))))


def saved_pages(store: Store) -> list[Route]:
    """The end of the saved back stack, each page once; on the first run the board."""
    state = store.load(STATE, STATE_FILE)
    pages = [PLAY] if state is None else [route for route in dict.fromkeys(state.back_stack) if not route.is_sheet]
    return pages[-STACK_MAX:]


class SavedState:
    """Saves the mode on the board and the game in progress when they changed, and restores them."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._store = context.store
        self._stamp: tuple[object, ...] = ()  # of the game saved last
        self._mode: tuple[str, dict[str, Any]] | None = None  # the file of the mode saved last, and its content

    def save(self, mode: Mode, session: Session | None) -> bool:
        """Save the mode, and the game in progress if it changed; whether it did."""
        if mode.file:
            content = (mode.file, mode.save())
            if content != self._mode:
                self._mode = content
                self._store.save(*content)
        if session is None or mode.session is not session or session.stamp == self._stamp:
            return False
        self._stamp = session.stamp
        self._store.save(GAME, session_file.save(session))
        return True

    def delete(self, mode: Mode) -> None:
        """A mode left the board."""
        if mode.file:
            self._store.delete(mode.file)
        self._mode = None

    def forget(self) -> None:
        """Save everything again."""
        self._stamp, self._mode = (), None

    def restore(self) -> tuple[Mode | None, Session | None]:
        """The mode saved last, or that of the game in progress, and this game."""
        game: Mode | None = self._restored(GAME, self._restored_game)
        session = game.session if game else None
        for name, feature in MODE_FILES.items():
            if self._store.was_saved(name):
                mode = self._restored(name, partial(self._restored_by, feature))
                if mode:
                    return mode, session
        return game, session

    def _restored_by(self, feature: str) -> Mode | None:
        mode: Mode | None = getattr(self._context.features, feature).restore(self._store)
        return mode

    def _restored_game(self) -> Mode | None:
        saved = self._store.load(GAME, session_file.SESSION)
        return mode_of(self._context, session_file.restore(saved)) if saved else None

    def _restored(self, name: str, restore: Callable[[], Mode | None]) -> Mode | None:
        """What a file holds; an unreadable one is quarantined, one that fails in another way is set aside."""
        return guarded(self._store, (name,), partial(self._readable, name, restore))

    def _readable(self, name: str, restore: Callable[[], Mode | None]) -> Mode | None:
        try:
            return restore()
        except SessionError as error:
            log.error("%s cannot be read: %s", name, error)
            self._store.quarantine(name, error)
            return None
