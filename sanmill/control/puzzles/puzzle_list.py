"""Puzzles besides the board: today's, practice by theme, the book of what was solved; their maker is asked here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol

from sanmill.control import intents
from sanmill.control.games.new_game import rules_in, variant_names
from sanmill.control.intents import Intent
from sanmill.control.modes import puzzle
from sanmill.control.modes.puzzle import PuzzleMode, Task
from sanmill.control.ports import Host, Mode, Tablebases
from sanmill.control.variants.library import Library
from sanmill.control.views.types import BoardView
from sanmill.core import settings
from sanmill.core.i18n import Text, text
from sanmill.core.model import Side
from sanmill.core.puzzle_progress import SHOWN, SOLVED, PuzzleProgress
from sanmill.core.store import Store
from sanmill.engine.game import Game
from sanmill.engine.messages import JudgeTurn, MakePuzzle, PuzzleEvent, PuzzleMade, PuzzleRequest, Stage
from sanmill.engine.puzzle_generator import THEMES
from sanmill.engine.tablebase_turns import Judgement

BOOK, OPEN = "puzzles", "puzzle"  # what is kept: the book, and the puzzle on the board
DAILY_RULES = "nine_mens_morris"


class Maker(Protocol):
    """The thread that makes and judges."""

    def ask(self, request: PuzzleRequest) -> None:
        """Have this answered."""


class Surroundings(Host, Protocol):
    """What the puzzles need of the controller."""

    tablebases: Tablebases
    library: Library

    def enter(self, mode: Mode) -> None:
        """Bring a mode to the front."""


@dataclass(frozen=True)
class PuzzlesView:
    """What the page of puzzles shows."""

    day: date
    how: str  # today's puzzle ended: solved, shown, or empty
    board: BoardView | None  # of today's puzzle, once it is made
    goal: Text | None
    streak: int
    rating: int
    solved: int
    rules: str  # to practise with
    variants: tuple[tuple[str, Text], ...]  # that have tables
    themes: tuple[str, ...]
    is_making: bool = False  # one that somebody waits for
    trouble: Text | None = None


class Puzzles:
    """Starts puzzles, has them judged, and keeps the book."""

    def __init__(self, host: Surroundings, store: Store, maker: Maker, today: Callable[[], date]) -> None:
        self.today = today
        self.book = PuzzleProgress.restore(store.load(BOOK))
        self._host = host
        self._store = store
        self._maker = maker
        self._ticket = 0
        self._judged: tuple[int, Callable[[Judgement | None], None]] | None = None
        self._daily: Task | None = None
        self._asked: dict[int, MakePuzzle] = {}
        self._wanted: MakePuzzle | None = None  # to be started when it is made
        self._postponed: Intent | None = None
        self._trouble: Text | None = None

    # Intents.

    def handle(self, intent: Intent, mode: Mode) -> bool:
        """Whether the intent was about starting a puzzle. One that waits for the tables to be found is kept."""
        self._postponed = intent
        trouble, self._trouble = self._trouble, None
        if isinstance(intent, intents.StartDaily):
            self._start_daily()
        elif isinstance(intent, intents.StartPractice):
            self._practise(self.rules, intent.theme)
        elif isinstance(intent, intents.NextPuzzle) and isinstance(mode, PuzzleMode):
            task = mode.task
            if task.day is None and not mode.is_ended:
                self._take(task)
            self._practise(task.puzzle.rules, task.puzzle.theme)
        else:
            self._postponed, self._trouble = None, trouble
            return False
        if self._wanted or self._trouble or self._host.tablebases.of(self.rules).stage is not Stage.UNKNOWN:
            self._postponed = None
        self._host.changed()
        return True

    def tablebases_changed(self, mode: Mode) -> None:
        """Tables were found: what waited for them can begin."""
        postponed, self._postponed = self._postponed, None
        if postponed:
            self.handle(postponed, mode)

    @property
    def rules(self) -> str:
        """The rules to practise with: as set, if they have tables."""
        chosen = rules_in(self._host.settings.get(settings.PUZZLE_VARIANT))
        return chosen if chosen and self._host.tablebases.of(chosen).is_available else DAILY_RULES

    def _start_daily(self) -> None:
        task = self._daily
        if task is not None and task.day == self.today():
            self._host.enter(PuzzleMode(self._host, self, task))
        else:
            self._wanted = self._ask_daily()

    def _practise(self, rules: str, theme: str) -> None:
        number = self.book.next_number(rules, theme)
        self._wanted = self._ask(rules, theme=theme, seed=str(number), rating=self.book.rating)

    # The maker.

    def _ask_daily(self) -> MakePuzzle | None:
        asked = next((each for each in self._asked.values() if each.day == self.today()), None)
        return asked or self._ask(DAILY_RULES, day=self.today())

    def _ask(self, rules: str, **wanted: Any) -> MakePuzzle | None:
        status = self._host.tablebases.of(rules)
        if status.folder is None:
            if status.stage is not Stage.UNKNOWN:
                self._trouble = text("puzzles.no_tables")
            return None
        self._ticket += 1
        request = MakePuzzle(self._ticket, rules, status.folder, **wanted)
        self._asked[request.ticket] = request
        self._maker.ask(request)
        return request

    def receive(self, answer: PuzzleEvent) -> None:
        """A puzzle was made, or a turn judged."""
        if not isinstance(answer, PuzzleMade):
            waiting, self._judged = self._judged, None
            if waiting and waiting[0] == answer.ticket:
                waiting[1](answer.judgement)
            return
        request = self._asked.pop(answer.ticket, None)
        if request is None:
            return
        is_wanted = request is self._wanted
        if is_wanted:
            self._wanted = None
        if answer.puzzle is None:
            self._trouble = text("puzzles.none") if is_wanted else self._trouble
        else:
            task = Task(answer.puzzle, request.day)
            if request.day is not None:
                self._daily = task
            if is_wanted:
                self._host.enter(PuzzleMode(self._host, self, task))
        self._host.changed()

    # As the referee.

    def judge(
        self, rules: str, position: str, moves: tuple[str, ...], then: Callable[[Judgement | None], None]
    ) -> None:
        """What a turn is worth, told later; without its tables nobody can tell."""
        folder = self._host.tablebases.of(rules).folder
        if folder is None:
            then(None)
            return
        self._ticket += 1
        self._judged = (self._ticket, then)
        self._maker.ask(JudgeTurn(self._ticket, rules, folder, position, moves))

    def tried(self, task: Task, *, is_right: bool) -> None:
        """The first try counts for the rating."""
        self.book.rate(task.puzzle.rating, is_right=is_right)
        self._keep()

    def ended(self, task: Task, *, is_solved: bool) -> None:
        """The day counts for the streak; a puzzle to practise with does not come again."""
        self.book.solved += is_solved
        if task.day is not None:
            self.book.end_day(task.day, SOLVED if is_solved else SHOWN)
            self._keep()
        else:
            self._take(task)

    def _take(self, task: Task) -> None:
        self.book.take(task.puzzle.rules, task.puzzle.theme)
        self._keep()

    def _keep(self) -> None:
        self._store.save(BOOK, self.book.save())

    # Showing.

    def overview(self) -> PuzzlesView:
        """The page. Today's puzzle is made in the background, the first time somebody looks."""
        day = self.today()
        task = self._daily
        if task is None or task.day != day:
            task = None
            self._ask_daily()
        library = self._host.library
        known = (*(variant.rules for variant in library.own), *variant_names())
        with_tables = [rules for rules in known if self._host.tablebases.of(rules).is_available]
        has_flying = bool(Game(self.rules).rule("MayFly"))
        return PuzzlesView(
            day=day,
            how=self.book.days.get(day.isoformat(), ""),
            board=_board_of(task) if task else None,
            goal=goal_of(task) if task else None,
            streak=self.book.streak_on(day),
            rating=self.book.rating,
            solved=self.book.solved,
            rules=self.rules,
            variants=tuple((rules, library.title(rules)) for rules in with_tables),
            themes=tuple(theme for theme in THEMES if theme != "fly" or has_flying),
            is_making=self._wanted is not None or self._postponed is not None,
            trouble=self._trouble,
        )

    def restored(self, kept: dict[str, Any]) -> PuzzleMode:
        """The puzzle on the board as it was left."""
        return puzzle.restore(self._host, self, kept)


def goal_of(task: Task) -> Text:
    """What is to be done in a puzzle."""
    side = text("side.white" if task.puzzle.side is Side.WHITE else "side.black")
    return text("puzzles.win" if task.puzzle.is_win else "puzzles.save", side=side)


def _board_of(task: Task) -> BoardView:
    game = Game(task.puzzle.rules, task.puzzle.position)
    return BoardView(board=game.board, contents=game.view.contents)
