"""The tablebases that are available: the shipped one, those built on this device and files that the user added.

Files are examined, built, added and removed on background threads; any thread may ask for the status. One build runs
at a time, at low priority.
"""

from __future__ import annotations

import hashlib
import shutil
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sanmill.core.executor import Executor, polled
from sanmill.core.storage.private_files import close_to_others, make_folder
from sanmill.core.storage.store import remove
from sanmill.engine.errors import EngineError, Status
from sanmill.engine.game import Game
from sanmill.engine.messages import ImportChanged, ImportStatus, Stage, TablebaseChanged, TablebaseStatus
from sanmill.engine.rules import rules as list_rules
from sanmill.engine.thread_priority import lower_priority

from .importing import SUFFIX, Open, TablebaseImporter
from .tablebase import Tablebase, TablebaseBuild

PIECES_MIN, PIECES_MAX = 6, 24  # of both sides together
WORK_MAX = 110_000_000  # slots; about a minute on a phone
BYTES_A_SLOT, BYTES_A_SLOT_FLYING = 0.07, 0.015  # measured
PROGRESS_SECONDS = 0.4
NICENESS = 10
FEW = 4  # pieces of a side, in a set of rules whose index is small
UNFINISHED = (".values", ".layer", ".part")  # suffixes of files that a build deletes at its end
ADDED = "added"  # the folder of files that the user added


class Held(NamedTuple):
    """What a file or folder holds, as in TablebaseStatus."""

    pieces: int = 0
    has_layers: bool = False
    layer_hands: int = 0


NOTHING = Held()


