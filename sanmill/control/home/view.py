"""What the home screen shows."""

from __future__ import annotations

from dataclasses import dataclass

from sanmill.control.friends.view import FriendGameView
from sanmill.control.lessons.view import LessonView
from sanmill.control.puzzles.view import DailyPuzzleView
from sanmill.control.statistics.view import RatingView
from sanmill.control.views.types import GameView
from sanmill.core.progress.statistics import Rung
from sanmill.core.text.i18n import Text, text


@dataclass(frozen=True)
class RungView:
    """An opponent on the ladder, with up to three stars: won, without taking back, without help."""

    level: int
    name: Text
    stars: int
    achieved: Text | None  # in words
    is_own: bool  # the user's place


@dataclass(frozen=True)
class HomeView:
    """The game in progress, today's puzzle, and the user's progress."""

    game: GameView | None
    friends: tuple[FriendGameView, ...]  # games in progress with friends
    ladder: tuple[RungView, ...]
    play: Text  # what the main button says
    puzzle: DailyPuzzleView
    rating: RatingView | None
    lesson: LessonView | None  # the first that is not completed
    lessons_done: int
    lessons: int
    course_due: int | None  # exercises; None without a course
    openings_due: int | None  # the same of openings


def stars_of(rung: Rung) -> int:
    return rung.is_won + rung.is_won_straight + rung.is_won_alone


def achieved_words(rung: Rung) -> Text | None:
    if not rung.is_won:
        return None
    straight, alone = rung.is_won_straight, rung.is_won_alone
    if straight and alone:
        return text("home.ladder.both")
    return text("home.ladder.straight" if straight else "home.ladder.alone" if alone else "home.ladder.won")
