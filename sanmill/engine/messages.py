"""Events of the engine layer, and what they and the jobs are made of.

All are frozen. An answer carries the ticket of its job, so that the controller can drop stale ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Union

from sanmill.core.game.model import Side
from sanmill.core.game.move import Move

if TYPE_CHECKING:
    from sanmill.engine.puzzles.generator import Puzzle
    from sanmill.engine.tablebase.turns import TurnJudgement

# Search.


@dataclass(frozen=True)
class Position:
    """What to search, as in the position command of UCI: rules, start as FEN (empty: the usual one) and moves."""

    rules: str
    moves: tuple[str, ...] = ()
    start: str = ""

    def __str__(self) -> str:
        """For a crash report, as its lines are labelled in crash_trace.LABELS; so are those below."""
        return f"rules: {self.rules}\nstart: {self.start}\nmoves: {' '.join(self.moves)}"


@dataclass(frozen=True)
class Limits:
    """When to stop a search; 0 means no limit. Without any limit, level and move time, or that of a clock, decide."""

    depth: int = 0
    nodes: int = 0
    time_ms: int = 0
    is_infinite: bool = False
    clock_ms: int = 0  # of this move in a game with clocks; the level limits it as without one
    moves: tuple[Move, ...] = ()  # to choose among; none: all legal moves

    def __str__(self) -> str:
        limits = (self.depth, self.nodes, self.time_ms, self.is_infinite, self.clock_ms, *self.moves)
        return f"limits: {' '.join(map(str, limits))}"


@dataclass(frozen=True)
class SearchLine:
    """A root move, its score for the side to move and its principal variation.

    ``mate`` counts plies to the end of the game: positive for a win, negative for a loss, 0 if unknown.
    ``is_proven``: the score comes from the tablebase; ``dtw`` is then the distance to win, -1 for a draw or if unknown.
    """

    move: Move
    score: int
    mate: int
    depth: int
    is_proven: bool
    dtw: int
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Progress:
    ticket: int
    depth: int
    nodes: int
    time_ms: int
    lines: tuple[SearchLine, ...]


@dataclass(frozen=True)
class MoveChosen:
    """The answer to Think; ``move`` is empty when the game is over."""

    ticket: int
    move: Move
    lines: tuple[SearchLine, ...]
    nodes: int
    time_ms: int


@dataclass(frozen=True)
class AnalysisDone:
    ticket: int
    lines: tuple[SearchLine, ...]
    depth: int


@dataclass(frozen=True)
class WorkFailed:
    """A job ended with an error or did not stop; the next one runs."""

    ticket: int
    message: str
    trace: str = field(default="", compare=False)  # for a crash report


@dataclass(frozen=True)
class WorkLate:
    """A job is stopped because it took too long; its answer follows, or WorkFailed."""

    ticket: int


Answer = Union[MoveChosen, AnalysisDone]
SearchEvent = Union[Progress, Answer, WorkFailed, WorkLate]


# Tablebases.


class Stage(Enum):
    UNKNOWN = "unknown"  # not examined yet
    SHIPPED = "shipped"
    ADDED = "added"  # a file of the user's
    ABSENT = "absent"
    STOPPED = "stopped"  # partly built
    BUILDING = "building"
    BUILT = "built"
    REFUSED = "refused"  # legal moves depend on earlier ones
    FAILED = "failed"


# With more pieces, and without layers of the placing phase, a proof of the first moves takes minutes: nearly every
# probe decodes another chunk.
QUICK_PROOF_PIECES = 12


class Coverage(Enum):
    NOTHING = "nothing"
    ENDINGS = "endings"  # with few pieces
    MOVING = "moving"  # every position in which all pieces are placed
    EVERYTHING = "everything"  # the same, and with it any position of the placing phase is proven in seconds


@dataclass(frozen=True)
class TablebaseStatus:
    """The tablebase of a set of rules. ``size`` is in bytes, an estimate until it is built."""

    rules: str
    stage: Stage = Stage.UNKNOWN
    pieces: int = 0  # of both sides; complete up to this number, or will be
    size: int = 0
    done: float = 0.0  # share of a build
    reason: str = ""  # the rule that prevents a tablebase, or what failed
    path: Path | None = None  # of the folder or file; None until it is complete
    base: Path | None = None  # what every package ships or what was built, also where there is more
    least: int = 0  # pieces on the board with which a game goes on once all are placed, and at most
    most: int = 0
    proves_placing: bool = True  # once it is complete
    has_layers: bool = False  # of the placing phase, all that a complete tablebase has
    layer_hands: int = 0  # pieces in hand in the layer with the fewest; 0: there is none

    @property
    def is_available(self) -> bool:
        return self.path is not None

    @property
    def coverage(self) -> Coverage:
        if not self.is_available:
            return Coverage.NOTHING
        if not self.is_complete:
            return Coverage.ENDINGS
        is_quick = self.has_layers or self.most <= QUICK_PROOF_PIECES
        return Coverage.EVERYTHING if self.can_prove_placing and is_quick else Coverage.MOVING

    @property
    def is_complete(self) -> bool:
        """It holds every position in which all pieces are placed."""
        return self.is_available and self.pieces >= self.most > 0

    @property
    def can_prove_placing(self) -> bool:
        """A search of the placing phase can end in it, though it may take minutes."""
        return self.is_complete and self.proves_placing

    def can_prove(self, hands: int) -> bool:
        """Whether a proof of the turns of a position with so many pieces in hand can end in it."""
        return self.can_prove_placing or (self.is_available and 0 < self.layer_hands < hands)

    @property
    def puzzle_path(self) -> Path | None:
        """Puzzles are the same on every device, so they come from what every package has where there is more."""
        return self.base or self.path


@dataclass(frozen=True)
class TablebaseChanged:
    """A tablebase was examined, built or removed, or a build made progress."""

    ticket: int
    status: TablebaseStatus


class ImportStage(Enum):
    NONE = "none"
    INSPECTING = "inspecting"
    READY = "ready"  # to be copied
    COPYING = "copying"
    CHECKING = "checking"
    FAILED = "failed"


class TablebaseFileError(Enum):
    NO_TABLEBASE = "no_tablebase"
    OTHER_VERSION = "other_version"
    OTHER_RULES = "other_rules"
    INCOMPLETE = "incomplete"  # only a part of the file is there
    DAMAGED = "damaged"
    NOTHING_NEW = "nothing_new"
    NO_ROOM = "no_room"  # before it was copied
    FULL = "full"  # while it was copied
    NOT_LOCAL = "not_local"  # a stream from elsewhere
    UNREADABLE = "unreadable"
    UNWRITABLE = "unwritable"
    INTERRUPTED = "interrupted"  # the app ended


@dataclass(frozen=True)
class ImportStatus:
    """The tablebase file being added, and the rules for which it was picked."""

    stage: ImportStage = ImportStage.NONE
    rules: str = ""
    name: str = ""
    pieces: int = 0
    size: int = 0  # in bytes
    free: int = 0  # bytes on the device
    done: float = 0.0  # share of copying or checking
    error: TablebaseFileError | None = None
    reason: str = ""  # the system's words

    @property
    def is_idle(self) -> bool:
        return self.stage in (ImportStage.NONE, ImportStage.READY, ImportStage.FAILED)


@dataclass(frozen=True)
class ImportChanged:
    """Adding a tablebase file made progress, ended or failed."""

    ticket: int
    status: ImportStatus


# Puzzles.


@dataclass(frozen=True)
class PuzzleMade:
    """The answer to MakePuzzle; None when no puzzle was found."""

    ticket: int
    puzzle: Puzzle | None


@dataclass(frozen=True)
class TurnJudged:
    """The answer to JudgeTurn; None when the tablebase has no value."""

    ticket: int
    judgement: TurnJudgement | None


@dataclass(frozen=True)
class GameJudged:
    """The answer to JudgeGame: the phase of each turn, and whether it kept the value; None if that is not known."""

    ticket: int
    turns: tuple[tuple[str, bool | None], ...]


@dataclass(frozen=True)
class PositionJudged:
    """The answer to JudgePosition: every legal move, best first; none if it was stopped or failed."""

    ticket: int
    lines: tuple[SearchLine, ...]


PuzzleEvent = Union[PuzzleMade, TurnJudged, GameJudged, PositionJudged]


# Openings.


@dataclass(frozen=True)
class OpeningMove:
    """A move with its value for the side that makes it: 1 win, 0 draw, -1 loss, None if it is not proven."""

    move: Move
    wdl: int | None
    replies: int = 0  # turns of the opponent
    mistakes: int | None = None  # replies that lose value; None if that is not known


@dataclass(frozen=True)
class OpeningExplored:
    """What is proven so far of each legal move; none are given if the request failed."""

    ticket: int
    moves: tuple[OpeningMove, ...]
    done: float  # share of the work; 1 at the end
    wdl: int | None = None  # of the position, for the side to move


# Trials of rules.


@dataclass(frozen=True)
class Trial:
    """The winner, or None, and the length of each finished game."""

    winners: tuple[Side | None, ...] = ()
    lengths: tuple[int, ...] = ()


@dataclass(frozen=True)
class TrialProgress:
    """A game of a trial was finished, or the trial is over."""

    ticket: int
    trial: Trial
    is_over: bool


Event = Union[  # with a ticket
    SearchEvent, TablebaseChanged, ImportChanged, PuzzleEvent, OpeningExplored, TrialProgress
]
