"""The home screen: the game in progress, today's puzzle and the user's progress."""

from __future__ import annotations

from typing import Protocol

from sanmill.control.feature import Context, Feature
from sanmill.control.lesson_plans import LessonProgress
from sanmill.control.lessons.view import lesson_views
from sanmill.control.puzzles.feature import Puzzles
from sanmill.control.routes import Route
from sanmill.control.statistics.feature import Results
from sanmill.control.statistics.view import rating_view
from sanmill.control.views.types import GameView
from sanmill.core.storage.guard import guarded

from .view import HomeView


class HomeContext(Context, Protocol):
    @property
    def lesson_progress(self) -> LessonProgress: ...
    @property
    def puzzles(self) -> Puzzles: ...
    @property
    def results(self) -> Results: ...
    @property
    def game_view(self) -> GameView | None: ...


class Home(Feature):
    """Has no intents of its own."""

    def __init__(self, context: HomeContext) -> None:
        super().__init__()
        self._context = context

    def view(self, route: Route) -> HomeView:
        context = self._context
        puzzles, results, progress = context.puzzles, context.results, context.lesson_progress
        lessons = guarded(context.store, progress.files, lambda: lesson_views(progress), progress.load)
        return HomeView(
            game=context.game_view,
            puzzle=guarded(context.store, puzzles.files, puzzles.daily, puzzles.load),
            rating=guarded(
                context.store, results.files, lambda: rating_view(results.statistics, context.title_of), results.load
            ),
            lesson=next((lesson for lesson in lessons if not lesson.is_done), None),
            lessons_done=sum(lesson.is_done for lesson in lessons),
            lessons=len(lessons),
        )
