"""The search of the engine: a job in, an answer out.

One thread uses a searcher; ``stop`` and ``peek`` may be called from any other. A search releases the GIL.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from sanmill.core.game.move import Move
from sanmill.engine.abi import load
from sanmill.engine.errors import EngineError, Status
from sanmill.engine.game import Game
from sanmill.engine.messages import AnalysisDone, MoveChosen, Position, Progress, SearchLine
from sanmill.engine.rules import bytes_of, check, new_error, option_value_bytes
from sanmill.engine.search.jobs import Analyse, SearchJob, Think

from .book import BOOK
from .networks import NETWORKS
from .options import options

NO_MOVE = 65535
# Options that an analysis ignores.
ONLY_FOR_PLAY = frozenset({"level", "style", "algorithm", "weights", "multipv"})


class _Search(NamedTuple):
    """The running search, and nodes and time of the one before."""

    ticket: int
    game: Game
    before: tuple[int, int]


def _is_repeatable(job: SearchJob) -> bool:
    """Whether a job gets the same answer every time, whatever was searched before and however fast the machine."""
    return isinstance(job, Analyse) and job.limits.nodes > 0


class Searcher:
    """Runs one job at a time; keeps the transposition table for the next."""

    def __init__(self, tables: Path | None = None) -> None:
        """``tables`` is the default folder of the tablebase."""
        self._ffi, self._lib = load()
        engine = self._lib.mill_engine_new()
        if engine == self._ffi.NULL:
            raise EngineError("out of memory", Status.NO_MEMORY)
        self._engine = self._ffi.gc(engine, self._lib.mill_engine_free)
        self._defaults = {option.name.lower(): option.default for option in options()}
        self._set = dict(self._defaults)
        self._defaults["networkpath"] = str(NETWORKS)
        if BOOK.exists():
            self._defaults["bookfile"] = str(BOOK)
        if tables is not None:
            self._defaults["tablepath"] = str(tables)
        self._position: Position | None = None
        self._game: Game | None = None
        self._search: _Search | None = None

    def prepare(self, job: SearchJob) -> None:
        """Allocate memory and open the tablebase, which ``think`` does otherwise. That cannot be stopped."""
        self._lib.mill_engine_prepare(self._engine, self._set_up(job).handle)

    def think(self, job: SearchJob) -> MoveChosen | AnalysisDone:
        """Run a job. Options that it does not name have their default."""
        game = self._set_up(job)
        if _is_repeatable(job):
            self._lib.mill_engine_clear(self._engine)
        info = self._ffi.new("MillInfo *")
        self._search = _Search(job.ticket, game, self._read_info(info))
        try:
            move = self._lib.mill_engine_search(self._engine, game.handle, self._limits(job, game), info)
        finally:
            self._search = None
        lines = self._read_lines(game, info)
        if isinstance(job, Think):
            chosen = Move() if move == NO_MOVE else game.move_of(move)
            return MoveChosen(job.ticket, chosen, lines, info.nodes, info.time_ms)
        return AnalysisDone(job.ticket, lines, info.depth)

    def _set_up(self, job: SearchJob) -> Game:
        """Set the options of a job and follow its game."""
        wanted = {name.lower(): value for name, value in job.options}
        if isinstance(job, Analyse):
            wanted = {name: value for name, value in wanted.items() if name not in ONLY_FOR_PLAY}
        if _is_repeatable(job):
            wanted["threads"] = "1"
        self._set_options({**self._defaults, **wanted})
        return self._follow(job.position)

    def close_deleted(self) -> None:
        """Close tablebases that were deleted: their files take disk space as long as they are open."""
        position = self._position
        self._set_options({"tablepath": ""})
        if position is not None:
            game = self._follow(position)
            limits = self._ffi.new("MillLimits *")  # ticket 0 is stopped: the search ends before it begins
            self._lib.mill_engine_search(self._engine, game.handle, limits, self._ffi.new("MillInfo *"))

    def stop(self, ticket: int) -> None:
        """Stop every job up to this ticket, including those not yet started. From any thread."""
        self._lib.mill_engine_stop(self._engine, ticket)

    def peek(self) -> Progress | None:
        """The state of the running search; None before the first iteration. From any thread."""
        search = self._search
        if search is None:
            return None
        info = self._ffi.new("MillInfo *")
        if self._read_info(info) in (search.before, (0, 0)):
            return None
        lines = self._read_lines(search.game, info)
        return Progress(search.ticket, info.depth, info.nodes, info.time_ms, lines)

    def _limits(self, job: SearchJob, game: Game) -> Any:
        limits = job.limits
        moves = game.codes_of(limits.moves)
        is_limited = bool(limits.depth or limits.nodes or limits.time_ms)
        is_analysis = isinstance(job, Analyse)
        return self._ffi.new(
            "MillLimits *",
            {
                "ticket": job.ticket,
                "depth": limits.depth,
                "nodes": limits.nodes,
                "time_ms": limits.time_ms,
                "clock_ms": limits.clock_ms,
                "is_infinite": limits.is_infinite or (is_analysis and not is_limited),
                "line_count": self._lib.MILL_MOVES_MAX if is_analysis else 0,
                "searchmove_count": len(moves),
                "searchmoves": moves,
            },
        )

    def _set_options(self, wanted: dict[str, str]) -> None:
        error = new_error()
        for name, value in wanted.items():
            if self._set.get(name) == value:
                continue
            name_bytes, value_bytes = bytes_of(name, "an option"), option_value_bytes(value)
            check(self._lib.mill_engine_set_option(self._engine, name_bytes, value_bytes, error), error)
            self._set[name] = value

    def _follow(self, position: Position) -> Game:
        """The game of a position; continues the last one if it can."""
        last, game = self._position, self._game
        self._position = None  # until the moves have been played
        if last is None or last.rules != position.rules:
            self._lib.mill_engine_clear(self._engine)  # values of other rules
        is_continued = (
            last is not None
            and (last.rules, last.start) == (position.rules, position.start)
            and last.moves == position.moves[: len(last.moves)]
        )
        if game is None or last is None or not is_continued:
            game = Game(position.rules, position.start or None)
            known = 0
        else:
            known = len(last.moves)
        game.play(*position.moves[known:])
        self._game, self._position = game, position
        return game

    def _read_info(self, info: Any) -> tuple[int, int]:
        """Fill ``info``; return its nodes and time, which identify a state."""
        self._lib.mill_engine_info(self._engine, info)
        return info.nodes, info.time_ms

    def _read_lines(self, game: Game, info: Any) -> tuple[SearchLine, ...]:
        lines: list[SearchLine] = []
        for index in range(info.line_count):
            line = info.lines[index]
            moves = tuple(game.move_of(line.moves[place]) for place in range(line.length))
            if moves:
                lines.append(
                    SearchLine(moves[0], line.value, line.mate, line.depth, bool(line.is_proven), line.dtw, moves)
                )
        # A line searched later may have a better score than an earlier one.
        return tuple(sorted(lines, key=lambda line: -line.score))
