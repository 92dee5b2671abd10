"""The puzzles that were tried, newest first: what became of each, and those to be tried again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from sanmill.core.progress.puzzle_progress import RUNS
from sanmill.core.storage.guard import guarded
from sanmill.core.storage.store import Store
from sanmill.core.storage.stored import Count, OneOf, Stored
from sanmill.engine.errors import EngineError
from sanmill.engine.puzzles.generator import Puzzle

from .mode import RETRY, check

FILE = "tried_puzzles"
KEPT = 200  # puzzles


@dataclass(frozen=True)
class Attempt:
    """The last first try at a puzzle."""

    puzzle: Puzzle
    is_solved: bool
    source: Annotated[str, OneOf(("", RETRY, *RUNS))] = ""  # a run; empty for a daily puzzle or practice


@dataclass
class Tried:
    attempts: Annotated[list[Attempt], Count(KEPT, is_lenient=True)] = field(default_factory=list)


TRIED = Stored(Tried, size=4 << 20)


class History:
    """Read when it is first needed. Of shipped puzzles the refutations are not stored again."""

    def __init__(self, store: Store, shipped: Callable[[], Mapping[str, Puzzle]]) -> None:
        self._store = store
        self._shipped = shipped  # by position
        self._tried: Tried | None = None

    def forget(self) -> None:
        """Read the file again."""
        self._tried = None

    @property
    def attempts(self) -> list[Attempt]:
        if self._tried is None:
            self._tried = guarded(self._store, (FILE,), self._load)
        return self._tried.attempts

    def _load(self) -> Tried:
        tried = self._store.load(FILE, TRIED) or Tried()
        return Tried([attempt for attempt in tried.attempts if _is_playable(attempt.puzzle)])

    @property
    def failed(self) -> list[Puzzle]:
        return [attempt.puzzle for attempt in self.attempts if not attempt.is_solved]

    def find(self, position: str) -> Puzzle | None:
        """A puzzle that was tried, as it was then."""
        puzzle = next((each.puzzle for each in self.attempts if each.puzzle.position == position), None)
        return self._shipped().get(position, puzzle) if puzzle else None

    def add(self, puzzle: Puzzle, source: str, *, is_solved: bool) -> None:
        """A puzzle was tried; the result of an earlier time gives way."""
        if puzzle.position in self._shipped():
            puzzle = replace(puzzle, refutations="")
        others = [each for each in self.attempts if each.puzzle.position != puzzle.position]
        self._tried = Tried([Attempt(puzzle, is_solved, source), *others][:KEPT])
        self._store.save(FILE, TRIED.write(self._tried))


def _is_playable(puzzle: Puzzle) -> bool:
    try:
        check(puzzle)
    except (ValueError, EngineError):
        return False
    return True
