"""The openings by name: what is known of each, what is due, and the side that is practiced."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from sanmill.control.openings.intents import ChooseSide, PracticeOpening, StartDrills
from sanmill.control.openings.view import OpeningsView, OpeningView
from sanmill.ui.board.shapes import Box
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets.action_bar import Command
from sanmill.ui.widgets.base import Chips, Columns, PaintedWidget, load_kv
from sanmill.ui.widgets.board_row import BoardRow
from sanmill.ui.widgets.page import Page
from sanmill.ui.widgets.setting_rows import Note

GAP = 3  # dp between two boxes


class BoxBar(PaintedWidget):
    """The boxes of spaced repetition in a row; those passed are filled."""

    boxes = NumericProperty(0)
    box = NumericProperty(0)
    palette = ObjectProperty(None, allownone=True)
    painted = ("boxes", "box", "palette")

    def paint(self) -> None:
        if self.palette is None or not self.boxes:
            return
        width = (self.width - dp(GAP) * (self.boxes - 1)) / self.boxes
        for number in range(int(self.boxes)):
            x = self.along(self.x + number * (width + dp(GAP)), width)
            self.canvas.add(Color(*(self.palette.primary if number < self.box else self.palette.divider)))
            self.canvas.add(Box(pos=(x, self.y), size=(width, self.height), radius=[self.height / 2]))


class Known(BoxLayout):
    """How far an opening is known, and when it comes back."""

    when = StringProperty()
    is_due = BooleanProperty(False)
    box = NumericProperty(0)
    boxes = NumericProperty(0)


class DrillRow(BoardRow):
    """An opening; a tap practices it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.known = Known()
        self.ids.lines.add_widget(self.known)


class OpeningsPage(Page):
    """Its rows are made once for a language: only what is known changes."""

    _lang = ""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._rows: dict[str, DrillRow] = {}
        self._sides = Chips()
        self._sides.bind(on_choose=lambda _, side: self.app.send(ChooseSide(side)))
        self._words, self._about, self._list = Note(), Note(), Columns()
        for widget in (self._sides, self._words, self._list, self._about):
            self.add_widget(widget)

    def show(self, view: OpeningsView) -> None:
        super().show(view)
        say = self.app.say
        if self.app.lang != self._lang:
            self._lang = self.app.lang
            self._make(view)
        self._sides.choices = [(side, say(name)) for side, name in view.sides]
        self._sides.value = view.side
        self._words.text, self._about.text = say(view.words), say("openings.about")
        for opening in view.openings:
            self._show_known(opening, view.boxes)
        practice = Command(
            "play_arrow", say("openings.practice", count=view.due), lambda: self.app.send(StartDrills()), is_on=True
        )
        self.set_foot(*([practice] if view.due else []))

    def _make(self, view: OpeningsView) -> None:
        say = self.app.say
        self._list.clear_widgets()
        for opening in view.openings:
            row = DrillRow(label=say(opening.title), about=say(opening.about), view=opening.board)
            row.bind(on_release=lambda _, name=opening.name: self.app.send(PracticeOpening(name)))
            self._rows[opening.name] = row
            self._list.add_widget(row)

    def _show_known(self, opening: OpeningView, boxes: int) -> None:
        row, when = self._rows[opening.name], self.app.say(opening.when)
        row.known.when, row.known.is_due = when, opening.is_due
        row.known.box, row.known.boxes = opening.box, boxes
        row.spoken = ", ".join((row.label, when))


load_kv(__file__)
