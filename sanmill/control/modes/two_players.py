"""Two people on one device."""

from __future__ import annotations

from sanmill.control import intents
from sanmill.control.games import new_game
from sanmill.control.games.game_info import AGREED, Player, Termination
from sanmill.control.games.session import Session
from sanmill.control.views.texts import side_name
from sanmill.control.views.types import Action
from sanmill.core.i18n import text
from sanmill.core.settings import Settings
from sanmill.core.statistics import TWO_PLAYERS

from .game_mode import GameMode
from .versus import analysis_button, common_actions


def new_session(chosen: Settings) -> Session:
    return new_game.new_session(TWO_PLAYERS, chosen, (Player(), Player()))


class TwoPlayers(GameMode):
    """Both sides are people; the engine only helps when asked."""

    def offer_draw(self) -> None:
        """Ask the other person."""
        if self.can_offer_draw:
            side = self.cursor.present.side
            self.touch.ask(
                "play.draw_question",
                "play.draw_accept",
                lambda: self.finish(Termination(AGREED)),
                side=side_name(side),
                other=side_name(side.other),
            )

    def actions(self) -> tuple[Action, ...]:
        redo = Action("redo", text("play.redo"), intents.Redo(), is_enabled=self.redo_ply is not None)
        rematch = Action("replay", text("play.rematch"), intents.Rematch())
        return (
            Action("undo", text("play.undo"), intents.Undo(), is_enabled=self.can_undo),
            rematch if self.session.is_over else redo,
            analysis_button(self),
            Action("list", text("play.moves"), intents.Open("moves")),
        )

    def overflow(self) -> tuple[Action, ...]:
        is_on = not self.session.is_over
        return (
            Action("lightbulb", text("play.hint"), intents.AskHint(), is_enabled=is_on),
            Action("handshake", text("play.offer_draw"), intents.OfferDraw(), is_enabled=is_on),
            Action("flag", text("play.resign"), intents.Resign(), is_enabled=is_on),
            *common_actions(self),
        )
