"""The endgame tables at hand for the rules in play: those that come along, and those built on this device.

Looking, building and removing happen on threads of their own; what is known is a frozen value that any thread may ask
for. One build runs at a time, slowly enough for everything else.
"""

from __future__ import annotations

import hashlib
import logging
import queue
import shutil
import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

from .errors import EngineError, Status
from .game import Game
from .messages import Stage, TablebaseChanged, TablebaseStatus
from .tablebase import Build, Tablebase
from .thread_priority import step_back

log = logging.getLogger(__name__)

PIECES_LEAST, PIECES_MOST = 6, 24  # of both sides together
WORK_MOST = 110_000_000  # slots; about a minute on a phone
BYTES_A_SLOT, BYTES_A_SLOT_FLYING = 0.07, 0.015  # measured; pieces that fly leave little to write down
PROGRESS_SECONDS = 0.4
CLOSE_SECONDS = 2.0
NICENESS = 10
FEW = 4  # pieces of a side


class TablebaseRegistry:
    """Knows the tables of any rules, builds and removes them. Every change is told to ``emit``, on another thread."""

    def __init__(self, shipped: Path, own: Path, emit: Callable[[TablebaseChanged], None]) -> None:
        self._shipped = shipped
        self._own = own
        self._emit = emit
        self._known: dict[str, TablebaseStatus] = {}
        self._lock = threading.Lock()  # of what is known and of the build
        self._build: Build | None = None
        self._builder: threading.Thread | None = None
        self._is_closed = False
        self._errands: queue.PriorityQueue[tuple[int, int, Callable[[], None]]] = queue.PriorityQueue()
        self._numbers = count()
        self._thread = threading.Thread(target=self._run, name="endings", daemon=True)
        self._thread.start()

    # From any thread.

    @property
    def building(self) -> str:
        """The rules whose tables are being built; empty when nothing is."""
        with self._lock:
            return next((each.rules for each in self._known.values() if each.stage is Stage.BUILDING), "")

    def of(self, rules: str) -> TablebaseStatus:
        """What is known of the tables for these rules; who asks for the first time is told later."""
        with self._lock:
            known = self._known.get(rules)
            if known is None:
                known = self._known[rules] = TablebaseStatus(rules)
                self._order(lambda: self._look(rules), is_urgent=False)
        return known

    def build(self, rules: str) -> None:
        """Build the tables of these rules in the background, or go on with it; not while others are being built."""
        self._order(lambda: self._begin(rules))

    def stop(self) -> None:
        """End the build soon; what it finished stays."""
        with self._lock:
            if self._build:
                self._build.stop()
            self._build = None

    def remove(self, rules: str) -> None:
        """Delete the tables built for these rules; one that is being built is stopped first."""
        if self.of(rules).stage is Stage.BUILDING:
            self.stop()
        self._order(lambda: self._remove(rules))

    def use(self, own: Path) -> None:
        """Keep the tables built here in another folder; what is there already is found."""
        self.stop()
        self._order(lambda: self._use(own))

    def close(self) -> None:
        """Stop everything. A build goes on where it was when it is asked for again."""
        with self._lock:
            self._is_closed = True
        self.stop()
        self._order(lambda: None)
        for thread in (self._thread, self._builder):
            if thread is not None:
                thread.join(CLOSE_SECONDS)

    def _order(self, errand: Callable[[], None], *, is_urgent: bool = True) -> None:
        """What a user asks for goes before looking what there is."""
        self._errands.put((0 if is_urgent else 1, next(self._numbers), errand))

    # On the shelf's thread.

    def _run(self) -> None:
        while not self._is_closed:
            self._do(self._errands.get()[-1])

    def _do(self, errand: Callable[[], None]) -> None:
        try:
            errand()
        except (EngineError, OSError):
            log.exception("an errand for endgame tables failed")

    def _tell(self, status: TablebaseStatus) -> None:
        with self._lock:
            self._known[status.rules] = status
            is_closed = self._is_closed
        if not is_closed:
            self._emit(TablebaseChanged(status))

    def _look(self, rules: str) -> None:
        self._tell(look(rules, self._shipped, self._folder(rules)))

    def _use(self, own: Path) -> None:
        if self._builder is not None:
            self._builder.join()  # it was told to stop
        self._own = own
        with self._lock:
            known = list(self._known)
        for rules in known:
            self._look(rules)

    def _begin(self, rules: str) -> None:
        if self._is_closed or self._build:
            return
        if self._builder is not None:
            self._builder.join()  # it was told to stop
        status = look(rules, self._shipped, self._folder(rules))
        if status.stage not in (Stage.ABSENT, Stage.STOPPED):
            self._tell(status)
            return
        folder = self._folder(rules)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as failure:
            self._tell(replace(status, stage=Stage.FAILED, reason=str(failure)))
            return
        build = Build(rules, folder, max_pieces=status.pieces, threads=1, is_compressed=True)
        with self._lock:
            self._build = build
        self._tell(replace(status, stage=Stage.BUILDING))
        self._builder = threading.Thread(target=self._work, args=(build, status), name="endings build", daemon=True)
        self._builder.start()

    def _remove(self, rules: str) -> None:
        if self._builder is not None:
            self._builder.join()
        shutil.rmtree(self._folder(rules), ignore_errors=True)
        self._look(rules)

    def _folder(self, rules: str) -> Path:
        return self._own / hashlib.sha256(_full_text(rules).encode()).hexdigest()[:16]

    # On the builder's threads.

    def _work(self, build: Build, status: TablebaseStatus) -> None:
        step_back(NICENESS)
        is_done = threading.Event()
        watcher = threading.Thread(target=self._watch, args=(build, status, is_done), name="endings progress")
        watcher.start()
        failure, is_stopped = "", False
        try:
            build.run()
        except EngineError as error:
            failure, is_stopped = str(error), error.code is Status.STOPPED
        is_done.set()
        watcher.join()
        with self._lock:
            if self._build is build:
                self._build = None
        after = look(status.rules, self._shipped, self._folder(status.rules))
        is_failed = after.stage is not Stage.BUILT and not is_stopped
        self._tell(replace(after, stage=Stage.FAILED, reason=failure) if is_failed else after)

    def _watch(self, build: Build, status: TablebaseStatus, is_done: threading.Event) -> None:
        while not is_done.wait(PROGRESS_SECONDS):
            progress = build.progress()
            done = progress.work_done / max(1, progress.work)
            self._tell(replace(status, stage=Stage.BUILDING, done=min(1.0, done)))


