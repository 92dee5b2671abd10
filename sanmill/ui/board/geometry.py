"""Where the points of a board lie on the screen. Pure numbers; knows nothing of Kivy.

Everything is in pixels, y upwards, and whole pixels where lines run, so that they stay crisp.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from sanmill.core.game.model import Board

MARGIN = 0.3  # in steps, for the coordinates, besides the half step around the outer points
PIECE, PIECE_MAX = 0.40, 0.075  # radius in steps, and never more than this part of the side
REACH = 0.75  # in steps: how far from a point a finger still means it


@dataclass(frozen=True)
class Geometry:
    board: Board
    left: float
    bottom: float
    side: float
    is_flipped: bool = False
    piece_size: float = 1.0  # times the usual one
    thickness: float = 1.0  # of lines, times the usual one

    @property
    def cells(self) -> int:
        """Points in a full row."""
        return self.board.cells

    @cached_property
    def step(self) -> float:
        """From one grid line to the next."""
        return math.floor(self.side / (self.cells + MARGIN))

    @property
    def radius(self) -> float:
        """Of a piece."""
        return min(PIECE * self.step, PIECE_MAX * self.side) * self.piece_size

    @property
    def line_width(self) -> int:
        """Of the board's lines, in whole pixels."""
        return max(1, math.ceil(self.side / 260 * self.thickness))

    @cached_property
    def _start(self) -> tuple[int, int]:
        """The middle of the first cell."""
        inset = (self.side - (self.cells - 1) * self.step) / 2
        return (round(self.left + inset), round(self.bottom + inset))

    @cached_property
    def _places(self) -> dict[str, tuple[float, float]]:
        return {point.name: self.place(point.file, point.rank) for point in self.board.points}

    def place(self, file: float, rank: float) -> tuple[float, float]:
        """The middle of a grid cell."""
        if self.is_flipped:
            file, rank = self.cells - 1 - file, self.cells - 1 - rank
        return (self._start[0] + file * self.step, self._start[1] + rank * self.step)

    def at(self, name: str) -> tuple[float, float]:
        """Where a point lies."""
        return self._places[name]

    def nearest(self, x: float, y: float, reach: float = REACH) -> str:
        """The point a touch means; empty when none is near enough."""
        distance, name = min((math.dist(self.at(point.name), (x, y)), point.name) for point in self.board.points)
        return name if distance <= reach * self.step else ""

    def edges(self) -> list[tuple[str, str]]:
        """Neighbours that a line joins, each pair once."""
        return [(point.name, other) for point in self.board.points for other in point.neighbours if point.name < other]

    def towards(self, name: str, dx: int, dy: int) -> str:
        """The next point in a direction, for arrow keys; empty at the edge."""
        x, y = self.at(name)
        best: tuple[float, str] = (math.inf, "")
        for point in self.board.points:
            px, py = self.at(point.name)
            ahead, aside = (px - x) * dx + (py - y) * dy, abs((px - x) * dy) + abs((py - y) * dx)
            if ahead > 0 and aside <= 2 * ahead:
                best = min(best, (ahead + 2.5 * aside, point.name))
        return best[1]
