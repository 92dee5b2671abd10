"""Two people on one device."""

from __future__ import annotations

from dataclasses import replace

from sanmill.control import intents
from sanmill.control.board.game_mode import GameMode
from sanmill.control.board.mode import ModeContext
from sanmill.control.board.timers import Timers
from sanmill.control.games import new_game
from sanmill.control.games.game_clock import GameClock
from sanmill.control.games.game_info import AGREED, SIDES, TIMED_OUT, Player, Termination
from sanmill.control.games.session import Session
from sanmill.control.views.texts import side_name
from sanmill.control.views.types import Action, GameView, StripView
from sanmill.core import settings
from sanmill.core.game.model import Side
from sanmill.core.progress.statistics import TWO_PLAYERS
from sanmill.core.settings import Settings
from sanmill.core.text.i18n import Text, text
from sanmill.core.text.names import one_line

from .versus import analysis_button, common_actions

NAME_MAX = 16
TICK_SECONDS = 0.5  # between two looks at the clock


def new_session(chosen: Settings) -> Session:
    session = new_game.new_session(TWO_PLAYERS, chosen, (Player(), Player()))
    for side, setting in zip(SIDES, (settings.WHITE_NAME, settings.BLACK_NAME)):
        name = one_line(chosen.get(setting), NAME_MAX)
        if name:
            session.info.headers[side] = name
    minutes = chosen.get(settings.MINUTES)
    session.info.clock = GameClock.of(minutes) if minutes else None
    return session


class TwoPlayers(GameMode):
    """Both sides are people; the engine only helps when asked.

    A clock runs from the first move on. It is paused when the board leaves the screen, until somebody touches a point.
    """

    def __init__(self, context: ModeContext, session: Session) -> None:
        super().__init__(context, session)
        self._timers = Timers(context.clock)
        self._clock_shown: tuple[str, ...] = ()
        self._is_paused = session.cursor.game_ply > 0  # the clock of a game that is continued

    def close(self) -> None:
        super().close()
        self._pause_clock()

    # The clock.

    def plan_search(self) -> None:
        self._run_clock()
        super().plan_search()

    def _run_clock(self) -> None:
        """Run the clock of the side to move while the game is in progress."""
        clock, session = self.session.info.clock, self.session
        if clock is None:
            return
        is_running = self.cursor.game_ply > 0 and not session.is_over and not self._is_paused
        clock.run(self.cursor.present.side if is_running else None, self.context.clock.now())
        if is_running and clock.loser is not None:
            self.finish(Termination(TIMED_OUT, clock.loser))
        elif is_running:
            self._timers.set("clock", TICK_SECONDS, self._tick)
        self._clock_shown = tuple(map(clock.words, Side))

    def _tick(self) -> None:
        """Look at the clock; the view is published when its words change or time is up."""
        before = self._clock_shown
        self._run_clock()
        if self._clock_shown != before or self.session.is_over:
            self.context.update()

    def _pause_clock(self) -> None:
        self._timers.cancel()
        self._is_paused = self.cursor.game_ply > 0
        if self.session.info.clock:
            self.session.info.clock.run(None, self.context.clock.now())

    def on_hidden(self) -> None:
        if self.session.info.clock and not self._is_paused:
            self._pause_clock()
            self.touch.refusal = None  # it would hide that the clock is paused
            self.context.update()

    def mode_message(self) -> Text | None:
        is_told = self.session.info.clock is not None and self._is_paused and not self.session.is_over
        return text("notice.clock_paused") if is_told else None

    def tap(self, point: str, *, is_key: bool = False) -> None:
        self._is_paused = False
        super().tap(point, is_key=is_key)

    def lift(self, point: str) -> None:
        self._is_paused = False
        super().lift(point)

    @property
    def can_undo(self) -> bool:
        """A loss on time stays."""
        termination = self.session.info.termination
        return super().can_undo and not (termination and termination.kind == TIMED_OUT)

    def undo(self) -> None:
        if self.can_undo:
            super().undo()

    # Playing.

    def offer_draw(self) -> None:
        """Ask the other person."""
        if self.can_offer_draw:
            side = self.cursor.present.side
            self.touch.ask(
                "play.draw_question",
                "play.draw_accept",
                lambda: self.finish(Termination(AGREED)),
                no="play.draw_decline",
                side=side_name(side),
                other=side_name(side.other),
            )

    def view(self) -> GameView:
        """The strips with their clocks; the upper one can be turned for two people who sit face to face."""
        view = super().view()
        is_turned = self.context.settings.get(settings.FACE_TO_FACE)
        top, bottom = map(self._with_clock, (view.top, view.bottom))
        return replace(view, top=replace(top, is_turned=is_turned), bottom=bottom)

    def _with_clock(self, strip: StripView) -> StripView:
        clock = self.session.info.clock
        if clock is None:
            return strip
        return replace(strip, detail=text("strip.clock", time=clock.words(strip.side)), has_clock=True)

    def rematch(self) -> None:
        """The players change sides and take their names along."""
        headers = self.session.info.headers
        rematch = self.session.rematch(self.rematch_players())
        for side, other in (SIDES, SIDES[::-1]):
            if side in headers:
                rematch.info.headers[other] = headers[side]
        clock = self.session.info.clock
        rematch.info.clock = GameClock.of(clock.minutes) if clock else None
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