def look(rules: str, shipped: Path, folder: Path) -> TablebaseStatus:
    """What there is on disk for a set of rules."""
    try:
        wanted, work = _plan(rules, folder)
    except EngineError as error:
        reason = next((word for word in str(error).split() if word[0].isupper()), "")
        return TablebaseStatus(rules, Stage.REFUSED, reason=reason)
    pieces = _pieces_shipped(rules, shipped)
    if pieces:
        return TablebaseStatus(rules, Stage.SHIPPED, pieces, _size(shipped), folder=shipped)
    has_flying = bool(Game(rules).rule("MayFly"))
    estimate = int(work * (BYTES_A_SLOT_FLYING if has_flying else BYTES_A_SLOT))
    is_begun = folder.is_dir() and any(folder.iterdir())
    pieces = _pieces_in(rules, folder) if is_begun else 0
    if pieces >= wanted:
        return TablebaseStatus(rules, Stage.BUILT, pieces, _size(folder), 1.0, folder=folder)
    return TablebaseStatus(rules, Stage.STOPPED if is_begun else Stage.ABSENT, wanted, estimate)


def _plan(rules: str, folder: Path) -> tuple[int, int]:
    """Up to how many pieces tables are worth building here, and how much work that is."""
    pieces, work = 0, 0
    for more in range(PIECES_LEAST, PIECES_MOST + 1):
        try:
            needed = Build(rules, folder, max_pieces=more).progress().work
        except EngineError as error:
            if error.code is Status.TOO_FEW_PIECES:
                continue
            raise
        if work and (needed == work or needed > WORK_MOST):
            break
        pieces, work = more, needed
    return pieces, work


def _pieces_shipped(rules: str, folder: Path) -> int:
    """As below, but quickly: tables do not ask how many pieces a game starts with, and many take long to number."""
    name, _, changes = _full_text(rules).partition(" ")
    kept = [change for change in changes.split() if not change.startswith("PiecesCount=")]
    few = " ".join([name, *kept, f"PiecesCount={FEW}"])
    return _pieces_in(rules, folder) if _pieces_in(few, folder) else 0


def _pieces_in(rules: str, folder: Path) -> int:
    try:
        return Tablebase(rules, folder).max_pieces
    except EngineError:
        return 0


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir() if path.is_file())


def _full_text(rules: str) -> str:
    """The rules in the engine's own words, so that equal rules share a folder."""
    try:
        return Game(rules).rules_text
    except EngineError:
        return rules
