"""A game on the board: touches, the cursor, undo and redo, and the engine that plays or helps.

``Versus``, ``TwoPlayers``, ``Watch`` and ``PuzzleMode`` fill in the hooks: actions, refusals, when the engine moves.
"""

from __future__ import annotations

from typing import Any

from sanmill.control import intents
from sanmill.control.engine_requests import Purpose, SearchRequest
from sanmill.control.games import strength
from sanmill.control.games.game_info import AGREED, RESIGNED, Player, Termination
from sanmill.control.games.session import Session
from sanmill.control.intents import Handlers
from sanmill.control.views import verdicts
from sanmill.control.views.texts import side_name
from sanmill.control.views.types import Action, GameView, ShareView
from sanmill.core import settings
from sanmill.core.game.model import GameState, Side
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import Text, text
from sanmill.engine.messages import AnalysisDone, Limits, Line, MoveChosen, WorkFailed

from . import announce
from .analysis import Analysis
from .game_view import game_view, is_first_mill
from .hint import Hint
from .judge import OPTIONS, judge_request
from .message_log import MessageLog
from .mode import ModeContext, Receivers
from .thinking import Thinking
from .touch import Choice, Refuse, TouchState

STEP, CAPTURE, MILL, FIRST_MILL = 0.2, 0.5, 0.7, 1.1  # seconds until a move of each kind has been seen
PAUSE = 0.35  # and of the engine's pause after it
DRAW_MS = 500


