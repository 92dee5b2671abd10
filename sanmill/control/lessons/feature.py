"""The lessons: the list of them, which were completed, starting one."""

from __future__ import annotations

from sanmill.control.context import Context
from sanmill.control.effects import Go
from sanmill.control.feature import Feature
from sanmill.control.lesson_plans import BY_NAME, LessonProgress
from sanmill.control.routes import PLAY, Route
from sanmill.core.storage.store import Store

from . import mode as lesson
from .intents import StartLesson
from .mode import QUESTION, Lesson
from .view import LessonView, lesson_views


class Lessons(Feature):
    """Puts a lesson on the board."""

    files = LessonProgress.files

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self.progress = LessonProgress(context.store)
        self.handlers = {StartLesson: self._start}

    def load(self) -> None:
        self.progress.load()

    def view(self, route: Route) -> tuple[LessonView, ...]:
        return lesson_views(self.progress)

    def _start(self, intent: StartLesson) -> None:
        self._context.current.enter(Lesson(self._context, BY_NAME[intent.name]))
        self._context.tell(Go(PLAY))

    def first(self) -> Lesson:
        """The first lesson, with the question before it."""
        return Lesson(self._context, step=QUESTION)

    def restore(self, store: Store) -> Lesson | None:
        saved = store.load(lesson.FILE, lesson.LESSON)
        return lesson.restore(self._context, saved) if saved else None
