"""Moves and turns in notation. A move is one ply; a turn is a move with its removals. Knows no rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from .model import Side


class MoveKind(Enum):
    """The notation does not tell a fly from a slide."""

    PLACE = "place"
    SLIDE = "slide"
    REMOVE = "remove"


class Move(str):
    """One ply: ``d6`` places, ``a4-a7`` slides or flies, ``xd6`` removes."""

    __slots__ = ()

    @property
    def kind(self) -> MoveKind:
        if self.is_removal:
            return MoveKind.REMOVE
        return MoveKind.SLIDE if "-" in self else MoveKind.PLACE

    @property
    def is_removal(self) -> bool:
        return self.startswith("x")

    @property
    def start(self) -> str:
        """The point a slide leaves; empty for other moves."""
        return self.partition("-")[0] if "-" in self else ""

    @property
    def end(self) -> str:
        """Where a piece arrives or is removed; empty for an empty move."""
        return self.removeprefix("x").rpartition("-")[2]

    @property
    def points(self) -> tuple[str, ...]:
        """The points of the move in the order in which a player touches them."""
        return tuple(filter(None, (self.start, self.end)))


@dataclass(frozen=True)
class Turn:
    """A move of one side and the removals it made right after it."""

    side: Side
    ply: int  # of its first move
    moves: tuple[Move, ...]

    def __str__(self) -> str:
        return "".join(self.moves)

    @property
    def end(self) -> int:
        """The ply after its last move."""
        return self.ply + len(self.moves)


def moves_in(turn: str) -> tuple[Move, ...]:
    """The moves of a turn that is written joined: ``a4-a7xd2``."""
    first, *removed = turn.split("x")
    return (Move(first), *(Move(f"x{point}") for point in removed))


def split_turns(moves: Sequence[str], sides: Sequence[Side]) -> Iterator[Turn]:
    """Split a line into turns; ``sides`` names the side that makes each move."""
    start = 0
    while start < len(moves):
        end = start + 1
        while end < len(moves) and sides[end] is sides[start] and Move(moves[end]).is_removal:
            end += 1
        yield Turn(sides[start], start, tuple(map(Move, moves[start:end])))
        start = end
