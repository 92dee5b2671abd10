"""The course: collects mistakes of own games, brings them back when they are due, and tells what is weak."""

from __future__ import annotations

from collections.abc import Callable

from sanmill.control.context import Context
from sanmill.control.effects import Go, Toast
from sanmill.control.feature import Feature
from sanmill.control.games.session import Session
from sanmill.control.puzzles.mode import Task
from sanmill.control.routes import PLAY, Kind, Route
from sanmill.core.game.model import Side
from sanmill.core.progress.course import COURSE, Course, Entry, Spot
from sanmill.core.progress.due_days import DUE_DAYS, DueDays
from sanmill.core.storage.guard import guarded
from sanmill.core.storage.store import Store
from sanmill.core.text.i18n import Text, text
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.messages import Position, PositionJudged, TablebaseChanged
from sanmill.engine.tablebase.turns import TurnJudgement

from .collecting import Collecting, own_side, waiting_game
from .intents import PracticeSpot, SetCollecting, StartCourse
from .mistakes import refutation
from .mode import EXERCISE, FILE, ExerciseMode
from .searches import Searches
from .view import CourseView, course_view

COURSE_FILE, DAYS_FILE = "course", "course_days"
Identity = tuple[str, str]  # of an exercise


class OwnCourse(Feature):
    """The exercises and their file."""

    files = (COURSE_FILE,)

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.course = Course()
        self._context = context
        self._searches, self._refuting = Searches(context), Searches(context)
        self._collecting = Collecting(context, self._searches, self._save)
        self._spot: Spot | None = None  # practised; otherwise what is due
        self._passed: set[Identity] = set()  # skipped, or found in a weak spot
        self._entered: list[Identity] = []  # since the practice began, the last one at the end
        self.handlers = {
            StartCourse: lambda _: self._start(None),
            PracticeSpot: lambda intent: self._start(intent.spot),
            SetCollecting: lambda intent: self._set_collecting(intent.is_on),
        }
        self.receivers = {PositionJudged: self._receive, TablebaseChanged: lambda _: self._collecting.go_on()}
        guarded(context.store, self.files, self.load)
        self._collecting.go_on()

    def load(self) -> None:
        self.course = self._context.store.load(COURSE_FILE, COURSE) or Course()
        self.course.entries = [entry for entry in self.course.entries if _is_playable(entry)]
        self._collecting.course = self.course

    def _save(self) -> None:
        store = self._context.store
        store.save(COURSE_FILE, COURSE.write(self.course))
        store.save(DAYS_FILE, DUE_DAYS.write(DueDays.of(entry.card for entry in self.course.entries)))

    def due(self) -> int:
        return len(self.course.due(self._context.today()))

    # Collecting.

    def collect(self, session: Session) -> None:
        """Go through a game of the user's, unless that was done or it is not known which side was the user's."""
        side = own_side(session, self._context)
        if side is not None:
            self.add(session, side)

    def add(self, session: Session, side: Side) -> bool:
        """Go through a side of a game; false if that was done or is under way."""
        is_new = self.course.enqueue(waiting_game(session, side))
        if is_new:
            self._save()
            self._collecting.go_on()
        return is_new

    def _set_collecting(self, is_on: bool) -> None:
        self.course.is_stopped = not is_on
        self._collecting.pause()
        self._collecting.resume()
        self._save()

    def _receive(self, event: PositionJudged) -> None:
        self._searches.receive(event)
        self._refuting.receive(event)

    def pause(self) -> None:
        self._collecting.pause()
        if self.course.waiting:
            self._save()

    def resume(self) -> None:
        self._collecting.resume()

    # Practising.

    def _start(self, spot: Spot | None) -> None:
        self._spot, self._passed, self._entered = spot, set(), []
        self._next()

    def _pool(self) -> list[Entry]:
        """What is still to be found; what was on the board comes last, in this order."""
        if self._spot is None:
            pool = self.course.due(self._context.today())
        else:
            pool = [entry for entry in self.course.open_entries if self._spot.fits(entry.exercise)]
        pool = [entry for entry in pool if entry.identity not in self._passed]
        return sorted(
            pool, key=lambda entry: self._entered.index(entry.identity) if entry.identity in self._entered else -1
        )

    def _next(self) -> None:
        entry = next(iter(self._pool()), None)
        if entry is None:
            if self._mode is not None:
                self._context.current.leave_mode()
                self._context.tell(Go(Route(Kind.COURSE)))
            self._context.tell(Toast((text("course.done") if self.course.entries else text("course.empty"),)))
            return
        self._enter(entry)
        self._context.tell(Go(PLAY))

    def _enter(self, entry: Entry) -> None:
        self._note_entered(entry)
        self._context.current.enter(ExerciseMode(self._context, self, entry))

    def _note_entered(self, entry: Entry) -> None:
        self._entered = [*(each for each in self._entered if each != entry.identity), entry.identity]

    @property
    def _mode(self) -> ExerciseMode | None:
        mode = self._context.current.mode
        return mode if isinstance(mode, ExerciseMode) else None

    # The trainer of an exercise.

    def left(self) -> int:
        return len(self._pool())

    def refute(self, position: Position, then: Callable[[tuple[str, ...] | None], None]) -> None:
        self._refuting.start(refutation(position), then)

    def judge(
        self, rules: str, position: str, moves: tuple[str, ...], then: Callable[[TurnJudgement | None], None]
    ) -> None:
        """An exercise knows its turns."""
        then(None)

    def tried(self, task: Task, *, is_right: bool) -> int:
        mode, today = self._mode, self._context.today()
        if mode is not None:
            self.course.answer(mode.entry.identity, is_right=is_right, today=today)
            if is_right:
                self._passed.add(mode.entry.identity)
            self._save()
        return 0

    def reward(self, task: Task, change: int | None) -> Text | None:
        """When the exercise comes back."""
        mode = self._mode
        entry = self.course.find(mode.entry.identity) if mode else None
        if mode is None or entry is None:
            return None
        days = (entry.card.due - self._context.today()).days
        back = text("course.back_in", days) if days > 0 else text("course.back_today")
        when = text("course.holds") if entry.card.is_learned else back
        return text("course.reward", when=when, played=mode.words_of_solution())

    def ended(self, task: Task, *, is_solved: bool) -> None:
        """A solution that is shown before the first try counts as not found."""
        if not is_solved and self._mode is not None and self._mode.change is None:
            self.tried(task, is_right=False)

    def start_next(self, task: Task, *, is_skipped: bool) -> None:
        if self._mode is not None and is_skipped:
            self._passed.add(self._mode.entry.identity)
        self._next()

    def forget(self) -> None:
        if self._mode is not None:
            self.course.remove(self._mode.entry.identity)
            self._save()
            self._next()

    # The page, and the exercise that was on the board.

    def view(self, route: Route) -> CourseView:
        return course_view(self.course, self._context.today(), self._collecting.steps)

    def restore(self, store: Store) -> ExerciseMode | None:
        saved = store.load(FILE, EXERCISE)
        entry = saved and self.course.find((saved.rules, saved.key))
        if not saved or not entry:
            return None
        mode = ExerciseMode(self._context, self, entry, saved.met)
        mode.is_counted, mode.is_ended = saved.is_counted, saved.is_ended
        self._note_entered(entry)
        return mode


def _is_playable(entry: Entry) -> bool:
    """Whether the position of a stored exercise, and the turns that are right or refuted there, can be played."""
    exercise = entry.exercise
    try:
        game = Game(exercise.rules, exercise.position)
        for turn in ((exercise.right[0],), (exercise.played, *exercise.line)):
            game.copy().play(*turn)
    except EngineError:
        return False
    return game.side is exercise.side
