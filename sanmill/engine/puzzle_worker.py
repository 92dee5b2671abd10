"""Makes puzzles and judges turns on a background thread: one event for each request."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from sanmill.core.executor import BackgroundExecutor

from .errors import EngineError
from .game import Game
from .messages import JudgeTurn, PuzzleEvent, PuzzleMade, PuzzleRequest, TurnJudged
from .puzzle_generator import make_daily, make_near
from .tablebase import Tablebase
from .tablebase_turns import judge
from .thread_priority import lower_priority

log = logging.getLogger(__name__)


class PuzzleWorker:
    """Answers requests in order. Calls ``emit`` on its thread."""

    def __init__(self, emit: Callable[[PuzzleEvent], None]) -> None:
        self._emit = emit
        self._tablebases: dict[tuple[str, Path], Tablebase] = {}
        self._is_closed = False
        self._executor = BackgroundExecutor("puzzles", lower_priority)

    def ask(self, request: PuzzleRequest) -> None:
        self._executor.submit(self._run, request)

    def close(self) -> None:
        """Drop the queued requests; no event is emitted any more."""
        self._is_closed = True
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _run(self, request: PuzzleRequest) -> None:
        answer = self._answer(request)
        if not self._is_closed:
            self._emit(answer)

    def _answer(self, request: PuzzleRequest) -> PuzzleEvent:
        try:
            tablebase = self._open(request.rules, request.folder)
            if isinstance(request, JudgeTurn):
                game = Game(request.rules, request.position)
                return TurnJudged(request.ticket, judge(game, tablebase, request.moves))
            if request.day is not None:
                return PuzzleMade(request.ticket, make_daily(tablebase, request.rules, request.day))
            puzzle = make_near(tablebase, request.rules, request.theme, request.seed, rating=request.rating)
            return PuzzleMade(request.ticket, puzzle)
        except (EngineError, OSError, StopIteration) as failure:
            log.warning("request %d failed: %s", request.ticket, failure)
            is_turn = isinstance(request, JudgeTurn)
            return TurnJudged(request.ticket, None) if is_turn else PuzzleMade(request.ticket, None)

    def _open(self, rules: str, folder: Path) -> Tablebase:
        if (rules, folder) not in self._tablebases:
            self._tablebases[rules, folder] = Tablebase(rules, folder)
        return self._tablebases[rules, folder]