class TablebaseRegistry:
    """Examines, builds and removes tablebases. Calls ``emit`` on a background thread after every change."""

    def __init__(
        self,
        shipped: Path,
        own: Path,
        emit: Callable[[TablebaseChanged | ImportChanged], None],
        *,
        is_read_only: bool = False,
    ) -> None:
        """``is_read_only`` lets ``build``, ``add`` and ``remove`` do nothing: the folder belongs to another process."""
        self.is_read_only = is_read_only
        self._shipped = shipped
        self._own = own
        self._emit = emit
        self._known: dict[str, TablebaseStatus] = {}
        self._lock = threading.RLock()  # of _known, _stopping and _is_closed
        self._stopping: threading.Event | None = None  # of the build asked for last; None when it was stopped or ended
        self._is_closed = False
        # Requests of the user do not wait for examinations, but one after the other for the end of a build.
        self._examiner = Executor("tablebases")
        self._requests = Executor("tablebase requests", partial(lower_priority, NICENESS))
        self._importer = TablebaseImporter(own / ADDED, emit, self._file_added, is_read_only=is_read_only)

    @property
    def folder(self) -> Path:
        """Where tablebases are built and added."""
        return self._own

    @property
    def building(self) -> str:
        """The rules of the running build; empty when there is none."""
        with self._lock:
            return next((each.rules for each in self._known.values() if each.stage is Stage.BUILDING), "")

    def of(self, rules: str) -> TablebaseStatus:
        """The status for a set of rules. The first call starts the examination; its result is emitted."""
        with self._lock:
            known = self._known.get(rules)
            if known is None:
                known = self._known[rules] = TablebaseStatus(rules)
                self._submit(self._examiner, self._examine, rules)
        return known

    def build(self, rules: str) -> None:
        """Start or continue a build, unless another one is running."""
        with self._lock:
            if self._stopping is None and not self.is_read_only:
                self._stopping = threading.Event()
                self._submit(self._requests, self._run_build, rules, self._stopping)

    def stop(self) -> None:
        """Stop the build; finished subspaces stay."""
        with self._lock:
            if self._stopping:
                self._stopping.set()
            self._stopping = None

    @property
    def importing(self) -> ImportStatus:
        """The file being added."""
        return self._importer.status

    def inspect_file(self, rules: str, name: str, open_file: Open) -> None:
        """Find out whether a file can be added for these rules."""
        status = self.of(rules)
        self._importer.inspect(rules, name, open_file, known=_known(status))

    def add_file(self) -> None:
        """Copy the inspected file, check it and use it."""
        self._importer.start()

    def stop_file(self) -> None:
        """Do not add the file, or dismiss what went wrong."""
        self._importer.stop()

    def remove(self, rules: str) -> None:
        """Delete the file added for these rules, otherwise what was built here; stop its build first."""
        if self.is_read_only:
            return
        stage = self.of(rules).stage
        if stage is Stage.ADDED:
            self._submit(self._examiner, self._remove_files, rules)
            return
        if stage is Stage.BUILDING:
            self.stop()
        self._submit(self._requests, self._remove, rules)

    def use(self, own: Path) -> None:
        """Build in another folder and examine what it holds."""
        self.stop()
        self._importer.use(own / ADDED)
        self._submit(self._requests, self._use, own)

    def close(self) -> None:
        """Stop all threads. An interrupted build can be continued later."""
        with self._lock:
            self._is_closed = True
        self.stop()
        self._importer.close()
        for executor in (self._requests, self._examiner):  # requests submit to the others
            executor.close(is_cancelled=True)

    def _submit(self, executor: Executor, task: Callable[..., None], *arguments: object) -> None:
        with self._lock:
            if not self._is_closed:
                executor.submit(task, *arguments)

    def _update(self, status: TablebaseStatus) -> None:
        with self._lock:
            self._known[status.rules] = status
            is_closed = self._is_closed
        if not is_closed:
            self._emit(TablebaseChanged(status))

    def _examine(self, rules: str) -> None:
        status = TablebaseStatus(rules, Stage.FAILED)
        try:
            status = with_added(examine(rules, self._shipped, self._folder(rules)), self._own / ADDED)
        except (EngineError, OSError) as error:
            status = replace(status, reason=_words(error))
        finally:  # whatever was raised: whoever waits for the result goes on without a tablebase
            if self.building != rules:
                self._update(status)

    def _examine_all(self) -> None:
        with self._lock:
            for rules in self._known:
                self._submit(self._examiner, self._examine, rules)

    def _file_added(self, rules: str, path: Path) -> None:
        """A new file replaces older ones; other rules may share it. It is known before the import is over."""
        self._remove_files(rules, but=path)
        self._examine(rules)

    def _remove_files(self, rules: str, but: Path | None = None) -> None:
        for path in _tablebase_files(rules, self._own / ADDED):
            if path != but:
                remove(path)
        self._examine_all()

    def _folder(self, rules: str) -> Path:
        return self._own / hashlib.sha256(_full_text(rules).encode()).hexdigest()[:16]

    # On the thread of requests.

    def _use(self, own: Path) -> None:
        self._own = own
        self._examine_all()

    def _remove(self, rules: str) -> None:
        shutil.rmtree(self._folder(rules), ignore_errors=True)
        self._submit(self._examiner, self._examine, rules)

    def _run_build(self, rules: str, stopping: threading.Event) -> None:
        folder = self._folder(rules)
        status = TablebaseStatus(rules, Stage.FAILED)
        try:
            status = examine(rules, self._shipped, folder)
            if status.stage in (Stage.ABSENT, Stage.STOPPED):
                status = self._build(status, folder, stopping)
        except (EngineError, OSError) as error:
            status = replace(status, stage=Stage.FAILED, reason=_words(error))
        except Exception:  # reported by the executor
            status = replace(status, stage=Stage.FAILED)
            raise
        finally:
            with self._lock:
                if self._stopping is stopping:
                    self._stopping = None
            self._update(status)

    def _build(self, status: TablebaseStatus, folder: Path, stopping: threading.Event) -> TablebaseStatus:
        """Build until done or stopped, and return the status after it."""
        make_folder(folder)
        build = TablebaseBuild(status.rules, folder, max_pieces=status.pieces, threads=1, is_compressed=True)
        self._update(replace(status, stage=Stage.BUILDING))

        def follow() -> None:
            progress = build.progress()
            done = min(1.0, progress.work_done / max(1, progress.work))
            if stopping.is_set():
                build.stop()
            else:
                self._update(replace(status, stage=Stage.BUILDING, done=done))

        error: EngineError | None = None
        try:
            with polled(follow, PROGRESS_SECONDS):
                build.run()
        except EngineError as raised:
            error = raised
        close_to_others(folder)
        after = examine(status.rules, self._shipped, folder)
        if after.stage is Stage.BUILT or (error and error.code is Status.STOPPED):
            return after
        return replace(after, stage=Stage.FAILED, reason=_words(error))


def _words(error: BaseException | None) -> str:
    """Why something failed, without the path that the text of an OSError has."""
    return (isinstance(error, OSError) and error.strerror) or str(error or "")


