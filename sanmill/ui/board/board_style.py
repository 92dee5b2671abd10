"""What of a board is shown, and how fast it moves: what the user sets, beside the colours."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class BoardStyle:
    """The style of the pieces, sizes, the marks that are drawn, the speed of motion, the ways to move a piece."""

    pieces: str = "marked"  # their style
    piece_size: float = 1.0  # times the usual one
    line_width: float = 1.0
    has_targets: bool = True
    has_last_move: bool = True
    motion: float = 1.0  # times the usual seconds; 0 is none
    may_drag: bool = True
