"""Moving through a game: the cursor, the sides of the board, undo and redo."""

from __future__ import annotations

from collections.abc import Callable

from sanmill.control.views.types import Action
from sanmill.core.text.i18n import text

from . import intents
from .game_mode import GameMode
from .mode import Part
from .taps import Refuse
from .touch import Touch


class Navigation(Part):
    """Shows other plies of the line, and the board from the other side."""

    def __init__(self, game: GameMode, last: int | None = None) -> None:
        """``last`` is the last ply that can be shown, where that is not the end of the line."""
        super().__init__()
        self._game = game
        self._last = last
        self.handlers = {
            intents.JumpTo: lambda intent: self.jump(intent.ply),
            intents.ReturnToNow: lambda _: game.show_present(),
            intents.Flip: lambda _: self.flip(),
        }

    def jump(self, ply: int) -> None:
        self._game.cursor.show(ply if self._last is None else min(ply, self._last))
        self._game.reset()

    def flip(self) -> None:
        self._game.session.is_flipped = not self._game.session.is_flipped


class TakeBack(Part):
    """Takes turns of the user back and plays them again. A termination of a ``final`` kind stays."""

    def __init__(
        self, game: GameMode, touch: Touch, final: str = "", first: Callable[[], int | None] = lambda: 0
    ) -> None:
        """``first`` is the first ply that can be gone back to; without one, nothing can be taken back."""
        super().__init__()
        self._first = first
        self._game = game
        self._touch = touch
        self._final = final
        self.handlers = {
            intents.Undo: lambda _: self.undo(),
            intents.Redo: lambda _: game.rewind(self.redo_ply),
        }

    @property
    def undo_ply(self) -> int | None:
        """The ply to go back to; a resignation or agreed draw alone is undone first."""
        session, first = self._game.session, self._first()
        if first is None:
            return None
        if session.info.termination:
            return None if session.info.termination.kind == self._final else session.cursor.game_ply
        ply = session.cursor.turn_before(session.cursor.game_ply, self._game.human_sides)
        return ply if ply is not None and ply >= first else None

    @property
    def redo_ply(self) -> int | None:
        cursor = self._game.cursor
        return cursor.turn_after(cursor.game_ply, self._game.human_sides)

    def undo(self) -> None:
        if self._game.session.info.is_rated:
            self._touch.refusal = Refuse(text("refusal.rated"))
        else:
            self._game.rewind(self.undo_ply)

    @property
    def action(self) -> Action:
        can_undo = self.undo_ply is not None and not self._game.session.info.is_rated
        return Action("undo", text("play.undo"), intents.Undo(), is_enabled=can_undo)

    @property
    def redo_action(self) -> Action:
        can_redo = self.redo_ply is not None and not self._game.session.is_over
        return Action("redo", text("play.redo"), intents.Redo(), is_enabled=can_redo)