class GameMode:
    """A session with its touch state, hint, analysis and the engine's turn. One search runs at a time."""

    file = ""

    def __init__(self, context: ModeContext, session: Session, human_sides: frozenset[Side] | None = None) -> None:
        self.context = context
        self.session = session
        self.cursor = session.cursor
        self.human_sides = session.info.human_sides if human_sides is None else human_sides
        self.touch = TouchState()
        self.hint = Hint()
        self.thinking = Thinking(context)
        self.analysis = Analysis(session)
        self.query: Purpose | None = None  # HINT or DRAW, asked of the engine
        self.log = MessageLog()
        self.notice = announce.notice_of(session, self.human_sides)  # of a rule, until the user has moved
        self.opponent_turn: Text | None = None  # what the engine's last turn did, until the user has moved
        self.has_failed = False  # the engine, on its own turn
        self.hurried: tuple[int, Side] | None = None  # the turn that the user asked to end
        self.handlers: Handlers = {
            intents.TapPoint: lambda intent: self.tap(intent.point),
            intents.PressPoint: lambda intent: self.tap(intent.point, is_key=True),
            intents.Lift: lambda intent: self.lift(intent.point),
            intents.Drop: lambda intent: self.drop(intent.point),
            intents.ClearChoice: lambda _: self.clear(),
            intents.Answer: lambda intent: self.touch.answer(intent.is_yes),
            intents.ConfirmTurn: lambda _: self.confirm_turn(),
            intents.RejectTurn: lambda _: self.reject_turn(),
            intents.Undo: lambda _: self.undo(),
            intents.Redo: lambda _: self.rewind(self.redo_ply),
            intents.Resign: lambda _: self.touch.ask(
                "play.resign_question", "play.resign", self.resign, is_destructive=True
            ),
            intents.OfferDraw: lambda _: self.offer_draw(),
            intents.Rematch: lambda _: self.rematch(),
            intents.Flip: lambda _: self.flip(),
            intents.JumpTo: lambda intent: self.jump(intent.ply),
            intents.LookAt: lambda intent: self.show_node(intent.number),
            intents.ReturnToNow: lambda _: self.show_present(),
            intents.SetNote: lambda intent: self.cursor.comment(intent.comment, intent.marks),
            intents.Promote: lambda _: self.cursor.promote(),
            intents.DeleteBranch: lambda _: self.delete_variation(),
            intents.RestoreBranch: lambda _: self.cursor.restore_deleted(),
            intents.AskHint: lambda _: self.ask_hint(),
            intents.MoveNow: lambda _: self.move_now(),
            intents.SetAnalysis: lambda intent: self.analysis.switch(intent.is_on),
            intents.ShowNumbers: lambda intent: self.analysis.show_numbers(intent.is_shown),
            intents.ShowGraph: lambda intent: self.analysis.show_graph(intent.is_shown),
            intents.ShowPanelGraph: lambda intent: self.analysis.show_panel(intent.is_shown),
            intents.Retry: lambda _: self.retry(),
            intents.ExplorePosition: lambda _: context.explore(session),
        }
        self.receivers: Receivers = {
            MoveChosen: self.receive_move,
            AnalysisDone: self.receive_lines,
            WorkFailed: self.receive_failure,
        }

    # Hooks.

    def actions(self) -> tuple[Action, ...]:
        raise NotImplementedError

    def overflow(self) -> tuple[Action, ...]:
        raise NotImplementedError

    def mode_status(self) -> Text | None:
        """A status that replaces the usual one."""
        return None

    def mode_refusal(self) -> Refuse | None:
        """Why the mode does not let anybody move now."""
        return None

    def absorbs_tap(self) -> bool:
        """Whether a tap had another effect than touching a piece; here it restarts a failed engine."""
        if self.has_failed:
            self.retry()
            return True
        return False

    def on_played(self, before: GameState, move: str, lines: tuple[Line, ...]) -> None:
        """A move was played; ``lines`` is the analysis of the position before it."""

    def mode_message(self) -> Text | None:
        """What the mode has to say about the game, such as the coach about the last move."""
        return None

    def suggested_move(self) -> Move:
        """A better move than the last one, to be drawn."""
        return Move()

    def on_turn_entered(self) -> None:
        """The user made or confirmed a move."""

    def on_hidden(self) -> None:
        """The board left the screen: another page came to the front, or the app goes to the background."""

    @property
    def is_confirming(self) -> bool:
        """Whether the user has to keep the last turn or take it back."""
        return self.session.is_unconfirmed

    @property
    def is_engine_turn(self) -> bool:
        is_open = not self.session.is_over and not self.session.is_unconfirmed
        return is_open and self.cursor.present.side not in self.human_sides

    def reply_delay(self) -> float:
        """Seconds between the last move and the engine's on the screen."""
        return PAUSE + self._seconds_to_see() * settings.MOTION_TIMES[self.context.settings.get(settings.SPEED)]

    def _seconds_to_see(self) -> float:
        """The animation of the last move, with the light on a mill if the engine goes on by removing a piece."""
        last = Move(self.cursor.played[-1]) if self.cursor.played else Move()
        if last.is_removal:
            return CAPTURE
        if any(self.cursor.present.pending_removals):
            return FIRST_MILL if is_first_mill(self.session) else MILL
        return STEP

    def idle_request(self) -> SearchRequest | None:
        """The search to run when nothing else is wanted."""
        return None

    def rematch_players(self) -> tuple[Player, Player]:
        """The players of a rematch: sides swapped."""
        white, black = self.session.info.players
        return (black, white)

    # State.

    def close(self) -> None:
        self.thinking.timers.cancel()

    def view(self) -> GameView:
        return game_view(self)

    def save(self) -> dict[str, Any]:
        return {}

    def share(self) -> ShareView | None:
        return None

    @property
    def is_strict(self) -> bool:
        """Whether a rated game is in progress."""
        return self.session.info.is_rated and not self.session.is_over

    @property
    def is_analysed(self) -> bool:
        """Whether the moves carry verdicts."""
        return self.analysis.is_on and not self.is_strict and not self.is_engine_turn

    def reset(self) -> None:
        """The position changed: drop what belongs to the old one."""
        self.touch.reset()
        self.hint, self.query = Hint(), None
        self.analysis.forget()
        self.has_failed = False

    # Touches.

    def refusal(self) -> Refuse | None:
        """Why the user may not move now."""
        session, shown = self.session, self.cursor.state
        own = self.mode_refusal()
        if own:
            return own
        if session.info.is_rated and not self.cursor.is_live:
            return Refuse(text("refusal.serious"))
        if session.is_unconfirmed and self.cursor.is_live:
            return Refuse(text("refusal.unsure"))
        if shown.result or (self.cursor.is_live and session.info.termination):
            return Refuse(text("refusal.game_over"))
        if shown.side not in self.human_sides:
            return Refuse(text("refusal.turn", side=side_name(shown.side)))
        return None

    def tap(self, point: str, *, is_key: bool = False) -> None:
        """Move, choose, or say why not."""
        if self.absorbs_tap():
            return
        self.touch.answer(False)
        self.touch.refusal = self.refusal()
        if self.touch.refusal is None:
            is_drag_only = not is_key and self.context.settings.get(settings.INPUT) == "drag"
            move = self.touch.tap(self.cursor.game, point, is_drag_only=is_drag_only)
            if move:
                self.enter_move(move)

    def lift(self, point: str) -> None:
        if not self.refusal():
            self.touch.lift(self.cursor.game, point)

    def drop(self, point: str) -> None:
        """Move the dragged piece to a target; otherwise it returns, and over a point the refusal is shown."""
        piece = self.touch.choice.piece
        if piece and point and point != piece:
            self.tap(point)
        if self.touch.prompt is None:
            self.touch.choice = Choice()

    def clear(self) -> None:
        """Drop the choice, the refusal and the prompt."""
        self.touch.answer(False)
        self.touch.choice = Choice()
        self.touch.refusal = None

    def enter_move(self, move: str) -> None:
        """Play the user's move; from an earlier position ask first."""
        if self.cursor.is_live:
            self.play(move)
            if self.context.settings.get(settings.CONFIRM):
                self.session.await_confirmation()
        else:
            self.touch.ask("play.continue_question", "play.continue", lambda: self.play(move))
        self.on_turn_entered()

    def play(self, move: str) -> None:
        before, lines = self.cursor.state, self.analysis.lines
        self.session.play(move)
        self.reset()
        self._announce(before)
        self.thinking.on_played()
        self.on_played(before, move, lines)

    def _announce(self, before: GameState) -> None:
        """Tell what the engine's turn did, and the rule that applies now. The user's own move ends earlier messages."""
        if before.side in self.human_sides or not self.human_sides:
            self.notice = self.opponent_turn = None
        else:
            self.opponent_turn = announce.turn_words(self.session)
        notice = announce.notice_of(self.session, self.human_sides)
        self.notice = notice or self.notice
        self.log.add(self.opponent_turn)
        self.log.add(notice)

    def confirm_turn(self) -> None:
        self.session.unconfirmed = None
        self.touch.refusal = None
        self.on_turn_entered()

    def reject_turn(self) -> None:
        if self.session.is_unconfirmed:
            self.session.reject_turn()
            self.reset()

    # Cursor, undo and redo.

    def jump(self, ply: int) -> None:
        self.cursor.show(ply)
        self.reset()

    def show_node(self, number: int) -> None:
        """Show a node of the record by its number; 0 is the start."""
        nodes = (node for _, node in self.cursor.tree.root.walk())
        node = next((node for index, node in enumerate(nodes) if index == number), None)
        if node is not None:
            self.cursor.show_node(node)
            self.reset()

    def show_present(self) -> None:
        self.cursor.show_present()
        self.reset()

    def delete_variation(self) -> None:
        """Delete the move at the cursor, unless it was played."""
        self.cursor.delete()
        self.reset()

    @property
    def undo_ply(self) -> int | None:
        if self.session.info.is_rated:
            return None
        return self.cursor.turn_before(self.cursor.game_ply, self.human_sides)

    @property
    def redo_ply(self) -> int | None:
        return self.cursor.turn_after(self.cursor.game_ply, self.human_sides)

    @property
    def can_undo(self) -> bool:
        """Whether there is a turn or a termination to undo."""
        is_terminated = self.session.info.termination is not None and not self.session.info.is_rated
        return self.undo_ply is not None or is_terminated

    def undo(self) -> None:
        """Back to the user's previous turn; a resignation or agreed draw alone is undone first."""
        if self.session.info.is_rated:
            self.touch.refusal = Refuse(text("refusal.serious"))
        else:
            self.rewind(self.cursor.game_ply if self.session.info.termination else self.undo_ply)

    def rewind(self, ply: int | None) -> None:
        """Make another ply of the main line the present."""
        if ply is not None:
            self.session.rewind(ply)
            self.reset()
            self.notice = self.opponent_turn = None
        self.thinking.on_rewound()

    def flip(self) -> None:
        self.session.is_flipped = not self.session.is_flipped

    # The end of a game.

    def resign(self) -> None:
        """The person to move, or the only one, resigns."""
        is_alone = len(self.human_sides) == 1
        loser = next(iter(self.human_sides)) if is_alone else self.cursor.present.side
        self.finish(Termination(RESIGNED, loser))

    def finish(self, termination: Termination) -> None:
        """End the game outside the rules."""
        self.cursor.show_present()
        self.reset()
        self.session.unconfirmed = None
        self.session.info.termination = termination
        self.notice = self.opponent_turn = None
        self.thinking.stop()

    def rematch(self) -> None:
        self.context.open_game(self.session.rematch(self.rematch_players()))

    # The engine.

    def plan_search(self) -> None:
        """Submit the search that matters most."""
        request = self.request() or self.idle_request()
        is_move = request is not None and request.purpose is Purpose.MOVE
        if not is_move and self.thinking.is_active:
            self.thinking.stop()
        self.context.engine.submit(request)
        if is_move:
            self.thinking.start()

    def request(self) -> SearchRequest | None:
        """The search that matters most: the engine's move, then the user's question, then analysis."""
        session = self.session
        if self.has_failed:
            return None
        if self.is_engine_turn:
            present = self.cursor.present
            is_hurried = any(present.pending_removals) and self.hurried == (present.turn, present.side)
            player = session.info.players[present.side]
            options = strength.options_of(player, self.context.settings, is_hurried=is_hurried)
            return SearchRequest(Purpose.MOVE, session.position, options, is_level=strength.is_level(player))
        if self.query is Purpose.HINT:
            return judge_request(Purpose.HINT, session.position_at(self.cursor.ply), self.cursor.state)
        if self.query is Purpose.DRAW:
            is_level = strength.is_level(session.info.players[self.cursor.present.side.other])
            return SearchRequest(Purpose.DRAW, session.position, OPTIONS, Limits(time_ms=DRAW_MS), is_level=is_level)
        if self.is_strict or session.is_unconfirmed:
            return None
        is_analysed = self.analysis.is_on and not self.cursor.state.result
        if is_analysed and not self.analysis.lines:
            return self.analysis.request()
        missing = self.analysis.evaluation_request(has_bar=self.context.settings.get(settings.EVALUATION))
        if missing or not is_analysed:
            return missing
        return self.analysis.request()

    def move_now(self) -> None:
        """End the engine's search; a removal in the same turn does not take long either."""
        self.hurried = (self.cursor.present.turn, self.cursor.present.side)
        self.context.engine.stop()

    def receive_failure(self, request: SearchRequest, _event: WorkFailed) -> None:
        """Offer a retry if the engine had to move."""
        self.has_failed = request.purpose is Purpose.MOVE
        self.query = None

    def receive_lines(self, request: SearchRequest, event: AnalysisDone) -> None:
        """Store the judgement; one that was asked for becomes a hint."""
        self.analysis.receive(request.position.moves, event.lines)
        if request.purpose is Purpose.HINT:
            self.query = None
            self.show_hint(event.lines)

    def receive_move(self, request: SearchRequest, event: MoveChosen) -> None:
        """Play the move, or decide about a draw by its score."""
        self.analysis.evaluate(request.position.moves, event.lines)
        if request.purpose is Purpose.MOVE:
            line = next((line for line in event.lines if line.move == event.move), None)
            expected = "".join(line.moves[1:2]) if line else ""
            wait = self.thinking.seconds_until_reply(self.reply_delay())
            if wait > 0:
                self.thinking.timers.set("reply", wait, lambda: self._reply_late(event.move, expected))
            else:
                self.reply(event.move, expected)
        elif request.purpose is Purpose.DRAW:
            self.query = None
            self.answer_draw(event)

    def reply(self, move: str, expected: str) -> None:
        """Play the engine's move; the cursor stays where the user looks, and so does a prompt."""
        if not move:
            self.has_failed = True
            return
        shown = None if self.cursor.is_live else self.cursor.tree.current
        prompt = self.touch.prompt
        self.cursor.show_present()
        self.play(move)
        self.cursor.tree.current.expected_reply = expected
        if shown is not None:
            self.cursor.show_node(shown)
            self.reset()
        self.touch.prompt = prompt  # the user answers it whatever the engine does

    def _reply_late(self, move: str, expected: str) -> None:
        self.reply(move, expected)
        self.context.update()

    def retry(self) -> None:
        self.has_failed = False
        self.thinking.stop()

    # Hints and draw offers.

    def ask_hint(self) -> None:
        """Show the next step of the hint, or search for one."""
        is_rated = self.session.info.is_rated
        self.touch.refusal = Refuse(text("refusal.serious")) if is_rated else self.refusal()
        if self.touch.refusal:
            return
        if self.hint.move:
            self.hint = self.hint.next()
            self._log_hint()
        elif self.analysis.lines:
            self.show_hint(self.analysis.lines)
        else:
            self.query = Purpose.HINT

    def show_hint(self, lines: tuple[Line, ...]) -> None:
        """Show the first step of a hint at the best move."""
        if lines:
            self.hint = Hint.from_line(lines[0])
            self._log_hint()

    def _log_hint(self) -> None:
        self.log.add(self.hint.words(self.hint.idea(self.cursor.game.board, self.cursor.state)))

    @property
    def can_offer_draw(self) -> bool:
        """Whether the game is in progress and its present is shown."""
        return self.cursor.is_live and not self.session.is_over and not self.session.is_unconfirmed

    def offer_draw(self) -> None:
        """Let the engine decide by a search."""
        if self.can_offer_draw:
            self.query = Purpose.DRAW

    def answer_draw(self, event: MoveChosen) -> None:
        """The engine accepts unless it stands better."""
        if verdicts.accepts_draw(event.lines):
            self.finish(Termination(AGREED))
        else:
            self.notice = text("play.draw_declined", side=side_name(self.cursor.present.side.other))
            self.log.add(self.notice)
