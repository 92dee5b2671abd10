"""The exercise with coordinates: a board without letters, a question, names to choose from."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, StringProperty

from sanmill.control.coordinates.intents import AnswerPoint, StartCoordinates, StopCoordinates
from sanmill.control.coordinates.view import CoordinatesView, NameView
from sanmill.ui.board.widget import BoardWidget
from sanmill.ui.widgets.action_bar import Command
from sanmill.ui.widgets.base import Columns, load_kv
from sanmill.ui.widgets.page import Page


class CoordinatesBoard(BoardWidget):
    """The points to find or to name."""


class CoordinatesPage(Page):
    heading = StringProperty()
    detail = StringProperty()
    is_wrong = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.board = CoordinatesBoard()
        for touched in ("on_point", "on_key_point"):
            self.board.bind(**{touched: lambda _, point: self._answer(point)})
        self.ids.stage.add_widget(self.board)
        self._names = self.ids.names
        self._exercises = Columns()
        self.add_widget(self._exercises)
        self._is_naming = False
        self._asked = ""

    def _answer(self, point: str) -> None:
        """A touch of the board answers where a point has to be found."""
        if not self._is_naming:
            self.app.send(AnswerPoint(point))

    def show(self, view: CoordinatesView) -> None:
        say, send = self.app.say, self.app.send
        self.heading, self.detail, self.is_wrong = say(view.heading), say(view.detail), view.is_wrong
        self._is_naming = bool(view.names)
        self.board.show(view.board)
        self._names.show([self._name(each) for each in view.names])
        self._exercises.clear_widgets()
        for each in view.exercises:
            self._exercises.add_row(
                "play_arrow", say(each.title), partial(send, StartCoordinates(each.kind)), say(each.best)
            )
        is_running = not view.exercises
        self.set_foot(*([Command("close", say("coordinates.stop"), lambda: send(StopCoordinates()))] * is_running))
        if is_running and self.heading != self._asked:
            self.app.feedback.speak(self.heading)
        self._asked = self.heading

    def _name(self, view: NameView) -> Command:
        point = view.point
        return Command("", point, lambda: self.app.send(AnswerPoint(point)), is_enabled=not view.is_wrong)


load_kv(__file__)
