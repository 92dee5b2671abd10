"""Where the board and the panel beside it stand on a screen that is wider than high."""

from __future__ import annotations

from typing import NamedTuple

from kivy.metrics import dp

EDGE = 4  # dp that the board keeps from the sides
BOARD_MOST, PANEL_MOST = 720, 440  # dp
BETWEEN, OUTSIDE = 8, 60  # dp from the board to the panel, and those a sheet may be wider than the panel


class Beside(NamedTuple):
    """The board's side, the panel's width, and what is free on either side of both."""

    board: float
    panel: float
    free: float


def beside(width: float, height: float) -> Beside:
    """The board first; the panel has what is left of it."""
    board = min(height - 2 * dp(EDGE), width * 0.62, dp(BOARD_MOST))
    panel = min(width - board - dp(2 * EDGE + BETWEEN), dp(PANEL_MOST))
    return Beside(board, panel, (width - board - panel - dp(2 * EDGE + BETWEEN)) / 2)


def over_panel(width: float, height: float, insets: list[float], is_right: bool) -> tuple[float, float]:
    """Where a sheet begins that covers the panel but nothing of the board, and how wide it is."""
    left, top, right, bottom = insets
    _, panel, free = beside(width - left - right, height - top - bottom)
    outside = free + dp(EDGE) + (right if is_right else left)
    wide = panel + min(outside, dp(OUTSIDE))
    return (width - outside - panel if is_right else outside + panel - wide, wide)
