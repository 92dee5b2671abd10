"""What of a board is shown, and how fast it moves: what the user sets, beside the colours."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Looks:
    """The marks that are drawn, the speed of motion, the ways to move a piece."""

    has_marks: bool = True  # on the pieces
    has_targets: bool = True
    has_last_move: bool = True
    motion: float = 1.0  # times the usual seconds; 0 is none
    may_drag: bool = True
