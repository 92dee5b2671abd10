"""Solving a puzzle: one's own turns are judged by the tables, the opponent answers with what lasts longest.

A wrong turn is answered by its refutation, played out; then one tries again. Nothing here knows the time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from typing import Any, Protocol

from sanmill.control import intents
from sanmill.control.games.session import Player, Session, SessionError
from sanmill.control.ports import Host, Job
from sanmill.control.views.types import Action, GameView
from sanmill.core.i18n import Text, text
from sanmill.core.model import Side
from sanmill.engine.puzzle_generator import Puzzle
from sanmill.engine.tablebase_turns import Judgement

from .table import Table
from .touch import Refuse, side_name

NAME = "puzzle"
ANSWER_SECONDS, SHOW_SECONDS, LOOK_SECONDS = 0.6, 0.9, 1.6  # a reply, a move of the solution, a turn that was too slow


class Phase(Enum):
    """Where one is in a puzzle."""

    SOLVING = "solving"
    JUDGED = "judged"  # a turn was played and is looked at, or the opponent answers
    WRONG = "wrong"  # the refutation is on the board
    SHOWING = "showing"
    SOLVED = "solved"
    SHOWN = "shown"


@dataclass(frozen=True)
class Task:
    """A puzzle and where it comes from: a day, or practice of a theme."""

    puzzle: Puzzle
    day: date | None = None


class Referee(Protocol):
    """Who judges, and who writes down what happened."""

    def judge(
        self, rules: str, position: str, moves: tuple[str, ...], then: Callable[[Judgement | None], None]
    ) -> None:
        """What a turn is worth, told later."""

    def tried(self, task: Task, *, is_right: bool) -> None:
        """The first try of a task came out right, or did not."""

    def ended(self, task: Task, *, is_solved: bool) -> None:
        """The task was solved, or its solution shown."""


class PuzzleMode(Table):
    """A puzzle on the board. The side that has to find the turns is the person's."""

    def __init__(self, host: Host, referee: Referee, task: Task) -> None:
        puzzle = task.puzzle
        self.task = task
        self.referee = referee
        self.phase = Phase.SOLVING
        self.found = 0  # own turns
        self.is_counted = False  # the first try is written down
        self.is_ended = False  # and how it ended
        self.start = 0  # the ply at which the own turn began
        self.outcome = 0  # of the wrong turn
        super().__init__(host, Session(NAME, puzzle.rules, (Player(), Player()), start=puzzle.position))
        self.handlers.update(
            {
                intents.RetryPuzzle: lambda _: self.try_again(),
                intents.ShowSolution: lambda _: self.show_solution(),
            }
        )
        for other in (intents.Redo, intents.Resign, intents.OfferDraw, intents.AskHint, intents.Rematch):
            self.handlers.pop(other, None)

    # What makes it a puzzle.

    @property
    def people(self) -> frozenset[Side]:
        """Only the side that has something to find."""
        return frozenset({self.task.puzzle.side})

    @property
    def waits_for_machine(self) -> bool:
        """The tables answer, not the engine."""
        return False

    def wanted(self) -> Job | None:
        """Nothing thinks here: it would give the answer away."""
        return None

    def kept(self) -> Session | None:
        """A puzzle is not the game to come back to."""
        return None

    def turn_refusal(self) -> Refuse | None:
        """Pieces are touched while something is to be found."""
        if self.phase is Phase.SOLVING:
            return super().turn_refusal()
        return Refuse(text("puzzles.wait" if self.phase in (Phase.JUDGED, Phase.SHOWING) else "puzzles.over"))

    def tap(self, point: str, *, is_key: bool = False) -> None:
        """After a wrong turn any tap tries again; who looks back comes back."""
        if not self.session.is_live:
            self.jump(self.session.now)
        elif self.phase is Phase.WRONG:
            self.try_again()
        else:
            super().tap(point, is_key=is_key)

    # Playing.

    def move(self, move: str) -> None:
        """A whole turn of the person's is judged, once it is meant."""
        super().move(move)
        self._judge()

    def keep(self) -> None:
        """The turn was meant."""
        super().keep()
        self._judge()

    def _judge(self) -> None:
        session = self.session
        is_whole = session.is_over or session.present.side is not self.task.puzzle.side
        if self.phase is Phase.SOLVING and is_whole and not session.is_unsure:
            self.phase = Phase.JUDGED
            moves = session.line[self.start : session.now]
            self.referee.judge(session.rules, self._position_at(self.start), moves, self.receive_judgement)

    def _position_at(self, ply: int) -> str:
        session, shown = self.session, self.session.shown
        session.show(ply)
        position = session.game.position
        session.show(shown)
        return position

    def receive_judgement(self, judgement: Judgement | None) -> None:
        """Go on with the answer, take a slow turn back, or show why the turn was wrong."""
        if self.phase is not Phase.JUDGED:
            return
        if judgement is None:
            self.notice = text("puzzles.unjudged")
            self.try_again()
        elif not judgement.is_right:
            self._count(is_right=False)
            self.outcome = judgement.outcome
            self.notice = self.words_of_failure()
            self._play_out(judgement.answer, ANSWER_SECONDS, self._refuted)
        elif judgement.is_slow:
            self.notice = text("puzzles.slow")
            self.later("puzzle", LOOK_SECONDS, self._take_slow_back)
        else:
            if self.session.is_over or self.found + 1 >= self.task.puzzle.length:
                self._solve()
            else:
                self._play_out(judgement.answer, ANSWER_SECONDS, self._go_on)
        self.host.changed()

    def _play_out(self, moves: tuple[str, ...], seconds: float, then: Callable[[], None]) -> None:
        """Moves one after the other, each after a pause, and then what follows. The words stay meanwhile."""
        if not moves:
            then()
            return

        def step() -> None:
            words = self.notice
            self.session.show_now()
            self.play(moves[0])
            self.notice = words
            self._play_out(moves[1:], seconds, then)
            self.host.changed()

        self.later("puzzle", seconds, step)

    def _go_on(self) -> None:
        self.found += 1
        self.phase, self.start, self.notice = Phase.SOLVING, self.session.now, text("puzzles.right")

    def _refuted(self) -> None:
        self.phase = Phase.WRONG

    def _take_slow_back(self) -> None:
        words = self.notice
        self.try_again()
        self.notice = words
        self.host.changed()

    def _solve(self) -> None:
        self._count(is_right=True)
        self.phase = Phase.SOLVED
        self.notice = self.words_of_solution()
        self._end(is_solved=True)

    def _end(self, *, is_solved: bool) -> None:
        if not self.is_ended:
            self.is_ended = True
            self.referee.ended(self.task, is_solved=is_solved)

    def _count(self, *, is_right: bool) -> None:
        if not self.is_counted:
            self.is_counted = True
            self.referee.tried(self.task, is_right=is_right)

    # Again, and the solution.

    def try_again(self) -> None:
        """Back to where the own turn began; a puzzle that is over begins anew."""
        if self.phase in (Phase.SOLVED, Phase.SHOWN):
            self.start, self.found = 0, 0
        self.phase = Phase.SOLVING
        self.rewind(self.start)

    def undo(self) -> None:
        """Take back a turn that is not whole yet."""
        if self.phase is Phase.SOLVING and self.session.now > self.start:
            self.rewind(self.start)

    def show_solution(self) -> None:
        """Play the solution from the start. Nothing is counted but the day."""
        if self.phase is Phase.SHOWING:
            return
        self.is_counted = True
        self.start, self.found = 0, 0
        self.rewind(0)
        self.phase = Phase.SHOWING
        self._end(is_solved=False)
        self._play_out(self.task.puzzle.solution, SHOW_SECONDS, self._shown)

    def _shown(self) -> None:
        self.phase = Phase.SHOWN
        self.notice = self.words_of_solution()

    # Words.

    @property
    def opponent(self) -> Text:
        """The other side by name."""
        return side_name(self.task.puzzle.side.other)

    def words_of_failure(self) -> Text:
        """What a wrong turn leads to."""
        if self.outcome < 0:
            return text("puzzles.loses", side=self.opponent)
        return text("puzzles.draws", side=self.opponent)

    def words_of_solution(self) -> Text:
        """What the solution achieved."""
        puzzle = self.task.puzzle
        if not puzzle.is_win:
            return text("puzzles.saved")
        left = None if puzzle.turns is None or self.session.is_over else puzzle.turns
        return text("puzzles.won") if left is None else text("puzzles.wins_in", left)

    def own_status(self) -> Text | None:
        """What is to be done, or how it went."""
        puzzle, phase = self.task.puzzle, self.phase
        if phase is Phase.SOLVED:
            return text("puzzles.solved")
        if phase is Phase.SHOWN:
            return text("puzzles.shown")
        if phase is Phase.SHOWING:
            return text("puzzles.showing")
        if phase is Phase.WRONG:
            return text("puzzles.wrong")
        if phase is Phase.SOLVING and any(self.session.present.pending_removals):
            return None
        side = side_name(puzzle.side)
        if not puzzle.is_win:
            return text("puzzles.save", side=side)
        is_played_out = puzzle.turns is not None and puzzle.turns < 2 * puzzle.length
        return text("puzzles.win_in", puzzle.length, side=side) if is_played_out else text("puzzles.win", side=side)

    def buttons(self) -> tuple[Action, ...]:
        """Take back or try again, the solution, the next one."""
        is_over = self.phase in (Phase.SOLVED, Phase.SHOWN)
        can_undo = self.phase is Phase.SOLVING and self.session.now > self.start
        undo = Action("undo", text("play.undo"), intents.Undo(), is_enabled=can_undo)
        again = Action("replay", text("puzzles.again"), intents.RetryPuzzle(), is_on=self.phase is Phase.WRONG)
        show = Action("lightbulb", text("puzzles.show"), intents.ShowSolution(), is_enabled=not is_over)
        following = Action("skip_next", text("puzzles.next"), intents.NextPuzzle(), is_on=is_over)
        return (again if is_over or self.phase is Phase.WRONG else undo, show, following)

    def more(self) -> tuple[Action, ...]:
        """Flip, the settings."""
        return (
            Action("swap_vert", text("play.flip"), intents.Flip()),
            Action("settings", text("home.settings"), intents.Open("settings")),
        )

    def view(self) -> GameView:
        """The game's view without its end and without what would give the answer away."""
        view = super().view()
        is_told = self.session.is_live and not self.session.is_unsure
        status = self.own_status() if is_told else None
        title = text("puzzles.today") if self.task.day else text(f"puzzles.theme.{self.task.puzzle.theme}")
        grade = text("puzzles.grade", rating=self.task.puzzle.rating)
        is_above = view.bottom.side is self.task.puzzle.side  # the opponent
        return replace(
            view,
            title=title,
            top=replace(view.top, detail=grade) if is_above else view.top,
            bottom=view.bottom if is_above else replace(view.bottom, detail=grade),
            status=status or view.status,
            result=None,
            evaluation=None,
            is_over=False,
        )

    # Keeping.

    def save(self) -> dict[str, Any]:
        """The puzzle and the turns found so far; one that is over begins anew."""
        puzzle = self.task.puzzle
        is_under_way = self.phase in (Phase.SOLVING, Phase.JUDGED, Phase.WRONG)
        return {
            "puzzle": {**vars(puzzle), "side": int(puzzle.side), "solution": list(puzzle.solution)},
            "day": self.task.day.isoformat() if self.task.day else "",
            "acts": list(self.session.line[: self.start]) if is_under_way else [],
            "found": self.found if is_under_way else 0,
            "counted": self.is_counted,
            "ended": self.is_ended,
        }


def restore(host: Host, referee: Referee, kept: dict[str, Any]) -> PuzzleMode:
    """A puzzle as it was left; a turn that was not whole begins anew."""
    try:
        fields = dict(kept["puzzle"])
        fields.update(side=Side(fields["side"]), solution=tuple(fields["solution"]))
        day = date.fromisoformat(kept["day"]) if kept["day"] else None
        solving = PuzzleMode(host, referee, Task(Puzzle(**fields), day))
        for move in kept["acts"]:
            solving.session.play(move)
        solving.start, solving.found = solving.session.now, int(kept["found"])
        solving.is_counted, solving.is_ended = bool(kept["counted"]), bool(kept["ended"])
        return solving
    except Exception as failure:  # whatever a damaged file holds
        raise SessionError(f"the puzzle cannot be read: {failure}") from failure
