"""The week of the daily puzzle: a column for each day, with what became of its puzzle."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty

from sanmill.control.puzzles.view import DayView
from sanmill.core.progress.puzzle_progress import SHOWN, SOLVED
from sanmill.ui.app_port import the_app
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets.base import load_kv

ICONS = {SOLVED: "check", SHOWN: "visibility"}


class Day(BoxLayout):
    """A tick if it was solved, an eye if the solution was shown; today has a ring."""

    name = StringProperty()
    icon = StringProperty()
    is_solved = BooleanProperty(False)
    is_today = BooleanProperty(False)
    is_ahead = BooleanProperty(False)


class WeekStrip(BoxLayout):
    """Monday to Sunday."""

    def show(self, days: tuple[DayView, ...]) -> None:
        while len(self.children) > len(days):
            self.remove_widget(self.children[0])
        while len(self.children) < len(days):
            self.add_widget(Day())
        for widget, day in zip(reversed(self.children), days):
            widget.name, widget.icon = the_app().say(day.name), ICONS.get(day.how, "")
            widget.is_solved, widget.is_today, widget.is_ahead = day.how == SOLVED, day.is_today, day.is_ahead


load_kv(__file__)
