"""The game in progress, and the mode on the board, which may show something else meanwhile."""

from __future__ import annotations

import logging

from sanmill.core.progress.statistics import VERSUS
from sanmill.core.storage.guard import guarded

from .board.mode import Mode
from .context import Context
from .effects import Go
from .games import strength
from .games.session import Session
from .play.modes import mode_of, new_session
from .routes import PLAY
from .saved_state import STATE, SavedState
from .views.types import GameView

log = logging.getLogger(__name__)


class CurrentGame:
    """Opens, saves and restores them. There is a mode after the first ``restore``."""

    mode: Mode  # on the board

    def __init__(self, context: Context) -> None:
        self._context = context
        self._saved = SavedState(context)
        self.session: Session | None = None  # the game in progress, also while another mode is on the board

    @property
    def is_idle(self) -> bool:
        """Whether nothing was begun: the board shows a game that is not in progress."""
        return self.session is None and not self.mode.file

    @property
    def view(self) -> GameView | None:
        """The view of the game in progress, also while another mode is on the board."""
        if self.session is None:
            return None
        is_shown = self.mode.session is self.session
        return self.mode.view() if is_shown else mode_of(self._context, self.session).view()

    def open(self, session: Session) -> None:
        """Make a game the one in progress. A finished one was counted where it was played."""
        context, info = self._context, session.info
        info.counts = info.counts and not session.is_over
        info.players = strength.limited(info.players, context.tablebases.of(info.rules))
        if self.session is not session:
            self.archive()
        self.session = session
        self.enter(mode_of(context, session))
        context.tell(Go(PLAY))

    def archive(self) -> None:
        """Add the game in progress to the saved games."""
        if self.session:
            self._context.features.archive.note(self.session)

    def enter(self, mode: Mode) -> None:
        """Put a mode on the board."""
        self.mode.close()
        self._context.engine.cancel()
        self._saved.delete(self.mode)
        self._set(mode)

    def resume(self) -> None:
        """Return to the game in progress."""
        if self.session and self.mode.session is not self.session:
            self.enter(mode_of(self._context, self.session))

    def leave_mode(self) -> None:
        """Return to the game in progress, or to a new one."""
        self.enter(mode_of(self._context, self.session or self._new_game()))

    def save(self) -> None:
        """Save what changed. A game that ended is counted before it is saved as finished."""
        session = self.session
        is_over = session is not None and session.is_over
        if session and is_over and self.mode.session is session:
            self._context.features.results.record(session)
        if self._saved.save(self.mode, session) and is_over:
            self.archive()

    def restore(self) -> None:
        """Put on the board what was saved; on the first run the first lesson."""
        self._saved.forget()
        context = self._context
        mode, self.session = self._saved.restore()
        if mode is None and not context.store.was_saved(STATE):
            mode = context.features.lessons.first()
        self._set(mode or guarded(context.store, context.settings.files, self._new_mode, context.settings.load))

    def restart(self) -> None:
        """Restore after an error."""
        try:
            self.mode.close()
        except Exception:
            log.exception("the mode cannot be closed")
        self._context.engine.cancel()
        self.restore()

    def _set(self, mode: Mode) -> None:
        self.mode = mode
        for feature in self._context.features.made:
            feature.mode_entered()

    def _new_mode(self) -> Mode:
        return mode_of(self._context, self._new_game())

    def _new_game(self) -> Session:
        return new_session(VERSUS, self._context.settings)
