"""The page Perfect play: what is proven under some rules, and the tablebase that proves it."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from sanmill.control.intents import Intent
from sanmill.control.variants import intents
from sanmill.control.variants.tablebases import TablebaseView
from sanmill.ui import questions
from sanmill.ui.widgets import charts, review  # noqa: F401 - their widgets are used by name
from sanmill.ui.widgets.action_bar import commands
from sanmill.ui.widgets.base import load_kv
from sanmill.ui.widgets.page import PulledPage

SUFFIXES = (".tablebase",)


class PerfectPage(PulledPage):
    """Follows the tablebase of its subject, which is that of a page of rules."""

    variant = StringProperty()
    proven = StringProperty()
    words = StringProperty()
    add = StringProperty()  # the label of the row that picks a file; empty without one
    can_add = BooleanProperty(False)
    done = NumericProperty(0)
    is_running = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._rules = self.app.controller.pages.rules(self.subject).rules
        self._view: TablebaseView | None = None
        self.app.bind(tablebase_news=self._follow)

    def leave(self) -> None:
        """A message about a file that was not added has been read."""
        self.app.unbind(tablebase_news=self._follow)
        if self._view and self._view.has_failed:
            self.app.send(intents.DropTablebase())
        super().leave()

    def fill(self) -> None:
        self._view = None
        self._follow()

    def _follow(self, *_: Any) -> None:
        view = self.app.controller.pages.tablebase(self._rules)
        if view == self._view:
            return
        say = self.app.say
        self._view = view
        self.variant, self.proven, self.words = say(view.title), say(view.proven), say(view.words)
        self.done, self.is_running = view.done or 0, view.done is not None
        chart = self.ids.chart
        chart.least, chart.most, chart.pieces = view.least, view.most, view.pieces
        chart.proves_placing = view.proves_placing
        picks = [action for action in view.actions if isinstance(action.intent, intents.PickTablebase)]
        self.add = say(picks[0].label) if picks else ""
        self.can_add = bool(picks and picks[0].is_enabled)
        others = [action for action in view.actions if action not in picks]
        shown = [each._replace(run=partial(self._do, action.intent)) for each, action in zip(commands(others), others)]
        self.ids.actions.show(shown)

    def _do(self, intent: Intent) -> None:
        if isinstance(intent, intents.RemoveTablebase):
            question = questions.REMOVE_TABLES if self._view and self._view.is_added else questions.DELETE_TABLEBASE
            self.nav.confirm(question, lambda: self.app.send(intent), rules=self.variant)
        else:
            self.app.send(intent)

    def pick(self) -> None:
        """Let the user pick a file to add."""
        rules = self._rules
        self.app.files.pick(
            SUFFIXES, lambda name, open_file: self.app.send(intents.InspectTablebase(rules, name, open_file))
        )


load_kv(__file__)
