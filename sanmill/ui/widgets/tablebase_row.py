"""The endgame tablebase of a rule set: status, build progress and actions."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from sanmill.control import intents
from sanmill.control.variants.tablebases import TablebaseView
from sanmill.ui import questions
from sanmill.ui.app_port import AppPort
from sanmill.ui.direction import BoxLayout

from . import pickers, review  # noqa: F401 - their bars are used by name
from .action_bar import commands
from .base import load_kv


class TablebaseRow(BoxLayout):
    """Follows the tablebase status while it is on a page."""

    title = StringProperty()
    words = StringProperty()
    about = StringProperty()
    done = NumericProperty(0)
    is_building = BooleanProperty(False)

    def __init__(self, app: AppPort, rules: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._app = app
        self._rules = rules
        self._view: TablebaseView | None = None
        app.bind(tablebase_news=self._follow)
        self._follow()

    def _follow(self, *_: Any) -> None:
        """Show the current status; stop following once removed from the page."""
        if self._view is not None and self.get_parent_window() is None:
            self._app.unbind(tablebase_news=self._follow)
            return
        view = self._app.controller.pages.tablebase(self._rules)
        if view == self._view:
            return
        say = self._app.say
        self._view = view
        self.title, self.words, self.about = say(view.title), say(view.words), say("endings.about")
        self.done, self.is_building = view.done or 0, view.done is not None
        self.ids.bar.show(
            [
                each._replace(run=partial(self._do, action.intent))
                for each, action in zip(commands(view.actions), view.actions)
            ]
        )

    def _do(self, intent: intents.Intent) -> None:
        if not isinstance(intent, intents.RemoveTablebase):
            self._app.send(intent)
            return
        rules = self._app.controller.pages.title_of(self._rules)
        self._app.nav.confirm(questions.DELETE_TABLEBASE, lambda: self._app.send(intent), rules=rules)


load_kv(__file__)
