"""The two-column layout of wide screens: the board, and a panel next to it."""

from __future__ import annotations

from typing import NamedTuple

from kivy.metrics import dp

EDGE = 4  # dp from the board to the edge of the screen
BOARD_MAX, PANEL_MAX = 720, 440  # dp
BETWEEN, OUTSIDE = 8, 60  # dp between board and panel, and by which a sheet may be wider than the panel


class SplitLayout(NamedTuple):
    """Side of the board, width of the panel, margin on either side of both."""

    board: float
    panel: float
    margin: float


def split(width: float, height: float) -> SplitLayout:
    """Give the board its size first and the panel the rest."""
    board = min(height - 2 * dp(EDGE), width * 0.62, dp(BOARD_MAX))
    panel = min(width - board - dp(2 * EDGE + BETWEEN), dp(PANEL_MAX))
    return SplitLayout(board, panel, (width - board - panel - dp(2 * EDGE + BETWEEN)) / 2)


def over_panel(width: float, height: float, insets: list[float], is_right: bool) -> tuple[float, float]:
    """Return x and width of a sheet that covers the panel and nothing of the board."""
    left, top, right, bottom = insets
    _, panel, margin = split(width - left - right, height - top - bottom)
    outside = margin + dp(EDGE) + (right if is_right else left)
    wide = panel + min(outside, dp(OUTSIDE))
    return (width - outside - panel if is_right else outside + panel - wide, wide)
