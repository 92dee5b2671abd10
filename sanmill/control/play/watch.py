"""The engine plays both sides; the user watches, pauses and steps."""

from __future__ import annotations

from sanmill.control import intents
from sanmill.control.board.game_mode import GameMode
from sanmill.control.board.mode import ModeContext
from sanmill.control.board.touch import Refuse
from sanmill.control.games import new_game
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.views.types import Action
from sanmill.core import settings
from sanmill.core.game.model import GameState
from sanmill.core.progress.statistics import WATCH
from sanmill.core.settings import Settings
from sanmill.core.text.i18n import Text, text
from sanmill.engine.messages import Line

from .versus import analysis_button, common_actions

SECONDS = {"slow": 2.0, "normal": 0.9, "fast": 0.25}


def new_session(chosen: Settings) -> Session:
    own = chosen.get(settings.WEIGHTS)
    white = Player(
        True,
        chosen.get(settings.WATCH_WHITE),
        chosen.get(settings.WATCH_WHITE_STYLE),
        chosen.get(settings.WATCH_WHITE_ALGORITHM),
        own if chosen.get(settings.WATCH_WHITE_WEIGHTS) == "own" else "",
    )
    black = Player(
        True,
        chosen.get(settings.WATCH_BLACK),
        chosen.get(settings.WATCH_BLACK_STYLE),
        chosen.get(settings.WATCH_BLACK_ALGORITHM),
        own if chosen.get(settings.WATCH_BLACK_WEIGHTS) == "own" else "",
    )
    return new_game.new_session(WATCH, chosen, (white, black))


class Watch(GameMode):
    """Both sides are the engine's. Looking at an earlier position pauses the game."""

    def __init__(self, context: ModeContext, session: Session) -> None:
        super().__init__(context, session)
        self.is_paused = session.cursor.game_ply > 0
        self.is_stepping = False
        self.handlers.update(
            {
                intents.JumpTo: lambda intent: self.jump_and_pause(intent.ply),
                intents.SetPaused: lambda intent: self.pause(intent.is_paused),
                intents.Step: lambda _: self.step(),
                intents.ChangeSpeed: lambda _: self.change_speed(),
            }
        )

    def reply_delay(self) -> float:
        return SECONDS[self.context.settings.get(settings.WATCH_SPEED)]

    @property
    def is_engine_turn(self) -> bool:
        """Whether the game is in progress and not paused."""
        return not self.session.is_over and not self.is_paused

    def mode_refusal(self) -> Refuse | None:
        """The user does not move here."""
        return None if self.session.is_over else Refuse(text("refusal.watching"))

    def mode_status(self) -> Text | None:
        return text("status.held") if self.is_paused and not self.session.is_over else None

    def jump_and_pause(self, ply: int) -> None:
        """Show a ply; pause unless it is the present."""
        self.jump(ply)
        if not self.cursor.is_live:
            self.pause(True)

    def pause(self, is_paused: bool) -> None:
        """Pause, or continue from the present."""
        self.is_paused = is_paused
        self.is_stepping = False
        if not is_paused and not self.cursor.is_live:
            self.show_present()

    def step(self) -> None:
        """Play one turn with its removals, then pause."""
        self.pause(False)
        self.is_stepping = True

    def on_played(self, before: GameState, move: str, lines: tuple[Line, ...]) -> None:
        """Pause after the turn of a step."""
        if self.is_stepping and not any(self.cursor.present.pending_removals):
            self.pause(True)

    def change_speed(self) -> None:
        choices = settings.WATCH_SPEED.choices
        now = choices.index(self.context.settings.get(settings.WATCH_SPEED))
        self.context.settings.set(settings.WATCH_SPEED, choices[(now + 1) % len(choices)])

    def actions(self) -> tuple[Action, ...]:
        speed = self.context.settings.get(settings.WATCH_SPEED)
        if self.session.is_over:
            first = Action("replay", text("play.rematch"), intents.Rematch())
        elif self.is_paused:
            first = Action("play_arrow", text("watch.go"), intents.SetPaused(False))
        else:
            first = Action("pause", text("watch.hold"), intents.SetPaused(True))
        return (
            first,
            Action("skip_next", text("watch.step"), intents.Step(), is_enabled=not self.session.is_over),
            Action("speed", text(f"watch.speed.{speed}"), intents.ChangeSpeed()),
            analysis_button(self),
            Action("list", text("play.moves"), intents.Open("moves")),
        )

    def overflow(self) -> tuple[Action, ...]:
        return common_actions(self)
