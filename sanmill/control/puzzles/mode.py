"""Solving a puzzle: the tablebase judges the user's turns and plays the longest defence, or the puzzle has a line.

A wrong turn is refuted on the board, then the user tries again. There is no time limit, but in a run: see run_mode.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, Protocol, TypeVar

from sanmill.control.board import intents
from sanmill.control.board.game_mode import GameMode
from sanmill.control.board.game_view import game_view
from sanmill.control.board.messages import Messages
from sanmill.control.board.mode import Part
from sanmill.control.board.navigation import Navigation
from sanmill.control.board.taps import Refuse
from sanmill.control.board.timers import Timers
from sanmill.control.board.touch import Touch
from sanmill.control.context import Context
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.games.session_file import SessionError
from sanmill.control.intents import Open
from sanmill.control.routes import Kind, Route
from sanmill.control.views.texts import side_name
from sanmill.control.views.types import Action, GameView, Prompt
from sanmill.control.views.verdicts import own_turns
from sanmill.core.imports import imported
from sanmill.core.progress.puzzle_progress import RUNS
from sanmill.core.storage.stored import Count, MoveText, OneOf, Range, Stored
from sanmill.core.text.i18n import Text, text
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.puzzles.generator import LINE_THEMES, Puzzle
from sanmill.engine.puzzles.line_puzzles import judge_by_line
from sanmill.engine.puzzles.line_refutations import check_refutations
from sanmill.engine.tablebase.turns import TurnJudgement

from . import intents as puzzle_intents
from .run import PuzzleRun

if TYPE_CHECKING:
    from sanmill.control.share.view import ShareView

NAME = FILE = "puzzle"
RETRY = "retry"
ANSWER_SECONDS, SHOW_SECONDS, LOOK_SECONDS = 0.6, 0.9, 1.6  # before a reply, a solution move, undoing a slow turn


class Phase(Enum):
    SOLVING = "solving"
    JUDGED = "judged"  # a turn is being judged, or the opponent replies
    WRONG = "wrong"  # the refutation is on the board
    SHOWING = "showing"
    SOLVED = "solved"
    SHOWN = "shown"


@dataclass(frozen=True)
class Task:
    """A puzzle, and the day or the run it belongs to; without them it is practice, or tried again."""

    puzzle: Puzzle
    day: date | None
    source: Annotated[str, OneOf(("", RETRY, *RUNS))] = ""


@dataclass(frozen=True)
class SavedPuzzle:
    task: Task
    moves: Annotated[tuple[MoveText, ...], Count(1000)]  # of the turns found so far and the replies
    found: Annotated[int, Range(0, 1000)]
    is_counted: bool
    is_ended: bool
    run: PuzzleRun | None = None


PUZZLE = Stored(SavedPuzzle)


class Referee(Protocol):
    """Judges turns and records attempts."""

    def judge(
        self, rules: str, position: str, moves: tuple[str, ...], then: Callable[[TurnJudgement | None], None]
    ) -> None:
        """Judge a turn; ``then`` receives the answer."""

    def tried(self, task: Task, *, is_right: bool) -> int:
        """Record the first attempt; return the change of the rating."""

    def reward(self, task: Task, change: int | None) -> Text | None:
        """What solving the task changed."""

    def ended(self, task: Task, *, is_solved: bool) -> None:
        """Record that the task was solved or its solution shown."""

    def start_next(self, task: Task, *, is_skipped: bool) -> None:
        """Start another puzzle of the same theme."""


class Playout(Part):
    """Moves played one by one, each after a pause. Going back ends them."""

    def __init__(self, game: GameMode, messages: Messages) -> None:
        super().__init__()
        self._game = game
        self._messages = messages
        self._timers = Timers(game.context.clock)

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        self._timers.set("playout", seconds, call)

    def play(self, moves: tuple[str, ...], seconds: float, then: Callable[[], None]) -> None:
        """Play the moves and call ``then``. The notice stays meanwhile."""
        if not moves:
            then()
            return

        def step() -> None:
            words = self._messages.notice
            self._game.cursor.show_present()
            self._game.play(moves[0])
            self._messages.notice = words
            self.play(moves[1:], seconds, then)
            self._game.context.update()

        self.later(seconds, step)

    def on_rewound(self) -> None:
        self._timers.cancel()

    def close(self) -> None:
        self._timers.cancel()


class PuzzleMode(GameMode):
    """A puzzle on the board; the user plays the side that has to find the turns. No search runs: it would help."""

    file = FILE
    run: PuzzleRun | None = None  # that the puzzle is part of

    def __init__(self, context: Context, referee: Referee, task: Task) -> None:
        puzzle = task.puzzle
        session = Session(NAME, puzzle.rules, (Player(), Player()), start=puzzle.position)
        super().__init__(context, session, frozenset({puzzle.side}))
        self.task = task
        self.referee = referee
        self.phase = Phase.SOLVING
        self.found = 0  # turns found by the user
        self.is_counted = False  # the first attempt is recorded
        self.is_ended = False  # the end is recorded
        self.change: int | None = None  # of the rating, by the first attempt
        self.start = 0  # the ply at which the user's turn began
        self.messages = Messages(self)
        self.touch = Touch(self, self.why_wait, self.refusal, absorbs=self.absorbs_tap)
        self.playout = Playout(self, self.messages)
        entering = (intents.TapPoint, intents.PressPoint, intents.Drop, intents.ConfirmTurn)
        self.assemble(
            self.messages,
            self.touch,
            Navigation(self),
            self.playout,
            handlers={
                **{intent: lambda _: self._judge_turn() for intent in entering},
                intents.Undo: lambda _: self.undo(),
                puzzle_intents.RetryPuzzle: lambda _: self.try_again(),
                puzzle_intents.ShowSolution: lambda _: self.show_solution(),
                puzzle_intents.NextPuzzle: lambda _: referee.start_next(task, is_skipped=not self.is_ended),
            },
        )

    # Touches.

    def why_wait(self) -> Refuse | None:
        """Pieces can be moved while the user has to find a turn."""
        if self.phase is Phase.SOLVING:
            return None
        return Refuse(text("puzzles.wait" if self.phase in (Phase.JUDGED, Phase.SHOWING) else "puzzles.over"))

    def absorbs_tap(self) -> bool:
        """After a wrong turn any tap tries again; at an earlier position it returns to the present."""
        if not self.cursor.is_live:
            self.show_present()
        elif self.phase is Phase.WRONG:
            self.try_again()
        else:
            return False
        return True

    # Playing.

    def _judge_turn(self) -> None:
        """Judge a complete and confirmed turn."""
        session, cursor = self.session, self.cursor
        is_complete = session.is_over or cursor.present.side is not self.task.puzzle.side
        if self.phase is Phase.SOLVING and is_complete and not session.is_unconfirmed:
            self.phase = Phase.JUDGED
            self.judge(cursor.line[self.start : cursor.game_ply])

    def judge(self, moves: tuple[str, ...]) -> None:
        """Have a turn judged; ``receive_judgement`` takes the answer."""
        if self.task.puzzle.theme in LINE_THEMES:
            self.receive_judgement(judge_by_line(self.task.puzzle, self.found, moves))
            return
        self.referee.judge(self.session.info.rules, self._position_at(self.start), moves, self.receive_judgement)

    def _position_at(self, ply: int) -> str:
        cursor, shown = self.cursor, self.cursor.ply
        cursor.show(ply)
        position = cursor.game.position
        cursor.show(shown)
        return position

    def receive_judgement(self, judgement: TurnJudgement | None) -> None:
        """Play the reply, undo a slow turn, or refute a wrong one."""
        if self.phase is not Phase.JUDGED:
            return
        if judgement is None:
            self.messages.notice = text("puzzles.unjudged")
            self.try_again()
        elif not judgement.is_right:
            self.count(is_right=False)
            self.messages.notice = self.words_of_failure(judgement)
            self.playout.play(judgement.reply, ANSWER_SECONDS, self._refuted)
        elif judgement.is_slow:
            self.messages.notice = text("puzzles.slow")
            self.playout.later(LOOK_SECONDS, self._take_slow_back)
        else:
            if self.session.is_over or self.found + 1 >= self.task.puzzle.length:
                self.solve()
            else:
                self.playout.play(judgement.reply, ANSWER_SECONDS, self._go_on)

    def _go_on(self) -> None:
        self.found += 1
        self.phase, self.start, self.messages.notice = Phase.SOLVING, self.cursor.game_ply, text("puzzles.right")

    def _refuted(self) -> None:
        self.phase = Phase.WRONG

    def _take_slow_back(self) -> None:
        words = self.messages.notice
        self.try_again()
        self.messages.notice = words
        self.context.update()

    def solve(self) -> None:
        self.count(is_right=True)
        self.phase = Phase.SOLVED
        self.messages.notice = self.words_of_solution()
        self._end(is_solved=True)

    def _end(self, *, is_solved: bool) -> None:
        if not self.is_ended:
            self.is_ended = True
            self.referee.ended(self.task, is_solved=is_solved)

    def count(self, *, is_right: bool) -> None:
        """The first try was right or wrong."""
        if not self.is_counted:
            self.is_counted = True
            self.change = self.referee.tried(self.task, is_right=is_right)

    # Trying again, and the solution.

    def try_again(self) -> None:
        """Back to the start of the user's turn; a finished puzzle restarts."""
        if self.phase in (Phase.SOLVED, Phase.SHOWN):
            self.start, self.found = 0, 0
        self.phase = Phase.SOLVING
        self.rewind(self.start)

    def undo(self) -> None:
        """Take back an incomplete turn."""
        if self.phase is Phase.SOLVING and self.cursor.game_ply > self.start:
            self.rewind(self.start)

    def show_solution(self) -> None:
        """Play the solution from the start; it counts for the day only."""
        if self.phase is Phase.SHOWING:
            return
        self.is_counted = True
        self.start, self.found = 0, 0
        self.rewind(0)
        self.phase = Phase.SHOWING
        self._end(is_solved=False)
        self.playout.play(self.task.puzzle.solution, SHOW_SECONDS, self._shown)

    def _shown(self) -> None:
        self.phase = Phase.SHOWN
        self.messages.notice = self.words_of_solution()

    # Words.

    def words_of_failure(self, judgement: TurnJudgement) -> Text:
        if not judgement.reply:
            return text("puzzles.line.loses" if judgement.wdl < 0 else "puzzles.line.draws")
        return text("puzzles.loses" if judgement.wdl < 0 else "puzzles.draws")

    def words_of_solution(self) -> Text:
        puzzle = self.task.puzzle
        if not puzzle.is_win:
            return text("puzzles.saved")
        left = None if puzzle.turns is None or self.session.is_over else puzzle.turns
        return text("puzzles.won") if left is None else text("puzzles.wins_in", own_turns(left))

    def status(self) -> Text | None:
        phase = self.phase
        if phase is Phase.SOLVED:
            return text("puzzles.solved")
        if phase is Phase.SHOWN:
            return text("puzzles.shown")
        if phase is Phase.SHOWING:
            return text("puzzles.showing")
        if phase is Phase.WRONG:
            return text("puzzles.wrong")
        if phase is Phase.SOLVING and any(self.cursor.present.pending_removals):
            return None
        return self.goal()

    def goal(self) -> Text:
        """What to find."""
        puzzle, side = self.task.puzzle, side_name(self.task.puzzle.side)
        if not puzzle.is_win:
            return text("puzzles.save", side=side)
        is_played_out = puzzle.turns is not None and puzzle.turns < 2 * puzzle.length
        return text("puzzles.win_in", puzzle.length, side=side) if is_played_out else text("puzzles.win", side=side)

    def title(self) -> Text:
        return text("puzzles.today") if self.task.day else text(f"puzzles.theme.{self.task.puzzle.theme}")

    def detail(self) -> Text:
        """What stands beside the name of the opponent."""
        return text("puzzles.grade", rating=self.task.puzzle.rating)

    def overflow(self) -> tuple[Action, ...]:
        return (
            Action("swap_vert", text("play.flip"), intents.Flip()),
            Action("share", text("play.share"), Open(Route(Kind.SHARE))),
            Action("settings", text("home.settings"), Open(Route(Kind.SETTINGS))),
        )

    def actions(self) -> tuple[Action, ...]:
        """Undo or try again, the solution, the next puzzle."""
        is_over = self.phase in (Phase.SOLVED, Phase.SHOWN)
        can_undo = self.phase is Phase.SOLVING and self.cursor.game_ply > self.start
        undo = Action("undo", text("play.undo"), intents.Undo(), is_enabled=can_undo)
        again = Action("replay", text("puzzles.again"), puzzle_intents.RetryPuzzle(), is_on=self.phase is Phase.WRONG)
        show = Action("lightbulb", text("puzzles.show"), puzzle_intents.ShowSolution(), is_enabled=not is_over)
        following = Action("skip_next", text("puzzles.next"), puzzle_intents.NextPuzzle(), is_on=is_over)
        return (again if is_over or self.phase is Phase.WRONG else undo, show, following)

    def reward(self) -> Prompt | None:
        """What was achieved, and the next step."""
        if self.phase is not Phase.SOLVED or not self.cursor.is_live:
            return None
        again, following = self.actions()[0], self.actions()[-1]
        words = self.referee.reward(self.task, self.change) or self.words_of_solution()
        return Prompt(words, (again, following), icon="check_circle")

    def view(self) -> GameView:
        """The game without its result and without what would give the solution away."""
        view = game_view(
            self,
            self.touch,
            self.messages,
            status=self.status(),
            actions=self.actions(),
            overflow=self.overflow(),
        )
        reward = self.reward()
        detail = self.detail()
        is_above = view.bottom.side is self.task.puzzle.side  # the opponent
        return replace(
            view,
            title=self.title(),
            top=replace(view.top, detail=detail) if is_above else view.top,
            bottom=view.bottom if is_above else replace(view.bottom, detail=detail),
            messages=view.messages[1:] if reward else view.messages,
            prompt=reward or view.prompt,
        )

    # Saving and sharing.

    def share(self) -> ShareView | None:
        puzzle = self.task.puzzle
        view_of = imported("sanmill.control.share.view:puzzle_share_view")
        view: ShareView = view_of(puzzle, self.context.library.title(puzzle.rules))
        return view

    def save(self) -> dict[str, Any]:
        """The puzzle and the turns found so far; a finished puzzle restarts."""
        is_under_way = self.phase in (Phase.SOLVING, Phase.JUDGED, Phase.WRONG)
        moves, found = (self.cursor.line[: self.start], self.found) if is_under_way else ((), 0)
        return PUZZLE.write(SavedPuzzle(self.task, moves, found, self.is_counted, self.is_ended, self.run))


def check(puzzle: Puzzle) -> None:
    """Raise ValueError or EngineError where the solution or a refutation of a puzzle cannot be played."""
    game = Game(puzzle.rules, puzzle.position)
    for move in puzzle.solution:
        game.play(move)
    if puzzle.refutations:
        check_refutations(puzzle)


Solving = TypeVar("Solving", bound=PuzzleMode)


def restore(saved: SavedPuzzle, make: Callable[[Task], Solving]) -> Solving:
    """The saved puzzle; an incomplete turn restarts."""
    try:
        check(saved.task.puzzle)
        solving = make(saved.task)
        for move in saved.moves:
            solving.session.play(move)
    except (ValueError, EngineError) as error:
        raise SessionError(f"the puzzle cannot be read: {error}") from error
    solving.start, solving.found = solving.cursor.game_ply, saved.found
    solving.is_counted, solving.is_ended = saved.is_counted, saved.is_ended
    return solving
