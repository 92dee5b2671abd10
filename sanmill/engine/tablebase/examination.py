"""What is known about the tablebase of a set of rules, by the files that hold it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from sanmill.core.imports import imported
from sanmill.core.storage.store import remove
from sanmill.engine.errors import EngineError, Status
from sanmill.engine.game import Game
from sanmill.engine.messages import Stage, TablebaseStatus
from sanmill.engine.rules import rules as list_rules

from .tablebase import Tablebase, TablebaseBuild, file_info

PIECES_MIN, PIECES_MAX = 6, 24  # of both sides together
WORK_MAX = 110_000_000  # slots; about a minute on a phone
BYTES_A_SLOT, BYTES_A_SLOT_FLYING = 0.07, 0.015  # measured
FEW = 4  # pieces of a side, in a set of rules whose index is small
SUFFIX = ".tablebase"
UNFINISHED = (".values", ".layer", ".part")  # suffixes of files that a build deletes at its end
ADDED = "added"  # the folder of files that the user added


class Held(NamedTuple):
    """What a file or folder holds, as in TablebaseStatus."""

    pieces: int = 0
    has_layers: bool = False
    layer_hands: int = 0


NOTHING = Held()


@dataclass(frozen=True)
class Folders:
    """Where tablebases are: those of the package, and those that were built and added here.

    ``complete`` is the file of the whole game in packages that have it, on Android a part of the package.
    """

    shipped: Path
    own: Path
    complete: Path | None = None

    @property
    def added(self) -> Path:
        return self.own / ADDED

    def built(self, rules: str) -> Path:
        name: str = imported("hashlib:sha256")(_full_text(rules).encode()).hexdigest()[:16]
        return self.own / name

    def examine(self, rules: str) -> TablebaseStatus:
        """The status of the tablebase of a set of rules."""
        status = examine(rules, self.shipped, self.built(rules))
        if self.complete:
            status = with_best(status, {self.complete: _held_by(rules, self.complete)}, Stage.SHIPPED)
        return with_best(status, _tablebase_files(rules, self.added), Stage.ADDED)

    def remove_added(self, rules: str, but: Path | None = None) -> None:
        """Delete the files that the user added for these rules, except for one."""
        for path in _tablebase_files(rules, self.added):
            if path != but:
                remove(path)


def words_of(error: BaseException | None) -> str:
    """Why something failed, without the path that the text of an OSError has."""
    return (isinstance(error, OSError) and error.strerror) or str(error or "")


def examine(rules: str, shipped: Path, folder: Path) -> TablebaseStatus:
    """The status with the shipped files, or with those of a build."""
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
        return replace(_with(status, held), stage=Stage.SHIPPED, size=_size(shipped), path=shipped, base=shipped)
    has_flying = bool(Game(rules).rule("MayFly"))
    estimate = int(work * (BYTES_A_SLOT_FLYING if has_flying else BYTES_A_SLOT))
    is_begun = folder.is_dir() and any(folder.iterdir())
    held = _held_by(rules, folder) if is_begun else NOTHING
    if held.pieces >= wanted and not _has_unfinished(folder):
        size = _size(folder)
        return replace(_with(status, held), stage=Stage.BUILT, size=size, done=1.0, path=folder, base=folder)
    return replace(status, stage=Stage.STOPPED if is_begun else Stage.ABSENT, pieces=wanted, size=estimate)


def with_best(status: TablebaseStatus, found: dict[Path, Held], stage: Stage) -> TablebaseStatus:
    """The status with the best of some files, unless it holds less."""
    best = max(found, key=lambda path: found[path], default=None)
    if best is None or not found[best].pieces or found[best][:2] < known_of(status):
        return status
    size, base = file_info(best).bytes, status.base or status.path
    return replace(_with(status, found[best]), stage=stage, size=size, path=best, base=base)


def known_of(status: TablebaseStatus) -> tuple[int, bool]:
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
        tablebase = Tablebase(rules, path)  # not from the pool: a build, or the user, may just have changed the files
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
