"""A clock for a wooden board: two halves, the upper one turned for the player opposite, and a bar between them."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ColorProperty, StringProperty

from sanmill.control.clock.intents import PauseClock, PressClock, ResetClock, SwapSides
from sanmill.control.clock.view import ClockView, HalfView
from sanmill.control.routes import Kind, Route
from sanmill.control.settings.view import SettingView
from sanmill.core.game.model import Side
from sanmill.ui import questions
from sanmill.ui.app_port import the_app
from sanmill.ui.widgets import player_strip  # noqa: F401 - its classes are used by name
from sanmill.ui.widgets.base import Tappable, load_kv
from sanmill.ui.widgets.route_screen import RouteScreen
from sanmill.ui.widgets.setting_rows import Note, SettingRow, setting_row
from sanmill.ui.widgets.sheet import Sheet


class ClockHalf(Tappable):
    """The half of one player, which is pressed as soon as a finger is on it."""

    time = StringProperty()
    words = StringProperty()
    is_white = BooleanProperty(True)
    is_turned = BooleanProperty(False)
    is_running = BooleanProperty(False)
    is_low = BooleanProperty(False)
    has_lost = BooleanProperty(False)
    ink = ColorProperty([0, 0, 0, 1])

    def show(self, view: HalfView) -> None:
        say = the_app().say
        self.time, self.words, self.spoken = view.time, say(view.words), say(view.spoken)
        self.is_white = view.side is Side.WHITE
        self.is_running, self.is_low, self.has_lost = view.is_running, view.is_low, view.has_lost
        self.disabled = not view.can_press

    def on_press(self) -> None:
        super().on_press()
        self.hit()

    def press(self) -> None:
        """By a key."""
        if not self.disabled:
            self.hit()

    def hit(self) -> None:
        the_app().send(PressClock(Side.WHITE if self.is_white else Side.BLACK))


class ClockScreen(RouteScreen):
    is_begun = BooleanProperty(False)
    is_paused = BooleanProperty(False)
    is_running = BooleanProperty(False)
    is_wide = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.title = self.app.say("home.clock")

    def show(self, view: ClockView) -> None:
        self.ids.top.show(view.top)
        self.ids.bottom.show(view.bottom)
        self.is_begun, self.is_running = view.is_begun, view.running is not None
        self.is_paused = view.is_paused and not view.is_over

    def pause(self) -> None:
        self.app.send(PauseClock(not self.is_paused))

    def reset(self) -> None:
        self.app.send(PauseClock(True))
        self.nav.confirm(questions.RESET_CLOCK, lambda: self.app.send(ResetClock()))

    def swap(self) -> None:
        self.app.send(SwapSides())

    def open_settings(self) -> None:
        self.nav.open(Route(Kind.CLOCK_SETTINGS))


class ClockSettingsSheet(Sheet):
    """The times; they hold from the next start on."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.title = the_app().say("clock.settings")
        self._rows: dict[str, SettingRow] = {}
        self.add_widget(Note(text=the_app().say("clock.settings_about")))

    def show(self, view: tuple[SettingView, ...]) -> None:
        for row in view:
            if row.key not in self._rows:
                self._rows[row.key] = setting_row(row)
                self.add_widget(self._rows[row.key])
            self._rows[row.key].show(row)


load_kv(__file__)
