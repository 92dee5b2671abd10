"""A card with a small board beside its words, or above them on tablets."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from sanmill.control.views.types import BoardView
from sanmill.ui.board import widget  # noqa: F401 - its class is used by name

from . import portrait  # noqa: F401 - its class is used by name
from .base import Tappable, load_kv


class BoardCard(Tappable):
    title = StringProperty()
    caption = StringProperty()
    words = StringProperty()
    accent = StringProperty()
    level = NumericProperty(0)  # of the opponent with a portrait; 0 without
    is_done = BooleanProperty(False)
    is_tall = BooleanProperty(False)  # the board above the words in any case
    is_stacked = BooleanProperty(False)  # so, or because beside it long words would be broken
    board_size = NumericProperty("120dp")
    needed = NumericProperty(0)  # height that fits the content
    min_height = NumericProperty(0)

    def show_board(self, view: BoardView) -> None:
        self.ids.board.show(view)


load_kv(__file__)
