"""Background work of the engine layer: jobs in, events out, a thread for each queue.

A job is a frozen request with a ticket, which rises from job to job; so a stop is never lost that comes before its job
has begun. One that does not react to a stop is left behind with its thread and what its queue kept, and reported.
"""

from __future__ import annotations

import itertools
import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Optional

from sanmill.core.executor import Executor, polled
from sanmill.core.reports.crash_trace import NO_ANSWER, describe, describe_stack
from sanmill.engine.errors import EngineError
from sanmill.engine.messages import Event, WorkFailed, WorkLate
from sanmill.engine.tablebase.tablebase import Tablebase
from sanmill.engine.thread_priority import NICE, lower_priority

log = logging.getLogger(__name__)

PROGRESS_SECONDS = 0.2
CLOSE_SECONDS = 0.5
STOP_SECONDS = 8.0  # after which a job that does not stop counts as hung
OPEN_SECONDS = 60.0  # the same while it cannot be stopped: how long it takes to open a tablebase is up to the device


@dataclass(frozen=True)
class Queue:
    """Jobs that run one after the other."""

    name: str
    newest_wins: bool = False  # a newer job stops the one at work and replaces those that wait
    is_awaited: bool = False  # at the end of the app, since its jobs write files
    niceness: int = NICE


ENGINE = Queue("engine", newest_wins=True)
OPENINGS = Queue("openings", newest_wins=True)
PUZZLES, GAMES = Queue("puzzles"), Queue("games")
COURSE = Queue("course", niceness=10)
PUZZLES_AHEAD = Queue("puzzles ahead", niceness=10)
EXAMINATIONS = Queue("tablebases", is_awaited=True)
IMPORTS = Queue("tablebase import", is_awaited=True)
BUILDS = Queue("tablebase build", is_awaited=True, niceness=10)
QUEUES = (ENGINE, OPENINGS, PUZZLES, PUZZLES_AHEAD, COURSE, GAMES, EXAMINATIONS, IMPORTS, BUILDS)


class Job:
    """A frozen request. Its text describes it in a report."""

    ticket: int
    queue: ClassVar[Queue] = ENGINE
    late_seconds: float = 0.0  # after which it is stopped; 0: never
    quiet_seconds: float = 0.0  # the same after its last event

    def run(self, work: Work) -> Event | None:
        """Do it and return the last event. Runs on the thread of the queue."""
        raise NotImplementedError

    def nothing_found(self) -> Event | None:
        """The answer after an error of the engine, and besides ``WorkFailed`` after any other."""
        return None


Peek = Callable[[], Optional[Event]]


