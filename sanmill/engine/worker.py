"""The thread that owns the searcher: typed commands in, typed events out, the newest command wins.

Knows nothing of the screen. Every command is answered exactly once, whatever happens: an engine that does not stop
when it is told to is given up, and a new one takes over on a thread of its own.
"""

from __future__ import annotations

import logging
import queue
import sys
import threading
import traceback
from collections.abc import Callable
from typing import Protocol

from .errors import EngineError
from .messages import Analyse, AnalysisDone, Command, MoveChosen, Progress, SearchEvent, WorkFailed
from .searcher import Searcher
from .thread_priority import step_back

logger = logging.getLogger(__name__)

PROGRESS_SECONDS = 0.2
CLOSE_SECONDS = 0.1
STOP_SECONDS = 8.0  # an engine that goes on for so long after it was told to stop hangs


class Thinker(Protocol):
    """What the worker needs of a searcher."""

    def think(self, command: Command) -> MoveChosen | AnalysisDone:
        """The answer, when it is found or when the command is stopped."""

    def stop(self, ticket: int) -> None:
        """End every command up to this ticket, also one that has not begun."""

    def peek(self) -> Progress | None:
        """What is known so far."""


class EngineWorker:
    """Answers commands one after the other. Their tickets rise."""

    def __init__(self, emit: Callable[[SearchEvent], None], make_thinker: Callable[[], Thinker] = Searcher) -> None:
        """``emit`` takes the events, one at a time, on a thread of the worker's."""
        self._emit = emit
        self._make_thinker = make_thinker
        self._commands: queue.Queue[Command | None] = queue.Queue()
        self._lock = threading.Lock()  # of what follows
        self._thinker: Thinker | None = None
        self._newest = 0  # ticket
        self._stopped = 0  # every ticket up to this one
        self._is_closed = False
        self._busy: Command | None = None
        self._patience: threading.Timer | None = None  # runs while a stop is not answered
        self._telling = threading.RLock()
        self._thread = self._start()

    def submit(self, command: Command) -> None:
        """The newest command wins: an older one is cut short and still answers."""
        with self._lock:
            if command.ticket <= self._newest:
                raise ValueError(f"tickets rise: {command.ticket} comes after {self._newest}")
            if self._is_closed:
                return
            self._stop(self._newest)
            self._newest = command.ticket
            self._commands.put(command)

    def stop(self, ticket: int) -> None:
        """The command with this ticket, or an older one, ends at once with what it has."""
        with self._lock:
            self._stop(ticket)

    def close(self) -> None:
        """End the thread. What is still being thought about gives no event any more."""
        with self._lock:
            self._is_closed = True
            self._stop(self._newest)
            self._end_patience()
            self._commands.put(None)
            thread = self._thread
        if thread is not threading.current_thread():
            thread.join(CLOSE_SECONDS)

    def _start(self) -> threading.Thread:
        thread = threading.Thread(target=self._run, name="engine", daemon=True)
        thread.start()
        return thread

    def _stop(self, ticket: int) -> None:
        self._stopped = max(self._stopped, ticket)
        if self._thinker is not None:
            self._thinker.stop(self._stopped)
        if self._busy is not None and self._busy.ticket <= ticket and self._patience is None and not self._is_closed:
            self._patience = threading.Timer(STOP_SECONDS, self._give_up, (self._busy,))
            self._patience.name, self._patience.daemon = "engine patience", True
            self._patience.start()

    def _end_patience(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _give_up(self, command: Command) -> None:
        """The engine does not stop: leave it alone with its thread and go on with a new one."""
        with self._lock:
            if self._busy is not command or self._is_closed:
                return
            logger.error("command %d does not stop", command.ticket)
            frames = sys._current_frames().get(self._thread.ident or 0)
            trace = f"{command}\n{''.join(traceback.format_stack(frames)) if frames else ''}"
            self._busy = self._patience = self._thinker = None
            self._thread = self._start()
        self._tell(WorkFailed(command.ticket, "the engine does not answer", trace))

    # On the worker's thread.

    def _run(self) -> None:
        step_back()
        while True:
            command = self._commands.get()
            if command is None or self._is_closed:
                return
            logger.debug("begins %s %d", type(command).__name__, command.ticket)
            with self._lock:
                self._busy = command
            answer = self._answer(command)
            logger.debug("ends with %s %d", type(answer).__name__, answer.ticket)
            with self._lock:
                if self._thread is not threading.current_thread():
                    return  # given up in the meantime
                self._busy = None
                self._end_patience()
            self._tell(answer)

    def _answer(self, command: Command) -> SearchEvent:
        try:
            thinker = self._ready_thinker()
            if not isinstance(command, Analyse):
                return thinker.think(command)
            is_done = threading.Event()
            watcher = threading.Thread(target=self._watch, args=(thinker, is_done), name="engine progress", daemon=True)
            watcher.start()
            try:
                return thinker.think(command)
            finally:
                is_done.set()
                watcher.join()
        except Exception as error:  # whatever goes wrong is told; nobody waits for ever
            logger.warning("command %d failed", command.ticket, exc_info=not isinstance(error, EngineError))
            return WorkFailed(
                command.ticket, str(error) or type(error).__name__, f"{command}\n{traceback.format_exc()}"
            )

    def _ready_thinker(self) -> Thinker:
        """Made when it is first needed; what was stopped before is stopped for it too."""
        if self._thinker is not None:
            return self._thinker
        thinker = self._make_thinker()
        with self._lock:
            if self._thread is threading.current_thread():
                self._thinker = thinker
            thinker.stop(self._stopped)
        return thinker

    def _watch(self, thinker: Thinker, is_done: threading.Event) -> None:
        """Tells of progress now and then until the analysis is done."""
        last: Progress | None = None
        while not is_done.wait(PROGRESS_SECONDS) and thinker is self._thinker:
            try:
                progress = thinker.peek()
            except Exception:
                logger.exception("no progress can be seen")
                return
            if progress is not None and progress != last and not is_done.is_set():
                self._tell(progress)
                last = progress

    def _tell(self, event: SearchEvent) -> None:
        if self._is_closed:
            return
        try:
            with self._telling:
                self._emit(event)
        except Exception:
            logger.exception("an event was not taken")
