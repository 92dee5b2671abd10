"""A game: its rules, position, legal moves and history, all by the engine.

A game is used by one thread at a time.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from sanmill.core.game.model import Board, Content, GameState, Line, LineKind, Point, Reason, Result, Side
from sanmill.core.game.move import Move

from .abi import load
from .errors import EngineError, Status
from .rules import bytes_of, check, new_error, owned, refusal_names, rules, text_of

PERFT_DEPTH_MAX = 64


class Game:
    """A game from the start position of its rules or from a FEN, with undo and redo."""

    def __init__(self, rules: str = "nine_mens_morris", position: str | None = None) -> None:
        """Rules are a variant's name, changes like ``PiecesCount=12 MayFly=false``, or a name and then changes."""
        lib = load().lib
        self._adopt(owned(lib.mill_game_new, lib.mill_game_free, bytes_of(rules, "a set of rules")))
        if position is not None:
            self.set_up(position)
        self.board = self._read_board()

    def _adopt(self, game: Any) -> None:
        self._ffi, self._lib = load()
        self._game = game

    def copy(self) -> Game:
        """An independent copy with the same history."""
        copied = self._lib.mill_game_copy(self._game)
        if copied == self._ffi.NULL:
            raise EngineError("out of memory", Status.NO_MEMORY)
        twin = Game.__new__(Game)
        twin._adopt(self._ffi.gc(copied, self._lib.mill_game_free))
        twin.board = self.board
        return twin

    def __repr__(self) -> str:
        return f"Game({self.rules_text!r}, {self.position!r})"

    def set_up(self, position: str) -> None:
        """Start a new game from a FEN. An error leaves the game unchanged."""
        error = new_error()
        check(self._lib.mill_game_set_position(self._game, bytes_of(position, "a position"), error), error)

    def legal(self) -> tuple[Move, ...]:
        """The legal moves; none when the game is over."""
        return tuple(map(self.move_of, self._legal_codes()))

    def _legal_codes(self) -> list[int]:
        moves = self._ffi.new("uint16_t[]", self._lib.MILL_MOVES_MAX)
        count = self._lib.mill_game_legal(self._game, moves)
        return list(moves[0:count])

    def codes_of(self, moves: Iterable[Move]) -> list[int]:
        """The numbers by which the engine knows legal moves."""
        codes = dict(zip(self.legal(), self._legal_codes()))
        return [codes[move] for move in moves]

    def move_of(self, code: int) -> Move:
        return Move(self._written(self._lib.mill_move_text, code, size=self._lib.MILL_MOVE_TEXT_MAX))

    def play(self, *moves: str) -> None:
        """Play ``d6``, ``a4-a7``, ``xd6``, or several joined: ``a4-a7xd6``. An illegal one raises an EngineError."""
        error = new_error()
        for move in moves:
            check(self._lib.mill_game_play(self._game, bytes_of(move, "a move"), error), error)

    def refusal(self, move: str) -> str:
        """Why a single move is illegal: one of ``refusal_names``, ``none`` for a legal move."""
        return refusal_names()[int(self._lib.mill_game_refusal(self._game, bytes_of(move, "a move")))]

    def undo(self, count: int = 1) -> bool:
        """Undo the last moves; false when there are fewer."""
        return all(self._lib.mill_game_undo(self._game) for _ in range(count))

    def redo(self) -> bool:
        """Redo the last undone move; false when there is none."""
        return bool(self._lib.mill_game_redo(self._game))

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves played, oldest first."""
        return self._moves(0, self._look().ply)

    @property
    def future(self) -> tuple[Move, ...]:
        """The undone moves, in the order in which redo plays them."""
        view = self._look()
        return self._moves(view.ply, view.length)

    @property
    def position(self) -> str:
        return self._written(self._lib.mill_game_position)

    @property
    def rules_text(self) -> str:
        """The rules as the name of a variant and changes to it."""
        return self._written(self._lib.mill_game_rules)

    def rule(self, name: str) -> int:
        index = _rule_indices().get(name.lower()) if isinstance(name, str) else None
        if index is None:
            raise EngineError(f"no rule is called {name!r}")
        return int(self._lib.mill_game_rule(self._game, index))

    @property
    def side(self) -> Side:
        return Side(self._look().side)

    @property
    def result(self) -> Result | None:
        return _result_of(self._look())

    @property
    def view(self) -> GameState:
        view = self._look()
        in_mills = view.in_mills[Side.WHITE] | view.in_mills[Side.BLACK]
        return GameState(
            contents=tuple(Content(view.points[index]) for index in range(len(self.board.points))),
            on_board=(view.on_board[Side.WHITE], view.on_board[Side.BLACK]),
            in_hand=(view.in_hand[Side.WHITE], view.in_hand[Side.BLACK]),
            pending_removals=(view.pending_removals[Side.WHITE], view.pending_removals[Side.BLACK]),
            may_fly=(bool(view.flies[Side.WHITE]), bool(view.flies[Side.BLACK])),
            in_mills=frozenset(point.name for index, point in enumerate(self.board.points) if in_mills >> index & 1),
            side=Side(view.side),
            is_placing=bool(view.is_placing),
            may_place=bool(view.may_place),
            may_move=bool(view.may_move),
            result=_result_of(view),
            quiet=view.quiet,
            quiet_limit=view.quiet_limit,
            turn=view.turn,
            occurrences=view.occurrences,
            ply=view.ply,
            length=view.length,
            key=view.key,
            symmetric_key=view.symmetric_key,
        )

    def drawing(self) -> str:
        return self._written(self._lib.mill_game_drawing)

    def perft(self, depth: int) -> int:
        if not isinstance(depth, int) or not 0 <= depth <= PERFT_DEPTH_MAX:
            raise EngineError(f"perft takes a depth of 0 to {PERFT_DEPTH_MAX}, not {depth!r}")
        return int(self._lib.mill_game_perft(self._game, depth))

    @property
    def handle(self) -> Any:
        """The C game, valid as long as this object."""
        return self._game

    def _look(self) -> Any:
        view = self._ffi.new("MillView *")
        self._lib.mill_game_view(self._game, view)
        return view

    def _moves(self, first: int, end: int) -> tuple[Move, ...]:
        write, size = self._lib.mill_game_move, self._lib.MILL_MOVE_TEXT_MAX
        return tuple(Move(self._written(write, index, size=size)) for index in range(first, end))

    def _written(self, write: Any, *arguments: int, size: int = 0) -> str:
        text = self._ffi.new("char[]", size or self._lib.MILL_TEXT_MAX)
        write(self._game, *arguments, text, len(text))
        return text_of(text)

    def _read_board(self) -> Board:
        board = self._ffi.new("MillBoard *")
        self._lib.mill_game_board(self._game, board)
        return _board_of(bytes(self._ffi.buffer(board)))


@lru_cache(maxsize=16)
def _board_of(written: bytes) -> Board:
    """A board from its C struct; equal boards share one object."""
    board = load().ffi.from_buffer("MillBoard *", written)
    names = [text_of(board.names[index]) for index in range(board.point_count)]
    points = tuple(
        Point(
            name,
            board.files[index],
            board.ranks[index],
            tuple(other for bit, other in enumerate(names) if board.neighbours[index] >> bit & 1),
        )
        for index, name in enumerate(names)
    )
    lines = tuple(
        Line((names[first], names[middle], names[last]), LineKind(kind))
        for first, middle, last, kind in (board.lines[index] for index in range(board.line_count))
    )
    return Board(points, lines)


def _result_of(view: Any) -> Result | None:
    lib = load().lib
    outcome = text_of(lib.mill_outcome_name(view.outcome))
    if outcome == "none":
        return None
    winner = None if outcome == "draw" else Side[outcome.upper()]
    return Result(winner, Reason(text_of(lib.mill_reason_name(view.reason))))


@lru_cache(maxsize=1)
def _rule_indices() -> dict[str, int]:
    return {rule.name.lower(): index for index, rule in enumerate(rules())}
