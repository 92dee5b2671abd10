"""A picture of the whole game: a small board for each turn, drawn one per frame so that the app goes on meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any

from kivy.clock import Clock
from kivy.properties import StringProperty

from sanmill.control.share.turns import SharedTurn
from sanmill.core import png
from sanmill.ui import background
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets.base import load_kv

CELL = (220, 262)  # pixels, whatever the screen
COLUMNS = 6
FRAMES = 2  # until a board is laid out


class TurnCard(BoxLayout):
    """The board after a turn, with the turn above it; drawn off-screen."""

    words = StringProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), size=CELL, **kwargs)

    def show(self, turn: SharedTurn) -> None:
        self.words = turn.words
        self.ids.board.show(turn.board)


class Strip:
    """Draws the turns and hands out the picture."""

    def __init__(self, turns: Sequence[SharedTurn], then: Callable[[bytes], None]) -> None:
        self._turns = list(turns)
        self._then = then
        self._card = TurnCard()
        self._cells: list[bytes] = []
        self._frames = 0
        self._event = Clock.schedule_interval(self._draw, 0)

    def stop(self) -> None:
        self._event.cancel()

    def _draw(self, _seconds: float) -> None:
        """Show the next turn, or draw the one shown once it is laid out."""
        if self._frames == 0:
            self._card.show(self._turns[len(self._cells)])
        self._frames += 1
        if self._frames <= FRAMES:
            return
        self._frames = 0
        self._cells.append(self._card.export_as_image().texture.pixels)
        if len(self._cells) == len(self._turns):
            self.stop()
            background.run(lambda: joined(self._cells), self._then, lambda error: None)


def joined(cells: Sequence[bytes]) -> bytes:
    """One picture of cells in rows, as PNG; the last row is filled with the colour of the first pixel."""
    columns = min(COLUMNS, len(cells))
    width, height = CELL
    empty = cells[0][:4] * (width * height)
    lines = []
    for row in zip_longest(*[iter(cells)] * columns, fillvalue=empty):
        for start in range(0, width * height * 4, width * 4):
            lines += [cell[start : start + width * 4] for cell in row]
    return png.encode(columns * width, -(-len(cells) // columns) * height, b"".join(lines))


load_kv(__file__)
