"""The views of the pages with puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from sanmill.control.views.texts import side_name
from sanmill.control.views.types import BoardView
from sanmill.core.game.model import Content
from sanmill.core.progress.puzzle_progress import RUNS, SOLVED, PuzzleProgress
from sanmill.core.text.i18n import Text, text
from sanmill.engine.game import Game
from sanmill.engine.puzzles.generator import LINE_THEMES, THEMES, Puzzle

from .history import Attempt
from .mode import Task


@dataclass(frozen=True)
class DayView:
    """A day of the week, and what became of its puzzle."""

    name: Text
    how: str  # solved, shown, or empty
    is_today: bool
    is_ahead: bool


@dataclass(frozen=True)
class DailyPuzzleView:
    day: date
    how: str  # solved, shown, or empty
    board: BoardView | None  # once it is generated
    empty_board: BoardView  # shown until then
    goal: Text | None
    streak: int
    error: Text | None

    @property
    def words(self) -> Text:
        if self.how:
            return text("puzzles.how.solved" if self.how == SOLVED else "puzzles.how.shown")
        return self.goal or self.error or text("puzzles.preparing")


@dataclass(frozen=True)
class RunRow:
    """A kind of run, to be started or continued."""

    kind: str
    title: Text
    detail: Text


@dataclass(frozen=True)
class PuzzlesView(DailyPuzzleView):
    week: tuple[DayView, ...]
    rating: int
    solved: int
    runs: tuple[RunRow, ...]
    rules: str  # of practice
    variants: tuple[tuple[str, Text], ...]  # with a tablebase
    themes: tuple[str, ...]
    is_making: bool = False  # a puzzle that the user waits for on the page


@dataclass(frozen=True)
class BestView:
    """A personal best."""

    title: Text
    count: int


@dataclass(frozen=True)
class ThemeView:
    """How many puzzles of a theme were solved at the first try."""

    label: Text
    numbers: Text
    percent: int


@dataclass(frozen=True)
class TriedView:
    """A puzzle that was tried."""

    position: str
    board: BoardView
    title: Text
    detail: Text
    is_solved: bool


@dataclass(frozen=True)
class TriedPuzzlesView:
    bests: tuple[BestView, ...]
    themes: tuple[ThemeView, ...]
    tried: tuple[TriedView, ...]  # the last one first
    failed: int  # of them


def week_of(progress: PuzzleProgress, today: date) -> tuple[DayView, ...]:
    """From Monday to Sunday, as the daily puzzles become harder."""
    first = today.toordinal() - today.weekday()
    days = [today + timedelta(days=ordinal - today.toordinal()) for ordinal in _possible(range(first, first + 7))]
    return tuple(
        DayView(
            text(f"date.weekday.{day.isoweekday()}"), progress.days.get(day.isoformat(), ""), day == today, day > today
        )
        for day in days
    )


def _possible(ordinals: range) -> list[int]:
    """Those that the calendar has."""
    return [ordinal for ordinal in ordinals if date.min.toordinal() <= ordinal <= date.max.toordinal()]


def tried_puzzles_view(progress: PuzzleProgress, attempts: list[Attempt]) -> TriedPuzzlesView:
    return TriedPuzzlesView(
        bests=tuple(BestView(text(f"puzzles.run.{kind}"), progress.bests.get(kind, 0)) for kind in RUNS),
        themes=tuple(_theme(progress, theme) for theme in (*THEMES, *LINE_THEMES) if theme in progress.themes),
        tried=tuple(map(_tried, attempts)),
        failed=sum(not attempt.is_solved for attempt in attempts),
    )


def _theme(progress: PuzzleProgress, theme: str) -> ThemeView:
    attempts = progress.themes[theme]
    numbers = text("puzzles.tried.share", solved=attempts.solved, total=attempts.solved + attempts.failed)
    return ThemeView(text(f"puzzles.theme.{theme}"), numbers, attempts.percent)


def _tried(attempt: Attempt) -> TriedView:
    puzzle, grade = attempt.puzzle, text("puzzles.grade", rating=attempt.puzzle.rating)
    is_run = attempt.source in RUNS
    detail = text("puzzles.tried.in_run", run=text(f"puzzles.run.{attempt.source}"), grade=grade) if is_run else grade
    return TriedView(
        puzzle.position, board_of(puzzle), text(f"puzzles.theme.{puzzle.theme}"), detail, attempt.is_solved
    )


def goal_of(task: Task) -> Text:
    return text("puzzles.win" if task.puzzle.is_win else "puzzles.save", side=side_name(task.puzzle.side))


def empty_board(rules: str) -> BoardView:
    board = Game(rules).board
    return BoardView(board, (Content.EMPTY,) * len(board.points))


def board_of(puzzle: Puzzle) -> BoardView:
    game = Game(puzzle.rules, puzzle.position)
    return BoardView(board=game.board, contents=game.view.contents)
