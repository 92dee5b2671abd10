"""The engine plays both sides; the user watches, pauses and steps."""

from __future__ import annotations

from dataclasses import replace

from sanmill.control.board import intents
from sanmill.control.board.actions import MENU, MOVES, menu_of
from sanmill.control.board.annotation import Annotation
from sanmill.control.board.drawing import Drawing
from sanmill.control.board.game_end import REMATCH, GameEnd
from sanmill.control.board.game_mode import GameMode
from sanmill.control.board.game_view import game_view, result_of
from sanmill.control.board.help import Help
from sanmill.control.board.messages import Messages
from sanmill.control.board.mode import Part
from sanmill.control.board.navigation import Navigation
from sanmill.control.board.opponent import Opponent
from sanmill.control.board.taps import Refuse
from sanmill.control.board.touch import Touch
from sanmill.control.context import Context
from sanmill.control.games import new_game
from sanmill.control.games.game_info import Player
from sanmill.control.games.people import opponent_name
from sanmill.control.games.session import Session
from sanmill.control.views.types import Action, GameView
from sanmill.core import settings
from sanmill.core.game.model import GameState
from sanmill.core.progress.statistics import WATCH
from sanmill.core.settings import Settings
from sanmill.core.text.i18n import Text, text

from .intents import ChangeSpeed, Step

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


class Autoplay(Part):
    """Pauses the game, steps through it and sets its speed. Jumping to an earlier position pauses it."""

    def __init__(self, game: GameMode) -> None:
        super().__init__()
        self._game = game
        self._settings = game.context.settings
        self._is_paused = game.cursor.game_ply > 0
        self._is_stepping = False
        self.handlers = {
            intents.JumpTo: lambda _: self._pause_before_present(),
            intents.SetPaused: lambda intent: self.pause(intent.is_paused),
            Step: lambda _: self.step(),
            ChangeSpeed: lambda _: self.change_speed(),
        }

    def is_paused(self) -> bool:
        return self._is_paused

    def delay(self) -> float:
        return SECONDS[self._settings.get(settings.WATCH_SPEED)]

    def refusal(self) -> Refuse | None:
        """The user does not move here."""
        return None if self._game.session.is_over else Refuse(text("refusal.watching"))

    def add_to(self, view: GameView) -> GameView:
        return replace(view, keeps_awake=not self._is_paused and not view.is_over)

    def status(self) -> Text | None:
        return text("status.held") if self._is_paused else None

    def pause(self, is_paused: bool) -> None:
        """Pause, or continue from the present."""
        self._is_paused = is_paused
        self._is_stepping = False
        if not is_paused and not self._game.cursor.is_live:
            self._game.show_present()

    def _pause_before_present(self) -> None:
        if not self._game.cursor.is_live:
            self.pause(True)

    def step(self) -> None:
        """Play one turn with its removals, then pause."""
        self.pause(False)
        self._is_stepping = True

    def on_played(self, before: GameState, move: str) -> None:
        """Pause after the turn of a step."""
        if self._is_stepping and not any(self._game.cursor.present.pending_removals):
            self.pause(True)

    def change_speed(self) -> None:
        choices = settings.WATCH_SPEED.choices
        now = choices.index(self._settings.get(settings.WATCH_SPEED))
        self._settings.set(settings.WATCH_SPEED, choices[(now + 1) % len(choices)])

    def actions(self) -> tuple[Action, ...]:
        """Pause or continue, or a rematch; step; speed."""
        is_over, speed = self._game.session.is_over, self._settings.get(settings.WATCH_SPEED)
        go, hold = (
            Action("play_arrow", text("watch.go"), intents.SetPaused(False)),
            Action("pause", text("watch.hold"), intents.SetPaused(True)),
        )
        return (
            REMATCH if is_over else go if self._is_paused else hold,
            Action("skip_next", text("watch.step"), Step(), is_enabled=not is_over),
            Action("speed", text(f"watch.speed.{speed}"), ChangeSpeed()),
        )


class Watch(GameMode):
    """Both sides are the engine's."""

    def __init__(self, context: Context, session: Session) -> None:
        super().__init__(context, session)
        self.messages = Messages(self)
        self.autoplay = Autoplay(self)
        self.touch = Touch(self, self.autoplay.refusal, self.refusal)
        self.opponent = Opponent(
            self, self.touch, self.messages, is_held=self.autoplay.is_paused, delay=self.autoplay.delay
        )
        self.help = Help(self, self.touch, self.messages, self.opponent.is_turn)
        self.annotation = Annotation(self)
        self.drawing = Drawing(self)
        self.assemble(
            self.messages,
            self.opponent,
            self.help,
            self.touch,
            self.annotation,
            self.drawing,
            Navigation(self),
            self.autoplay,
            GameEnd(self, self.touch, self._rematch),
        )

    def _rematch(self) -> Session:
        white, black = self.session.info.players
        return self.session.rematch((black, white))

    def view(self) -> GameView:
        view = game_view(
            self,
            *(self.touch, self.help, self.messages, self.annotation, self.drawing, self.opponent, self.autoplay),
            result=result_of(self),
            status=self.autoplay.status(),
            actions=(*self.autoplay.actions(), MOVES, MENU),
            overflow=menu_of(self, self.help, *self.drawing.buttons),
        )
        white, black = (opponent_name(player.level) for player in self.session.info.players)
        return replace(view, title=text("watch.title", white=white, black=black))
