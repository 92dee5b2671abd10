"""A sheet for fast games in the background: their progress, then the result."""

from __future__ import annotations

from typing import ClassVar, Protocol

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from sanmill.control.intents import Intent
from sanmill.core.text.i18n import Text
from sanmill.ui.app_port import the_app

from .base import load_kv
from .sheet import Sheet


class GamesSheetView(Protocol):
    """The progress of games and their result."""

    @property
    def done(self) -> int: ...
    @property
    def games(self) -> int: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def words(self) -> Text | None: ...
    @property
    def detail(self) -> Text | None: ...


class GamesSheet(Sheet):
    """Shows games that were started with it and stops them when it closes."""

    begin: ClassVar[Intent]
    end: ClassVar[Intent]

    progress = NumericProperty(0)
    words = StringProperty()
    detail = StringProperty()
    note = StringProperty()
    again = StringProperty()  # label of the button once the games are over
    is_over = BooleanProperty(False)

    def show(self, view: GamesSheetView) -> None:
        say, count = the_app().say, min(view.done + 1, view.games)
        self.progress = view.done / view.games
        self.is_over = view.is_over
        self.words = say(view.words) if view.words else say("trial.progress", done=count, games=view.games)
        self.detail = say(view.detail) if view.detail else ""

    def press(self) -> None:
        the_app().send(self.begin if self.is_over else self.end)

    def close(self) -> None:
        the_app().send(self.end)
        super().close()


load_kv(__file__)
