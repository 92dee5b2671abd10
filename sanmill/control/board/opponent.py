"""The engine as a player: its turns with their pauses and the thinking indicator, and its answer to a draw offer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sanmill.control.engine_requests import Purpose, SearchRequest
from sanmill.control.games import people, strength
from sanmill.control.games.game_info import AGREED, Termination
from sanmill.control.views import verdicts
from sanmill.control.views.types import GameView, Mood, StripView
from sanmill.core import settings
from sanmill.core.game.model import GameState, Side
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import text
from sanmill.engine.messages import Limits, MoveChosen, WorkFailed

from . import intents
from .board_view import is_first_mill
from .clock import Clock
from .game_mode import GameMode
from .judge import OPTIONS
from .messages import Messages
from .mode import Part
from .timers import Timers
from .touch import Touch

STEP, CAPTURE, MILL, FIRST_MILL = 0.2, 0.5, 0.7, 1.1  # seconds until a move of each kind has been seen
PAUSE = 0.35  # and of the engine's pause after it
INDICATOR_AFTER, HURRY_AFTER = 0.3, 1.0  # seconds of thinking until the indicator and the button appear
DRAW_MS = 500


class Opponent(Part):
    """Plays the sides that are not a person's."""

    def __init__(
        self,
        game: GameMode,
        touch: Touch,
        messages: Messages,
        *,
        is_held: Callable[[], bool] = lambda: False,
        delay: Callable[[], float] | None = None,
        awaits: Callable[[], bool] = lambda: False,
        reply_from: Callable[[], float] = lambda: 0.0,
        clock: Clock | None = None,
    ) -> None:
        """``is_held`` says whether its turn has to wait, ``delay`` how many seconds after the last move it moves.

        While ``awaits`` another search it seems to think; it moves at the time ``reply_from`` at the earliest. With a
        ``clock`` that is on, it plays by it.
        """
        super().__init__()
        self._game = game
        self._touch = touch
        self._messages = messages
        self._is_held = is_held
        self._delay = delay or self._natural_delay
        self._awaits = awaits
        self._reply_from = reply_from
        self._clock = clock
        self._waiting: Callable[[], None] | None = None  # the reply, while its time has not come
        self._timers = Timers(game.context.clock)
        self._last_move_at: float | None = None
        self._hurried: tuple[int, Side] | None = None  # the turn that the user asked to end
        self._is_thinking = False
        self._is_indicator_due = False
        self.is_hurry_due = False
        self.handlers = {
            intents.MoveNow: lambda _: self.move_now(),
            intents.OfferDraw: lambda _: self.offer_draw(),
            intents.Retry: lambda _: self.retry(),
        }
        self.receivers = {MoveChosen: self._receive_move, WorkFailed: self._receive_failure}

    def is_turn(self) -> bool:
        session = self._game.session
        is_open = not session.is_over and not session.is_unconfirmed and not self._is_held()
        return is_open and session.cursor.present.side not in self._game.human_sides

    def plan_search(self) -> SearchRequest | None:
        game, session, present = self._game, self._game.session, self._game.cursor.present
        if self.is_turn() and not game.has_failed:
            self._start()
            if self._awaits():
                return None
            return self._move_request()
        if self._is_thinking:
            self._stop()
        if game.query is Purpose.DRAW and not game.has_failed:
            is_level = strength.is_level(session.info.players[present.side.other])
            return SearchRequest(Purpose.DRAW, session.position, OPTIONS, Limits(time_ms=DRAW_MS), is_level=is_level)
        return None

    def _move_request(self) -> SearchRequest:
        """The search for its move; nothing is proven beyond the move time when the user or the clock is in a hurry."""
        game, session, present = self._game, self._game.session, self._game.cursor.present
        player, chosen = session.info.players[present.side], game.context.settings
        is_hurried = any(present.pending_removals) and self._hurried == (present.turn, present.side)
        limits = Limits()
        if self._clock and self._clock.is_on:
            is_hurried, limits = True, self._clock.limits(strength.move_seconds(player, chosen))
        limits = replace(limits, moves=people.favourites(player, session.position))
        options = strength.options_of(player, chosen, is_hurried=is_hurried)
        return SearchRequest(Purpose.MOVE, session.position, options, limits, is_level=strength.is_level(player))

    def on_played(self, before: GameState, move: str) -> None:
        """The pause before the reply counts from now."""
        self._stop()
        self._last_move_at = self._game.context.clock.now()

    def on_rewound(self) -> None:
        """No pause is due."""
        self._stop()
        self._last_move_at = None

    def close(self) -> None:
        self._timers.cancel()

    def add_to(self, view: GameView) -> GameView:
        present = self._game.cursor.present
        if not self._is_indicator_due:
            return view
        is_told = view.is_waiting and not any(present.pending_removals)
        return replace(
            view,
            top=_thinking(view.top, present.side),
            bottom=_thinking(view.bottom, present.side),
            status=text("status.thinking", side=self._game.called(present.side)) if is_told else view.status,
        )

    # Thinking.

    def _start(self) -> None:
        if not self._is_thinking:
            self._is_thinking = True
            self._timers.set("indicator", INDICATOR_AFTER, self._show_indicator)
            self._timers.set("hurry", HURRY_AFTER, self._offer_hurry)

    def _stop(self) -> None:
        self._is_thinking = self._is_indicator_due = self.is_hurry_due = False
        self._waiting = None
        self._timers.cancel()
        self._game.context.engine.cancel()

    def _show_indicator(self) -> None:
        self._is_indicator_due = True
        self._game.context.update()

    def _offer_hurry(self) -> None:
        self.is_hurry_due = True
        self._game.context.update()

    def move_now(self) -> None:
        """Move now, or end the search; a removal in the same turn does not take long either."""
        if self._waiting:
            self._waiting()
            return
        present = self._game.cursor.present
        self._hurried = (present.turn, present.side)
        self._game.context.engine.stop()

    def retry(self) -> None:
        self._game.has_failed = False

    # Moving.

    def _receive_failure(self, request: SearchRequest, _event: WorkFailed) -> None:
        """Offer a retry if it had to move."""
        self._game.has_failed = request.purpose is Purpose.MOVE

    def _receive_move(self, request: SearchRequest, event: MoveChosen) -> None:
        """Play the move, or decide about a draw by its score."""
        if request.purpose is Purpose.MOVE:
            line = next((line for line in event.lines if line.move == event.move), None)
            expected = "".join(line.moves[1:2]) if line else ""
            since, now = self._last_move_at, self._game.context.clock.now()
            wait = max(0.0 if since is None else since + self._delay(), self._reply_from()) - now
            if wait > 0:
                self._waiting = lambda: self._reply_late(event.move, expected)
                self._timers.set("reply", wait, self._waiting)
            else:
                self._reply(event.move, expected)
        elif request.purpose is Purpose.DRAW:
            self._game.query = None
            self._answer_draw(event)

    def _natural_delay(self) -> float:
        speed = self._game.context.settings.get(settings.SPEED)
        natural = PAUSE + self._seconds_to_see() * settings.MOTION_TIMES[speed]
        return self._clock.pace(natural) if self._clock else natural

    def _seconds_to_see(self) -> float:
        """The animation of the last move, with the light on a mill if the engine goes on by removing a piece."""
        cursor = self._game.cursor
        last = Move(cursor.played[-1]) if cursor.played else Move()
        if last.is_removal:
            return CAPTURE
        if any(cursor.present.pending_removals):
            return FIRST_MILL if is_first_mill(self._game.session) else MILL
        return STEP

    def _reply(self, move: str, expected: str) -> None:
        """Play the engine's move; the cursor stays where the user looks, and so does a prompt."""
        game, cursor = self._game, self._game.cursor
        if not move:
            game.has_failed = True
            return
        shown = None if cursor.is_live else cursor.tree.current
        prompt = self._touch.prompt
        cursor.show_present()
        game.play(move)
        cursor.tree.current.expected_reply = expected
        if shown is not None:
            cursor.show_node(shown)
            game.reset()
        self._touch.prompt = prompt  # the user answers it whatever the engine does

    def _reply_late(self, move: str, expected: str) -> None:
        self._reply(move, expected)
        self._game.context.update()

    # Draws.

    def offer_draw(self) -> None:
        """Let a search decide."""
        session = self._game.session
        if session.cursor.is_live and not session.is_over and not session.is_unconfirmed:
            self._game.query = Purpose.DRAW

    def _answer_draw(self, event: MoveChosen) -> None:
        """Accept unless the engine stands better."""
        if verdicts.accepts_draw(event.lines):
            self._game.finish(Termination(AGREED))
        else:
            name = self._game.called(self._game.cursor.present.side.other)
            self._messages.notice = text("play.draw_declined", side=name)
            self._messages.log(self._messages.notice)


def _thinking(strip: StripView, side: Side) -> StripView:
    return replace(strip, is_thinking=True, mood=Mood.THINKING) if strip.side is side else strip
