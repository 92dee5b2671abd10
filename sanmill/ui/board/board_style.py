"""The user's settings of the board other than colours."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class BoardStyle:
    pieces: str = "marked"  # their style
    piece_size: float = 1.0  # relative to the default
    line_width: float = 1.0
    has_targets: bool = True
    has_last_move: bool = True
    motion: float = 1.0  # factor on durations; 0 disables animation
    may_drag: bool = True
    may_draw: bool = True  # by a long press
