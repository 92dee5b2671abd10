"""An exercise of the course on the board: find what keeps the value that was dropped in the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Protocol

from sanmill.control.board import intents
from sanmill.control.context import Context
from sanmill.control.intents import Open
from sanmill.control.puzzles.mode import PuzzleMode, Referee, Task
from sanmill.control.routes import Kind, Route
from sanmill.control.views.texts import side_name
from sanmill.control.views.types import Action
from sanmill.core.game.model import Board
from sanmill.core.game.move import Move, moves_in
from sanmill.core.game.symmetry import Image, has_images, image_of_moves, image_of_position, symmetries
from sanmill.core.progress.course import WIN, Entry, Exercise
from sanmill.core.storage.stored import Key, Length, Range, Stored
from sanmill.core.text.i18n import Text, text
from sanmill.engine.game import Game
from sanmill.engine.messages import Position
from sanmill.engine.puzzles.generator import THEMES, Puzzle
from sanmill.engine.tablebase.turns import TurnJudgement

from .intents import ForgetExercise

FILE = "exercise"
NEXT_IMAGE = 5  # has no common divisor with the number of images of any board, so that all of them come


@dataclass(frozen=True)
class SavedExercise:
    """Which exercise is on the board, how often it had been met then, and whether this time was recorded."""

    rules: Key
    key: Annotated[str, Length(16)]
    met: Annotated[int, Range(0, 1_000_000_000)]
    is_counted: bool
    is_ended: bool


EXERCISE = Stored(SavedExercise)


class Trainer(Referee, Protocol):
    """Of the exercises."""

    def refute(self, position: Position, then: Callable[[tuple[str, ...] | None], None]) -> None:
        """Find the play that refutes a wrong turn; ``position`` is the one after it."""

    def left(self) -> int:
        """How many exercises are still to come, this one included."""

    def forget(self) -> None:
        """Take the exercise on the board out of the course, and go on."""


class ExerciseMode(PuzzleMode):
    file = FILE

    def __init__(self, context: Context, trainer: Trainer, entry: Entry, met: int | None = None) -> None:
        exercise = entry.exercise
        board = Game(exercise.rules).board
        self.entry = entry
        self.met = entry.met if met is None else met
        self.trainer = trainer
        self.exercise = image_of(exercise, board, self.met)
        super().__init__(context, trainer, Task(puzzle_of(self.exercise), None))
        self.handlers[ForgetExercise] = lambda _: trainer.forget()

    def judge(self, moves: tuple[str, ...]) -> None:
        """By the turns that keep the value; the refutation of another one than in the game has to be found."""
        tried, exercise = "".join(moves), self.exercise
        if tried in exercise.right:
            self.receive_judgement(TurnJudgement(is_right=True, is_slow=False, wdl=exercise.value, reply=()))
        elif tried == exercise.played:
            self._refute(exercise.line)
        else:
            position = Position(exercise.rules, moves, exercise.position)
            self.trainer.refute(position, self._take_refutation)

    def _take_refutation(self, line: tuple[str, ...] | None) -> None:
        self._refute(line or ())
        self.context.update()

    def _refute(self, line: tuple[str, ...]) -> None:
        moves = tuple(map(Move, line))
        self.receive_judgement(TurnJudgement(is_right=False, is_slow=False, wdl=self.exercise.after, reply=moves))

    # Words.

    def goal(self) -> Text:
        side = side_name(self.exercise.side)
        if self.exercise.is_proven:
            return text("course.goal.win" if self.exercise.value == WIN else "course.goal.draw", side=side)
        return text("course.goal.ahead" if self.exercise.value == WIN else "course.goal.level", side=side)

    def words_of_failure(self, judgement: TurnJudgement) -> Text:
        if not self.exercise.is_proven:
            return text("course.worse" if judgement.reply else "course.worse.short")
        return super().words_of_failure(judgement)

    def words_of_solution(self) -> Text:
        return text("course.in_game", move=self.exercise.played)

    def title(self) -> Text:
        return text("course.title")

    def detail(self) -> Text:
        return text("course.left", self.trainer.left())

    def overflow(self) -> tuple[Action, ...]:
        return (
            Action("swap_vert", text("play.flip"), intents.Flip()),
            Action("delete", text("course.forget"), ForgetExercise(), is_destructive=True),
            Action("settings", text("home.settings"), Open(Route(Kind.SETTINGS))),
        )

    def save(self) -> dict[str, Any]:
        return EXERCISE.write(SavedExercise(*self.entry.identity, self.met, self.is_counted, self.is_ended))

    def share(self) -> None:
        """An exercise is the user's own."""


def image_of(exercise: Exercise, board: Board, met: int) -> Exercise:
    """The exercise as it is met: first as in the game, then turned and mirrored, each time in another way."""
    if not met or not has_images(exercise.position):
        return exercise
    images = symmetries(board)
    return turned(exercise, board, images[met * NEXT_IMAGE % len(images)])


def turned(exercise: Exercise, board: Board, image: Image) -> Exercise:
    return Exercise(
        **{
            **vars(exercise),
            "position": image_of_position(exercise.position, board, image),
            "played": image_of_moves(exercise.played, image),
            "right": tuple(image_of_moves(turn, image) for turn in exercise.right),
            "line": tuple(image_of_moves(move, image) for move in exercise.line),
        }
    )


def puzzle_of(exercise: Exercise) -> Puzzle:
    """The exercise as a puzzle of one turn."""
    return Puzzle(
        rules=exercise.rules,
        position=exercise.position,
        side=exercise.side,
        is_win=exercise.value == WIN,
        theme=THEMES[0],
        turns=None,
        length=1,
        choices=0,
        rating=0,
        solution=moves_in(exercise.right[0]),
    )
