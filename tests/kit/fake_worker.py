"""Stand-ins for the tests: a worker that answers when told to, a clock that is turned by hand, a keeper in memory."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import date
from functools import partial
from itertools import takewhile
from pathlib import Path
from queue import SimpleQueue
from typing import Any, BinaryIO

from sanmill.control.controller import Controller
from sanmill.control.effects import Effect, Go
from sanmill.control.games.session_file import record_text
from sanmill.control.intents import Open
from sanmill.control.routes import HOME, PLAY, Route
from sanmill.control.views.types import GameView
from sanmill.core.game.move import Move
from sanmill.core.reports.crash import Reports
from sanmill.core.settings import Settings
from sanmill.core.storage.store import Store, T
from sanmill.core.storage.stored import SchemaError, Stored
from sanmill.core.text.i18n import text
from sanmill.core.user_themes import UserThemes
from sanmill.engine.game import Game
from sanmill.engine.jobs import ENGINE, Job, Jobs, Queue
from sanmill.engine.messages import (
    AnalysisDone,
    Event,
    ImportChanged,
    ImportStatus,
    MoveChosen,
    Position,
    SearchEvent,
    SearchLine,
    Stage,
    TablebaseChanged,
    TablebaseStatus,
    WorkFailed,
)
from sanmill.engine.puzzles.jobs import JudgeGame, JudgeTurn, MakePuzzle
from sanmill.engine.search.explore_opening import ExploreOpening
from sanmill.engine.search.jobs import SearchJob, Think
from sanmill.engine.search.judge_position import JudgePosition
from sanmill.engine.search.options import options
from sanmill.engine.search.searcher import Searcher


def game_of(position: Position) -> Game:
    """The game the engine is asked about."""
    game = Game(position.rules, position.start or None)
    for move in position.moves:
        game.play(move)
    return game


class FakeJobs:
    """Keeps jobs until the test answers them, searches with any legal move; only series of games are really played."""

    def __init__(self, seed: int = 1) -> None:
        self.commands: list[SearchJob] = []
        self.puzzles: list[MakePuzzle | JudgeTurn | JudgeGame] = []
        self.judgements: list[JudgePosition] = []
        self.openings: list[ExploreOpening] = []
        self.stops: list[tuple[Queue, int]] = []
        self.freed: list[Queue] = []
        self.closings = 0  # of deleted tablebases
        self.events: SimpleQueue[Event] = SimpleQueue()
        self._random = random.Random(seed)
        self._real = Jobs(self.events.put, Searcher)

    def new_ticket(self) -> int:
        return self._real.new_ticket()

    def submit(self, job: Job) -> None:
        if isinstance(job, JudgePosition):
            self.judgements.append(job)
        elif isinstance(job, SearchJob):
            self.commands.append(job)
        elif isinstance(job, ExploreOpening):
            self.openings.append(job)
        elif isinstance(job, (MakePuzzle, JudgeTurn, JudgeGame)):
            self.puzzles.append(job)
        else:
            self._real.submit(job)

    def stop(self, queue: Queue, ticket: int) -> None:
        self.stops.append((queue, ticket))
        self._real.stop(queue, ticket)

    @property
    def stopped(self) -> list[int]:
        """Tickets of searches."""
        return [ticket for queue, ticket in self.stops if queue is ENGINE]

    def close(self) -> None:
        """End a series of games."""
        self._real.close()

    def free(self, queue: Queue) -> None:
        self.freed.append(queue)

    def close_deleted(self) -> None:
        self.closings += 1

    def answer(self, command: SearchJob, move: str = "", score: int = 0) -> SearchEvent:
        legal = game_of(command.position).legal()
        best_first = sorted(legal, key=lambda each: each != move)
        lines = tuple(SearchLine(Move(each), score, 0, 1, False, -1, (Move(each),)) for each in best_first)
        if isinstance(command, Think):
            chosen = move or (self._random.choice(legal) if legal else "")
            return MoveChosen(command.ticket, Move(chosen), lines, 1, 1)
        return AnalysisDone(command.ticket, lines, 1)

    def fail(self, command: SearchJob) -> SearchEvent:
        return WorkFailed(command.ticket, "out of order")


class FakeClock:
    """A clock that advances only by turn()."""

    def __init__(self) -> None:
        self._now = 100.0
        self._calls: list[tuple[float, Callable[[], None]]] = []

    def now(self) -> float:
        return self._now

    def after(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        entry = (self._now + seconds, call)
        self._calls.append(entry)
        return lambda: self._calls.remove(entry) if entry in self._calls else None

    def turn(self, seconds: float) -> None:
        """Let time pass and call what is due, in order."""
        end = self._now + seconds
        while True:
            due = sorted((call for call in self._calls if call[0] <= end), key=lambda call: call[0])
            if not due:
                break
            self._calls.remove(due[0])
            self._now = max(self._now, due[0][0])
            due[0][1]()
        self._now = end


class MemoryStore(Store):
    """Keeps in memory what a store keeps on disk."""

    def __init__(self) -> None:
        self.is_read_only = False
        self.files: dict[str, dict[str, Any]] = {}
        self.aside: dict[str, dict[str, Any]] = {}
        self.quarantined: list[str] = []

    def load(self, name: str, stored: Stored[T]) -> T | None:
        if name not in self.files:
            return None
        try:
            return stored.read(json.loads(json.dumps(self.files[name])))
        except SchemaError as error:
            self.quarantine(name, error)
            return None

    def save(self, name: str, content: dict[str, Any]) -> None:
        self.files[name] = content

    def delete(self, name: str) -> None:
        self.files.pop(name, None)

    def flush(self) -> bool:
        return True

    def names(self, folder: str, *, newest_first: bool = False) -> list[str]:
        return sorted(name for name in self.files if name.startswith(f"{folder}/"))

    def quarantine(self, name: str, error: Exception) -> None:
        self.quarantined.append(name)
        del self.files[name]

    def set_aside(self, name: str, error: Exception | None = None) -> None:
        if name in self.files:
            self.aside[name] = self.files.pop(name)

    def bring_back(self, name: str) -> bool:
        if name not in self.aside:
            return False
        self.files[name] = self.aside.pop(name)
        return True

    def names_aside(self) -> list[str]:
        return sorted(self.aside)

    def was_saved(self, name: str) -> bool:
        return name in self.files or name in self.aside or name in self.quarantined


class FakeTablebases:
    """Tablebases with a status set by the test."""

    def __init__(self) -> None:
        self.known: dict[str, TablebaseStatus] = {}
        self.wanted: list[str] = []
        self.building = ""
        self.importing = ImportStatus()
        self.is_read_only = False

    def of(self, rules: str) -> TablebaseStatus:
        return self.known.get(rules, TablebaseStatus(rules, Stage.ABSENT, 9, 3_000_000))

    def receive(self, event: TablebaseChanged | ImportChanged) -> bool:
        return True

    def build(self, rules: str) -> None:
        self.wanted.append(f"build {rules}")

    def stop(self) -> None:
        self.wanted.append("stop")

    def remove(self, rules: str) -> None:
        self.wanted.append(f"remove {rules}")

    def inspect_file(self, rules: str, name: str, open_file: Callable[[], BinaryIO]) -> None:
        self.wanted.append(f"inspect {name} for {rules}")

    def add_file(self) -> None:
        self.wanted.append("add")

    def stop_file(self) -> None:
        self.wanted.append("drop")


class FakeReports(Reports):
    """Keeps reports in memory."""

    def __init__(self) -> None:
        self.traces: list[str] = []
        self.facts = lambda: {"version": "1.0", "engine": "1.0", "language": "en"}
        self.is_seen = False

    def add(self, kind: str, trace: str) -> None:
        self.traces.append(trace)

    def on_request(self) -> str:
        return "on request"

    @property
    def files(self) -> tuple[Path, ...]:
        return tuple(map(Path, self.traces))

    def text(self) -> str:
        return "\n".join(self.traces)

    def mark_seen(self) -> None:
        self.is_seen = True

    def delete(self) -> None:
        self.traces.clear()


class Bench:
    """A controller with fake jobs, clock, store and tablebases."""

    def __init__(self, store: MemoryStore | None = None, *, is_first_run: bool = False) -> None:
        self.jobs = FakeJobs()
        self.clock = FakeClock()
        self.store = store or MemoryStore()
        if not is_first_run:
            self.store.files.setdefault("state", {})
        self.settings = Settings(self.store, options())
        self.tablebases = FakeTablebases()
        self.day = date(2026, 11, 16)
        self.views: list[GameView] = []
        self._shown: dict[Route, Any] = {}
        self.told: list[Effect] = []
        self.back_stack: list[Route] = [HOME, PLAY]
        self.posted: list[Callable[[], Any]] = []
        self.reports = FakeReports()
        self.controller = Controller(
            self.jobs,
            self.store,
            chosen=self.settings,
            clock=self.clock,
            tablebases=self.tablebases,
            today=lambda: self.day,
            publish=self._show,
            tell=self._carry_out,
            post=self.posted.append,
            say=lambda words: words.key,
            languages=lambda: [("system", text("setting.app.language.system")), ("de", "Deutsch")],
            themes=UserThemes(self.store),
            reports=self.reports,
        )
        self.controller.recovery.show_restored(partial(self.controller.navigate, tuple(self.back_stack), ()))

    def _show(self, route: Route, view: Any) -> None:
        self._shown[route] = view
        if isinstance(view, GameView):
            self.views.append(view)

    def _carry_out(self, effect: Effect) -> None:
        self.told.append(effect)
        if isinstance(effect, Go):
            self.go(effect.route)

    def go(self, route: Route) -> None:
        """Return to a page on the back stack, or open it; a sheet is open until the next call."""
        if not route.is_sheet:
            self.back_stack = [*takewhile(lambda each: each != route, self.back_stack), route]
        self.controller.navigate(tuple(self.back_stack), (route,) if route.is_sheet else ())

    def show(self, route: Route) -> Any:
        """Open a page and return its view."""
        self.go(route)
        return self.shown(route)

    def shown(self, route: Route) -> Any:
        """The last view of a page."""
        return self._shown[route]

    @property
    def view(self) -> GameView:
        return self.views[-1]

    @property
    def record(self) -> str:
        """The game in progress in portable notation."""
        assert self.controller.current.session
        return record_text(self.controller.current.session)

    def do(self, *wanted: Any) -> GameView:
        """Send intents and return the resulting view."""
        for intent in wanted:
            if isinstance(intent, Open):
                self.go(intent.route)
            else:
                self.controller.handle(intent)
        return self.view

    def answer(self, move: str = "", score: int = 0) -> GameView:
        """The worker answers its newest command, and the pause before the reply passes."""
        self.controller.receive(self.jobs.answer(self.jobs.commands[-1], move, score))
        self.clock.turn(3)
        return self.view

    def label_keys(self) -> list[str]:
        return [action.label.key for action in self.view.actions]
