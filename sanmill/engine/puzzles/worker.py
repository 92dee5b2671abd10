"""Makes puzzles and judges turns and games on a background thread: one event for each request."""

from __future__ import annotations

import itertools
import logging
import threading
from collections.abc import Callable
from pathlib import Path

from sanmill.core.executor import Executor
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.messages import (
    GameJudged,
    JudgeGame,
    JudgeTurn,
    MakePuzzle,
    PuzzleEvent,
    PuzzleMade,
    PuzzleRequest,
    TurnJudged,
)
from sanmill.engine.search.book import open_book
from sanmill.engine.search.proof import Prover
from sanmill.engine.tablebase.tablebase import Tablebase
from sanmill.engine.tablebase.turns import judge
from sanmill.engine.thread_priority import lower_priority

from .generator import LINE_THEMES, Puzzle, make_daily, make_near
from .line_puzzles import PROOF_NODES, make_line_puzzle
from .line_refutations import with_refutations
from .played_turns import played_turns

log = logging.getLogger(__name__)

MEGABYTES = 16  # of proofs


class PuzzleWorker:
    """Answers requests in order. Calls ``emit`` on its thread."""

    def __init__(self, emit: Callable[[PuzzleEvent], None]) -> None:
        self._emit = emit
        self._tablebases: dict[tuple[str, Path], Tablebase] = {}
        self._closed = threading.Event()
        self._executor = Executor("puzzles", lower_priority)

    def ask(self, request: PuzzleRequest) -> None:
        self._executor.submit(self._run, request)

    def release(self) -> None:
        """Close tablebases that were deleted, after the requests made so far: their files still take room."""
        if not self._closed.is_set():
            self._executor.submit(self._close_deleted)

    def close(self) -> None:
        """Drop the queued requests, cancel the one at work and end the thread; no event is emitted any more."""
        self._closed.set()
        self._executor.close(is_cancelled=True)

    def _run(self, request: PuzzleRequest) -> None:
        answer = _nothing_found(request)
        try:
            answer = self._answer(request)
        except (EngineError, OSError, StopIteration) as failure:
            log.warning("request %d failed: %s", request.ticket, failure)
        finally:  # whatever was raised: every request is answered
            if not self._closed.is_set():
                self._emit(answer)

    def _answer(self, request: PuzzleRequest) -> PuzzleEvent:
        if isinstance(request, JudgeGame):
            return self._judge_game(request)
        tablebase = self._open(request.rules, request.tables)
        if isinstance(request, JudgeTurn):
            game = Game(request.rules, request.position)
            return TurnJudged(request.ticket, judge(game, tablebase, request.moves))
        return PuzzleMade(request.ticket, self._make(request, tablebase))

    def _make(self, request: MakePuzzle, tablebase: Tablebase) -> Puzzle | None:
        rules, is_cancelled = request.rules, self._closed.is_set
        if request.theme in LINE_THEMES:
            prover = Prover(rules, tablebase, open_book(), megabytes=MEGABYTES)
            tickets, seed = itertools.count(1), request.seed
            made = make_line_puzzle(prover, rules, request.theme, seed, tickets=tickets, is_cancelled=is_cancelled)
            return made and with_refutations(prover, made, tickets, nodes=PROOF_NODES, is_cancelled=is_cancelled)
        if request.day is not None:
            return make_daily(tablebase, rules, request.day, is_cancelled=is_cancelled)
        rating = request.rating
        return make_near(tablebase, rules, request.theme, request.seed, rating=rating, is_cancelled=is_cancelled)

    def _judge_game(self, request: JudgeGame) -> GameJudged:
        position = request.position
        tablebase = self._open(position.rules, request.tables)
        prover = Prover(position.rules, tablebase, open_book(), megabytes=1)
        turns = played_turns(prover, Game(position.rules, position.start or None), position.moves, request.side)
        return GameJudged(request.ticket, tuple(itertools.takewhile(lambda _: not self._closed.is_set(), turns)))

    def _open(self, rules: str, path: Path) -> Tablebase:
        self._close_deleted()
        if (rules, path) not in self._tablebases:
            self._tablebases[rules, path] = Tablebase(rules, path)
        return self._tablebases[rules, path]

    def _close_deleted(self) -> None:
        self._tablebases = {key: tablebase for key, tablebase in self._tablebases.items() if key[1].exists()}


def _nothing_found(request: PuzzleRequest) -> PuzzleEvent:
    if isinstance(request, JudgeGame):
        return GameJudged(request.ticket, ())
    return TurnJudged(request.ticket, None) if isinstance(request, JudgeTurn) else PuzzleMade(request.ticket, None)
