"""What the home screen shows."""

from __future__ import annotations

from dataclasses import dataclass

from sanmill.control.puzzles.feature import DailyPuzzleView
from sanmill.control.views.types import GameView, LessonView, RatingView


@dataclass(frozen=True)
class HomeView:
    """The game in progress, today's puzzle, and the user's progress."""

    game: GameView | None
    puzzle: DailyPuzzleView
    rating: RatingView | None
    lesson: LessonView | None  # the first that is not completed
    lessons_done: int
    lessons: int
