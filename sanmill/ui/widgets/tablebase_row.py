"""The row that leads to the page Perfect play of a rule set and says what is proven."""

from __future__ import annotations

from typing import Any

from sanmill.control.routes import Kind, Route
from sanmill.ui.app_port import AppPort

from .base import Row


class TablebaseRow(Row):
    """Follows the tablebase status while it is on a page."""

    def __init__(self, app: AppPort, rules: str, **kwargs: Any) -> None:
        super().__init__(icon="insights", label=app.say("perfect.title"), **kwargs)
        self._app = app
        self._rules = rules
        app.bind(tablebase_news=self._follow)
        self._follow()

    def on_release(self) -> None:
        self._app.nav.go(Route(Kind.PERFECT, self._rules))

    def _follow(self, *_: Any) -> None:
        """Show the current status; stop following once removed from the page."""
        if self.detail and self.get_parent_window() is None:
            self._app.unbind(tablebase_news=self._follow)
            return
        view = self._app.controller.pages.tablebase(self._rules)
        self.detail = self._app.say(view.proven if view.done is None else view.words)
