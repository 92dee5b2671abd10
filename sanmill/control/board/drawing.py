"""Rings and arrows that the user draws on the board; they are kept with the move shown."""

from __future__ import annotations

from dataclasses import replace

from sanmill.control.effects import Toast
from sanmill.control.views.types import Action, GameView
from sanmill.core.game.shapes import COLOURS, Shape
from sanmill.core.text.i18n import text

from . import intents
from .game_mode import GameMode
from .mode import Part


class Drawing(Part):
    """Draws with one pen, whose colour can be changed while something is drawn."""

    def __init__(self, game: GameMode) -> None:
        super().__init__()
        self._game = game
        self.colour = COLOURS[0]
        self._is_told = bool(game.cursor.edits)
        self.handlers = {
            intents.Draw: self._draw,
            intents.NextColour: lambda _: self._change_colour(),
            intents.Erase: lambda _: game.cursor.erase(),
        }

    def _draw(self, intent: intents.Draw) -> None:
        names = [point.name for point in self._game.cursor.game.board.points]
        end = "" if intent.end == intent.start else intent.end
        if intent.start in names and (not end or end in names):
            self._game.cursor.draw(Shape(self.colour, intent.start, end))
            self._tell(intent)

    def _tell(self, intent: intents.Draw) -> None:
        """Say at the first shape of a game what a long press does: it may have been meant as a tap."""
        if not self._is_told:
            self._is_told = True
            self._game.context.tell(Toast((text("draw.told"),), undo=intent))

    def _change_colour(self) -> None:
        """The next colour, also for what was drawn last."""
        self.colour = COLOURS[(COLOURS.index(self.colour) + 1) % len(COLOURS)]
        shapes = self._game.cursor.tree.current.shapes
        if shapes:
            self._game.cursor.draw(replace(shapes[-1], colour=self.colour))

    def add_to(self, view: GameView) -> GameView:
        return replace(view, board=replace(view.board, pen=self.colour))

    @property
    def buttons(self) -> tuple[Action, ...]:
        """Erase what is drawn."""
        if not self._game.cursor.tree.current.shapes:
            return ()
        return (Action("close", text("draw.erase"), intents.Erase()),)
