"""Ten points in a row: find each by its name, or name it. What counts is the first try, then the time."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Annotated

from sanmill.control.board.board_view import board_view
from sanmill.control.board.timers import Timers
from sanmill.control.context import Context
from sanmill.control.feature import Feature
from sanmill.control.games.game_clock import clock_words
from sanmill.control.lesson_plans import RULES
from sanmill.control.routes import Route
from sanmill.core.game.shapes import GREEN, RED, Shape
from sanmill.core.storage.guard import guarded
from sanmill.core.storage.stored import Count, OneOf, Range, Stored
from sanmill.core.text.i18n import Text, text
from sanmill.engine.game import Game

from .intents import FIND, KINDS, NAME, AnswerPoint, StartCoordinates, StopCoordinates
from .view import CoordinatesView, ExerciseView, NameView

FILE = "coordinates"
TOTAL, NAMES = 10, 4  # points of an exercise, names to choose from
SECONDS_MAX = 3600
TICK_SECONDS = 0.5


@dataclass(frozen=True)
class DrillScore:
    right: Annotated[int, Range(0, TOTAL)]  # at the first try
    seconds: Annotated[int, Range(0, SECONDS_MAX)]

    def is_better_than(self, other: DrillScore | None) -> bool:
        return other is None or (self.right, -self.seconds) > (other.right, -other.seconds)


@dataclass
class Best:
    scores: Annotated[dict[Annotated[str, OneOf(KINDS)], DrillScore], Count(len(KINDS), is_lenient=True)] = field(
        default_factory=dict
    )


BEST = Stored(Best)


@dataclass
class Drill:
    """The points asked and what was answered."""

    kind: str
    points: list[str]
    began: float
    names: list[str] = field(default_factory=list)  # to choose from
    at: int = 0  # the point that is asked
    right: int = 0
    tried: list[str] = field(default_factory=list)  # wrongly, for this point

    @property
    def point(self) -> str:
        return self.points[self.at]


class Coordinates(Feature):
    """An exercise that is left is given up."""

    files = (FILE,)

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._timers = Timers(context.clock)
        self._game = Game(RULES)
        self._names = [point.name for point in self._game.board.points]
        self._exercise: Drill | None = None
        self._last: tuple[DrillScore, bool] | None = None  # of the last one, and whether it is the best
        self._found = ""  # the point found last
        guarded(context.store, self.files, self.load)
        self.handlers = {
            StartCoordinates: lambda intent: self._start(intent.kind),
            AnswerPoint: lambda intent: self._answer(intent.point),
            StopCoordinates: lambda _: self._stop(),
        }

    def load(self) -> None:
        self._best = self._context.store.load(FILE, BEST) or Best()

    def _start(self, kind: str) -> None:
        points = random.sample(self._names, TOTAL)
        self._exercise = Drill(kind, points, self._context.clock.now())
        self._last, self._found = None, ""
        self._choose_names()
        self._tick()

    def _tick(self) -> None:
        self._timers.set("tick", TICK_SECONDS, self._show_time)

    def _show_time(self) -> None:
        self._tick()
        self._context.update()

    def _stop(self) -> None:
        self._timers.cancel()
        self._exercise, self._found = None, ""

    def disappear(self, route: Route) -> None:
        self._stop()

    def pause(self) -> None:
        self._stop()

    def _choose_names(self) -> None:
        """The right name among others, first those that share its letter or number."""
        exercise = self._exercise
        assert exercise is not None
        point = exercise.point
        others = [name for name in self._names if name != point]
        random.shuffle(others)
        others.sort(key=lambda name: not set(name) & set(point))
        exercise.names = sorted([point, *others[: NAMES - 1]])

    def _answer(self, point: str) -> None:
        """The right one leads on; another one is named and can be followed by a second try."""
        exercise = self._exercise
        if exercise is None or point not in self._names:
            return
        if point != exercise.point:
            exercise.tried += [point] if point not in exercise.tried else []
            return
        exercise.right += not exercise.tried
        exercise.tried, self._found = [], point
        exercise.at += 1
        if exercise.at < TOTAL:
            self._choose_names()
        else:
            self._end(exercise)

    def _end(self, exercise: Drill) -> None:
        score = DrillScore(exercise.right, min(SECONDS_MAX, self._seconds(exercise)))
        is_best = score.is_better_than(self._best.scores.get(exercise.kind))
        if is_best:
            self._best.scores[exercise.kind] = score
            self._context.store.save(FILE, BEST.write(self._best))
        self._last = (score, is_best)
        self._stop()

    def _seconds(self, exercise: Drill) -> int:
        return round(self._context.clock.now() - exercise.began)

    # Showing.

    def view(self, route: Route) -> CoordinatesView:
        exercise = self._exercise
        is_naming = exercise is not None and exercise.kind == NAME
        names = exercise.names if exercise and is_naming else []
        tried = exercise.tried if exercise else []
        shapes = [Shape(GREEN, self._found)] if self._found else []
        if exercise and not is_naming:
            shapes += [Shape(RED, point) for point in tried[-1:]]
        return CoordinatesView(
            board=board_view(
                self._game,
                (),
                shapes=tuple(shapes) if not is_naming else (),
                pulses=frozenset({exercise.point}) if exercise and is_naming else frozenset(),
            ),
            heading=self._heading(),
            detail=self._detail(),
            is_wrong=bool(tried),
            names=tuple(NameView(name, name in tried) for name in names),
            exercises=() if exercise else tuple(map(self._exercise_view, KINDS)),
            is_feast=bool(self._last and self._last[1]),
        )

    def _heading(self) -> Text:
        exercise, last = self._exercise, self._last
        if exercise is None and last is None:
            return text("coordinates.intro")
        if exercise is None:
            assert last is not None
            return text("coordinates.new_best" if last[1] else "coordinates.done")
        if exercise.kind == NAME:
            return text("coordinates.name.question")
        return text("coordinates.find.question", point=exercise.point)

    def _detail(self) -> Text:
        exercise, last = self._exercise, self._last
        if exercise and exercise.tried:
            key = "coordinates.not" if exercise.kind == NAME else "coordinates.wrong"
            return text(key, point=exercise.tried[-1])
        if exercise:
            time = clock_words(self._seconds(exercise))
            return text("coordinates.progress", number=exercise.at + 1, total=TOTAL, time=time)
        if last:
            return _score_words("coordinates.score", last[0])
        return text("coordinates.about")

    def _exercise_view(self, kind: str) -> ExerciseView:
        best = self._best.scores.get(kind)
        title = text("coordinates.find" if kind == FIND else "coordinates.name")
        return ExerciseView(kind, title, _score_words("coordinates.best", best) if best else text("coordinates.new"))


def _score_words(key: str, score: DrillScore) -> Text:
    return text(key, right=score.right, total=TOTAL, time=clock_words(score.seconds))
