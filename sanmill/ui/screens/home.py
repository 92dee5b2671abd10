"""The home screen: the game in progress, three ways to play, and the menu."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen

from sanmill.control.views.types import GameView
from sanmill.ui import pages
from sanmill.ui.app_port import the_app
from sanmill.ui.widgets import evaluation, move_list, player_strip, sheet  # noqa: F401 - their rules are used by name
from sanmill.ui.widgets.base import Row, load_kv


class MenuRow(Row):
    """An entry of the menu."""

    name = StringProperty()


class HomeScreen(Screen):
    """Follows the game in progress."""

    nav = ObjectProperty(None, allownone=True)
    has_game = BooleanProperty(False)
    is_wide = BooleanProperty(False)
    board_size = NumericProperty(0)  # of the game in progress
    game_title = StringProperty()
    game_status = StringProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for entry in pages.MENU:
            row = MenuRow(name=entry.name, icon=entry.icon)
            row.bind(on_release=lambda row: self.nav.open(row.name))
            self.ids.entries.add_widget(row)

    def show(self, view: GameView | None) -> None:
        self.has_game = view is not None
        if view is None:
            return
        say = the_app().say
        self.game_title = say(view.title)
        self.game_status = say(view.status)
        self.ids.board.show(view.board)


load_kv(__file__)
