"""A game with the engine at hand: the machine's moves, hints, analysis, the graph, draw offers.

The modes fill in which buttons there are and how long the machine waits.
"""

from __future__ import annotations

from collections.abc import Callable

from sanmill.control import intents
from sanmill.control.games.session import AGREED, Session, Termination
from sanmill.control.ports import Cancel, Host, Job
from sanmill.control.views import verdicts
from sanmill.control.views.game_view import game_view
from sanmill.control.views.types import Action, GameView
from sanmill.core import settings
from sanmill.core.i18n import Text, text
from sanmill.core.ideas import Idea, idea_of
from sanmill.core.move import Move
from sanmill.engine.messages import AnalysisDone, Limits, Line, MoveChosen, Progress, SearchEvent, WorkFailed

from . import strength
from .desk import BoardMode
from .touch import side_name

FULL_STRENGTH = (("Shuffle", "false"),)  # the default level is the highest
HINT_MS, DRAW_MS, GRAPH_MS, ANALYSIS_MS = 900, 500, 120, 4000
MARK_AFTER, HURRY_AFTER = 0.3, 1.0  # seconds of thinking until the mark and the button
STEP, PAUSE = 0.18, 0.35  # a move on the screen, and the moment the machine waits after it


class Table(BoardMode):
    """A desk where the engine plays or helps. It does one job at a time, the one that matters most."""

    def __init__(self, host: Host, session: Session) -> None:
        super().__init__(host, session)
        self.hint_move = ""
        self.hint_step = 0
        self.hint_proof: Text | None = None  # what the tables say of it
        self.lines: tuple[Line, ...] = ()  # the analysis of the position one looks at
        self.asking = ""  # what the engine is asked besides moving: hint, draw
        self.remark: Text | None = None  # on the person's last move
        self.is_graph_shown = False
        self.is_in_trouble = False
        self.is_thinking = False
        self.is_mark_due = False  # it thinks long enough to say so
        self.is_hurry_due = False  # and long enough to be hurried
        self._expected = ""  # what the machine thinks will follow its move
        self._last_move_at: float | None = None
        self._timers: dict[str, Cancel] = {}
        self.handlers.update(
            {
                intents.AskHint: lambda _: self.ask_hint(),
                intents.MoveNow: lambda _: self.host.hurry(),
                intents.OfferDraw: lambda _: self.offer_draw(),
                intents.SetAnalysis: lambda intent: self.host.settings.set(settings.ANALYSIS, intent.is_on),
                intents.ShowGraph: lambda intent: self.show_graph(intent.is_shown),
                intents.Retry: lambda _: self.retry(),
            }
        )

    # What the modes decide.

    @property
    def waits_for_machine(self) -> bool:
        """Whether the machine has to move."""
        is_open = not self.session.is_over and not self.session.is_unsure
        return is_open and self.session.present.side not in self.people

    @property
    def is_strict(self) -> bool:
        """Whether nobody may be helped now."""
        return self.session.is_rated and not self.session.is_over

    @property
    def is_analysed(self) -> bool:
        """Whether the moves carry their verdicts."""
        is_wanted = self.host.settings.get(settings.ANALYSIS)
        return is_wanted and not self.is_strict and not self.waits_for_machine

    def reply_delay(self) -> float:
        """Seconds the machine waits after the last move before its own is shown."""
        return PAUSE + STEP * settings.MOTION_TIMES[self.host.settings.get(settings.SPEED)]

    def buttons(self) -> tuple[Action, ...]:
        """The action bar."""
        raise NotImplementedError

    def own_status(self) -> Text | None:
        """A sentence of this mode that goes before the usual one."""
        return None

    def more(self) -> tuple[Action, ...]:
        """What stands in the overflow, besides what is always there."""
        raise NotImplementedError

    # Life.

    def begin(self) -> None:
        """Start or go on: if it is the machine's turn, it thinks."""
        self.plan()

    def end(self) -> None:
        """Forget every order given to the clock."""
        for cancel in self._timers.values():
            cancel()
        self._timers.clear()

    def view(self) -> GameView:
        """What there is to see."""
        return game_view(self)

    def tap(self, point: str, *, is_key: bool = False) -> None:
        """After trouble any tap starts the machine again."""
        if self.is_in_trouble:
            self.retry()
        else:
            super().tap(point, is_key=is_key)

    def play(self, move: str) -> None:
        """Play a move, and remember when."""
        super().play(move)
        self.stop_thinking()
        self._last_move_at = self.host.clock.now()

    def settle(self) -> None:
        """Hints and analysis belong to the old position."""
        super().settle()
        self.hint_move, self.hint_step, self.hint_proof, self.asking = "", 0, None, ""
        self.lines = ()
        self.is_in_trouble = False

    def rewind(self, ply: int | None) -> None:
        """What the machine thought of is of no use any more."""
        super().rewind(ply)
        self.remark = None
        self.stop_thinking()
        self._last_move_at = None

    def finish(self, termination: Termination) -> None:
        """End the game by will."""
        super().finish(termination)
        self.stop_thinking()

    # The engine.

    def plan(self) -> None:
        """Give the engine what it shall do now, if anything."""
        job = self.wanted()
        is_move = job is not None and job.purpose == "move"
        if not is_move and self.is_thinking:
            self.stop_thinking()
        self.host.run(job)
        if is_move and not self.is_thinking:
            self.is_thinking = True
            self.later("mark", MARK_AFTER, self.mark)
            self.later("hurry", HURRY_AFTER, self.offer_hurry)

    def mark(self) -> None:
        """It is time to say that the machine thinks."""
        self.is_mark_due = True
        self.host.changed()

    def offer_hurry(self) -> None:
        """It is time to offer to hurry it."""
        self.is_hurry_due = True
        self.host.changed()

    def wanted(self) -> Job | None:
        """The one job that matters most."""
        session = self.session
        if self.is_in_trouble:
            return None
        if self.waits_for_machine:
            player = session.players[session.present.side]
            return Job("move", session.situation, strength.options_of(player, self.host.settings))
        if self.asking:
            limits = Limits(time_ms=HINT_MS if self.asking == "hint" else DRAW_MS)
            return Job(self.asking, session.situation_at(session.shown), FULL_STRENGTH, limits)
        if self.is_strict or session.is_unsure:
            return None
        if self.host.settings.get(settings.ANALYSIS) and not session.states[session.shown].result:
            limits = Limits(time_ms=ANALYSIS_MS)
            return Job("analysis", session.situation_at(session.shown), (), limits, is_analysis=True)
        job = self.bar_job() if self.host.settings.get(settings.EVALUATION) else None
        return job or (self.graph_job() if self.is_graph_shown else None)

    def bar_job(self) -> Job | None:
        """The evaluation of the position one looks at, if it is missing."""
        ply = self.session.shown
        if ply in self.session.values or self.session.states[ply].result:
            return None
        return Job("graph", self.session.situation_at(ply), FULL_STRENGTH, Limits(time_ms=GRAPH_MS))

    def graph_job(self) -> Job | None:
        """The first ply of the line whose evaluation is missing."""
        trail, values = self.session.states, self.session.values
        missing = (ply for ply, state in enumerate(trail) if ply not in values and not state.result)
        ply = next(missing, None)
        if ply is None:
            return None
        return Job("graph", self.session.situation_at(ply), FULL_STRENGTH, Limits(time_ms=GRAPH_MS))

    def receive(self, job: Job, event: SearchEvent) -> None:
        """Take the engine's answer."""
        if isinstance(event, WorkFailed):
            self.is_in_trouble = job.purpose == "move"
            self.asking = ""
        elif isinstance(event, (Progress, AnalysisDone)):
            self.lines = event.lines or self.lines
            self.evaluate(job.situation.moves, self.lines)
        else:
            self.evaluate(job.situation.moves, event.lines)
            self.receive_move(job, event)
        self.plan()
        self.host.changed()

    def receive_move(self, job: Job, event: MoveChosen) -> None:
        """The engine chose a move: to be played, to be shown, or to be judged by."""
        if job.purpose == "move":
            line = next((line for line in event.lines if line.move == event.move), None)
            self._expected = "".join(line.moves[1:2]) if line else ""
            since = self._last_move_at
            wait = 0.0 if since is None else since + self.reply_delay() - self.host.clock.now()
            if wait > 0:
                self.later("reply", wait, lambda: self.reply_late(event.move))
            else:
                self.reply(event.move)
        elif job.purpose == "hint":
            self.asking, self.hint_move, self.hint_step = "", event.move, 1
            line = next((line for line in event.lines if line.move == event.move), None)
            self.hint_proof = verdicts.proof_of(line) if line else None
        elif job.purpose == "draw":
            self.asking = ""
            self.answer_draw(event)

    def reply(self, move: str) -> None:
        """The machine's move appears on the board; who looks back goes on looking back."""
        if not move:
            self.is_in_trouble = True
            return
        session = self.session
        looked_at = None if session.is_live else session.tree.current
        session.show_now()
        self.play(move)
        session.tree.current.foreseen = self._expected
        if looked_at is not None:
            session.look(looked_at)
            self.settle()

    def reply_late(self, move: str) -> None:
        """The machine's move after its pause."""
        self.reply(move)
        self.plan()
        self.host.changed()

    def evaluate(self, moves: tuple[str, ...], lines: tuple[Line, ...]) -> None:
        """Keep the evaluation of a position, wherever it stands on a line."""
        ply = len(moves)
        for way in (self.session.own, self.session.variation):
            if lines and way.moves[:ply] == moves:
                way.values[ply] = verdicts.value_of(lines[0], way.states[ply].side)

    def stop_thinking(self) -> None:
        """Nobody thinks any longer; nothing that was to follow follows."""
        self.is_thinking = self.is_mark_due = self.is_hurry_due = False
        self.end()
        self.host.forget()

    def retry(self) -> None:
        """Ask the engine again."""
        self.is_in_trouble = False
        self.stop_thinking()

    def later(self, name: str, seconds: float, call: Callable[[], None]) -> None:
        """Call later, in place of an earlier order of that name."""
        previous = self._timers.pop(name, None)
        if previous:
            previous()
        self._timers[name] = self.host.clock.after(seconds, call)

    # Help.

    def show_graph(self, is_shown: bool) -> None:
        """While the graph is seen, what it lacks is worked out."""
        self.is_graph_shown = is_shown

    def ask_hint(self) -> None:
        """The next step: the idea, the piece, the move. A piece to place or take has no second step."""
        self.refusal = self.turn_refusal()
        if self.refusal:
            return
        if not self.hint_move:
            self.asking = "hint"
            return
        self.hint_step = min(3, self.hint_step + (1 if Move(self.hint_move).start else 2))

    @property
    def idea(self) -> Idea | None:
        """The idea of the hint."""
        if not self.hint_move:
            return None
        state = self.session.states[self.session.shown]
        return idea_of(self.session.game.board, state.contents, state.side, self.hint_move)

    @property
    def foreseen(self) -> str:
        """What the machine expected of the person in the position one looks back at, when the game is over."""
        session = self.session
        is_told = session.is_over and not session.is_live and session.states[session.shown].side in self.people
        move = session.tree.current.foreseen
        return move if is_told and move in session.game.legal() else ""

    def offer_draw(self) -> None:
        """The machine thinks about the offer."""
        if self.session.is_live and not self.session.is_over and not self.session.is_unsure:
            self.asking = "draw"

    def answer_draw(self, event: MoveChosen) -> None:
        """The machine takes a draw when it does not stand better."""
        line = event.lines[0] if event.lines else None
        if line is not None and (line.mate > 0 or (not line.mate and line.score > -verdicts.CLEAR // 4)):
            self.finish(Termination(AGREED))
        else:
            self.notice = text("play.draw_declined", side=side_name(self.session.present.side.other))
