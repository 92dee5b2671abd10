"""A list row with a small board."""

from __future__ import annotations

from typing import Any

from kivy.properties import StringProperty

from sanmill.control.views.types import BoardView
from sanmill.ui.board.widget import BoardWidget

from .base import Tappable, load_kv


class SmallBoard(BoardWidget):
    """A small board without input."""


class BoardRow(Tappable):
    label = StringProperty()
    about = StringProperty()

    def __init__(self, view: BoardView, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.ids.board.show(view)


load_kv(__file__)
