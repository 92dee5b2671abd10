"""The engine's search: a command in, an answer out.

One thread owns a searcher and thinks with it; stop and peek may come from any other. While C thinks, Python goes on.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from sanmill.core.move import Move

from .abi import load
from .errors import EngineError
from .game import Game
from .messages import Analyse, AnalysisDone, Command, Line, MoveChosen, Progress, Situation, Think
from .options import options
from .rules import bytes_of, check, new_error, text_of

NO_MOVE = 65535
# An analysis judges every move as well as it can, whatever the machine's strength and taste.
ONLY_FOR_PLAY = frozenset({"level", "style", "algorithm", "multipv"})


class _Question(NamedTuple):
    """What is being thought about, and what a look at the engine showed before it began."""

    ticket: int
    game: Game
    before: tuple[int, int]


class Searcher:
    """Thinks about one command at a time and remembers what it learned for the next."""

    def __init__(self, tables: Path | None = None) -> None:
        """``tables`` is a folder of endgame tables to ask unless a command names another."""
        self._ffi, self._lib = load()
        engine = self._lib.mill_engine_new()
        if engine == self._ffi.NULL:
            raise EngineError("there is no memory for an engine")
        self._engine = self._ffi.gc(engine, self._lib.mill_engine_free)
        self._standard = {option.name.lower(): option.standard for option in options()}
        self._set = dict(self._standard)
        if tables is not None:
            self._standard["tablepath"] = str(tables)
        self._situation: Situation | None = None
        self._game: Game | None = None
        self._question: _Question | None = None

    def think(self, command: Command) -> MoveChosen | AnalysisDone:
        """The answer to a command. Options it does not name have their standard value."""
        is_analysis = isinstance(command, Analyse)
        wanted = {name.lower(): value for name, value in command.options}
        if is_analysis:
            wanted = {name: value for name, value in wanted.items() if name not in ONLY_FOR_PLAY}
        self._set_options({**self._standard, **wanted})
        game = self._follow(command.situation)
        info = self._ffi.new("MillInfo *")
        self._question = _Question(command.ticket, game, self._look(info))
        try:
            move = self._lib.mill_engine_search(self._engine, game.handle, self._limits(command), info)
        finally:
            self._question = None
        lines = self._read_lines(game, info)
        if isinstance(command, Think):
            chosen = Move() if move == NO_MOVE else self._move(game, move)
            return MoveChosen(command.ticket, chosen, lines, info.nodes, info.time_ms)
        return AnalysisDone(command.ticket, lines, info.depth)

    def stop(self, ticket: int) -> None:
        """End the command with this ticket and every older one, also one that has not begun. From any thread."""
        self._lib.mill_engine_stop(self._engine, ticket)

    def peek(self) -> Progress | None:
        """What is known so far of the command being thought about; nothing before the first depth. From any thread."""
        question = self._question
        info = self._ffi.new("MillInfo *")
        if question is None or self._look(info) in (question.before, (0, 0)):
            return None
        lines = self._read_lines(question.game, info)
        return Progress(question.ticket, info.depth, info.nodes, info.time_ms, lines)

    # Asking.

    def _limits(self, command: Command) -> Any:
        limits = command.limits
        is_limited = bool(limits.depth or limits.nodes or limits.time_ms)
        is_analysis = isinstance(command, Analyse)
        return self._ffi.new(
            "MillLimits *",
            {
                "ticket": command.ticket,
                "depth": limits.depth,
                "nodes": limits.nodes,
                "time_ms": limits.time_ms,
                "is_infinite": limits.is_infinite or (is_analysis and not is_limited),
                "line_count": self._lib.MILL_MOVES_MAX if is_analysis else 0,
            },
        )

    def _set_options(self, wanted: dict[str, str]) -> None:
        error = new_error()
        for name, value in wanted.items():
            if self._set.get(name) == value:
                continue
            if "\0" in value:
                raise EngineError(f"{name} has a value that the engine does not read")
            name_bytes = bytes_of(name, "an option")
            check(self._lib.mill_engine_set_option(self._engine, name_bytes, value.encode(), error), error)
            self._set[name] = value

    def _follow(self, situation: Situation) -> Game:
        """The game as it stands; what is known of it already is not played again."""
        last, game = self._situation, self._game
        self._situation = None  # until it is known to be right
        if last is None or last.rules != situation.rules:
            self._lib.mill_engine_clear(self._engine)  # what is true under other rules
        is_continued = (
            last is not None
            and (last.rules, last.start) == (situation.rules, situation.start)
            and last.moves == situation.moves[: len(last.moves)]
        )
        if game is None or last is None or not is_continued:
            game = Game(situation.rules, situation.start or None)
            known = 0
        else:
            known = len(last.moves)
        for move in situation.moves[known:]:
            game.play(move)
        self._game, self._situation = game, situation
        return game

    # Reading.

    def _look(self, info: Any) -> tuple[int, int]:
        """Fills the info; nodes and time tell one moment from another."""
        self._lib.mill_engine_info(self._engine, info)
        return info.nodes, info.time_ms

    def _read_lines(self, game: Game, info: Any) -> tuple[Line, ...]:
        lines: list[Line] = []
        for index in range(info.line_count):
            line = info.lines[index]
            moves = tuple(self._move(game, line.moves[place]) for place in range(line.length))
            if moves:
                lines.append(Line(moves[0], line.value, line.mate, line.depth, bool(line.is_proven), line.dtw, moves))
        # Lines are searched one by one; a later one may turn out better than an earlier one was thought to be.
        return tuple(sorted(lines, key=lambda line: -line.score))

    def _move(self, game: Game, move: int) -> Move:
        text = self._ffi.new("char[]", self._lib.MILL_MOVE_TEXT_MAX)
        self._lib.mill_move_text(game.handle, move, text, len(text))
        return Move(text_of(text))
