"""A game in progress: its information and its cursor. ``session_file`` saves it."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.engine.messages import Position

from .cursor import Cursor
from .game_info import FRIEND, GameInfo, Player

CLOCK_SAVED = 10  # seconds between two savings of a clock that runs


class Session:
    """A game that can be played, undone, looked through and annotated."""

    def __init__(
        self, mode: str, rules: str, players: tuple[Player, Player], *, start: str = "", is_rated: bool = False
    ) -> None:
        self.cursor = Cursor(rules, start)
        self.info = GameInfo(mode, self.cursor.rules, players, self.cursor.start, is_rated)  # as the engine writes them
        self.unconfirmed: int | None = None  # the ply at which the turn awaiting confirmation began
        self.is_flipped = False

    @property
    def is_unconfirmed(self) -> bool:
        return self.unconfirmed is not None

    @property
    def is_over(self) -> bool:
        is_ended = self.info.termination is not None or self.cursor.present.result is not None
        return is_ended and not self.is_unconfirmed

    @property
    def winner(self) -> Side | None:
        termination, result = self.info.termination, self.cursor.present.result
        if termination:
            return None if termination.loser is None else termination.loser.other
        return result.winner if result else None

    @property
    def reason(self) -> str:
        """Why the game ended, by the rules or outside them; empty while it is in progress."""
        termination, result = self.info.termination, self.cursor.present.result
        return termination.kind if termination else result.reason.value if result else ""

    @property
    def full_moves(self) -> int:
        """The length of the game as players count it: a turn of each side is one."""
        return full_moves(self.cursor.played)

    @property
    def can_be_reviewed(self) -> bool:
        """Whether there are moves to review; a rated game, or one with a friend, has to be over."""
        is_serious = self.info.is_rated or self.info.mode == FRIEND
        return self.cursor.game_ply > 1 and (self.is_over or not is_serious)

    def position_at(self, ply: int) -> Position:
        """The line shown up to a ply, for the engine."""
        return Position(self.info.rules, self.cursor.line[:ply], self.info.start)

    @property
    def position(self) -> Position:
        """The game up to the present, for the engine."""
        return Position(self.info.rules, self.cursor.played, self.info.start)

    def play(self, move: str) -> None:
        """Play a move at the cursor; the game goes on from there."""
        self.cursor.play(move)
        self.info.termination = self.unconfirmed = None

    def rewind(self, ply: int) -> None:
        """Undo or redo to a ply of the main line; the game goes on from there."""
        self.cursor.rewind(ply)
        self.info.termination = self.unconfirmed = None

    def await_confirmation(self) -> None:
        """Make the turn played last wait for confirmation, once it is complete."""
        cursor, state = self.cursor, self.cursor.present
        mover = cursor.mainline.states[cursor.game_ply - 1].side
        if state.side is not mover or not any(state.pending_removals) or state.result is not None:
            self.unconfirmed = cursor.turn_before(cursor.game_ply, frozenset({mover}))

    def reject_turn(self) -> None:
        """Remove the unconfirmed turn from the tree."""
        if self.unconfirmed is not None:
            ply = self.unconfirmed
            self.rewind(ply)
            self.cursor.show(ply + 1)
            self.cursor.delete_for_good()

    def copy(self) -> Session:
        """The same game, at its present."""
        info, cursor = self.info, self.cursor
        copied = Session(info.mode, info.rules, info.players, start=info.start)
        copied.cursor.adopt(cursor.tree.copy(), cursor.mainline.moves)
        copied.cursor.rewind(cursor.game_ply)
        copied.cursor.mainline.values.update(cursor.mainline.values)
        copied.info, copied.unconfirmed, copied.is_flipped = deepcopy(info), self.unconfirmed, self.is_flipped
        return copied

    def rematch(self, players: tuple[Player, Player]) -> Session:
        """The same game from its start with these players."""
        info = self.info
        session = Session(info.mode, info.rules, players, start=info.start, is_rated=info.is_rated)
        session.info.counts = info.counts or not info.start
        session.is_flipped = self.is_flipped
        return session

    @property
    def record_stamp(self) -> tuple[object, ...]:
        """Differs when the record of the game does."""
        info, cursor = self.info, self.cursor
        moves, ply = cursor.mainline.moves, cursor.game_ply
        return (info.name, info.title, info.is_saved, cursor.edits, moves, ply, info.termination)

    @property
    def stamp(self) -> tuple[object, ...]:
        """Differs when there is something new to save."""
        values = tuple(self.cursor.mainline.values.items())
        clock = self.info.clock
        left = clock.stamp(CLOCK_SAVED) if clock else ()
        marks = (self.is_flipped, self.info.is_undone, self.info.is_helped)
        return (*self.record_stamp, self.unconfirmed, marks, values, left)


def full_moves(played: Sequence[str]) -> int:
    """How many turns of each side some moves are."""
    return (sum(not Move(move).is_removal for move in played) + 1) // 2
