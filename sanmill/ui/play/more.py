"""The sheet with the less frequent actions of the board."""

from __future__ import annotations

from typing import Any

from sanmill.control.views.types import Action, GameView
from sanmill.ui.app_port import the_app
from sanmill.ui.widgets.action_bar import commands
from sanmill.ui.widgets.pickers import ActionSheet


class MoreSheet(ActionSheet):
    """A row per action; the rows stay while the actions do."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__((), title=the_app().say("nav.more"), spacing=0, **kwargs)
        self._shown: tuple[Action, ...] = ()

    def show(self, view: GameView) -> None:
        if view.overflow != self._shown:
            self._shown = view.overflow
            self.show_commands(commands(view.overflow))
