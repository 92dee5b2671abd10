"""The page Perfect play: what is proven under some rules, and the tablebase that proves it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from sanmill.control.variants.intents import InspectTablebase
from sanmill.control.variants.tablebases import TablebaseView
from sanmill.ui import questions
from sanmill.ui.widgets import charts, review  # noqa: F401 - their widgets are used by name
from sanmill.ui.widgets.action_bar import commands
from sanmill.ui.widgets.base import load_kv
from sanmill.ui.widgets.page import Page

SUFFIXES = (".tablebase",)


class PerfectPage(Page):
    """The tablebase of its subject, which is that of a page of rules."""

    variant = StringProperty()
    proven = StringProperty()
    words = StringProperty()
    offers_file = BooleanProperty(False)
    can_add = BooleanProperty(False)
    done = NumericProperty(0)
    is_running = BooleanProperty(False)

    def show(self, view: TablebaseView) -> None:
        say, self._rules = self.app.say, view.rules
        self.variant, self.proven, self.words = say(view.title), say(view.proven), say(view.words)
        self.done, self.is_running = view.done or 0, view.done is not None
        chart = self.ids.chart
        chart.least, chart.most, chart.pieces = view.least, view.most, view.pieces
        chart.proves_placing = view.proves_placing
        self.offers_file, self.can_add = view.offers_file, view.can_add
        question = questions.REMOVE_TABLES if view.is_added else questions.DELETE_TABLEBASE
        self.ids.actions.show(
            [
                each._replace(run=partial(self._ask, question, each.run)) if each.is_destructive else each
                for each in commands(view.actions)
            ]
        )

    def _ask(self, question: questions.Question, run: Callable[[], object]) -> None:
        self.nav.confirm(question, run, rules=self.variant)

    def pick(self) -> None:
        rules = self._rules
        self.app.files.pick(SUFFIXES, lambda name, open_file: self.app.send(InspectTablebase(rules, name, open_file)))


load_kv(__file__)
