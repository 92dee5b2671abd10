"""Puzzles for runs: made while another one is solved, and where none is ready yet, those that are shipped."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from sanmill.control.context import Context
from sanmill.engine.messages import PuzzleMade
from sanmill.engine.puzzles.generator import Puzzle
from sanmill.engine.puzzles.jobs import MakePuzzleAhead

READY = 4  # puzzles kept ahead
RANGES = {"block": (0, 930), "fly": (1110, 9999), "ending": (1050, 1220), "close": (940, 9999), "stop": (0, 1240)}
"""The ratings that most puzzles of a theme have; those that are made fastest come first."""
BAND = 30  # of ratings that count as equally hard


class Supply:
    """Nobody waits for it: a run takes what is there."""

    def __init__(self, context: Context, rules: str, shipped: Callable[[], Iterable[Puzzle]]) -> None:
        self._context = context
        self._rules = rules
        self._shipped = shipped
        self._ready: list[Puzzle] = []
        self._tickets: set[int] = set()  # of the puzzles asked for

    def prepare(self, target: int) -> None:
        """Have puzzles near a rating made, unless there are as many."""
        status = self._context.tablebases.of(self._rules)
        path = status.puzzle_path
        themes = [theme for theme, (least, most) in RANGES.items() if least <= target <= most]
        while path is not None and len(self._ready) + len(self._tickets) < READY:
            ticket, seed = self._context.jobs.new_ticket(), f"run {random.getrandbits(64):x}"
            theme = random.choice(themes) if self._ready or self._tickets else themes[0]
            self._tickets.add(ticket)
            self._context.jobs.submit(MakePuzzleAhead(ticket, self._rules, path, theme=theme, seed=seed, rating=target))

    def receive(self, event: PuzzleMade) -> bool:
        """Keep a puzzle that was asked for; false for another one."""
        if event.ticket not in self._tickets:
            return False
        self._tickets.discard(event.ticket)
        if event.puzzle is not None:
            self._ready.append(event.puzzle)
        return True

    def take(self, floor: int, target: int, used: set[str], last_theme: str) -> Puzzle:
        """The puzzle nearest to the target that is no easier than ``floor``; without one the hardest there is.

        Of equally hard ones, a new one of another theme comes first.
        """
        self._ready = [puzzle for puzzle in self._ready if puzzle.rating >= floor]
        shipped = list(self._shipped())
        pool = [puzzle for puzzle in (*self._ready, *shipped) if puzzle.position not in used] or shipped
        hard = [puzzle for puzzle in pool if puzzle.rating >= floor] or pool[-1:]
        made = {puzzle.position for puzzle in self._ready}

        def rank(puzzle: Puzzle) -> tuple[int, bool, bool, float]:
            band = abs(puzzle.rating - target) // BAND
            return band, puzzle.theme == last_theme, puzzle.position not in made, random.random()

        taken = min(hard, key=rank)
        self._ready = [puzzle for puzzle in self._ready if puzzle is not taken]
        return taken
