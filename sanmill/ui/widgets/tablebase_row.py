"""The row that leads to the page Perfect play of a rule set and says what is proven."""

from __future__ import annotations

from typing import Any

from sanmill.control.routes import Kind, Route
from sanmill.control.variants.tablebases import TablebaseView
from sanmill.ui.app_port import the_app

from .base import Row


class TablebaseRow(Row):
    """Shows a tablebase, or how far its build is."""

    def __init__(self, view: TablebaseView, **kwargs: Any) -> None:
        self._app = the_app()
        super().__init__(icon="insights", label=self._app.say("perfect.title"), **kwargs)
        self.show(view)

    def on_release(self) -> None:
        self._app.nav.go(Route(Kind.PERFECT, self._rules))

    def show(self, view: TablebaseView) -> None:
        self._rules = view.rules
        self.detail = self._app.say(view.proven if view.done is None else view.words)
