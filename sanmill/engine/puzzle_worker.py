"""The thread that makes puzzles and judges what is tried in them. Requests go in, one answer comes out for each."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from pathlib import Path

from .errors import EngineError
from .game import Game
from .messages import JudgeTurn, PuzzleEvent, PuzzleMade, PuzzleRequest, TurnJudged
from .puzzle_generator import make_daily, make_near
from .tablebase import Tablebase
from .tablebase_turns import judge
from .thread_priority import step_back

log = logging.getLogger(__name__)

CLOSE_SECONDS = 1.0


class PuzzleWorker:
    """Answers requests one after the other, on its own thread."""

    def __init__(self, emit: Callable[[PuzzleEvent], None]) -> None:
        self._emit = emit
        self._requests: queue.Queue[PuzzleRequest | None] = queue.Queue()
        self._tables: dict[tuple[str, Path], Tablebase] = {}
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="puzzles", daemon=True)
        self._thread.start()

    def ask(self, request: PuzzleRequest) -> None:
        """Have this answered."""
        self._requests.put(request)

    def close(self) -> None:
        """End the thread; nothing is answered any more."""
        self._is_closed = True
        self._requests.put(None)
        self._thread.join(CLOSE_SECONDS)

    # On the thread.

    def _run(self) -> None:
        step_back()
        while True:
            request = self._requests.get()
            if request is None:
                return
            answer = self._answer(request)
            if not self._is_closed:
                self._emit(answer)

    def _answer(self, request: PuzzleRequest) -> PuzzleEvent:
        try:
            tables = self._open(request.rules, request.folder)
            if isinstance(request, JudgeTurn):
                game = Game(request.rules, request.position)
                return TurnJudged(request.ticket, judge(game, tables, request.moves))
            if request.day is not None:
                return PuzzleMade(request.ticket, make_daily(tables, request.rules, request.day))
            puzzle = make_near(tables, request.rules, request.theme, request.seed, rating=request.rating)
            return PuzzleMade(request.ticket, puzzle)
        except (EngineError, OSError, StopIteration) as failure:
            log.warning("request %d failed: %s", request.ticket, failure)
            is_turn = isinstance(request, JudgeTurn)
            return TurnJudged(request.ticket, None) if is_turn else PuzzleMade(request.ticket, None)

    def _open(self, rules: str, folder: Path) -> Tablebase:
        if (rules, folder) not in self._tables:
            self._tables[rules, folder] = Tablebase(rules, folder)
        return self._tables[rules, folder]
