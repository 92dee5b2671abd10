"""The jobs of the puzzles: make one, judge a turn of it, and judge the turns of a game."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from sanmill.core.game.model import Side
from sanmill.engine.game import Game
from sanmill.engine.jobs import PUZZLES, PUZZLES_AHEAD, Job, Work
from sanmill.engine.messages import GameJudged, Position, PuzzleMade, TurnJudged
from sanmill.engine.search.book import open_book
from sanmill.engine.search.proof import Prover
from sanmill.engine.tablebase.tablebase import Tablebase
from sanmill.engine.tablebase.turns import judge

from .generator import LINE_THEMES, Puzzle, make_daily, make_near
from .line_puzzles import PROOF_NODES, make_line_puzzle
from .line_refutations import with_refutations
from .played_turns import played_turns

MEGABYTES = 16  # of proofs


@dataclass(frozen=True)
class MakePuzzle(Job):
    """Make the puzzle of a day, or one of a theme near a rating."""

    ticket: int
    rules: str
    tables: Path  # of the tablebase
    day: date | None = None
    theme: str = ""
    seed: str = ""
    rating: int = 0

    queue = PUZZLES

    def nothing_found(self) -> PuzzleMade:
        return PuzzleMade(self.ticket, None)

    def run(self, work: Work) -> PuzzleMade:
        tablebase = work.tablebases.get(self.rules, self.tables)
        return PuzzleMade(self.ticket, self._make(tablebase, work) if tablebase else None)

    def _make(self, tablebase: Tablebase, work: Work) -> Puzzle | None:
        def is_cancelled() -> bool:
            return work.is_stopped

        if self.theme in LINE_THEMES:
            prover, tickets = Prover(self.rules, tablebase, open_book(), megabytes=MEGABYTES), itertools.count(1)
            made = make_line_puzzle(
                prover, self.rules, self.theme, self.seed, tickets=tickets, is_cancelled=is_cancelled
            )
            return made and with_refutations(prover, made, tickets, nodes=PROOF_NODES, is_cancelled=is_cancelled)
        if self.day is not None:
            return make_daily(tablebase, self.rules, self.day, is_cancelled=is_cancelled)
        return make_near(tablebase, self.rules, self.theme, self.seed, rating=self.rating, is_cancelled=is_cancelled)


class MakePuzzleAhead(MakePuzzle):
    """Make a puzzle that nobody waits for yet; what somebody waits for does not queue behind it."""

    queue = PUZZLES_AHEAD


@dataclass(frozen=True)
class JudgeTurn(Job):
    ticket: int
    rules: str
    tables: Path
    position: str
    moves: tuple[str, ...]

    queue = PUZZLES

    def nothing_found(self) -> TurnJudged:
        return TurnJudged(self.ticket, None)

    def run(self, work: Work) -> TurnJudged:
        tablebase = work.tablebases.get(self.rules, self.tables)
        game = Game(self.rules, self.position)
        return TurnJudged(self.ticket, judge(game, tablebase, self.moves) if tablebase else None)


@dataclass(frozen=True)
class JudgeGame(Job):
    """Find out which turns of a side kept the value, without a search."""

    ticket: int
    position: Position
    tables: Path
    side: Side

    queue = PUZZLES

    def nothing_found(self) -> GameJudged:
        return GameJudged(self.ticket, ())

    def run(self, work: Work) -> GameJudged:
        rules, start = self.position.rules, self.position.start
        prover = Prover(rules, work.tablebases.get(rules, self.tables), open_book(), megabytes=1)
        turns = played_turns(prover, Game(rules, start or None), self.position.moves, self.side)
        return GameJudged(self.ticket, tuple(itertools.takewhile(lambda _: not work.is_stopped, turns)))
