"""A puzzle of a run on the board. What follows comes by itself; a mistake is not taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from sanmill.control.board import intents
from sanmill.control.board.taps import Refuse
from sanmill.control.board.timers import Timers
from sanmill.control.context import Context
from sanmill.control.games.game_clock import LOW, clock_words
from sanmill.control.views.types import Action, GameView, Prompt, RunView
from sanmill.core.game.shapes import GREEN, RED, Shape
from sanmill.core.text.i18n import Text, text
from sanmill.engine.puzzles.generator import LINE_THEMES
from sanmill.engine.puzzles.line_refutations import turns_of
from sanmill.engine.tablebase.turns import TurnJudgement

from .intents import EndRun, NextPuzzle, RetryFailed, RetryPuzzle, ShowSolution, StartRun
from .mode import Phase, PuzzleMode, Referee, Task
from .run import LEFT, MISTAKE, MISTAKES, TIME, PuzzleRun

NEXT_SECONDS, MISTAKE_SECONDS = 0.5, 0.9  # from a solved puzzle, or a mistake, to the next one


class Runner(Referee, Protocol):
    """Of the puzzles of a run."""

    def end(self, how: str) -> None:
        """The run is over."""

    @property
    def best(self) -> int:
        """The most puzzles solved in a run of this kind."""


class RunMode(PuzzleMode):
    """Every puzzle of a run is a new mode; they share the run."""

    run: PuzzleRun

    def __init__(self, context: Context, runner: Runner, task: Task, run: PuzzleRun) -> None:
        super().__init__(context, runner, task)
        self.run = run
        self.runner = runner
        self._timers = Timers(context.clock)
        self.handlers[EndRun] = lambda _: self._end_run(LEFT)
        for intent in (RetryPuzzle, ShowSolution, NextPuzzle):
            del self.handlers[intent]
        if run.is_timed and not run.is_begun:
            self.messages.notice = text("puzzles.run.begin")
        self._watch_time()

    # Time.

    def play(self, move: str) -> None:
        self.run.begin(self.context.clock.now())
        self._watch_time()
        super().play(move)

    def _watch_time(self) -> None:
        """Look at the clock again when it shows another second."""
        run, now = self.run, self.context.clock.now()
        if run.is_timed and run.is_begun and not run.is_over:
            self._timers.set("time", run.left(now) - (run.seconds_left(now) - 1), self._look_at_time)

    def _look_at_time(self) -> None:
        if self.run.left(self.context.clock.now()):
            self._watch_time()
        else:
            self._end_run(TIME)
        self.context.update()

    def on_hidden(self) -> None:
        """Who leaves the board in a rush could think without the clock: that ends it."""
        super().on_hidden()
        if self.run.is_timed and self.run.is_begun and not self.run.is_over:
            self._end_run(LEFT)
            self.context.update()

    def _end_run(self, how: str) -> None:
        if not self.run.is_over:
            self._timers.cancel()
            self.runner.end(how)

    def close(self) -> None:
        self._timers.cancel()
        super().close()

    # Solving.

    def why_wait(self) -> Refuse | None:
        return Refuse(text("puzzles.run.over")) if self.run.is_over else super().why_wait()

    def absorbs_tap(self) -> bool:
        """No try is given back."""
        return self.phase is not Phase.WRONG and super().absorbs_tap()

    def judge(self, moves: tuple[str, ...]) -> None:
        """By the solution as far as it was followed, so that nobody waits; by the referee after that."""
        puzzle, played = self.task.puzzle, self.cursor.line[: self.cursor.game_ply]
        if not moves:  # a damaged puzzle begins with the end of its game
            super().judge(moves)
        elif tuple(played) == puzzle.solution[: len(played)]:
            reply = turns_of(puzzle)[2 * self.found + 1 : 2 * self.found + 2]
            right = TurnJudgement(is_right=True, is_slow=False, wdl=int(puzzle.is_win), reply=reply[0] if reply else ())
            self.receive_judgement(right)
        elif self.run.is_timed and (self.found == 0 or puzzle.theme in LINE_THEMES):  # where one turn is right
            self._fail()
        else:
            super().judge(moves)

    def receive_judgement(self, judgement: TurnJudgement | None) -> None:
        """After a mistake in a rush the next puzzle follows, or the end; in a streak it is refuted."""
        if self.run.is_timed and self.phase is Phase.JUDGED and judgement and not judgement.is_right:
            self._fail()
        else:
            super().receive_judgement(judgement)

    def _fail(self) -> None:
        self.phase = Phase.WRONG
        self.count(is_right=False)
        self._continue_after(MISTAKE_SECONDS)

    def count(self, *, is_right: bool) -> None:
        if self.run.is_over:  # time ran out before the turn was judged
            return
        super().count(is_right=is_right)
        if self.run.is_failed:
            self._end_run(MISTAKE)

    def solve(self) -> None:
        super().solve()
        self._continue_after(NEXT_SECONDS)

    def _continue_after(self, seconds: float) -> None:
        self.playout.later(seconds, self._continue)

    def _continue(self) -> None:
        if not self.run.is_over:
            self.runner.start_next(self.task, is_skipped=False)
            self.context.update()

    # Words.

    def status(self) -> Text | None:
        if self.run.is_over:
            return text(f"puzzles.run.end.{self.run.kind if self.run.end == MISTAKE else self.run.end}")
        return text("puzzles.run.wrong") if self.phase is Phase.WRONG else super().status()

    def title(self) -> Text:
        return text(f"puzzles.run.{self.run.kind}")

    def overflow(self) -> tuple[Action, ...]:
        return (Action("swap_vert", text("play.flip"), intents.Flip()),)

    def actions(self) -> tuple[Action, ...]:
        can_undo = self.phase is Phase.SOLVING and self.cursor.game_ply > self.start
        return (
            Action("undo", text("play.undo"), intents.Undo(), is_enabled=can_undo),
            Action("flag", text("puzzles.run.stop"), EndRun()),
        )

    def reward(self) -> Prompt | None:
        """The end of the run, once the last mistake was refuted."""
        run = self.run
        if not run.is_over or self.phase is Phase.JUDGED:
            return None
        words = text("coordinates.new_best") if run.is_best else text("puzzles.run.best", self.runner.best)
        retry = (Action("history", text("puzzles.run.retry"), RetryFailed()),) if run.failed else ()
        return Prompt(
            words,
            (*retry, Action("replay", text("puzzles.run.again"), StartRun(run.kind))),
            icon="emoji_events" if run.is_best else "check_circle" if run.solved else "",
            is_feast=run.is_best,
            headline=text("puzzles.run.solved", run.solved),
        )

    def view(self) -> GameView:
        run, now = self.run, self.context.clock.now()
        view, seconds = super().view(), run.seconds_left(now)
        is_running = run.is_timed and run.is_begun and not run.is_over
        shown = RunView(
            run.solved,
            len(run.failed),
            MISTAKES[run.kind] if run.is_timed else 0,
            text("strip.clock", time=clock_words(seconds)) if run.is_timed else None,
            is_low=is_running and seconds <= LOW,
        )
        is_below = view.bottom.side is self.task.puzzle.side
        ring = {Phase.SOLVED: GREEN, Phase.WRONG: RED if run.is_timed else ""}.get(self.phase, "")
        is_marked = bool(ring and view.board.last_to and not view.is_looking_back)
        own = replace(view.bottom if is_below else view.top, has_clock=is_running, seconds_left=seconds)
        return replace(
            view,
            board=replace(view.board, shapes=(Shape(ring, view.board.last_to),)) if is_marked else view.board,
            run=shown,
            keeps_awake=is_running,
            top=view.top if is_below else own,
            bottom=own if is_below else view.bottom,
        )
