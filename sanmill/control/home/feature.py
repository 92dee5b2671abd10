"""The home screen: the game in progress, today's puzzle and the user's progress."""

from __future__ import annotations

from sanmill.control.context import Context
from sanmill.control.feature import Feature
from sanmill.control.friends.view import FriendGameView
from sanmill.control.games import new_game, strength
from sanmill.control.games.people import opponent_name
from sanmill.control.lessons.view import lesson_views
from sanmill.control.routes import Route
from sanmill.control.statistics.view import rating_view
from sanmill.core import settings
from sanmill.core.progress.due_days import DUE_DAYS, DueDays
from sanmill.core.storage.guard import guarded
from sanmill.core.text.i18n import text

from .intents import ChooseOpponent
from .view import HomeView, RungView, achieved_words, stars_of

FRIENDS = "friends"  # the file of games with friends
COURSE_DAYS, DRILL_DAYS = "course_days", "drill_days"  # the files that say when exercises and openings are due


class Home(Feature):
    """Offers the opponents."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self.handlers = {ChooseOpponent: self._choose}

    def _choose(self, intent: ChooseOpponent) -> None:
        """Make an opponent the one of new games."""
        self._context.settings.set(settings.LEVEL, intent.level)

    def _levels(self) -> tuple[int, int]:
        """Of the next game, and the highest one under its rules."""
        chosen = self._context.settings
        highest = strength.highest_level(self._context.tablebases.of(new_game.chosen_rules(chosen)))
        return min(chosen.get(settings.LEVEL), highest), highest

    def _ladder(self) -> tuple[RungView, ...]:
        context = self._context
        own, highest = self._levels()
        rungs = context.features.results.statistics.ladder()[:highest]
        return tuple(
            RungView(level, opponent_name(level), stars_of(rung), achieved_words(rung), level == own)
            for level, rung in enumerate(rungs, 1)
        )

    def _friends(self) -> tuple[FriendGameView, ...]:
        """Games in progress with friends; who has none pays nothing for them."""
        context = self._context
        if not context.store.was_saved(FRIENDS):
            return ()
        friends = context.features.friends
        return guarded(context.store, friends.files, lambda: friends.in_progress, friends.load)

    def _due(self, file: str) -> int | None:
        """How many exercises or openings are due; None where there are none. They need not be read themselves."""
        store = self._context.store
        if not store.was_saved(file):
            return None
        days = guarded(store, (file,), lambda: store.load(file, DUE_DAYS))
        return (days or DueDays()).due(self._context.today())

    def view(self, route: Route) -> HomeView:
        context = self._context
        puzzles, results = context.features.puzzles, context.features.results
        progress = context.features.lessons.progress
        lessons = guarded(context.store, progress.files, lambda: lesson_views(progress), progress.load)
        return HomeView(
            game=context.current.view,
            friends=self._friends(),
            ladder=guarded(context.store, results.files, self._ladder, results.load),
            play=text("result.play", name=opponent_name(self._levels()[0])),
            puzzle=guarded(context.store, puzzles.files, puzzles.daily, puzzles.load),
            rating=guarded(
                context.store, results.files, lambda: rating_view(results.statistics, context.title_of), results.load
            ),
            lesson=next((lesson for lesson in lessons if not lesson.is_done), None),
            lessons_done=sum(lesson.is_done for lesson in lessons),
            lessons=len(lessons),
            course_due=self._due(COURSE_DAYS),
            openings_due=self._due(DRILL_DAYS),
        )
