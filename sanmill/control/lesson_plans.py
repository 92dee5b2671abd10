"""The lessons as data: positions, what to say, and which points to touch.

The words of a lesson are ``learn.<name>`` for its title, ``learn.<name>.<number>`` for each step and
``learn.<name>.done`` for its end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from sanmill.core.storage.guard import guarded
from sanmill.core.storage.store import Store
from sanmill.core.storage.stored import Count, Length, Stored
from sanmill.core.text.i18n import Text, text

from .routes import EXPLORER, Route

RULES = "nine_mens_morris"
FILE = "learned"


@dataclass(frozen=True)
class Scene:
    """A position with White to move."""

    white: str
    black: str
    in_hand: tuple[int, int] = (0, 0)
    quiet: int = 0  # plies since the last removal


@dataclass(frozen=True)
class LessonStep:
    """The points to choose from. Black then plays the first legal move of its answers."""

    points: str
    scene: Scene | None = None  # a new position
    answers: str = ""


@dataclass(frozen=True)
class Plan:
    """A lesson: its name and its steps; whether its texts name points, and the route where one goes on."""

    name: str
    steps: tuple[LessonStep, ...]
    names_points: bool = False
    route: Route | None = None

    def words(self, step: int) -> Text:
        """The text of a step; after the last one, the summary."""
        return text(f"learn.{self.name}.{step + 1 if step < len(self.steps) else 'done'}")

    @property
    def title(self) -> Text:
        return text(f"learn.{self.name}")


FIRST = Plan(
    "first",
    (
        LessonStep("g7", Scene("d7 a7", "g1 a4", (3, 3))),
        LessonStep("g1 a4"),
        LessonStep("g4", Scene("d7 a7 g4 b2", "d3 d2 f4 c5")),
        LessonStep("g7"),
    ),
)

LESSONS = (
    Plan(
        "place",
        (
            LessonStep("d6", Scene("", "", (9, 9)), "b4"),
            LessonStep("f6", answers="b6"),
            LessonStep("b2", answers="d2"),
        ),
    ),
    Plan(
        "mill",
        (
            LessonStep("g7", Scene("a7 d7 f4", "b2 d2 f2 c5", (5, 5))),
            LessonStep("c5", answers="d6"),
        ),
    ),
    Plan(
        "step",
        (
            LessonStep("g4", Scene("a7 d7 g4 b2 d2", "d6 f6 c5 e3 f2")),
            LessonStep("g7"),
            LessonStep("d6 f6 c5 e3 f2", answers="e3-e4 f6-f4 c5-c4"),
            LessonStep("g7"),
            LessonStep("g4", answers="c5-c4 e3-d3 e4-e3 d6-d5"),
            LessonStep("g4"),
            LessonStep("g7"),
            LessonStep("d6 f6 f4 c5 c4 e3 e4 f2 d5 d3"),
        ),
    ),
    Plan(
        "block",
        (
            LessonStep("e5", Scene("a7 g1 f4 b6 f6 e5", "d7 g7 g4 d6")),
            LessonStep("d5"),
        ),
    ),
    Plan(
        "fly",
        (
            LessonStep("b2", Scene("a7 d7 b2", "f4 f6 c3 e3 d2")),
            LessonStep("g7"),
            LessonStep("f4 f6 c3 e3 d2"),
        ),
    ),
    Plan(
        "double",
        (
            LessonStep("d6", Scene("a7 g7 b6 f6 d6", "d2 e3 c4 f4 a1 g1")),
            LessonStep("d7"),
            LessonStep("d2 e3 c4 f4 a1 g1", answers="d2-d3 e3-e4 c4-c3"),
            LessonStep("d7"),
            LessonStep("d6"),
            LessonStep("d2 d3 e3 e4 c4 c3 f4 a1 g1"),
        ),
    ),
    Plan(
        "end",
        (
            LessonStep("g4", Scene("a7 d7 g4 b2", "d2 f4 c4")),
            LessonStep("g7"),
            LessonStep("d2 f4 c4"),
        ),
    ),
    Plan(
        "draw",
        (
            LessonStep("d2", Scene("d2 b4 f6 a7", "d6 g1 c3 e4")),
            LessonStep("f2", answers="c3-d3"),
            LessonStep("f2"),
            LessonStep("d2", answers="d3-c3"),
            LessonStep("d2"),
            LessonStep("f2", answers="c3-d3"),
            LessonStep("f2"),
            LessonStep("d2", answers="d3-c3"),
            LessonStep("d2", Scene("d2 b4 f6 a7", "d6 g1 c3 e4", quiet=98)),
            LessonStep("f2", answers="c3-d3"),
        ),
    ),
    Plan(
        "openings",  # each statement of its texts is a fact of the opening book
        (
            LessonStep("d6", Scene("", "", (9, 9)), "e5"),
            LessonStep("d7", answers="d5"),
            LessonStep("f6", Scene("d6", "f4", (8, 8)), "b6"),
            LessonStep("d6", Scene("a7", "f4", (8, 8)), "d2"),
            LessonStep("f4", Scene("b6", "d2", (8, 8)), "f2"),
        ),
        names_points=True,
        route=EXPLORER,
    ),
)

BY_NAME = {lesson.name: lesson for lesson in (FIRST, *LESSONS)}


def after(lesson: Plan) -> Plan | None:
    """The next lesson, if there is one."""
    place = LESSONS.index(lesson) + 1 if lesson in LESSONS else len(LESSONS)
    return LESSONS[place] if place < len(LESSONS) else None


@dataclass(frozen=True)
class Learned:
    lessons: Annotated[tuple[Annotated[str, Length(100)], ...], Count(1000, is_lenient=True)] = ()


LEARNED = Stored(Learned)


class LessonProgress:
    """Which lessons were completed; saved."""

    files = (FILE,)

    def __init__(self, store: Store) -> None:
        self._store = store
        self._names: list[str] = []
        guarded(store, self.files, self.load)

    def load(self) -> None:
        saved = self._store.load(FILE, LEARNED) or Learned()
        self._names = [name for name in saved.lessons if name in BY_NAME]

    def __contains__(self, lesson: Plan) -> bool:
        return lesson.name in self._names

    def add(self, lesson: Plan) -> None:
        if lesson not in self:
            self._names.append(lesson.name)
            self._store.save(FILE, LEARNED.write(Learned(tuple(self._names))))

    def next(self, lessons: Iterable[Plan] = LESSONS) -> Plan | None:
        return next((lesson for lesson in lessons if lesson not in self), None)
