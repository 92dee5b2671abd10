"""The search thread: commands in, events out, the newest command wins.

Every command is answered exactly once, without a search if a newer one came before it began. A searcher that does not
react to a stop is abandoned with its thread and replaced by a new one. Its time runs from when the search has begun.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import sys
import threading
from collections.abc import Callable
from typing import Protocol

from sanmill.core.game.move import Move
from sanmill.core.reports.crash_trace import NO_ANSWER, describe, describe_stack
from sanmill.engine.errors import EngineError
from sanmill.engine.messages import (
    Analyse,
    AnalysisDone,
    Answer,
    Command,
    MoveChosen,
    Progress,
    SearchEvent,
    WorkFailed,
)
from sanmill.engine.thread_priority import lower_priority

from .searcher import Searcher

logger = logging.getLogger(__name__)

PROGRESS_SECONDS = 0.2
CLOSE_SECONDS = 0.1
STOP_SECONDS = 8.0  # after which a search that does not stop counts as hung
OPEN_SECONDS = 60.0  # the same before the search has begun: how long opening takes is up to the device


class Release:
    """Stands in the queue of commands for a call of ``release``."""


RELEASE = Release()


class SearchEngine(Protocol):
    """The part of Searcher that the worker uses."""

    def prepare(self, command: Command) -> None:
        """Open what a command needs. It cannot be stopped."""

    def think(self, command: Command) -> MoveChosen | AnalysisDone:
        """Search until done or stopped."""

    def stop(self, ticket: int) -> None:
        """Stop every command up to this ticket, including those not yet started."""

    def peek(self) -> Progress | None:
        """The state of the running search."""

    def release(self) -> None:
        """Close tablebases that were deleted."""


class EngineWorker:
    """Runs one search at a time. Tickets of commands increase."""

    def __init__(
        self, emit: Callable[[SearchEvent], None], make_searcher: Callable[[], SearchEngine] = Searcher
    ) -> None:
        """``emit`` is called on a thread of the worker, one event at a time."""
        self._emit = emit
        self._make_searcher = make_searcher
        self._commands: queue.Queue[Command | Release | None] = queue.Queue()
        self._lock = threading.Lock()  # of the attributes below
        self._searcher: SearchEngine | None = None
        self._newest = 0  # ticket
        self._stopped = 0  # every ticket up to this one
        self._answered = 0  # ticket
        self._is_closed = False
        self._busy: Command | None = None
        self._has_begun = False  # the busy command: its tablebases are open
        self._watchdog: threading.Timer | None = None  # runs while a stop is pending
        self._emitting = threading.RLock()
        self._thread = self._start()

    def submit(self, command: Command) -> None:
        """Start a command; stop the one before, which still answers."""
        with self._lock:
            if command.ticket <= self._newest:
                raise ValueError(f"tickets increase: {command.ticket} comes after {self._newest}")
            if self._is_closed:
                return
            self._stop(self._newest)
            self._newest = command.ticket
            self._commands.put(command)

    def stop(self, ticket: int) -> None:
        """Stop every command up to this ticket; each answers with its result so far."""
        with self._lock:
            self._stop(ticket)

    def release(self) -> None:
        """Close tablebases that were deleted, after the command at work."""
        self._commands.put(RELEASE)

    def abandon(self, ticket: int) -> None:
        """Replace the thread, unless this is not the newest command; it is answered by ``WorkFailed``.

        For a caller that got no answer: the search may hang, the thread may have ended, or the event was lost. While
        tablebases are being opened, the watchdog decides.
        """
        with self._lock:
            is_opening = self._watchdog is not None and not self._has_begun
            if self._is_closed or ticket != self._newest or is_opening:
                return
            failure = self._replace_thread(ticket)
        # The abandoned thread may hang while it emits, so the caller does not wait for it.
        threading.Thread(target=self._send, args=(failure,), name="engine failure", daemon=True).start()

    def close(self) -> None:
        """Stop the thread; no event is emitted any more."""
        with self._lock:
            self._is_closed = True
            self._stop(self._newest)
            self._cancel_watchdog()
            self._commands.put(None)
            thread = self._thread
        if thread is not threading.current_thread():
            thread.join(CLOSE_SECONDS)

    def _start(self) -> threading.Thread:
        thread = threading.Thread(target=self._run, args=(self._commands,), name="engine", daemon=True)
        thread.start()
        return thread

    def _stop(self, ticket: int) -> None:
        self._stopped = max(self._stopped, ticket)
        if self._searcher is not None:
            self._searcher.stop(self._stopped)
        if self._busy is not None and self._busy.ticket <= ticket and self._watchdog is None and not self._is_closed:
            self._start_watchdog(self._busy)

    def _start_watchdog(self, command: Command) -> None:
        seconds = STOP_SECONDS if self._has_begun else OPEN_SECONDS
        self._watchdog = threading.Timer(seconds, self._abandon, (command,))
        self._watchdog.name, self._watchdog.daemon = "engine watchdog", True
        self._watchdog.start()

    def _cancel_watchdog(self) -> None:
        if self._watchdog is not None:
            self._watchdog.cancel()
            self._watchdog = None

    def _abandon(self, command: Command) -> None:
        """Abandon a hung searcher with its thread and start a new thread."""
        with self._lock:
            if self._busy is not command or self._is_closed:
                return
            failure = self._replace_thread(command.ticket)
        self._send(failure)

    def _replace_thread(self, ticket: int) -> WorkFailed:
        logger.error("command %d is not answered", ticket)
        frames = sys._current_frames().get(self._thread.ident or 0)
        trace = f"{self._busy}\n{describe_stack(frames) if frames else ''}"
        self._cancel_watchdog()
        self._answered = max(self._answered, ticket)
        self._busy = self._searcher = None
        old, self._commands = self._commands, queue.Queue()
        with contextlib.suppress(queue.Empty):
            while True:
                self._commands.put(old.get_nowait())
        old.put(None)
        self._thread = self._start()
        return WorkFailed(ticket, NO_ANSWER, trace)

    # On the search thread.

    def _run(self, commands: queue.Queue[Command | Release | None]) -> None:
        lower_priority()
        while True:
            command = commands.get()
            if command is None or self._is_closed:
                return
            if isinstance(command, Release):
                self._release()
                continue
            logger.debug("start %s %d", type(command).__name__, command.ticket)
            with self._lock:
                if self._thread is not threading.current_thread():  # abandoned
                    self._commands.put(command)
                    return
                if command.ticket <= self._answered:  # abandoned before it began
                    continue
                self._busy, self._has_begun = command, False
                is_newest = command.ticket == self._newest
            answer = self._answer(command) if is_newest else _nothing_found(command)
            logger.debug("end %s %d", type(answer).__name__, answer.ticket)
            with self._lock:
                if self._thread is not threading.current_thread():
                    return  # abandoned
                self._busy = None
                self._answered = command.ticket
                self._cancel_watchdog()
            self._send(answer)

    def _release(self) -> None:
        try:
            if self._searcher is not None:
                self._searcher.release()
        except Exception:
            logger.exception("deleted tablebases stay open")

    def _answer(self, command: Command) -> SearchEvent:
        try:
            searcher = self._ready_searcher()
            self._open(searcher, command)
            if not isinstance(command, Analyse):
                return searcher.think(command)
            is_done = threading.Event()
            watcher = threading.Thread(
                target=self._watch, args=(searcher, is_done), name="engine progress", daemon=True
            )
            watcher.start()
            try:
                return searcher.think(command)
            finally:
                is_done.set()
                watcher.join()
        except Exception as error:  # every command gets an answer
            logger.warning("command %d failed", command.ticket, exc_info=not isinstance(error, EngineError))
            return WorkFailed(command.ticket, str(error) or type(error).__name__, f"{command}\n{describe(error)}")

    def _ready_searcher(self) -> SearchEngine:
        """The searcher, created on first use; earlier stops apply to it too."""
        if self._searcher is not None:
            return self._searcher
        searcher = self._make_searcher()
        with self._lock:
            if self._thread is threading.current_thread():
                self._searcher = searcher
            searcher.stop(self._stopped)
        return searcher

    def _open(self, searcher: SearchEngine, command: Command) -> None:
        """Open tablebases before the search begins; a stopped one needs none."""
        with self._lock:
            is_stopped = command.ticket <= self._stopped
        if not is_stopped:
            searcher.prepare(command)
        with self._lock:
            if self._busy is command:
                self._has_begun = True
                if self._watchdog is not None:  # a stop takes effect from now on
                    self._cancel_watchdog()
                    self._start_watchdog(command)

    def _watch(self, searcher: SearchEngine, is_done: threading.Event) -> None:
        """Send progress until the search is done."""
        last: Progress | None = None
        while not is_done.wait(PROGRESS_SECONDS) and searcher is self._searcher:
            try:
                progress = searcher.peek()
            except Exception:
                logger.exception("no progress")
                return
            if progress is not None and progress != last and not is_done.is_set():
                self._send(progress)
                last = progress

    def _send(self, event: SearchEvent) -> None:
        if self._is_closed:
            return
        try:
            with self._emitting:
                self._emit(event)
        except Exception:
            logger.exception("an event was not handled")


def _nothing_found(command: Command) -> Answer:
    """The answer to a command that was replaced before it began."""
    if isinstance(command, Analyse):
        return AnalysisDone(command.ticket, (), 0)
    return MoveChosen(command.ticket, Move(), (), 0, 0)
