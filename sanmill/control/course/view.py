"""What the page of the course shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from sanmill.control.views.types import BoardView
from sanmill.core.game.phase import FLYING, MOVING, PLACING
from sanmill.core.progress import course
from sanmill.core.progress.course import ENTRIES_MAX, Course, Entry, Exercise, Spot
from sanmill.core.text.dates import day_words
from sanmill.core.text.i18n import Text, text
from sanmill.engine.game import Game

MISSED = {  # what is missed in a weak spot, by its theme
    course.MILL: "course.spot.mill",
    course.STOP: "course.spot.stop",
    course.DOUBLE: "course.spot.double",
    course.TAKE: "course.spot.take",
    course.BLOCK: "course.spot.block",
}
LOST = {course.WIN: "course.spot.win", course.DRAW: "course.spot.draw"}
WHERE = {PLACING: "course.where.placing", MOVING: "course.where.moving", FLYING: "course.where.flying"}
THEMES = {
    course.MILL: "course.theme.mill",
    course.STOP: "course.theme.stop",
    course.DOUBLE: "course.theme.double",
    course.TAKE: "course.theme.take",
    course.BLOCK: "course.theme.block",
    course.OTHER: "course.theme.other",
}
PHASES = {PLACING: "course.phase.placing", MOVING: "course.phase.moving", FLYING: "course.phase.flying"}


@dataclass(frozen=True)
class SpotView:
    spot: Spot
    words: Text
    count: Text


@dataclass(frozen=True)
class LearnedView:
    """How many exercises of a phase or theme hold."""

    label: Text
    numbers: Text
    percent: int


@dataclass(frozen=True)
class CourseView:
    due: int
    words: Text  # what is due, or when something is
    board: BoardView  # of the first exercise due, or of the newest
    total: int
    learned: Text | None
    spots: tuple[SpotView, ...]
    phases: tuple[LearnedView, ...]
    themes: tuple[LearnedView, ...]
    progress: Text | None  # of going through games
    is_stopped: bool
    limit: int = ENTRIES_MAX


def course_view(known: Course, today: date, steps: tuple[int, int] | None) -> CourseView:
    due, total, learned = known.due(today), len(known.entries), len(known.learned)
    shown = next(iter([*due, *reversed(known.entries)]), None)
    shares = known.shares()
    return CourseView(
        due=len(due),
        words=_due_words(known, len(due), today),
        board=board_of(shown),
        total=total,
        learned=text("course.learned", total, learned=learned) if total else None,
        spots=tuple(
            SpotView(spot, spot_words(spot), text("course.exercises", count)) for spot, count in known.weak_spots()
        ),
        phases=tuple(_share(text(PHASES[spot.phase]), *numbers) for spot, *numbers in shares if spot.phase),
        themes=tuple(_share(text(THEMES[spot.theme]), *numbers) for spot, *numbers in shares if spot.theme),
        progress=_progress(known, steps),
        is_stopped=known.is_stopped,
    )


def _share(label: Text, learned: int, total: int) -> LearnedView:
    return LearnedView(label, text("course.share", total, learned=learned), 100 * learned // total)


def _due_words(known: Course, due: int, today: date) -> Text:
    if due:
        return text("course.due", due)
    if not known.entries:
        return text("course.empty")
    day = known.next_day(today)
    return text("course.next", day=day_words(day, today)) if day else text("course.all_learned")


def _progress(known: Course, steps: tuple[int, int] | None) -> Text | None:
    if steps is None:
        return None
    if known.is_stopped:
        return text("course.stopped", len(known.waiting))
    return text("course.going", done=steps[0], total=steps[1]) if steps[1] else text("course.waiting")


def spot_words(spot: Spot) -> Text:
    """A weak spot as a sentence."""
    where = text(WHERE[spot.phase])
    if spot.first == spot.last > 0:
        where = text("course.where.placement", number=spot.first)
    elif spot.first:
        where = text("course.where.placements", first=spot.first, last=spot.last)
    return text(MISSED[spot.theme] if spot.value is None else LOST[spot.value], where=where)


def board_of(entry: Entry | None) -> BoardView:
    game = Game() if entry is None else _game_of(entry.exercise)
    return BoardView(game.board, game.view.contents)


def _game_of(exercise: Exercise) -> Game:
    return Game(exercise.rules, exercise.position)
