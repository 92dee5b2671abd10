"""Positions written as FEN. Reading is the engine's business."""

from __future__ import annotations

from collections.abc import Sequence

from .model import Content, Side

LETTERS = "*O@X"  # in the order of Content
FIELDS = 17  # of a complete FEN; readers ignore what follows
RING = 8  # points between two slashes


def write_fen(contents: Sequence[Content], side: Side, in_hand: Sequence[int] = (0, 0), *, quiet: int = 0) -> str:
    """A position without pending removals. ``contents`` follows the points of the board."""
    letters = "".join(LETTERS[content] for content in contents)
    board = "/".join(letters[start : start + RING] for start in range(0, len(letters), RING))
    phase = "p p" if any(in_hand) else "m s"
    counts = " ".join(f"{list(contents).count(each.piece)} {in_hand[each]}" for each in Side)
    return f"{board} {'wb'[side]} {phase} {counts} 0 0 0 0 0 0 0 {quiet} 1"
