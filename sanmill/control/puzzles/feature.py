"""Puzzles off the board: today's, practice by theme, runs, what was tried, progress, and the jobs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from sanmill.control.context import Context
from sanmill.control.effects import Go, Toast
from sanmill.control.feature import Feature
from sanmill.control.routes import PLAY, Kind, Route
from sanmill.control.variants import rule_set
from sanmill.core import settings
from sanmill.core.progress.puzzle_progress import PUZZLE_PROGRESS, RUNS, SHOWN, SOLVED, PuzzleProgress
from sanmill.core.storage.guard import guarded
from sanmill.core.storage.store import Store
from sanmill.core.storage.stored import Stored
from sanmill.core.text.i18n import Number, Text, text
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.messages import PuzzleMade, Stage, TablebaseChanged, TurnJudged
from sanmill.engine.puzzles.generator import LINE_THEMES, THEMES, Puzzle
from sanmill.engine.puzzles.jobs import JudgeTurn, MakePuzzle
from sanmill.engine.puzzles.line_puzzles import read_collection
from sanmill.engine.tablebase.turns import TurnJudgement

from . import mode as puzzle
from .history import FILE as TRIED_FILE
from .history import History
from .intents import ChooseRules, RetryFailed, RetryTried, StartDaily, StartPractice, StartRun
from .mode import RETRY, PuzzleMode, Task
from .runs import Runs
from .supply import Supply
from .view import (
    DailyPuzzleView,
    PuzzlesView,
    RunRow,
    board_of,
    empty_board,
    goal_of,
    tried_puzzles_view,
    week_of,
)

FILE, DAILY_FILE = "puzzles", "daily_puzzle"
DAILY_PUZZLE = Stored(Task)
DAILY_RULES = "nine_mens_morris"


class Puzzles(Feature):
    """Starts puzzles, has turns judged, and records progress."""

    files = (FILE, DAILY_FILE, TRIED_FILE)

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.today = context.today
        self.progress = PuzzleProgress()
        self._daily: Task | None = None
        self._context = context
        self._store = context.store
        self._jobs = context.jobs
        self._is_awaited = False  # on the page: the board opens with the puzzle
        self._judged: tuple[int, Callable[[TurnJudgement | None], None]] | None = None
        self._asked: dict[int, MakePuzzle] = {}
        self._wanted: MakePuzzle | None = None  # to be started when it is generated
        self._postponed: Callable[[], bool] | None = None  # a start that waits for the tablebase look-up
        self._error: Text | None = None
        self._supply = Supply(context, DAILY_RULES, lambda: self._by_position.values())
        self._history = History(context.store, lambda: self._by_position)
        self.runs = Runs(context, self, self._supply)
        self.handlers = {
            StartDaily: lambda _: self._await(self._start_daily),
            StartPractice: lambda intent: self._await(lambda: self._practise(self.rules, intent.theme)),
            StartRun: lambda intent: self.runs.start(intent.kind),
            RetryFailed: lambda _: self._retry_next(),
            RetryTried: lambda intent: self._retry(self._history.find(intent.position)),
            ChooseRules: lambda intent: context.settings.set(settings.PUZZLE_VARIANT, intent.rules),
        }
        self.receivers = {
            PuzzleMade: self.receive_puzzle,
            TurnJudged: self.receive_judgement,
            TablebaseChanged: lambda _: self._take_tablebase(),
        }
        self.load()

    def load(self) -> None:
        self.progress = guarded(self._store, (FILE,), self._load_progress)
        self._daily = guarded(self._store, (DAILY_FILE,), self._load_daily)
        self._history.forget()

    def _load_progress(self) -> PuzzleProgress:
        return self._store.load(FILE, PUZZLE_PROGRESS) or PuzzleProgress()

    def _load_daily(self) -> Task | None:
        """The daily puzzle made last; it is made again where it cannot be played."""
        task = self._store.load(DAILY_FILE, DAILY_PUZZLE)
        try:
            if task:
                puzzle.check(task.puzzle)
            return task
        except (ValueError, EngineError):
            return None

    # Starting.

    def _await(self, start: Callable[[], bool]) -> None:
        self._is_awaited = True
        self._start(start)

    def appear(self, route: Route) -> None:
        """A run that is started here has its first puzzle ready."""
        if route.kind is Kind.PUZZLES:
            self.runs.prepare()

    def disappear(self, route: Route) -> None:
        """Nobody waits for the puzzle any more; it is on the board when it is ready."""
        self._is_awaited = False

    def _enter(self, task: Task) -> None:
        self._context.current.enter(PuzzleMode(self._context, self, task))
        if self._is_awaited:
            self._is_awaited = False
            self._context.tell(Go(PLAY))

    def _start(self, start: Callable[[], bool]) -> None:
        """Start a puzzle; until the tablebase look-up is answered, postpone it."""
        self._error = None
        is_started = start() or self._wanted or self._error
        is_unknown = self._context.tablebases.of(self.rules).stage is Stage.UNKNOWN
        self._postponed = start if is_unknown and not is_started else None

    def start_next(self, task: Task, *, is_skipped: bool) -> None:
        """Start another puzzle of the same theme, or another failed one; a skipped one does not come again."""
        if task.source == RETRY:
            self._retry_next(task)
            return
        if task.day is None and is_skipped:
            self._take(task)
        self._start(lambda: self._practise(task.puzzle.rules, task.puzzle.theme))

    def mode_entered(self) -> None:
        """A puzzle still to come no longer takes its place."""
        self._wanted = self._postponed = None
        self.runs.mode_entered()

    def _take_tablebase(self) -> None:
        """Start what waited for the tablebase look-up, and have puzzles of a run made."""
        if self._postponed:
            self._start(self._postponed)
        if Route(Kind.PUZZLES) in self._context.in_sight:
            self.runs.prepare()

    def _retry_next(self, last: Task | None = None) -> None:
        """Try the failed puzzle after the last one, which goes to the end of the row, or return when none is left."""
        failed = self._history.failed
        positions = [each.position for each in failed]
        after = positions.index(last.puzzle.position) + 1 if last and last.puzzle.position in positions else 0
        following = [*failed[after:], *failed[:after]]
        if following:
            self._retry(self._history.find(following[0].position))
            return
        self._context.current.leave_mode()
        self._context.tell(Go(Route(Kind.PUZZLE_HISTORY)))
        self._context.tell(Toast((text("puzzles.tried.done"),)))

    def _retry(self, tried: Puzzle | None) -> None:
        if tried is not None:
            self._context.current.enter(PuzzleMode(self._context, self, Task(tried, None, RETRY)))
            self._context.tell(Go(PLAY))

    @property
    def rules(self) -> str:
        """The rules of practice: as set, if they have a tablebase."""
        chosen = rule_set.rules_in(self._context.settings.get(settings.PUZZLE_VARIANT))
        return chosen if chosen and self._context.tablebases.of(chosen).is_available else DAILY_RULES

    def _start_daily(self) -> bool:
        """Start or request today's puzzle; true if it was started."""
        task = self._daily
        if task is not None and task.day == self.today():
            self._enter(task)
            return True
        self._wanted = self._ask_daily()
        return False

    def _practise(self, rules: str, theme: str) -> bool:
        """Start or request a puzzle of a theme; true if it was started."""
        number = self.progress.next_number(rules, theme)
        can_be_made = theme not in LINE_THEMES or self._is_complete(rules)
        shipped = self._shipped(theme, is_repeating=not can_be_made) if rules == DAILY_RULES else []
        if shipped:
            nearest = min(shipped, key=lambda each: abs(each.rating - self.progress.rating))
            self._enter(Task(nearest, None))
            return True
        self._wanted = self._ask(rules, theme=theme, seed=str(number), rating=self.progress.rating)
        return False

    def _shipped(self, theme: str, *, is_repeating: bool) -> list[Puzzle]:
        """The shipped puzzles of a theme not yet practised; after the last of them all again, or none."""
        seen, puzzles = set(self.progress.seen), self._collection.get(theme, [])
        new = [each for each in puzzles if each.position not in seen]
        if new or not is_repeating:
            return new
        over = {each.position for each in puzzles}
        self.progress.seen = [position for position in self.progress.seen if position not in over]
        return puzzles

    @cached_property
    def _collection(self) -> dict[str, list[Puzzle]]:
        """The shipped puzzles by theme."""
        puzzles = self._by_position.values()
        return {theme: [each for each in puzzles if each.theme == theme] for theme in LINE_THEMES}

    @cached_property
    def _by_position(self) -> dict[str, Puzzle]:
        """The shipped puzzles, easier ones first."""
        return {each.position: each for each in read_collection()}

    def _is_complete(self, rules: str) -> bool:
        """Whether the whole game can be proven."""
        return self._context.tablebases.of(rules).can_prove_placing

    # Jobs.

    def _ask_daily(self) -> MakePuzzle | None:
        asked = next((each for each in self._asked.values() if each.day == self.today()), None)
        return asked or self._ask(DAILY_RULES, day=self.today())

    def _ask(self, rules: str, **wanted: Any) -> MakePuzzle | None:
        status = self._context.tablebases.of(rules)
        path = status.path if wanted.get("theme") in LINE_THEMES else status.puzzle_path
        if path is None:
            if status.stage is not Stage.UNKNOWN:
                self._error = text("puzzles.no_tables")
            return None
        request = MakePuzzle(self._jobs.new_ticket(), rules, path, **wanted)
        self._asked[request.ticket] = request
        self._jobs.submit(request)
        return request

    def receive_judgement(self, event: TurnJudged) -> None:
        waiting, self._judged = self._judged, None
        if waiting and waiting[0] == event.ticket:
            waiting[1](event.judgement)

    def receive_puzzle(self, event: PuzzleMade) -> None:
        """Start the puzzle if the user waits for it."""
        if self._supply.receive(event):
            return
        request = self._asked.pop(event.ticket, None)
        if request is None:
            return
        is_wanted = request is self._wanted
        if is_wanted:
            self._wanted = None
        if event.puzzle is None:
            self._error = text("puzzles.none") if is_wanted else self._error
        else:
            task = Task(event.puzzle, request.day)
            if request.day is not None:
                self._daily = task
                self._store.save(DAILY_FILE, DAILY_PUZZLE.write(task))
            if is_wanted:
                self._enter(task)

    # The referee of a puzzle.

    def judge(
        self, rules: str, position: str, moves: tuple[str, ...], then: Callable[[TurnJudgement | None], None]
    ) -> None:
        """Judge a turn; without a tablebase the answer is ``None`` at once."""
        path = self._context.tablebases.of(rules).puzzle_path
        if path is None:
            then(None)
            return
        ticket = self._jobs.new_ticket()
        self._judged = (ticket, then)
        self._jobs.submit(JudgeTurn(ticket, rules, path, position, moves))

    def tried(self, task: Task, *, is_right: bool) -> int:
        """Rate the first attempt, unless the puzzle is known; return the change of the rating."""
        change = 0 if task.source else self.progress.rate(task.puzzle.rating, is_right=is_right)
        self.record(task, is_right=is_right)
        return change

    def record(self, task: Task, *, is_right: bool) -> None:
        """Count an attempt for its theme, unless the puzzle is known, and note it in the history."""
        if task.source != RETRY:
            self.progress.attempt(task.puzzle.theme, is_right=is_right)
        self._history.add(task.puzzle, task.source, is_solved=is_right)
        self.save()

    def reward(self, task: Task, change: int | None) -> Text | None:
        """The rating with its change, and the streak of daily puzzles; or how many failed ones are left."""
        if task.source == RETRY:
            left = len(self._history.failed)
            return text("puzzles.tried.left", left) if left else text("puzzles.tried.done")
        streak = self.progress.streak_on(task.day) if task.day else 0
        kept = text("puzzles.streak", streak) if streak else None
        if change is None:
            return kept
        rated = text("puzzles.rated", rating=self.progress.rating, change=Number(change, is_change=True))
        return text("puzzles.rated_streak", rated=rated, streak=kept) if kept else rated

    def ended(self, task: Task, *, is_solved: bool) -> None:
        """Count a day for the streak; a practice puzzle does not come again."""
        self.progress.solved += is_solved
        if task.day is not None:
            self.progress.end_day(task.day, SOLVED if is_solved else SHOWN)
            self.save()
        elif task.source:
            self.save()
        else:
            self._take(task)

    def _take(self, task: Task) -> None:
        puzzle = task.puzzle
        self.progress.take(puzzle.rules, puzzle.theme)
        if puzzle.position in self._by_position and puzzle.position not in self.progress.seen:
            self.progress.seen.append(puzzle.position)
        self.save()

    def save(self) -> None:
        self._store.save(FILE, PUZZLE_PROGRESS.write(self.progress))

    # The page.

    def daily(self) -> DailyPuzzleView:
        """Today's puzzle; the first call of a day requests it."""
        day = self.today()
        task = self._daily
        if task is None or task.day != day:
            task = None
            self._ask_daily()
        return DailyPuzzleView(
            day=day,
            how=self.progress.days.get(day.isoformat(), ""),
            board=board_of(task.puzzle) if task else None,
            empty_board=empty_board(DAILY_RULES),
            goal=goal_of(task) if task else None,
            streak=self.progress.streak_on(day),
            error=self._error,
        )

    def view(self, route: Route) -> Any:
        if route.kind is Kind.PUZZLE_HISTORY:
            return tried_puzzles_view(self.progress, self._history.attempts)
        return self.overview()

    def overview(self) -> PuzzlesView:
        """Looks up the tablebase of every variant, which takes a while in the background."""
        library = self._context.library
        known = (*(variant.rules for variant in library.own), *rule_set.builtin_names())
        with_tablebase = [rules for rules in known if self._context.tablebases.of(rules).is_available]
        has_flying = bool(Game(self.rules).rule("MayFly"))
        has_lines = self.rules == DAILY_RULES or self._is_complete(self.rules)
        themes = [theme for theme in THEMES if theme != "fly" or has_flying]
        return PuzzlesView(
            **vars(self.daily()),
            rating=self.progress.rating,
            solved=self.progress.solved,
            week=week_of(self.progress, self.today()),
            runs=tuple(map(self._run_row, RUNS)),
            rules=self.rules,
            variants=tuple((rules, library.title(rules)) for rules in with_tablebase),
            themes=(*themes, *(LINE_THEMES if has_lines else ())),
            is_making=self._is_awaited and (self._wanted is not None or self._postponed is not None),
        )

    def _run_row(self, kind: str) -> RunRow:
        running, best = self.runs.running(kind), self.progress.bests.get(kind)
        if running and running.solved:
            detail = text("puzzles.run.so_far", running.solved)
        else:
            detail = text("puzzles.run.best", best) if best else text(f"puzzles.run.about.{kind}")
        return RunRow(kind, text(f"puzzles.run.{kind}"), detail)

    def restore(self, store: Store) -> PuzzleMode | None:
        saved = store.load(puzzle.FILE, puzzle.PUZZLE)
        if saved is None:
            return None
        if saved.run:
            return self.runs.restore(saved, saved.run)
        return puzzle.restore(saved, lambda task: PuzzleMode(self._context, self, task))
