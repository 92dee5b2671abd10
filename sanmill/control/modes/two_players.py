"""Two people on one device."""

from __future__ import annotations

from dataclasses import replace

from sanmill.control import intents
from sanmill.control.games import new_game
from sanmill.control.games.game_info import AGREED, SIDES, Player, Termination
from sanmill.control.games.session import Session
from sanmill.control.views.texts import side_name
from sanmill.control.views.types import Action, GameView
from sanmill.core import settings
from sanmill.core.i18n import text
from sanmill.core.settings import Settings
from sanmill.core.statistics import TWO_PLAYERS

from .game_mode import GameMode
from .versus import analysis_button, common_actions


def new_session(chosen: Settings) -> Session:
    session = new_game.new_session(TWO_PLAYERS, chosen, (Player(), Player()))
    for side, setting in zip(SIDES, (settings.WHITE_NAME, settings.BLACK_NAME)):
        name = " ".join(chosen.get(setting).split())
        if name:
            session.info.headers[side] = name
    return session


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

    def view(self) -> GameView:
        """The strip of the upper player can be turned for two people who sit face to face."""
        view = super().view()
        is_turned = self.context.settings.get(settings.FACE_TO_FACE)
        return replace(view, top=replace(view.top, is_turned=is_turned))

    def rematch(self) -> None:
        """The players change sides and take their names along."""
        headers = self.session.info.headers
        rematch = self.session.rematch(self.rematch_players())
        for side, other in (SIDES, SIDES[::-1]):
            if side in headers:
                rematch.info.headers[other] = headers[side]
        self.context.open_game(rematch)

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
