"""Two machines play; a person watches, holds them, lets them step."""

from __future__ import annotations

from sanmill.control import intents
from sanmill.control.games import new_game
from sanmill.control.games.session import Player, Session
from sanmill.control.ports import Host
from sanmill.control.views.types import Action
from sanmill.core import settings
from sanmill.core.i18n import Text, text
from sanmill.core.settings import Settings

from .table import Table
from .touch import Refuse
from .versus import analysis_button, common_actions

NAME = "watch"
SECONDS = {"slow": 2.0, "normal": 0.9, "fast": 0.25}


def new_session(chosen: Settings) -> Session:
    """A new game as set."""
    style = settings.STYLE.default
    white = Player(True, chosen.get(settings.WATCH_WHITE), style)
    black = Player(True, chosen.get(settings.WATCH_BLACK), style)
    return new_game.open_game(NAME, chosen, (white, black))


class Watch(Table):
    """Both sides are machines. Looking at an earlier position holds them."""

    def __init__(self, host: Host, session: Session) -> None:
        super().__init__(host, session)
        self.is_paused = session.now > 0
        self.is_stepping = False
        self.handlers.update(
            {
                intents.SetPaused: lambda intent: self.pause(intent.is_paused),
                intents.Step: lambda _: self.step(),
                intents.ChangeSpeed: lambda _: self.change_speed(),
            }
        )

    def reply_delay(self) -> float:
        """As fast as set."""
        return SECONDS[self.host.settings.get(settings.WATCH_SPEED)]

    @property
    def waits_for_machine(self) -> bool:
        """Unless it is held."""
        return super().waits_for_machine and not self.is_paused

    def turn_refusal(self) -> Refuse | None:
        """Nobody touches the pieces here."""
        return super().turn_refusal() if self.session.is_over else Refuse(text("refusal.watching"))

    def own_status(self) -> Text | None:
        """Whether the machines are held."""
        return text("status.held") if self.is_paused and not self.session.is_over else None

    def jump(self, ply: int) -> None:
        """Who looks elsewhere wants to look in peace."""
        super().jump(ply)
        if not self.session.is_live:
            self.pause(True)

    def pause(self, is_paused: bool) -> None:
        """Hold, or go on from the present."""
        self.is_paused = is_paused
        self.is_stepping = False
        if not is_paused and not self.session.is_live:
            self.session.show_now()
            self.settle()

    def step(self) -> None:
        """One turn with its removals, then hold."""
        self.pause(False)
        self.is_stepping = True

    def play(self, move: str) -> None:
        """After a step's whole turn, hold."""
        super().play(move)
        state = self.session.present
        if self.is_stepping and not any(state.pending_removals):
            self.pause(True)

    def change_speed(self) -> None:
        """The next of the speeds."""
        choices = settings.WATCH_SPEED.choices
        now = choices.index(self.host.settings.get(settings.WATCH_SPEED))
        self.host.settings.set(settings.WATCH_SPEED, choices[(now + 1) % len(choices)])

    def buttons(self) -> tuple[Action, ...]:
        """Go or hold, step, speed, analysis, moves."""
        speed = self.host.settings.get(settings.WATCH_SPEED)
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

    def more(self) -> tuple[Action, ...]:
        """What every game has."""
        return common_actions(self)