class OpenTablebases:
    """Tablebases that stay open for the next job; all threads share them."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, Path], Tablebase] = {}

    def get(self, rules: str, path: Path) -> Tablebase | None:
        """An open tablebase; None if it cannot be read."""
        found = self._open.get((rules, path))
        if found is None:
            try:
                found = self._open[rules, path] = Tablebase(rules, path)
            except EngineError as error:
                log.warning("a tablebase cannot be opened: %s", error)
        return found

    def close(self) -> None:
        """Close all of them, those in use when their job has ended. A deleted file takes space while it is open."""
        self._open = {}


class Work:
    """A job that runs, and what it may use. The lock of the jobs guards it."""

    def __init__(self, jobs: Jobs, line: _Line, job: Job) -> None:
        self.job = job
        self.is_stopped = job.ticket <= line.stopped
        self._jobs = jobs
        self._line = line
        self._thread = threading.current_thread()
        self._stop: Callable[[], object] | None = None  # stops what it does at present
        self._timer: threading.Timer | None = None
        self._late_at = 0.0
        self._renew(job.late_seconds or job.quiet_seconds)
        if self._late_at and not self.is_stopped:
            self._set_timer(self._late_at - time.monotonic(), self._late)

    # For the job.

    @property
    def tablebases(self) -> OpenTablebases:
        return self._jobs.tablebases

    @property
    def make_searcher(self) -> Callable[[], Any]:
        return self._jobs.make_searcher

    def keep(self, source: object, make: Callable[[], Any]) -> Any:
        """What an earlier job of the queue made of the same source, otherwise what ``make`` returns."""
        if self._line.source != source:
            self._line.forget()
            kept = make()
            with self._jobs.lock:
                if not self.is_current:  # abandoned
                    return kept
                self._line.source, self._line.kept = source, kept
        return self._line.kept

    def emit(self, event: Event) -> None:
        """Tell of progress."""
        if self.is_current:
            self._renew(self.job.quiet_seconds)
            self._jobs.send(event)

    @contextmanager
    def stoppable(self, stop: Callable[[], object], peek: Peek | None = None) -> Iterator[None]:
        """Call ``stop`` when the job is stopped, or was before. Emit what ``peek`` finds meanwhile."""
        with self._jobs.lock:
            self._stop = stop
            if self.is_stopped:
                self.stop()
        if peek is None:
            yield
        else:
            with polled(_Follower(peek, self.emit), PROGRESS_SECONDS):
                yield

    # For the jobs.

    @property
    def is_current(self) -> bool:
        """Whether it was neither ended nor abandoned."""
        return self._line.work is self

    def stop(self) -> None:
        self.is_stopped = True
        if self._stop:
            self._stop()
        self._set_timer(STOP_SECONDS if self._stop else OPEN_SECONDS, self._hang)

    def cancel_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _set_timer(self, seconds: float, call: Callable[[], None]) -> None:
        self.cancel_timer()
        if not self._jobs.is_closed:
            self._timer = threading.Timer(seconds, call)
            self._timer.name, self._timer.daemon = "watchdog", True
            self._timer.start()

    def _renew(self, seconds: float) -> None:
        if seconds:
            self._late_at = time.monotonic() + seconds

    def _late(self) -> None:
        with self._jobs.lock:
            if not self.is_current or self.is_stopped:
                return
            left = self._late_at - time.monotonic()
            if left > 0:  # there was progress
                self._set_timer(left, self._late)
                return
            log.warning("job %d is late", self.job.ticket)
            self.stop()
        self._jobs.send(WorkLate(self.job.ticket))

    def _hang(self) -> None:
        with self._jobs.lock:
            if not self.is_current:
                return
            frames = sys._current_frames().get(self._thread.ident or 0)
            log.error("job %d does not stop", self.job.ticket)
            self._line.abandon()
        trace = f"{self.job}\n{describe_stack(frames) if frames else ''}"
        self._jobs.answer(self.job, WorkFailed(self.job.ticket, NO_ANSWER, trace))


class _Follower:
    """Emits what changed."""

    def __init__(self, peek: Peek, emit: Callable[[Event], None]) -> None:
        self._peek: Peek | None = peek
        self._emit = emit
        self._last: Event | None = None

    def __call__(self) -> None:
        try:
            event = self._peek and self._peek()
        except Exception:
            log.exception("no progress")
            self._peek = None
            return
        if event is not None and event != self._last:
            self._last = event
            self._emit(event)


class _Line:
    """The state of a queue."""

    def __init__(self, queue: Queue) -> None:
        self.executor = Executor(queue.name, partial(lower_priority, queue.niceness), is_daemon=not queue.is_awaited)
        self.newest = 0  # ticket
        self.stopped = 0  # every ticket up to this one
        self.work: Work | None = None
        self.source: object = None  # of what is kept for the next job
        self.kept: Any = None

    def forget(self) -> None:
        self.source = self.kept = None

    def abandon(self) -> None:
        self.work = None
        self.forget()
        self.executor.abandon()


class Jobs:
    """Runs jobs on the threads of their queues. ``emit`` is called on these and on the watchdog's.

    Those of a start are held until ``begin``: they would keep the first frame waiting.
    """

    def __init__(
        self, emit: Callable[[Event], None], make_searcher: Callable[[], Any], *, is_held: bool = False
    ) -> None:
        self.make_searcher = make_searcher
        self.tablebases = OpenTablebases()
        self.lock = threading.RLock()  # of the lines and their work
        self._emit = emit
        self._tickets = itertools.count(1)
        self._lines = {queue: _Line(queue) for queue in QUEUES}
        self._held: list[Job] | None = [] if is_held else None
        self.is_closed = False

    def begin(self) -> None:
        """Run the jobs that were held, and from now on every job at once."""
        held, self._held = self._held or [], None
        for job in held:
            self.submit(job)

    def new_ticket(self) -> int:
        return next(self._tickets)

    def submit(self, job: Job) -> None:
        """Queue a job. Its ticket is greater than those before in its queue."""
        if self._held is not None:
            self._held.append(job)
            return
        line = self._lines[job.queue]
        with self.lock:
            if job.ticket <= line.newest:
                raise ValueError(f"tickets increase: {job.ticket} comes after {line.newest}")
            if job.queue.newest_wins:
                self.stop(job.queue, line.newest)
            line.newest = job.ticket
            line.executor.submit(self._run, line, job)

    def stop(self, queue: Queue, ticket: int) -> None:
        """Stop every job up to this ticket; one at work answers with what it has."""
        line = self._lines[queue]
        with self.lock:
            line.stopped = max(line.stopped, ticket)
            if line.work and line.work.job.ticket <= ticket and not line.work.is_stopped:
                line.work.stop()

    def free(self, queue: Queue) -> None:
        """Free what a queue keeps for its next job, after the one at work."""
        line = self._lines[queue]
        line.executor.submit(line.forget)
        self.tablebases.close()

    def close_deleted(self) -> None:
        """Close tablebases that were deleted, after the jobs at work: their disk space is free only then."""
        self.tablebases.close()
        self._lines[ENGINE].executor.submit(self._close_deleted)

    def close(self) -> None:
        """Stop everything; no event is emitted any more."""
        with self.lock:
            self.is_closed = True
            for line in self._lines.values():
                if line.work:
                    line.work.stop()
        self._emit = lambda event: None  # a job that does not stop keeps nothing of the app
        for queue, line in self._lines.items():
            line.executor.close(None if queue.is_awaited else CLOSE_SECONDS, is_cancelled=True)

    # On other threads.

    def send(self, event: Event) -> None:
        if self.is_closed:
            return
        try:
            self._emit(event)
        except Exception:
            log.exception("an event was not handled")

    def answer(self, job: Job, event: Event | None) -> None:
        for each in (event, job.nothing_found() if isinstance(event, WorkFailed) else None):
            if each is not None:
                self.send(each)

    def _close_deleted(self) -> None:
        searcher = self._lines[ENGINE].kept
        try:
            if searcher is not None:
                searcher.close_deleted()
        except EngineError:
            log.exception("deleted tablebases stay open")

    def _run(self, line: _Line, job: Job) -> None:
        with self.lock:
            if self.is_closed or (job.queue.newest_wins and job.ticket < line.newest):
                return
            work = line.work = Work(self, line, job)
        log.debug("start %s %d", type(job).__name__, job.ticket)
        event: Event | None
        try:
            event = job.run(work)
        except Exception as error:  # every job gets an answer
            is_known = isinstance(error, EngineError)
            log.warning("job %d failed", job.ticket, exc_info=not is_known)
            trace = f"{job}\n{describe(error)}"
            event = job.nothing_found() if is_known else None
            event = event or WorkFailed(job.ticket, str(error) or type(error).__name__, trace)
        log.debug("end %s %d", type(job).__name__, job.ticket)
        with self.lock:
            if not work.is_current:  # abandoned
                return
            line.work = None
            work.cancel_timer()
        self.answer(job, event)
