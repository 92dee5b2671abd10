"""Runs what needs judgements of positions: each goes to the engine in the background, on a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from sanmill.control.board.judge import judge_request
from sanmill.control.context import Context
from sanmill.control.engine_requests import QUIET_SECONDS, Purpose
from sanmill.control.games import strength
from sanmill.engine.errors import EngineError
from sanmill.engine.jobs import COURSE
from sanmill.engine.messages import Position, PositionJudged
from sanmill.engine.search.judge_position import JudgePosition

from .mistakes import Lines, NotJudgedError, game_at

HASH = ("Hash", "8")  # megabytes: a second searcher beside the one that plays

Asking = Generator[Position, Lines, Any]
Then = Callable[[Any], None]


class Searches:
    def __init__(self, context: Context) -> None:
        self._context = context
        self._running: dict[int, tuple[Asking, Then]] = {}  # by ticket

    def start(self, asking: Asking, then: Then) -> None:
        """Run a generator with what it asks; ``then`` receives its result, or None where the engine failed."""
        self._advance(asking, then, None)

    def stop(self) -> None:
        """Stop all, without results."""
        if self._running:
            self._context.jobs.stop(COURSE, max(self._running))
            self._running.clear()

    def receive(self, event: PositionJudged) -> None:
        found = self._running.pop(event.ticket, None)
        if found:
            self._advance(*found, event.lines)
        if not self._running:
            self._context.jobs.free(COURSE)

    def _advance(self, asking: Asking, then: Then, lines: Lines | None) -> None:
        try:
            position = next(asking) if lines is None else asking.send(lines)
        except StopIteration as end:
            then(end.value)
        except (NotJudgedError, EngineError):
            then(None)
        else:
            self._submit(position, asking, then)

    def _submit(self, position: Position, asking: Asking, then: Then) -> None:
        context = self._context
        request = judge_request(Purpose.ANALYSIS, position, game_at(position).view)
        options = strength.request_options(context.settings, context.tablebases, request)
        ticket = context.jobs.new_ticket()
        self._running[ticket] = (asking, then)
        job = JudgePosition(ticket, position, (*options, HASH), request.limits, quiet_seconds=QUIET_SECONDS)
        context.jobs.submit(job)