def examine(rules: str, shipped: Path, folder: Path) -> TablebaseStatus:
    """The status of the tablebase of a set of rules, by its files."""
    held = _held_by_shipped(rules, shipped)
    pieces = held.pieces
    try:
        wanted, work = (pieces, 0) if pieces else _plan(rules, folder)  # a plan takes as long as opening the files
    except EngineError as error:
        reason = _refused_rule(Game(rules)) if error.code is Status.NEEDS_HISTORY else ""
        return TablebaseStatus(rules, Stage.REFUSED, reason=reason)
    least, most = _bounds(Game(rules))
    proves_placing = not Game(rules).rule("MayMoveInPlacingPhase")  # otherwise positions repeat
    status = TablebaseStatus(rules, least=least, most=most, proves_placing=proves_placing)
    if pieces:
        base = _smallest(rules, shipped)
        return replace(_with(status, held), stage=Stage.SHIPPED, size=_size(shipped), path=shipped, base=base)
    has_flying = bool(Game(rules).rule("MayFly"))
    estimate = int(work * (BYTES_A_SLOT_FLYING if has_flying else BYTES_A_SLOT))
    is_begun = folder.is_dir() and any(folder.iterdir())
    held = _held_by(rules, folder) if is_begun else NOTHING
    if held.pieces >= wanted and not _has_unfinished(folder):
        size = _size(folder)
        return replace(_with(status, held), stage=Stage.BUILT, size=size, done=1.0, path=folder, base=folder)
    return replace(status, stage=Stage.STOPPED if is_begun else Stage.ABSENT, pieces=wanted, size=estimate)


def _smallest(rules: str, shipped: Path) -> Path:
    """What every package holds: the smallest file, where complete tables come along."""
    found = _tablebase_files(rules, shipped) if len(list(shipped.glob(f"*{SUFFIX}"))) > 1 else {}
    return min(found, key=lambda path: found[path], default=shipped)


def with_added(status: TablebaseStatus, folder: Path) -> TablebaseStatus:
    """The status with the best file that the user added, unless it holds less."""
    found = _tablebase_files(status.rules, folder)
    best = max(found, key=lambda path: found[path], default=None)
    if best is None or found[best][:2] < _known(status):
        return status
    size, base = best.stat().st_size, status.base or status.path
    return replace(_with(status, found[best]), stage=Stage.ADDED, size=size, path=best, base=base)


def _known(status: TablebaseStatus) -> tuple[int, bool]:
    """Up to how many pieces everything is known, and whether with layers of the placing phase."""
    return (status.pieces, status.has_layers) if status.is_available else (0, False)


def _with(status: TablebaseStatus, held: Held) -> TablebaseStatus:
    return replace(status, pieces=held.pieces, has_layers=held.has_layers, layer_hands=held.layer_hands)


def _tablebase_files(rules: str, folder: Path) -> dict[Path, Held]:
    """The files in a folder that hold a tablebase of these rules, and what they hold."""
    found = {path: _held_by(rules, path) for path in folder.glob(f"*{SUFFIX}")}
    return {path: held for path, held in found.items() if held.pieces}


def _refused_rule(game: Game) -> str:
    """The first rule in force that prevents a tablebase."""
    return next(rule.name for rule in list_rules() if rule.needs_history and game.rule(rule.name))


def _bounds(game: Game) -> tuple[int, int]:
    """The fewest and most pieces on the board with which a game goes on once all are placed."""
    count = game.rule("PiecesCount")
    return 2 * min(count, game.rule("PiecesAtLeastCount")), min(2 * count, len(game.board.points) - 1)


def _plan(rules: str, folder: Path) -> tuple[int, int]:
    """The number of pieces up to which a build takes a reasonable time, and its work in slots."""
    pieces, work = 0, 0
    for more in range(PIECES_MIN, PIECES_MAX + 1):
        try:
            needed = TablebaseBuild(rules, folder, max_pieces=more).progress().work
        except EngineError as error:
            if error.code is Status.TOO_FEW_PIECES:
                continue
            raise
        if work and (needed == work or needed > WORK_MAX):
            break
        pieces, work = more, needed
    return pieces, work


def _held_by_shipped(rules: str, folder: Path) -> Held:
    """As _held_by, but fast: the files do not depend on PiecesCount, and an index of many pieces is slow to make."""
    name, _, changes = _full_text(rules).partition(" ")
    kept = [change for change in changes.split() if not change.startswith("PiecesCount=")]
    few = " ".join([name, *kept, f"PiecesCount={FEW}"])
    return _held_by(rules, folder) if _held_by(few, folder).pieces else NOTHING


def _held_by(rules: str, path: Path) -> Held:
    try:
        tablebase = Tablebase(rules, path)
    except EngineError:
        return NOTHING
    return Held(tablebase.max_pieces, tablebase.has_layers, tablebase.layer_hands)


def _has_unfinished(folder: Path) -> bool:
    """Whether files are there that a build deletes at its end."""
    return any(path.suffix in UNFINISHED for path in folder.iterdir())


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir() if path.is_file())


def _full_text(rules: str) -> str:
    """The rules as the engine writes them, so that equal rules share a folder."""
    try:
        return Game(rules).rules_text
    except EngineError:
        return rules
