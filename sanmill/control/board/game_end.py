"""The end of a game by resignation, and the game after it."""

from __future__ import annotations

from collections.abc import Callable

from sanmill.control.games.game_info import RESIGNED, Termination
from sanmill.control.games.session import Session
from sanmill.control.views.types import Action
from sanmill.core.text.i18n import text

from . import intents
from .game_mode import GameMode
from .mode import Part
from .touch import Touch

REMATCH = Action("replay", text("play.rematch"), intents.Rematch())


class GameEnd(Part):
    """Resigning and the rematch."""

    def __init__(self, game: GameMode, touch: Touch, rematch: Callable[[], Session]) -> None:
        super().__init__()
        self._game = game
        self.handlers = {
            intents.Resign: lambda _: touch.ask(
                "play.resign_question", "play.resign", self.resign, is_destructive=True
            ),
            intents.Rematch: lambda _: game.context.current.open(rematch()),
        }

    def resign(self) -> None:
        """The person to move, or the only one, resigns."""
        game = self._game
        is_alone = len(game.human_sides) == 1
        loser = next(iter(game.human_sides)) if is_alone else game.cursor.present.side
        game.finish(Termination(RESIGNED, loser))
