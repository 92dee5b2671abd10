"""The ladder of the opponents: who was beaten, and how; a tap offers a game."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from sanmill.control.home.intents import ChooseOpponent
from sanmill.control.home.view import RungView
from sanmill.control.routes import Kind, Route
from sanmill.ui.app_port import the_app
from sanmill.ui.widgets import portrait  # noqa: F401 - its class is used by name
from sanmill.ui.widgets.base import Tappable, load_kv
from sanmill.ui.widgets.scroll_row import ScrollRow


class OpponentTile(Tappable):
    """An opponent with its stars."""

    level = NumericProperty(1)
    name = StringProperty()
    achieved = StringProperty()
    stars = NumericProperty(0)
    is_own = BooleanProperty(False)

    def on_release(self) -> None:
        app = the_app()
        app.send(ChooseOpponent(int(self.level)))
        app.nav.open(Route(Kind.NEW_GAME, "versus"))


class OpponentLadder(ScrollRow):
    """The opponents from the first to the last; the user's place is in sight."""

    def __init__(self, **kwargs: Any) -> None:
        self._shown: tuple[object, ...] = ()
        self._seek = Clock.create_trigger(self._show_own, 0)  # once the rungs are laid out
        super().__init__(**kwargs)
        self.fbind("width", self._seek)

    def show(self, ladder: tuple[RungView, ...]) -> None:
        app = the_app()
        if (ladder, app.lang) == self._shown:
            return
        self._shown = (ladder, app.lang)
        row = self.ids.row
        row.clear_widgets()
        for view in ladder:
            achieved = app.say(view.achieved) if view.achieved else ""
            rung = OpponentTile(level=view.level, name=app.say(view.name), stars=view.stars, achieved=achieved)
            rung.is_own = view.is_own
            row.add_widget(rung)
        self._seek()

    def _show_own(self, *_: Any) -> None:
        row = self.ids.row
        own = next((rung for rung in row.children if rung.is_own), None)
        hidden = row.width - self.width
        if own is not None and hidden > 0:
            self.scroll_x = max(0.0, min(1.0, (own.center_x - row.x - self.width / 2) / hidden))


load_kv(__file__)
